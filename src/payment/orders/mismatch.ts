// A payment that differs from its order in amount, currency or mode: it buys nothing, and somebody must refund it.
import { Type } from 'typebox';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { MarketRejection } from '../markets/market.ts';
import type { GatewayPayment } from '../markets/pg/gateway.ts';
import type { PgApp } from '../markets/pg/settings.ts';
import { isSameAmount } from '../money.ts';
import type { Order } from './store.ts';

const Text = Type.String();

export const OrderMismatch = namedObject('OrderMismatch', {
  reason: Type.Enum(['amount', 'currency', 'mode'], {
    description: 'How the payment differs from the order.',
  }),
  text: Type.String({ description: 'What is wrong, and what to do.' }),
  amount: Type.String({ description: 'What was paid.' }),
  currency: Text,
  test: Type.Boolean({ description: 'Whether it was paid with test money.' }),
  market_transaction_id: orNull(Text, 'The payment at the gateway.'),
  found_at: Text,
  refunded_at: orNull(Text, 'Null while the payment is not refunded.'),
});
export type OrderMismatch = Type.Static<typeof OrderMismatch>;

type Difference = MarketRejection & Pick<OrderMismatch, 'reason' | 'text'>;

/** Keys and channels can be mixed up, and the buyer sees the channel: only the payment itself counts. */
function moneyProblem({ environment }: PgApp, { live }: GatewayPayment): string | undefined {
  if (live === (environment === 'production')) return undefined;
  return live
    ? 'The order was paid with real money, but this is the sandbox environment. Refund the payment at the gateway, and use a test key or a test channel here.'
    : 'The order was paid with test money, which buys nothing in production. Use a live key or a live channel of the gateway.';
}

/** Undefined when environment, currency and amount are those of the order. */
export function differenceOf(
  app: PgApp,
  order: Order,
  payment: GatewayPayment,
): Difference | undefined {
  const { record: answer } = payment;
  const wrongMoney = moneyProblem(app, payment);
  if (wrongMoney) {
    const text = wrongMoney;
    return { rejected: 'INVALID_RECEIPT', detail: text, answer, reason: 'mode', text };
  }
  const isOtherCurrency = payment.currency !== order.currency;
  if (!isOtherCurrency && isSameAmount(payment.amount, order.amount)) return undefined;
  const detail = `The order is ${order.amount} ${order.currency}, but ${payment.amount} ${payment.currency} was paid.`;
  return {
    rejected: 'PRICE_VERIFY_FAIL',
    detail,
    answer,
    reason: isOtherCurrency ? 'currency' : 'amount',
    text: `${detail} Refund the payment at the gateway, and let the buyer order again.`,
  };
}

/** The columns of the order; undefined when they say it already. */
export function mismatchColumns(
  order: Order,
  payment: GatewayPayment,
  { reason, text }: Difference,
  now: number,
): Pick<Order, 'mismatch' | 'mismatch_since'> | undefined {
  const before = mismatchOf(order);
  const isRefunded = payment.cancellations.some(({ state }) => state === 'given');
  if (before && (before.refunded_at !== null) === isRefunded) return undefined;
  const mismatch: OrderMismatch = {
    reason,
    text,
    amount: payment.amount,
    currency: payment.currency,
    test: !payment.live,
    market_transaction_id: payment.paymentId,
    found_at: before?.found_at ?? isoTime(now),
    refunded_at: isRefunded ? isoTime(now) : null,
  };
  return { mismatch: JSON.stringify(mismatch), mismatch_since: isRefunded ? null : now };
}

export const mismatchOf = ({ mismatch }: Pick<Order, 'mismatch'>): OrderMismatch | null =>
  mismatch === null ? null : (JSON.parse(mismatch) as OrderMismatch);
