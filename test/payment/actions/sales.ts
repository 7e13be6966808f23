// What the tests of actions share: an app with sales, and an operator who acts on them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { admin } from '../../admin/caller.ts';
import type { Answer, Gate } from '../../support/harness.ts';
import type { Markets } from '../../support/markets.ts';
import { ACCOUNT, type OrderShop } from '../orders/order-shop.ts';

export interface Sale {
  /** `serviceTransactionId` */
  readonly id: string;
  readonly orderId: string;
  /** Of its actions. */
  readonly path: string;
}

export function openSales(gate: Gate, markets: Markets, shop: OrderShop) {
  const { appid, gameIndex } = shop.app;
  const app = `/apps/${appid}`;
  const { db } = gate.service.context.storage;
  async function verified(orderId: string, receipt: string, fields: object): Promise<Sale> {
    const { status, body } = await shop.verify(receipt, fields);
    assert.equal(status, 200, JSON.stringify(body));
    const id = body.data.serviceTransactionId;
    return { id, orderId, path: `${app}/purchases/${id}/actions` };
  }
  return {
    appid,
    app,
    gameIndex,
    account: ACCOUNT,
    markets,
    async steam(): Promise<Sale> {
      const { orderId, serviceReceipt } = await shop.approved();
      return verified(orderId, serviceReceipt, {});
    },
    async pg(): Promise<Sale> {
      const { orderId, serviceReceipt } = await shop.paid();
      return verified(orderId, serviceReceipt, { providerId: 'PG' });
    },
    request: (path: string, fields: object = {}): Promise<Answer> =>
      admin(gate, 'POST', path, {
        kind: 'refund',
        reason: 'Bought twice',
        idempotency_key: randomUUID(),
        ...fields,
      }),
    work: () => gate.service.payment.jobs.turn(),
    list: async (query = '') => (await admin(gate, 'GET', `${app}/actions${query}`)).body,
    read: async (id: string) => (await admin(gate, 'GET', `${app}/actions/${id}`)).body,
    /** As the market's notification does. */
    async readAgain(orderId: string): Promise<void> {
      const pg = await gate.service.payment.marketApps(appid, 'PG');
      assert.ok(pg);
      assert.equal(await gate.service.payment.orders.pg.readMissed(pg, orderId, false), undefined);
    },
    /** State, amount and action, oldest first. */
    async reports(key: string) {
      const rows = await db
        .selectFrom('purchase_cancellation')
        .select(['state', 'amount', 'action_id'])
        .where('appid', '=', appid)
        .where('unique_key', '=', key)
        .orderBy('reported_at')
        .execute();
      return rows.map(({ state, amount, action_id }) => [state, amount, action_id]);
    },
  };
}
