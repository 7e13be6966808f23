// The statements behind the lists of operators: each finds what it names, among rows that differ in one respect.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { MARKET_CODES } from '../../../src/payment/markets/markets.ts';
import * as byId from '../../../src/payment/queries/by-id-store.ts';
import { historyReader } from '../../../src/payment/queries/history-store.ts';
import * as refused from '../../../src/payment/queries/refused-store.ts';
import * as search from '../../../src/payment/queries/search-store.ts';
import * as spending from '../../../src/payment/queries/spending-store.ts';
import * as subscriptions from '../../../src/payment/queries/subscriptions-search.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import { AT, orderScene, purchaseScene, reportScene, subscriptionScene } from '../scenes.ts';

const GOOGLE = { provider: 'GOOGLE' };
const OTHER = { account_uuid: 'other' };
const BOUGHT = { ownership: null };
const FAMILY = { ownership: 'FAMILY_SHARED' };

const refusal = (but: Scene['but'] = [], row: Scene['row'] = {}): Scene => ({
  table: 'refused_verification',
  row: {
    first_at: AT,
    last_at: AT,
    times: 1,
    kind: 'consumable',
    provider: 'APPLE',
    account_uuid: 'account',
    outcome: 'INVALID_RECEIPT',
    reason: 'r',
    receipt_hash: 'h',
    ...row,
  },
  key: (number) => ({ refused_id: `refused-${number}` }),
  but,
});

