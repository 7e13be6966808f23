// The lists of the markets: every page is read, from a little before the position, as far back as the market goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appleHistory } from './apple-history.ts';
import { googleVoided } from './google-voided.ts';
import { pgLists } from './pg-lists.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const clock = () => NOW;

/** A list of three pages, none of which has an entry. Notes what it is asked for. */
interface Asked {
  readonly from: number;
  readonly until: number | undefined;
  readonly page: string | undefined;
}
const NEXT: Record<string, string | undefined> = { first: 'second', second: 'third' };

type Read = (position: number) => Promise<readonly Asked[]>;

const none = {} as never;

const readApple: Read = async (position) => {
  const asked: Asked[] = [];
  const api = {
    search: async (
      _app: object,
      _environment: string,
      _name: string,
      path: string,
      range: object,
    ) => {
      const page = new URL(path, 'http://apple').searchParams.get('paginationToken') ?? 'first';
      const { startDate: from, endDate: until } = range as { startDate: number; endDate: number };
      asked.push({ from, until, page });
      const paginationToken = NEXT[page];
      return { body: { hasMore: paginationToken !== undefined, paginationToken } };
    },
  };
  const settings = { issuer_id: 'i', key_id: 'k' };
  const app = { settings, secrets: { private_key: 'p' }, environment: 'sandbox' };
  await appleHistory({ api: api as never, notices: none, clock }).read(app as never, position);
  return asked;
};

const readGoogle: Read = async (position) => {
  const asked: Asked[] = [];
  const list = googleVoided({
    async readVoided(_app, { start, end, next: page = 'first' }) {
      asked.push({ from: start, until: end, page });
      return { voids: [], next: NEXT[page] };
    },
    storage: none,
    ledger: none,
    clock,
  });
  assert.deepEqual(await list.read(none, position), { position: NOW });
  return asked;
};

const readPg =
  (gateway: 'STRIPE' | 'PORTONE' | 'PAYPAL', source: string): Read =>
  async (position) => {
    const asked: Asked[] = [];
    const withEvents = {
      async events(
        _app: object,
        { since, after: page = 'first' }: { since: number; after?: string },
      ) {
        asked.push({ from: since, until: undefined, page });
        return { events: [], next: NEXT[page] };
      },
    };
    const gateways = {
      STRIPE: withEvents,
      PAYPAL: withEvents,
      PORTONE: {
        async payments(
          _app: object,
          { from, until, page }: { from: number; until: number; page: number },
        ) {
          const name = ['first', 'second', 'third'][page] ?? 'fourth';
          asked.push({ from, until, page: name });
          return { payments: [], isLast: NEXT[name] === undefined };
        },
      },
    };
    const lists = pgLists({
      storage: none,
      clock,
      gateways: gateways as never,
      pg: none,
      notices: none,
    });
    const list = lists.find((each) => each.source === source);
    const read = await list?.read({ settings: { gateway } } as never, position);
    assert.deepEqual(read, { position: NOW });
    return asked;
  };

for (const [name, read, overlap, reach] of [
  ['apple.history', readApple, DAY, 29 * DAY],
  ['google.voided', readGoogle, HOUR, 30 * DAY - MINUTE],
  ['stripe.events', readPg('STRIPE', 'stripe.events'), HOUR, 30 * DAY - MINUTE],
  ['paypal.events', readPg('PAYPAL', 'paypal.events'), HOUR, 30 * DAY - MINUTE],
  ['portone.payments', readPg('PORTONE', 'portone.payments'), HOUR, 90 * DAY - MINUTE],
] as const) {
  const until = name.endsWith('.events') ? undefined : NOW;
  const pages = (from: number) =>
    ['first', 'second', 'third'].map((page) => ({ from, until, page }));

  test(`${name}: every page, from before the position`, async () => {
    assert.deepEqual(await read(NOW - 3 * HOUR), pages(NOW - 3 * HOUR - overlap));
  });

  test(`${name}: no further back than the market goes`, async () => {
    assert.deepEqual(await read(1), pages(NOW - reach));
  });
}

test('portone.disputes: all paid ones that the gateway lists, wherever the position is', async () => {
  const asked = await readPg('PORTONE', 'portone.disputes')(NOW - HOUR);
  const from = NOW - (90 * DAY - MINUTE);
  assert.deepEqual(
    asked,
    ['first', 'second', 'third'].map((page) => ({ from, until: NOW, page })),
  );
});

test('the lists of a gateway begin now, and those of the other are not read', async () => {
  for (const [gateway, source] of [
    ['STRIPE', 'stripe.events'],
    ['PAYPAL', 'paypal.events'],
    ['PORTONE', 'portone.payments'],
  ] as const) {
    assert.deepEqual(await readPg(gateway, source)(0), []);
    const other = gateway === 'STRIPE' ? 'PORTONE' : 'STRIPE';
    assert.deepEqual(await readPg(other, source)(NOW - HOUR), []);
  }
  assert.deepEqual(await readPg('STRIPE', 'portone.disputes')(NOW - HOUR), []);
});
