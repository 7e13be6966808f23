// PortOne's browser script and its pay window as a plain page, in a frame or instead of the shop's page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyText, keepBodiesAsText, queryText } from '../pg/form.ts';
import { printAmount } from '../pg/money.ts';
import { sendNotice, sendPage, tellShop } from '../pg/page.ts';
import { browserSdk } from './browser-sdk.ts';
import { PortoneError } from './errors.ts';
import { channelOf, type Payment, type PaymentRequest, type Store } from './payments.ts';
import { prepare } from './prepare.ts';
import type { PortoneApi } from './routes.ts';

interface PaymentPage {
  Params: { paymentId: string };
}

interface Visit {
  store: Store;
  payment: Payment;
  /** Where the browser goes afterwards; undefined in a frame, which tells the shop's page instead. */
  redirectUrl: string | undefined;
  /** The merchant's server confirms the payment before money is taken. */
  manual: boolean;
}

export function portonePages(scope: FastifyInstance, api: PortoneApi, baseUrl: () => string): void {
  const { payments } = api;
  keepBodiesAsText(scope);

  scope.get('/v2/browser-sdk.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(browserSdk),
  );

  scope.post('/pay/portone/prepare', async (request, reply) => {
    const { data, mobile } = JSON.parse(bodyText(request));
    const prepared = prepare(api, data, mobile === true);
    reply.header('access-control-allow-origin', '*');
    if ('code' in prepared) return reply.code(400).send(prepared);
    const { paymentId, storeId, redirectUrl, windowType } = prepared;
    const query = new URLSearchParams({
      storeId,
      ...(windowType === 'REDIRECTION' && redirectUrl !== undefined && { redirectUrl }),
      ...(windowType === 'IFRAME' && { framed: 'yes' }),
    });
    const url = `${baseUrl()}/pay/portone/${encodeURIComponent(paymentId)}?${query}`;
    return { windowType, url };
  });

  scope.get<PaymentPage>('/pay/portone/:paymentId', async (request, reply) => {
    const visit = enter(api, request);
    if (typeof visit === 'string') return sendNotice(reply, visit, 400);
    const { payment, store, redirectUrl } = visit;
    const action = (name: string) =>
      `/pay/portone/${encodeURIComponent(payment.id)}/${name}?${queryText(request)}`;
    return sendPage(reply, {
      title: channelOf(payment, store).type === 'TEST' ? 'Payment (test channel)' : 'Payment',
      facts: [
        ['Order', payment.id],
        ['Name', payment.orderName],
        ['Total', printAmount(payment.total, payment.currency)],
      ],
      buttons: [
        { label: 'Pay', action: action('pay') },
        { label: 'Cancel', action: action('cancel') },
        { label: 'Fail', action: action('fail') },
      ],
      destinations: redirectUrl === undefined ? [] : [redirectUrl],
      framed: redirectUrl === undefined,
    });
  });

  scope.post<PaymentPage>('/pay/portone/:paymentId/pay', async (request, reply) => {
    const visit = enter(api, request);
    if (typeof visit === 'string') return sendNotice(reply, visit, 409);
    payments.pay(visit.payment, visit.manual);
    const { token } = visit.payment;
    return goBack(reply, visit, {
      transactionType: 'PAYMENT',
      txId: visit.payment.transactionId,
      ...(token !== undefined && { paymentToken: token }),
    });
  });

  function endUnpaid(name: string, news: { code: string; message: string; pgCode?: string }) {
    scope.post<PaymentPage>(`/pay/portone/:paymentId/${name}`, async (request, reply) => {
      const visit = enter(api, request);
      if (typeof visit === 'string') return sendNotice(reply, visit, 409);
      payments.fail(visit.payment, news.message);
      return goBack(reply, visit, news);
    });
  }
  endUnpaid('cancel', { code: 'FAILURE_TYPE_PG', message: 'The customer cancelled the payment.' });
  endUnpaid('fail', {
    code: 'PG_PROVIDER_ERROR',
    message: 'The card was declined.',
    pgCode: 'DECLINED',
  });
}

/** The open payment this visitor may pay, or a sentence why there is none. */
function enter(api: PortoneApi, request: FastifyRequest<PaymentPage>): Visit | string {
  const query = new URLSearchParams(queryText(request));
  const store = api.stores().find(({ storeId }) => storeId === query.get('storeId'));
  if (!store) return 'There is no such store.';
  const framed = query.get('framed') === 'yes';
  const redirectUrl = framed ? undefined : (query.get('redirectUrl') ?? '');
  const isWeb = /^https?:\/\//.test(redirectUrl ?? '') && URL.canParse(redirectUrl ?? '');
  if (!framed && !isWeb) return 'redirectUrl must be a web address.';
  const paymentRequest = readPaymentRequest(query);
  if (typeof paymentRequest === 'string') return paymentRequest;
  try {
    const payment = api.payments.open(store.storeId, request.params.paymentId, paymentRequest);
    return { store, payment, redirectUrl, manual: query.get('confirm') === 'manual' };
  } catch (error) {
    if (error instanceof PortoneError) return error.message;
    throw error;
  }
}

function readPaymentRequest(query: URLSearchParams): PaymentRequest | string {
  const totalAmount = query.get('totalAmount');
  if (totalAmount !== null && !/^\d{1,15}$/.test(totalAmount)) {
    return 'totalAmount must be a number in minor units.';
  }
  const currency = query.get('currency');
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) {
    return 'currency must be an ISO 4217 code.';
  }
  const orderName = query.get('orderName');
  const email = query.get('customerEmail');
  return {
    ...(totalAmount !== null && { totalAmount: Number(totalAmount) }),
    ...(currency !== null && { currency }),
    ...(orderName !== null && { orderName }),
    ...(email !== null && { customer: { email } }),
  };
}

function goBack(
  reply: FastifyReply,
  { payment, redirectUrl }: Visit,
  news: Record<string, string>,
) {
  if (redirectUrl === undefined) return tellShop(reply, { paymentId: payment.id, ...news });
  const url = new URL(redirectUrl);
  url.searchParams.set('paymentId', payment.id);
  for (const [name, value] of Object.entries(news)) url.searchParams.set(name, value);
  return reply.redirect(url.href, 303);
}
