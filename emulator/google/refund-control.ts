// Steering refunds that take time: complete or decline one, and ask the developer about one.
import type { FastifyInstance } from 'fastify';
import { readInput } from '../input.ts';
import { ControlError } from '../world.ts';
import { allow, type ByToken, findForControl, showPurchase } from './control.ts';
import type { Keys } from './keys.ts';
import type { Purchase } from './model.ts';
import type { Play } from './play.ts';
import { completeRefund, declineRefund, lastOrderOf, requestRefund } from './refunds.ts';

const paths: Readonly<Record<string, Purchase['kind']>> = {
  '/google/purchases': 'product',
  '/google/subscriptions': 'subscription',
};

export function refundControl(scope: FastifyInstance, play: Play, keys: () => Keys): void {
  for (const [path, kind] of Object.entries(paths)) {
    const steps = { 'complete-refund': completeRefund, 'decline-refund': declineRefund };
    for (const [name, step] of Object.entries(steps)) {
      scope.post<ByToken>(`${path}/:token/${name}`, async ({ params: { token } }) => {
        const purchase = findForControl(play, kind, token);
        allow(step(play, purchase, play.world.clock.now()));
        return showPurchase(purchase, keys());
      });
    }

    scope.post<ByToken>(`${path}/:token/request-refund`, async ({ params: { token }, body }) => {
      const purchase = findForControl(play, kind, token);
      const input = readInput(body);
      input.only('refundReason');
      const review = requestRefund(play, purchase, input.string('refundReason') ?? 'CHARGEBACK');
      if ('message' in review) throw new ControlError(review.message);
      return { ...showPurchase(purchase, keys()), pendingRefundToken: review.token };
    });

    scope.get<ByToken>(`${path}/:token/refund-review`, async ({ params: { token } }) => {
      const order = lastOrderOf(play, findForControl(play, kind, token));
      return { answer: order?.review?.answer ?? null };
    });
  }
}
