// PayPal's checkout as a plain page: approve, or go back to the shop.
import type { FastifyInstance } from 'fastify';
import { keepBodiesAsText } from '../pg/form.ts';
import { printAmount } from '../pg/money.ts';
import { sendNotice, sendPage } from '../pg/page.ts';
import { approve, type Paypal } from './acts.ts';
import type { Order } from './store.ts';

interface OrderPath {
  Params: { id: string };
}

export function paypalPages(scope: FastifyInstance, paypal: Paypal): void {
  const { orders } = paypal.store;
  keepBodiesAsText(scope);

  scope.get<OrderPath>('/pay/paypal/:id', async ({ params }, reply) => {
    const order = orders.get(params.id);
    if (!order) return sendNotice(reply, 'There is no such order.', 404);
    if (order.status !== 'PAYER_ACTION_REQUIRED') {
      return sendNotice(reply, `This order is ${order.status}.`);
    }
    const { id, description, customId, amount, currency, environment } = order;
    return sendPage(reply, {
      title: environment === 'live' ? 'PayPal' : 'PayPal (sandbox)',
      facts: [
        ['Order', customId],
        [description, printAmount(amount, currency)],
      ],
      buttons: [
        { label: 'Pay', action: `/pay/paypal/${id}/pay` },
        { label: 'Cancel', action: `/pay/paypal/${id}/cancel` },
      ],
      destinations: [order.returnUrl, order.cancelUrl],
    });
  });

  scope.post<OrderPath>('/pay/paypal/:id/pay', async ({ params }, reply) => {
    const order = orders.get(params.id);
    if (!order) return sendNotice(reply, 'There is no such order.', 404);
    // A second click on Pay finds the first one's result.
    if (order.status === 'PAYER_ACTION_REQUIRED') approve(paypal, order, 'complete');
    return reply.redirect(withToken(order.returnUrl, order), 303);
  });

  // Going back leaves the order open: the buyer may return and pay.
  scope.post<OrderPath>('/pay/paypal/:id/cancel', async ({ params }, reply) => {
    const order = orders.get(params.id);
    if (!order) return sendNotice(reply, 'There is no such order.', 404);
    return reply.redirect(withToken(order.cancelUrl, order), 303);
  });
}

function withToken(target: string, { id }: Order): string {
  const url = new URL(target);
  url.searchParams.set('token', id);
  return url.href;
}