suite('statements of the lists', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ appid: apps.app.appid, gameIndex: apps.app.gameIndex });
  const wanted = () => ({ gameIndex: apps.app.gameIndex, appids: [apps.app.appid] });

  test('purchases of a project by any id', async () => {
    const cycle = { kind: 'subscription', subscription_id: 's' };
    const span = { from: AT, to: AT, uuid: 'transaction-0' };
    for (const [but, find, row = {}] of [
      [[{}], () => byId.byStoreKey(db(), { ...wanted(), keys: ['key-0'] })],
      [[{}], () => byId.byNumber(db(), { ...wanted(), number: 10 })],
      [[{}], () => byId.byReceiptHash(db(), { ...wanted(), receiptHash: 'hash-0' })],
      [
        [{}, { transaction_id: 'transaction-0', kind: 'consumable', subscription_id: null }],
        () => byId.cycleByUuid(db(), { ...wanted(), uuid: 'transaction-0' }),
        cycle,
      ],
      [[{ number: 1 }], () => byId.recordByUuid(db(), { ...wanted(), ...span })],
      [[OTHER], () => byId.byAccount(db(), { ...wanted(), accountUuid: 'account', limit: 9 })],
    ] as [Scene['but'], () => Promise<unknown>, Scene['row']?][]) {
      await check.finds(purchaseScene(row, but), find);
    }
    await check.put(purchaseScene());
    for (const edge of [
      { from: AT + 1, to: AT + 1 },
      { from: AT - 1, to: AT - 1 },
    ]) {
      const found = await byId.recordByUuid(db(), { ...wanted(), ...span, ...edge });
      assert.deepEqual(found, [], JSON.stringify(edge));
    }
    await check.put(purchaseScene({}, [{ verified_at: AT + 1 }, {}]));
    const newest = async (limit: number) =>
      (await byId.byAccount(db(), { ...wanted(), accountUuid: 'account', limit })).map(
        ({ number }) => number,
      );
    assert.deepEqual(
      [await newest(9), await newest(2)],
      [
        [11, 12, 10],
        [11, 12],
      ],
    );
  });

  test('orders and subscriptions of a project by any id', async () => {
    await check.finds(orderScene({}, [{}]), () =>
      byId.orderByNumber(db(), { ...wanted(), id: '1' }),
    );
    const market = { store_transaction_id: 's' };
    await check.finds(orderScene(market, [{ store_transaction_id: 't' }]), () =>
      byId.orderByMarketId(db(), { ...wanted(), id: 's' }),
    );
    for (const [row, isKnown] of [
      [{}, true],
      [{ player_id: 8 }, false],
      [{ closed_at: AT }, false],
      [{ state: 'failed' }, false],
    ] as const) {
      await check.put(orderScene(row));
      const found = await byId.appsWithOrders(db(), { ...wanted(), playerId: 7n });
      assert.equal(found.length === 1, isKnown, JSON.stringify(row));
    }
    await check.finds(subscriptionScene({}, [{}]), () =>
      byId.subscriptionById(db(), { ...wanted(), id: 'subscription-0' }),
    );
    await check.finds(subscriptionScene({}, [{ original_transaction_id: 'another' }]), () =>
      byId.subscriptionByOriginal(db(), { ...wanted(), id: 'original' }),
    );
    await check.finds(subscriptionScene({}, [OTHER]), () =>
      byId.subscriptionsOfAccount(db(), { ...wanted(), accountUuid: 'account', limit: 9 }),
    );
    await check.put(subscriptionScene({}, [{ created_at: AT + 1 }, { created_at: AT - 1 }]));
    const newest = async (limit: number) =>
      (await byId.subscriptionsOfAccount(db(), { ...wanted(), accountUuid: 'account', limit })).map(
        ({ subscription_id }) => subscription_id.slice(13),
      );
    assert.deepEqual(await newest(9), ['1', '0', '2']);
    assert.deepEqual(await newest(1), ['1']);
    await db().deleteFrom('subscription').execute();
  });

  test('purchases of an app by the id of the market, also that of the order behind them', async () => {
    await db().deleteFrom('purchase_order').execute();
    const own = { provider_transaction_id: 'key-0' };
    await check.finds(
      purchaseScene(own, [
        { provider_transaction_id: 'key-1' },
        { ...GOOGLE, unique_key: 'key-0', provider_transaction_id: 'x' },
      ]),
      () => byId.byStoreId(db(), wanted(), 'key-0'),
    );
    await check.put(
      orderScene({ store_transaction_id: 'market' }, [{ store_transaction_id: 'other' }]),
    );
    const steam = { provider: 'STEAM', unique_key: '1' };
    await check.finds(
      {
        ...purchaseScene({}, [{ ...steam, unique_key: '2' }]),
        key: (number) => ({ ...purchaseScene().key(number), ...steam }),
      },
      () => byId.byStoreId(db(), wanted(), 'market'),
    );
    await db().deleteFrom('purchase_order').execute();
  });

  test('the history of an app by the id of the market', async () => {
    const { find } = historyReader(['account_uuid']);
    const id = 'key-0';
    const own = { provider_transaction_id: id };
    const found = async (accounts?: readonly string[]) => {
      const rows = await find(db(), { ...name(), provider: 'APPLE', id, accounts });
      return rows.map(([, number, account_uuid]) => ({ number, account_uuid }));
    };
    // The key of another purchase, or the id of another one.
    const others = [{}, { ...GOOGLE, unique_key: id }, { ...GOOGLE, payment_key: id }];
    const decoys = [...others, { provider_transaction_id: 'other', payment_key: id }];
    await check.finds(purchaseScene(own, decoys), () => found());
    await check.finds(purchaseScene(own, decoys), () => found(['account']));
    assert.deepEqual(await found(['other']), []);
    const sandbox = { unique_key: `sandbox ${id}`, verified_at: AT + 1 };
    await check.put(purchaseScene(own, [sandbox, { ...OTHER, payment_key: id }]));
    assert.deepEqual(await found(), [
      { number: 11, account_uuid: 'account' },
      { number: 12, account_uuid: 'other' },
      { number: 10, account_uuid: 'account' },
    ]);
    assert.deepEqual(await found(['other']), [{ number: 12, account_uuid: 'other' }]);
    await db().deleteFrom('purchase').execute();
  });

  test('cycles of a subscription, newest first, and what was never reported as delivered', async () => {
    const cycle = { kind: 'subscription', subscription_id: 's' };
    const wants = (limit = 9) =>
      ({ ...name(), provider: 'APPLE', subscriptionId: 's', limit }) as const;
    await check.finds(purchaseScene(cycle, [GOOGLE, { subscription_id: 't' }]), () =>
      byId.findCyclesOf(db(), wants()),
    );
    await check.put(purchaseScene(cycle, [{}, {}]));
    const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number);
    assert.deepEqual(numbers(await byId.findCyclesOf(db(), wants(2))), [12, 11]);
    await check.put(purchaseScene({ market_result: '{}' }, [{ delivery: 1 }, {}]));
    const rows = [10, 11].map((number) => ({ number }));
    assert.deepEqual(numbers(await byId.onlyUndelivered(db(), name(), rows)), [10]);
    await db().deleteFrom('purchase').where('appid', '=', apps.app.appid).execute();
    assert.deepEqual(await byId.onlyUndelivered(db(), name(), rows), [], 'those of other apps');
    await check.put(reportScene());
    const named = { provider: 'APPLE', unique_key: 'key-0' } as const;
    for (const [from, to, ownership, isIn] of [
      [AT, AT, null, true],
      [AT, AT, 'FAMILY_SHARED', false],
      [AT + 1, AT + 2, null, false],
      [AT - 2, AT - 1, null, false],
    ] as const) {
      const found = await byId.onlyReported(db(), name(), [{ ...named, ownership }], { from, to });
      assert.equal(found.length === 1, isIn);
    }
  });

  test('purchases of an app: each filter, each time, both orders, page by page', async () => {
    const all = (more: Partial<search.PurchaseSearch> = {}): search.PurchaseSearch => ({
      ...name(),
      by: 'verified',
      providers: MARKET_CODES,
      ...more,
    });
    // The last is of another market, with the key of the one that is meant.
    await check.put(
      reportScene({}, [{ reported_at: AT - 1 }, { reported_at: AT + 1 }, { ...GOOGLE }]),
    );
    const day = { from: AT, to: AT };
    for (const [row, more, but] of [
      [{}, {}, []],
      [{}, { providers: ['APPLE'] }, [GOOGLE]],
      [{}, { accounts: ['account'] }, [OTHER]],
      [{ product_id: 'p' }, { matching: { product_id: 'p' } }, [{ product_id: 'q' }]],
      [{ country: 'KR' }, { matching: { country: 'KR' } }, [{ country: 'US' }]],
      [{ test: 0 }, { matching: { test: 0 } }, [{ test: 1 }]],
      [{}, { reported: day }, [{}, {}, {}, {}]],
      [{ cancel_state: 1 }, { state: 'refunded' }, [{ cancel_state: 0 }, FAMILY]],
      [{ cancel_state: 1, ...FAMILY }, { state: 'revoked' }, [{ cancel_state: 0 }, BOUGHT]],
      [{}, day, [{ verified_at: AT - 1 }, { verified_at: AT + 1 }]],
      [
        { purchased_at: AT },
        { by: 'purchased', ...day },
        [{ purchased_at: AT - 1 }, { purchased_at: AT + 1 }],
      ],
      [
        { cancel_state: 1, cancel_said_at: AT },
        { by: 'refunded', ...day },
        [{ cancel_said_at: AT - 1 }, { cancel_said_at: AT + 1 }, { cancel_state: 0 }, FAMILY],
      ],
      [{ claimed: 0 }, { unclaimed: true }, [{ claimed: 1 }]],
      [{ market_result: '{}' }, { undelivered: true }, [{ delivery: 1 }]],
    ] as [Scene['row'], Partial<search.PurchaseSearch>, Scene['but']][]) {
      await check.finds(purchaseScene(row, but), () =>
        search.searchPurchases(db(), all(more), { limit: 9 }),
      );
      assert.equal(await search.countFound(db(), all(more), 9), 1, JSON.stringify(more));
    }
    await check.put(purchaseScene({}, [{ verified_at: AT + 1 }, {}]));
    assert.equal(await search.countFound(db(), all(), 2), 2, 'up to a limit');
    for (const [oldestFirst, order] of [
      [false, [11, 12, 10]],
      [true, [10, 12, 11]],
    ] as const) {
      const page = async (limit: number, row?: search.ListedPurchase) => {
        const after = row && search.KEY.read(search.KEY.print(search.placeOf(row, 'verified')));
        return search.searchPurchases(db(), all({ oldestFirst }), { limit, after });
      };
      const rows = await page(9);
      assert.deepEqual(
        rows.map(({ number }) => number),
        order,
      );
      for (const [index, row] of rows.entries()) {
        assert.deepEqual(await page(1, row), rows.slice(index + 1, index + 2));
      }
    }
  });

  test('refused verifications: each filter, both orders, page by page', async () => {
    await check.finds(refusal([{}]), () =>
      refused.findRefused(db(), { ...name(), refusedId: 'refused-0' }),
    );
    for (const [wish, but] of [
      [{}, []],
      [{ accounts: ['account'] }, [OTHER]],
      [{ outcome: 'INVALID_RECEIPT' }, [{ outcome: 'PAYMENT_PENDING' }]],
      [{ provider: 'APPLE' as const }, [GOOGLE]],
      [{ receiptHash: 'h' }, [{ receipt_hash: 'i' }]],
      [{ from: AT, to: AT }, [{ first_at: AT - 1 }, { first_at: AT + 1 }]],
    ] as const) {
      const filter = () => ({ ...name(), ...wish });
      await check.finds(refusal([...but]), () =>
        refused.searchRefused(db(), filter(), { limit: 9 }),
      );
      assert.equal(await refused.countRefusedRows(db(), filter(), 9), 1);
    }
    await check.put(refusal([{ first_at: AT + 1 }, {}]));
    assert.equal(await refused.countRefusedRows(db(), name(), 2), 2, 'up to a limit');
    for (const [oldestFirst, order] of [
      [false, ['1', '2', '0']],
      [true, ['0', '2', '1']],
    ] as const) {
      const page = async (limit: number, after?: refused.RefusedPosition) =>
        refused.searchRefused(db(), name(), { limit, after, oldestFirst });
      const all = await page(9);
      assert.deepEqual(
        all.map(({ refused_id }) => refused_id.slice(8)),
        order,
      );
      for (const [index, after] of all.entries()) {
        const next = await page(1, after);
        assert.deepEqual(next, all.slice(index + 1, index + 2));
      }
    }
    const receipts = { ...name(), hashes: ['hash-0'] };
    await check.finds(purchaseScene({}, [{}]), () => refused.purchasesOfReceipts(db(), receipts));
    await check.put(
      purchaseScene({}, [
        { receipt_hash: 'hash-0', verified_at: AT - 1 },
        { receipt_hash: 'hash-0' },
      ]),
    );
    const found = await refused.purchasesOfReceipts(db(), receipts);
    assert.deepEqual(
      found.map(({ number }) => number),
      [11, 10, 12],
    );
    const link: Scene = {
      table: 'account_link',
      row: { player_id: 7, linked_at: AT },
      key: (number) => ({ account_uuid: `account-${number}` }),
      but: [{}],
    };
    await check.finds(link, () =>
      refused.playersOfAccounts(db(), { ...name(), accounts: ['account-0'] }),
    );
  });

  test('subscriptions of an app: each filter, each order, page by page', async () => {
    await check.finds(
      {
        ...subscriptionScene({}, [{}, { provider: 'APPLE', subscription_id: 'subscription-0' }]),
        key: (number) => ({ ...subscriptionScene().key(number), ...GOOGLE }),
      },
      () =>
        subscriptions.findSubscription(db(), {
          game_index: apps.app.gameIndex,
          appid: apps.app.appid,
          provider: 'GOOGLE',
          subscription_id: 'subscription-0',
        }),
    );
    for (const [wish, but] of [
      [{}, []],
      [{ accounts: ['account'] }, [OTHER]],
      [{ originalTransactionId: 'original' }, [{ original_transaction_id: 'another' }]],
    ] as const) {
      const filter = () => ({ ...name(), ...wish });
      await check.finds(subscriptionScene({}, [...but]), () =>
        subscriptions.searchSubscriptions(db(), filter(), { limit: 9 }),
      );
      assert.equal(await subscriptions.countFound(db(), filter(), 9), 1);
    }
    await check.put(subscriptionScene({}, [{ created_at: AT + 1 }, {}]));
    assert.equal(await subscriptions.countFound(db(), name(), 2), 2, 'up to a limit');
    for (const descending of [true, false]) {
      const order = { by: 'created_at', descending } as const;
      const page = (limit: number, after?: ReturnType<typeof subscriptions.placeOf>) =>
        subscriptions.searchSubscriptions(db(), name(), { limit, order, after });
      const all = await page(9);
      const ids = all.map(({ subscription_id }) => subscription_id.slice(13));
      assert.deepEqual(ids, descending ? ['1', '2', '0'] : ['0', '2', '1']);
      for (const [index, row] of all.entries()) {
        const after = subscriptions.KEY.read(
          subscriptions.KEY.print(subscriptions.placeOf(row, order)),
        );
        const next = await page(1, after);
        assert.deepEqual(next, all.slice(index + 1, index + 2));
      }
    }
  });

  test('what accounts have paid, and parts of it that were refunded', async () => {
    const ofAccounts = () => ({ ...name(), accounts: ['account'] });
    await check.finds(purchaseScene({}, [OTHER, FAMILY]), async () => {
      const groups = await spending.groupByPrice(db(), ofAccounts());
      assert.deepEqual(
        groups.map(({ purchases }) => Number(purchases)),
        [1],
      );
      return groups;
    });
    await check.put(
      purchaseScene({}, [
        OTHER,
        { cancel_state: 1 },
        { test: 1 },
        { ...GOOGLE, unique_key: 'key-9' },
      ]),
    );
    const parts = [
      {},
      {},
      {},
      { cause: 'dispute 1', unique_key: 'key-0' },
      { unique_key: 'key-9' },
    ];
    await check.finds(reportScene({ state: 'partial' }, parts), () =>
      spending.partReports(db(), ofAccounts()),
    );
  });
});
