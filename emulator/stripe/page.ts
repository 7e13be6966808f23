// Stripe's hosted checkout as a plain page: pay, or go back to the shop.
import type { FastifyInstance } from 'fastify';
import { keepBodiesAsText } from '../pg/form.ts';
import { printAmount } from '../pg/money.ts';
import { sendNotice, sendPage } from '../pg/page.ts';
import type { Session } from './ledger.ts';
import { sessionTotal } from './ledger.ts';
import type { StripeAccount } from './payments.ts';
import { paySession } from './sessions.ts';

interface SessionPath {
  Params: { id: string };
}

export function stripePages(scope: FastifyInstance, account: StripeAccount): void {
  const { sessions } = account.ledger;
  keepBodiesAsText(scope);

  scope.get<SessionPath>('/pay/stripe/:id', async (request, reply) => {
    const session = sessions.get(request.params.id);
    if (!session) return sendNotice(reply, 'There is no such checkout.', 404);
    if (session.status !== 'open') return sendNotice(reply, `This checkout is ${session.status}.`);
    const { id, currency, cancelUrl, successUrl } = session;
    return sendPage(reply, {
      title: session.livemode ? 'Checkout' : 'Checkout (test mode)',
      facts: [
        ...(session.reference === undefined ? [] : [['Order', session.reference] as const]),
        ...session.items.map(
          ({ name, unitAmount, quantity }) =>
            [`${name} × ${quantity}`, printAmount(unitAmount * quantity, currency)] as const,
        ),
        ['Total', printAmount(sessionTotal(session), currency)],
      ],
      buttons: [
        { label: 'Pay', action: `/pay/stripe/${id}/pay` },
        ...(cancelUrl === undefined
          ? []
          : [{ label: 'Cancel', action: `/pay/stripe/${id}/cancel` }]),
      ],
      destinations: [successUrl, ...(cancelUrl === undefined ? [] : [cancelUrl])],
    });
  });

  scope.post<SessionPath>('/pay/stripe/:id/pay', async (request, reply) => {
    const session = sessions.get(request.params.id);
    if (!session) return sendNotice(reply, 'There is no such checkout.', 404);
    if (session.status === 'open') paySession(account, session);
    // A second click on Pay finds the first one's result.
    if (session.status === 'complete') return reply.redirect(successUrl(session), 303);
    return sendNotice(reply, `This checkout is ${session.status}.`, 409);
  });

  // Going back leaves the session open: the customer may return and pay.
  scope.post<SessionPath>('/pay/stripe/:id/cancel', async (request, reply) => {
    const session = sessions.get(request.params.id);
    if (session?.cancelUrl === undefined) {
      return sendNotice(reply, 'There is no such checkout.', 404);
    }
    return reply.redirect(session.cancelUrl, 303);
  });
}

function successUrl({ id, successUrl: template }: Session): string {
  return template.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
