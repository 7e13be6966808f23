// The calls on refunds.
import { type Call, expandable, find, listPage, paging, type StripeRequest } from './call.ts';
import { StripeError } from './errors.ts';
import type { Charge } from './ledger.ts';
import { showRefund } from './objects.ts';
import { ignored, integer, metadata, oneOf, read, shape, text } from './params.ts';
import { paidCharge, type StripeAccount } from './payments.ts';
import { pick } from './record-list.ts';
import { cancelRefund, refundCharge } from './refunds.ts';

const creation = shape({
  ...expandable,
  amount: integer({ min: 1 }),
  charge: text(),
  payment_intent: text(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
  refund_application_fee: ignored,
  reverse_transfer: ignored,
});
const refundList = shape({ ...paging, charge: text(), payment_intent: text() });
const lookup = shape(expandable);

export const refundCalls: Call[] = [
  {
    verb: 'POST',
    path: '/refunds',
    answer(account, request) {
      const params = read(creation, request.source);
      const charge = chargeOf(account, request, params);
      const status = account.settings.refundStatus;
      const refund = refundCharge(account, charge, { ...params, status });
      return { object: showRefund(refund), expand: params.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/refunds',
    answer({ ledger }, { livemode, source }) {
      const query = read(refundList, source);
      const chargeId = query.charge ?? ledger.intents.get(query.payment_intent ?? '')?.charge;
      const ofOne = query.charge !== undefined || query.payment_intent !== undefined;
      const list = ofOne
        ? pick(ledger.refunds, ledger.charges.get(chargeId ?? '')?.refunds ?? [])
        : ledger.refunds;
      const object = listPage(list, livemode, query, {
        url: '/v1/refunds',
        matches: ({ charge, intent }) =>
          (query.charge ?? charge) === charge && (query.payment_intent ?? intent) === intent,
        show: showRefund,
      });
      return { object, expand: query.expand ?? [] };
    },
  },
  {
    verb: 'GET',
    path: '/refunds/:id',
    answer({ ledger }, { livemode, id, source }) {
      const query = read(lookup, source);
      const refund = find(ledger.refunds, 'refund', id, livemode);
      return { object: showRefund(refund), expand: query.expand ?? [] };
    },
  },
  {
    verb: 'POST',
    path: '/refunds/:id/cancel',
    answer(account, { livemode, id, source }) {
      const params = read(lookup, source);
      const refund = find(account.ledger.refunds, 'refund', id, livemode);
      cancelRefund(account, refund);
      return { object: showRefund(refund), expand: params.expand ?? [] };
    },
  },
];

function chargeOf(
  account: StripeAccount,
  { livemode }: StripeRequest,
  params: { charge: string | undefined; payment_intent: string | undefined },
): Charge {
  const { ledger } = account;
  if (params.payment_intent !== undefined) {
    const id = params.payment_intent;
    const intent = find(ledger.intents, 'payment_intent', id, livemode, 'payment_intent');
    const charge = paidCharge(account, intent);
    if (charge) return charge;
    throw new StripeError(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    );
  }
  if (params.charge === undefined) {
    throw new StripeError(
      'One of the following params should be provided: payment_intent or charge.',
      {
        code: 'parameter_missing',
        beforeWork: true,
      },
    );
  }
  const charge = find(ledger.charges, 'charge', params.charge, livemode, 'charge');
  if (!charge.declined) return charge;
  throw new StripeError(`The charge ${charge.id} failed and cannot be refunded.`, {
    param: 'charge',
  });
}
