// Where a web purchase (`usersession=web`) sends the browser: approve or deny, then back to the game.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keepBodiesAsText, queryText } from '../pg/form.ts';
import { sendNotice, sendPage } from '../pg/page.ts';
import type { Order } from './orders.ts';
import { failOrder, type Space } from './space.ts';
import { isOpen } from './transactions.ts';

interface OrderPage {
  Params: { transid: string };
}

export function steamPages(scope: FastifyInstance, spaces: readonly Space[]): void {
  keepBodiesAsText(scope);

  function find(transid: string): { space: Space; order: Order } | undefined {
    for (const space of spaces) {
      const order = space.orders.byTransid(transid);
      if (order) return { space, order };
    }
    return undefined;
  }

  scope.get<OrderPage>('/pay/steam/:transid', async (request, reply) => {
    const found = find(request.params.transid);
    if (!found) return sendNotice(reply, 'There is no such transaction.', 404);
    const { order } = found;
    const returnUrl = readReturnUrl(request);
    if (returnUrl === 'bad') return sendNotice(reply, 'returnurl is not a web address.', 400);
    const back = returnUrl ? `?${new URLSearchParams({ returnurl: returnUrl })}` : '';
    const action = (name: string) => `/pay/steam/${order.transid}/${name}${back}`;
    return sendPage(reply, {
      title: 'Steam purchase',
      facts: [
        ['Order', order.orderid],
        ['Status', order.status],
        ...order.items.map(
          ({ description, amount, vat }) =>
            [description, `${printSteam(amount + vat)} ${order.currency}`] as const,
        ),
      ],
      buttons:
        order.status === 'Init'
          ? [
              { label: 'Approve', action: action('approve') },
              { label: 'Deny', action: action('deny') },
            ]
          : [],
      destinations: returnUrl ? [returnUrl] : [],
    });
  });

  function answer(name: string, change: (space: Space, order: Order) => void) {
    scope.post<OrderPage>(`/pay/steam/:transid/${name}`, async (request, reply) => {
      const found = find(request.params.transid);
      if (!found) return sendNotice(reply, 'There is no such transaction.', 404);
      const returnUrl = readReturnUrl(request);
      if (returnUrl === 'bad') return sendNotice(reply, 'returnurl is not a web address.', 400);
      const { space, order } = found;
      if (order.status !== 'Init') {
        return sendNotice(reply, `This transaction is ${order.status}.`, 409);
      }
      change(space, order);
      if (returnUrl) return reply.redirect(returnUrl, 303);
      return sendNotice(reply, isOpen(order) ? 'Approved.' : 'Denied.');
    });
  }
  answer('approve', (space, order) => space.orders.change(order, 'Approved'));
  answer('deny', (space, order) => failOrder(space, order, 10));
}

/** Steam counts hundredths in every currency. */
function printSteam(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

function readReturnUrl(request: FastifyRequest): string | 'bad' | undefined {
  const text = new URLSearchParams(queryText(request)).get('returnurl');
  if (!text) return undefined;
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : 'bad';
}
