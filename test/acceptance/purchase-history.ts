// POST /payment/v1/transactions: purchase history with cursors (2.6, 2.7, 4.9).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { assertProblem, type HistoryItem, UUID } from './contract.ts';
import { newPlayer, removeAll, userToken } from './players.ts';
import { withoutEmulator } from './settings.ts';
import {
  approvedSteamOrder,
  type Buyer,
  buyAtApple,
  buyAtGoogle,
  type HistoryPage,
  history,
  newBuyer,
  paidPgOrder,
  verifiedPurchase,
} from './shop.ts';

const PATH = 'transactions';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.now();
const ago = (ms: number) => new Date(START - ms).toISOString();

const LAST_PAGE = {
  page: { hasNext: false, nextCursor: null, hasPrevious: null, previousCursor: null },
};

async function page(fields: object, token?: string): Promise<HistoryPage> {
  const { status, body, text } = await history(fields, token);
  assert.equal(status, 200, text);
  return body;
}

after(removeAll);

describe('the request of purchase history', () => {
  test('INVALID_REQUEST: size outside of 1 to 100, dates that are none', async () => {
    const wrong = {
      size: [0, 101, 1.5, '20'],
      startDate: ['yesterday', '2026-02-30T00:00:00Z', 5],
      endDate: ['tomorrow', 5],
      providerId: ['APPLE,GOOGLE', 5],
      targetPlayerId: ['1', 0, 1.5, 2n ** 63n],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await history({ providerId: 'APPLE', [name]: value });
        assertProblem(answer, 'INVALID_REQUEST', PATH);
        assert.ok(answer.body.errors?.some(({ field }) => field === name));
      }
    }
  });

  test('INVALID_REQUEST: endDate not later than startDate, a window over 30 days', async () => {
    const wrong = [
      { startDate: ago(HOUR_MS), endDate: ago(2 * HOUR_MS) },
      { startDate: ago(40 * DAY_MS), endDate: ago(9 * DAY_MS) },
      { startDate: ago(31 * DAY_MS) },
    ];
    for (const window of wrong) {
      assertProblem(await history({ providerId: 'APPLE', ...window }), 'INVALID_REQUEST', PATH);
    }
    const longest = { startDate: ago(30 * DAY_MS + HOUR_MS), endDate: ago(HOUR_MS) };
    assert.equal((await history({ providerId: 'APPLE', ...longest })).status, 200);
  });

  test('with transactionId there is no limit to the window', async () => {
    const fields = { startDate: '2001-01-01T00:00:00Z', transactionId: randomUUID() };
    assert.deepEqual(await page({ providerId: 'APPLE', ...fields }), { data: [], meta: LAST_PAGE });
  });

  test('INVALID_CURSOR: a text that is none', async () => {
    for (const cursor of ['x', 'bm90aGluZw', randomUUID()]) {
      assertProblem(await history({ providerId: 'APPLE', cursor }), 'INVALID_CURSOR', PATH);
    }
  });

  test('FORBIDDEN_REQUEST: targetPlayerId with a user login token', async () => {
    const player = newPlayer();
    const fields = { providerId: 'APPLE', targetPlayerId: player };
    assertProblem(await history(fields, await userToken(player)), 'FORBIDDEN_REQUEST', PATH);
  });

  test('a player without purchases has an empty last page', async () => {
    const fields = { providerId: 'APPLE', targetPlayerId: newPlayer() };
    assert.deepEqual(await page(fields), { data: [], meta: LAST_PAGE });
  });
});

