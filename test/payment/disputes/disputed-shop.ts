// A shop with a delivered Stripe payment that its buyer disputes, and the calls of support.
import assert from 'node:assert/strict';
import { asAdmin } from '../../admin/caller.ts';
import { type Answer, type Gate, inject } from '../../support/harness.ts';
import type { Markets } from '../../support/markets.ts';
import { ITEM_RESULT, type OrderShop, openOrderShop } from '../orders/order-shop.ts';

const PG = { providerId: 'PG' };
export const DAY_MS = 86_400_000;

export interface DisputedShop {
  readonly shop: OrderShop;
  readonly orderId: string;
  readonly disputeId: string;
  /** Of the purchase. */
  readonly serviceId: string;
  /** A call of the admin API below the dispute. */
  call(method: 'GET' | 'POST' | 'PUT', path?: string, body?: object): Promise<Answer>;
  /** The dispute as Stripe shows it. */
  atStripe(): Promise<StripeDispute>;
  /** Tollgate reads the payment. */
  reread(): Promise<void>;
  control(action: string, body?: object): Promise<unknown>;
  runJobs(): Promise<void>;
}

export interface StripeDispute {
  readonly status: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly evidence_details: { readonly submission_count: number; readonly due_by: number };
  readonly metadata: Readonly<Record<string, string>>;
}

export interface DisputeWish {
  readonly dispute?: object;
  readonly delivered?: boolean;
  /** Earlier purchases that nobody disputes. */
  readonly earlier?: number;
}

export async function openDisputedShop(
  gate: Gate,
  markets: Markets,
  { dispute = {}, delivered = true, earlier = 0 }: DisputeWish = {},
): Promise<DisputedShop> {
  const shop = await openOrderShop(gate, markets);
  const buy = async () => {
    const { orderId, serviceReceipt } = await shop.paid();
    const { data } = (await shop.verify(serviceReceipt, PG)).body;
    const serviceId: string = data.serviceTransactionId;
    if (delivered) {
      const done = { serviceTransactionId: serviceId, result: 1 };
      const answer = await shop.post(ITEM_RESULT, done, shop.server);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    return { orderId, serviceId };
  };
  for (let count = 0; count < earlier; count++) {
    await buy();
    gate.now += 10 * 60_000;
  }
  const { orderId, serviceId } = await buy();
  gate.now += DAY_MS;
  const control = (action: string, body: object = {}) =>
    markets.control(`/pg/orders/${orderId}/${action}`, body);
  const { disputes } = await control('dispute', dispute);
  const disputeId: string = disputes.at(-1).id;
  const reread = async () => {
    const { marketApps, orders } = gate.service.payment;
    const [app, order] = [await marketApps(shop.app.appid, 'PG'), await shop.order(orderId)];
    assert.ok(app && order);
    const payment = await orders.pg.readPayment(app, order);
    assert.ok('state' in payment, JSON.stringify(payment));
  };
  await reread();
  const path = `/admin/v1/apps/${shop.app.appid}/disputes/${disputeId}`;
  return {
    shop,
    orderId,
    disputeId,
    serviceId,
    control,
    reread,
    call: (method, below = '', body = undefined) =>
      inject(gate.service, method, path + below, body, asAdmin),
    async atStripe() {
      const { stripe } = await markets.control('/credentials');
      const answer = await fetch(`${markets.url}/v1/disputes/${disputeId}`, {
        headers: { authorization: `Bearer ${stripe.liveSecretKey}` },
      });
      return (await answer.json()) as StripeDispute;
    },
    async runJobs() {
      await gate.service.payment.jobs.turn();
    },
  };
}
