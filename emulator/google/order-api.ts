// orders.get, batchget, refund and reviewrefund, and purchases.voidedpurchases.
import type { FastifyInstance } from 'fastify';
import { invalid, notFound, orderNotFound } from './errors.ts';
import { members, mustBeAllowed, type PackageParams, splitVerb } from './lookup.ts';
import { day, type Order, type Purchase, voidReason, voidSource } from './model.ts';
import { isRefundable, orderResource } from './orders.ts';
import { orderIdPattern, type Play } from './play.ts';
import { refundProduct } from './products.ts';
import { answerReview } from './refunds.ts';
import { refund } from './subscription-orders.ts';
import { revoke } from './subscriptions.ts';
import { listVoided } from './voided.ts';

const config = { playBucket: 'orders' } as const;
const largestBatch = 1000;
const refundableFor = 3 * 365 * day;

export function orderRoutes(scope: FastifyInstance, play: Play): void {
  function find(packageName: string, orderId: string): { order: Order; purchase: Purchase } {
    if (!orderIdPattern.test(orderId)) throw invalid('orderId');
    const order = play.orders.get(orderId);
    const purchase = order && play.purchases.get(order.token);
    if (!purchase || order.hidden || purchase.packageName !== packageName) throw orderNotFound;
    return { order, purchase };
  }

  function resource(packageName: string, orderId: string) {
    const { order, purchase } = find(packageName, orderId);
    return orderResource(order, purchase);
  }

  scope.get<{ Params: PackageParams & { orderId: string } }>(
    '/orders/:orderId',
    { config },
    async ({ params: { packageName, orderId } }) => resource(packageName, orderId),
  );

  scope.get<{ Params: PackageParams; Querystring: { orderIds?: string | string[] } }>(
    '/orders::batchGet',
    { config },
    async ({ params: { packageName }, query }) => {
      const ids = [query.orderIds ?? []].flat();
      const distinct = new Set(ids).size === ids.length;
      if (ids.length < 1 || ids.length > largestBatch || !distinct) throw invalid('orderIds');
      return { orders: ids.map((orderId) => resource(packageName, orderId)) };
    },
  );

  scope.post<{ Params: PackageParams & { target: string }; Querystring: { revoke?: string } }>(
    '/orders/:target',
    { config },
    async ({ params: { packageName, target }, query, body }, reply) => {
      const { name: orderId, verb } = splitVerb(target);
      if (verb !== 'refund' && verb !== 'reviewrefund') throw notFound;
      const { order, purchase } = find(packageName, orderId);
      if (verb === 'reviewrefund') {
        const wrong = answerReview(order, members(body), play.world.clock.now());
        if (wrong !== undefined) throw invalid(wrong);
        return reply.code(204).send();
      }
      refundByDeveloper(play, order, purchase, query.revoke === 'true');
      return reply.code(204).send();
    },
  );

  scope.get<{ Params: PackageParams; Querystring: Record<string, unknown> }>(
    '/purchases/voidedpurchases',
    { config: { playBucket: 'oneTimePurchases' } },
    async ({ params: { packageName }, query }) => listVoided(play, packageName, query),
  );
}

function refundByDeveloper(play: Play, order: Order, purchase: Purchase, takesItem: boolean): void {
  const now = play.world.clock.now();
  const cause = { source: voidSource.developer, reason: voidReason.other };
  if (!isRefundable(order)) throw invalid('orderId', 'The order is not paid or was refunded.');
  if (now - order.createdAt > refundableFor) {
    throw invalid('orderId', 'Orders older than three years cannot be refunded.');
  }
  if (purchase.kind === 'product') {
    mustBeAllowed(
      refundProduct(play, purchase, { ...cause, quantity: undefined, revoke: takesItem }),
    );
  } else if (takesItem) {
    revoke(play, purchase, now, cause, { orders: [order] });
  } else {
    refund(play, purchase, order, now, cause);
  }
}