describe('purchase history', { skip: withoutEmulator }, () => {
  let buyer: Buyer;
  /** Store ids, newest first. */
  const bought: string[] = [];
  const mine = () => ({ providerId: 'APPLE', targetPlayerId: buyer.player });

  before(async () => {
    buyer = await newBuyer();
    for (let count = 0; count < 5; count++) await buy();
  });

  async function buy(): Promise<void> {
    const { accountUuid } = buyer;
    const sale = await buyAtApple();
    const serviceReceipt = sale.signedTransaction;
    await verifiedPurchase({ providerId: 'APPLE', serviceReceipt, accountUuid });
    bought.unshift(sale.transactionId);
  }

  const ids = (items: readonly HistoryItem[]) =>
    items.map(({ storeTransactionId }) => storeTransactionId);

  async function walk(fields: object, token?: string): Promise<string[]> {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, meta } = await page({ ...fields, cursor }, token);
      found.push(...ids(data));
      assert.equal(meta.page.hasNext, meta.page.nextCursor !== null);
      cursor = meta.page.nextCursor;
    }
    return found;
  }

  test('the purchases of a player, newest first', async () => {
    const { data, meta } = await page(mine());
    assert.deepEqual(ids(data), bought);
    assert.deepEqual(meta, LAST_PAGE);
    const { purchaseDate, verifiedDate, transactionId, ...rest } = data[0] as HistoryItem;
    assert.deepEqual(rest, {
      providerId: 'APPLE',
      purchaseAmount: '9.99',
      purchaseCurrency: 'USD',
      purchaseDateSource: 'STORE_PAYMENT',
      storeTransactionId: bought[0],
    });
    assert.match(transactionId, UUID);
    for (const date of [purchaseDate, verifiedDate]) assert.match(date, /^\d{4}-.*T.*Z$/);
    assert.ok(Date.parse(purchaseDate) <= Date.parse(verifiedDate));
  });

  test('a user login token sees the same, and nobody else does', async () => {
    assert.deepEqual(await walk({ providerId: 'APPLE' }, buyer.token), bought);
    const { token } = await newBuyer();
    assert.deepEqual(await walk({ providerId: 'APPLE' }, token), []);
  });

  test('without targetPlayerId the app server sees the whole app', async () => {
    const all = await walk({ providerId: 'APPLE', size: 100 });
    assert.deepEqual(
      all.filter((id) => bought.includes(id)),
      bought,
    );
  });

  test('pages neither skip nor repeat, whatever is sold meanwhile; size may change', async () => {
    const first = await page({ ...mine(), size: 2 });
    const before = [...bought];
    await buy();
    const cursor = first.meta.page.nextCursor;
    const second = await page({ ...mine(), size: 1, cursor });
    const third = await page({ ...mine(), size: 100, cursor: second.meta.page.nextCursor });
    assert.deepEqual(ids([...first.data, ...second.data, ...third.data]), before);
    assert.deepEqual(await walk({ ...mine(), size: 1 }), bought);
  });

  test('CURSOR_CONTEXT_MISMATCH: other conditions; INVALID_CURSOR: a changed byte', async () => {
    const startDate = ago(HOUR_MS);
    const conditions = { ...mine(), startDate, size: 1 };
    const cursor = (await page(conditions)).meta.page.nextCursor ?? '';
    const changes = [
      { providerId: 'GOOGLE' },
      { startDate: ago(2 * HOUR_MS) },
      { endDate: ago(0) },
      { transactionId: bought[0] },
      { targetPlayerId: newPlayer() },
      { targetPlayerId: undefined },
    ];
    for (const change of changes) {
      const answer = await history({ ...conditions, cursor, ...change });
      assertProblem(answer, 'CURSOR_CONTEXT_MISMATCH', PATH);
    }
    const at = Math.floor(cursor.length / 2);
    const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
    const answer = await history({ ...conditions, cursor: changed });
    assertProblem(answer, 'INVALID_CURSOR', PATH);
  });

  test('transactionId finds exactly one, whatever the window', async () => {
    const [transactionId] = bought;
    const fields = { providerId: 'APPLE', startDate: '2001-01-01T00:00:00Z', transactionId };
    assert.deepEqual(ids((await page(fields)).data), [transactionId]);
    const half = { ...fields, transactionId: transactionId?.slice(0, -1) };
    assert.deepEqual((await page(half)).data, []);
  });

  test('GOOGLE, STEAM and PG: their order ids and their dates', async () => {
    const { accountUuid } = buyer;
    const google = await buyAtGoogle();
    const steam = await approvedSteamOrder(buyer);
    const pg = await paidPgOrder(buyer);
    const sources = {
      GOOGLE: [google.purchaseToken, google.orderId, 'STORE_PAYMENT'],
      STEAM: [steam.serviceReceipt, steam.orderId, 'ORDER_CREATED'],
      PG: [pg.serviceReceipt, pg.orderId, 'PAYMENT_CONFIRMED'],
    } as const;
    for (const providerId of ['GOOGLE', 'STEAM', 'PG'] as const) {
      const [serviceReceipt, orderId, source] = sources[providerId];
      await verifiedPurchase({ providerId, serviceReceipt, accountUuid });
      const { data } = await page({ providerId, targetPlayerId: buyer.player });
      assert.deepEqual(
        data.map(({ storeTransactionId, purchaseDateSource }) => [
          storeTransactionId,
          purchaseDateSource,
        ]),
        [[orderId, source]],
      );
    }
  });
});
