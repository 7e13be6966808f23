// The statements of orders: each names one order and the state that it starts from.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as orders from '../../../src/payment/orders/store.ts';
import { type Apps, among, openApps } from '../../support/decoys.ts';
import { suite } from '../../support/harness.ts';
import { AT, orderScene } from '../scenes.ts';

suite('statements of orders', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const name = () => ({ game_index: apps.app.gameIndex, appid: apps.app.appid, order_id: '1' });

  test('an order by its number, or by the id of the market', async () => {
    await check.finds(orderScene({}, [{}]), () => orders.findOrder(db(), name()));
    const byMarket = () => ({ ...name(), gameIndex: apps.app.gameIndex, storeTransactionId: 's' });
    await check.finds(
      orderScene({ store_transaction_id: 's' }, [{ store_transaction_id: 't' }]),
      () => orders.findByStoreTransaction(db(), byMarket()),
    );
  });

  test('each change is of one order', async () => {
    const charging = { state: 'charging', charging_since: AT, charge_attempts: 2 };
    const paid = () => ({
      ...name(),
      paidAt: AT,
      storeTransactionId: null,
      tax: null,
      taxCountry: null,
    });
    for (const [row, change] of [
      [{}, () => orders.setGatewayReference(db(), { ...name(), gatewayReference: 'g' })],
      [{}, () => orders.setStoreTransaction(db(), { ...name(), storeTransactionId: 's' })],
      [charging, () => orders.withdrawCharge(db(), { ...name(), attempt: 2 })],
      [{ state: 'open' }, () => orders.markPaid(db(), paid())],
      [{ state: 'open' }, () => orders.markFailed(db(), name())],
      [{}, () => orders.closeOrder(db(), { ...name(), now: AT })],
      [{ closed_at: AT }, () => orders.reopenOrder(db(), name())],
    ] as const) {
      await check.changes(orderScene(row, [{}]), change);
    }
    for (const [row, change] of [
      [
        { ...charging, charge_attempts: 3 },
        () => orders.withdrawCharge(db(), { ...name(), attempt: 2 }),
      ],
      [
        { state: 'paid', charge_attempts: 2 },
        () => orders.withdrawCharge(db(), { ...name(), attempt: 2 }),
      ],
      [{ state: 'paid' }, () => orders.markPaid(db(), paid())],
      [{ state: 'paid' }, () => orders.markFailed(db(), name())],
      [{ closed_at: AT - 1 }, () => orders.closeOrder(db(), { ...name(), now: AT })],
    ] as const) {
      await check.put(orderScene(row));
      assert.equal(await change(), 0, JSON.stringify(row));
    }
  });

  test('a charge begins on an open order, or when the one before was abandoned', async () => {
    const settle = (attempt: number) => ({
      job: { kind: 'k', id: `j ${attempt} ${Math.random()}`, payload: {} },
      dueAt: AT,
    });
    const begin = () => orders.beginCharge(db(), name(), AT + 9, AT, settle);
    await check.changes(orderScene({ state: 'open' }, [{}]), begin);
    for (const [row, attempt] of [
      [{ state: 'charging', charging_since: AT }, 1],
      [{ state: 'charging', charging_since: AT + 1 }, undefined],
      [{ state: 'paid' }, undefined],
      [{ state: 'failed' }, undefined],
    ] as const) {
      await check.put(orderScene(row));
      assert.equal(await begin(), attempt, JSON.stringify(row));
    }
    await db().deleteFrom('job').execute();
  });

  test('orders that a player has paid, and the newest of each market that may be paid', async () => {
    const list = async (limit = 4) => {
      const wanted = { ...name(), gameIndex: apps.app.gameIndex, playerId: 7n, since: AT, limit };
      return (await orders.unclosedOrders(db(), wanted)).map(({ order_id }) => order_id);
    };
    await check.put(
      orderScene({ state: 'open' }, [
        { player_id: 8 },
        { closed_at: AT },
        { state: 'failed' },
        { created_at: AT - 1 },
        { created_at: AT - 1, state: 'paid' },
        { created_at: AT + 1 },
        {},
        { created_at: AT - 2, mismatch_since: AT },
        { created_at: AT - 2, provider: 'PG' },
        { created_at: AT - 3, provider: 'PG', mismatch_since: AT },
        { created_at: AT - 4, provider: 'PG', mismatch_since: AT },
        { created_at: AT - 5, state: 'paid' },
        { created_at: AT - 6, state: 'paid', mismatch_since: AT },
        { state: 'charging' },
      ]),
    );
    assert.deepEqual(
      [await list(), await list(2), await list(1)],
      [
        ['7', '8', '15', '1', '6', '9', '11', '12', '13', '14'],
        ['7', '8', '15', '6', '11', '12', '13', '14'],
        ['7', '15', '6', '11', '13', '14'],
      ],
    );
  });
});
