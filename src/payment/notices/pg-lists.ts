// Polls the gateways' own lists for payments, refunds and disputes whose webhook was lost.
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { noticesByNames } from '../ledger/notices-store.ts';
import type { Unavailable } from '../markets/market.ts';
import type { EventPage, Gateway, GatewayName, GatewayRejection } from '../markets/pg/gateway.ts';
import type { PortoneGateway } from '../markets/pg/portone/portone.ts';
import { atGateway, type PgApp, type pgShapes } from '../markets/pg/settings.ts';
import type { PgOrders } from '../orders/pg.ts';
import type { Notices } from './notices.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Entries may appear late, and their clock is the gateway's. */
const OVERLAP_MS = 60 * MINUTE_MS;
/** Gateways keep events for 30 days. */
const EVENTS_REACH_MS = 30 * DAY_MS - MINUTE_MS;
/** PortOne lists at most 90 days at once. */
const PORTONE_REACH_MS = 90 * DAY_MS - MINUTE_MS;

export interface PgListDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly gateways: Readonly<Record<GatewayName, Gateway>> & { readonly PORTONE: PortoneGateway };
  readonly pg: Pick<PgOrders, 'readNoticed' | 'readMissed'>;
  readonly notices: Pick<Notices, 'keepPg'>;
}

/** Earlier changes came as webhooks, or are found when somebody asks: an upgrade must not tell of old refunds. */
const isFirst = (position: number): boolean => position === 0;

type Trouble = Unavailable | undefined;

export function pgLists(deps: PgListDeps): readonly PollSource<typeof pgShapes>[] {
  const events = Object.entries(deps.gateways).flatMap(([name, { events: read }]) =>
    read ? [gatewayEvents(deps, name, read)] : [],
  );
  return [...events, portonePayments(deps), portoneDisputes(deps)];
}

const rejected = (list: string, { declined }: GatewayRejection): Unavailable => ({
  unavailable: `the gateway rejected the call for ${list}: ${declined}`,
});

/** Handled like received webhooks, under the same ids. */
function gatewayEvents(
  { storage, clock, pg, notices }: PgListDeps,
  gateway: string,
  readEvents: NonNullable<Gateway['events']>,
): PollSource<typeof pgShapes> {
  async function receive(app: PgApp, { events }: EventPage): Promise<Trouble> {
    const { appid, gameIndex } = app;
    if (events.length === 0) return undefined;
    const ids = events.map(({ id }) => id);
    const known = await noticesByNames(storage.db, { appid, gameIndex, provider: 'PG', ids });
    const seen = new Set(known.map(({ notice_id }) => notice_id));
    for (const { body } of events.filter(({ id }) => !seen.has(id))) {
      const outcome = await pg.readNoticed(app, body);
      if ('unavailable' in outcome) return outcome;
      // The account at the gateway may serve other shops as well.
      if (outcome.handled !== null) await notices.keepPg(appid, { body, headers: {}, outcome });
    }
    return undefined;
  }

  return {
    source: `${gateway.toLowerCase()}.events`,
    market: 'PG',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const now = clock();
      const at = atGateway(app, gateway);
      if (isFirst(position) || !at) return { position: now };
      const since = Math.max(position - OVERLAP_MS, now - EVENTS_REACH_MS);
      let after: string | undefined;
      do {
        const page = await readEvents(at, { since, after });
        if ('unavailable' in page) return page;
        if ('declined' in page) return rejected('events', page);
        const trouble = await receive(at, page);
        if (trouble) return trouble;
        after = page.next;
      } while (after !== undefined);
      return { position: now };
    },
  };
}

/** Reads payments of the range again, unless they are known as they are. */
async function readPayments(
  { gateways, pg }: PgListDeps,
  app: PgApp,
  range: { readonly status: readonly string[]; readonly from: number; readonly until: number },
): Promise<Trouble> {
  for (let page = 0; ; page += 1) {
    const found = await gateways.PORTONE.payments(app, { ...range, page });
    if ('unavailable' in found) return found;
    if ('declined' in found) return rejected('payments', found);
    for (const { orderId, isOnlyPaid } of found.payments) {
      const trouble = await pg.readMissed(app, orderId, isOnlyPaid);
      if (trouble) return trouble;
    }
    if (found.isLast) return undefined;
  }
}

function portonePayments(deps: PgListDeps): PollSource<typeof pgShapes> {
  return {
    source: 'portone.payments',
    market: 'PG',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      const until = deps.clock();
      const at = atGateway(app, 'PORTONE');
      if (isFirst(position) || !at) return { position: until };
      const from = Math.max(position - OVERLAP_MS, until - PORTONE_REACH_MS);
      const status = ['PAID', 'PARTIAL_CANCELLED', 'CANCELLED'];
      return (await readPayments(deps, at, { status, from, until })) ?? { position: until };
    },
  };
}

/** A dispute does not change a payment's status, so all paid ones of the last weeks are looked at, once a day. */
function portoneDisputes(deps: PgListDeps): PollSource<typeof pgShapes> {
  return {
    source: 'portone.disputes',
    market: 'PG',
    everyMs: DAY_MS,
    async read(app) {
      const until = deps.clock();
      const at = atGateway(app, 'PORTONE');
      if (!at) return { position: until };
      const range = { status: ['PAID'], from: until - PORTONE_REACH_MS, until };
      return (await readPayments(deps, at, range)) ?? { position: until };
    },
  };
}
