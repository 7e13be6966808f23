// Google Play on the page: its purchases with what Google or the buyer can do, and forged receipts.
import { type Action, type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import { settle } from './due.ts';
import { day, type Product, type Purchase, type Subscription, voidReason } from './model.ts';
import { isRefundable } from './orders.ts';
import type { Play } from './play.ts';
import { forgeries, orderIdOfPurchase } from './receipt.ts';
import { latestOrder } from './subscription-orders.ts';

export function* googleRecords(play: Play): Generator<Listed> {
  settle(play);
  for (const purchase of [...play.purchases.values()].reverse()) {
    const orderId = orderIdOfPurchase(purchase);
    yield {
      id: orderId ?? purchase.token,
      at: purchase.createdAt,
      names: [purchase.token, purchase.productId],
      show: () => show(play, purchase),
    };
  }
}

function show(play: Play, purchase: Purchase): ShownRecord {
  const isProduct = purchase.kind === 'product';
  const { productId, accountId } = purchase;
  const token = encodeURIComponent(purchase.token);
  const isTest = isProduct ? purchase.type === 'test' : purchase.test;
  return {
    environment: isTest ? 'sandbox' : 'production',
    product: isProduct && purchase.quantity > 1 ? `${productId} × ${purchase.quantity}` : productId,
    amount: amountOf(play, purchase),
    ...(isProduct ? productState(purchase) : subscriptionState(purchase)),
    receipt: {
      providerId: 'GOOGLE',
      path: `/google/purchases/${token}`,
      field: 'purchaseToken',
      productId,
      ...(accountId && { account: accountId }),
      subscribed: !isProduct,
    },
    actions: purchase.forgotten
      ? []
      : isProduct
        ? postActions(`/google/purchases/${token}`, productSteps(play, purchase))
        : postActions(`/google/subscriptions/${token}`, subscriptionSteps(play, purchase)),
  };
}

function amountOf(play: Play, purchase: Purchase): string {
  const price =
    purchase.kind === 'product' ? play.orders.get(purchase.orderId ?? '')?.price : purchase.price;
  return price ? `${(price.micros + price.taxMicros) / 1_000_000} ${price.currency}` : '';
}

function productState({ state, refunded, quantity, forgotten }: Product) {
  if (forgotten) return { state: 'forgotten', tone: 'bad' } as const;
  if (refunded > 0) {
    const part = refunded < quantity ? `, ${refunded} of ${quantity} refunded` : ', refunded';
    return { state: state + part, tone: 'bad' } as const;
  }
  const tones = { pending: 'open', purchased: 'good', cancelled: 'bad' } as const;
  return { state, tone: tones[state] };
}

function subscriptionState({ state, expiresAt, forgotten }: Subscription) {
  if (forgotten) return { state: 'forgotten', tone: 'bad' } as const;
  return {
    state: state.toLowerCase().replaceAll('_', ' '),
    tone: state === 'ACTIVE' ? 'good' : state === 'PENDING' ? 'open' : 'bad',
    until: expiresAt,
  } as const;
}

/** A refund whose payout takes time, and Google's question before it decides. */
const slow: readonly Step[] = [
  ['Refund, payout later', 'refund', { pending: true }, 'bad'],
  ['Void, payout later', 'refund', { pending: true, voided: true }, 'bad'],
  ['Ask about a refund', 'request-refund', {}],
];
const forget: Step = ['Delete the account', 'forget', {}, 'bad'];
const chargeback = { reason: voidReason.chargeback };

function productSteps(play: Play, product: Product): Step[] {
  const { state, quantity, refunded } = product;
  const pending = play.orders.get(product.orderId ?? '')?.pendingRefund;
  if (state === 'pending') {
    return [
      ['Pay', 'pay', {}, 'good'],
      ['Cancel', 'cancel', {}, 'bad'],
    ];
  }
  if (pending) {
    const decline: Step = ['Decline the refund', 'decline-refund', {}, 'good'];
    return [
      ['Pay the refund out', 'complete-refund', {}, 'bad'],
      ...(pending.voided ? [] : [decline]),
    ];
  }
  if (state === 'cancelled' || refunded >= quantity) return [forget];
  return [
    ['Refund', 'refund', {}, 'bad'],
    ['Refund and keep', 'refund', { revoke: false }, 'bad'],
    ...(quantity - refunded > 1 ? [['Refund one', 'refund', { quantity: 1 }, 'bad'] as Step] : []),
    ['Charge back', 'refund', chargeback, 'bad'],
    ...(refunded === 0 ? slow : []),
    forget,
  ];
}

const ending: readonly Step[] = [
  ['Revoke', 'revoke', {}, 'bad'],
  ['Refund', 'refund', {}, 'bad'],
  ['Expire', 'expire', {}, 'bad'],
  forget,
];
const recovering: readonly Step[] = [['Recover', 'recover', {}, 'good'], ...ending];
const stepsOf: Readonly<Partial<Record<Subscription['state'], readonly Step[]>>> = {
  PENDING: [
    ['Pay', 'pay', {}, 'good'],
    ['Cancel', 'cancel', {}, 'bad'],
  ],
  ACTIVE: [
    ['Renew', 'renew', {}, 'good'],
    ['Cancel', 'cancel', {}],
    ['Grace period', 'grace', { forMs: 7 * day }, 'bad'],
    ['Account hold', 'hold', {}, 'bad'],
    ['Pause', 'pause', {}],
    ...ending,
  ],
  IN_GRACE_PERIOD: [...recovering, ['Account hold', 'hold', {}, 'bad']],
  ON_HOLD: recovering,
  PAUSED: [['Resume', 'resume', {}, 'good'], ...ending],
  CANCELED: [['Restart', 'restart', {}, 'good'], ...ending],
  EXPIRED: [['Refund', 'refund', {}, 'bad'], forget],
};

function subscriptionSteps(play: Play, subscription: Subscription): readonly Step[] {
  const order = latestOrder(play, subscription);
  const steps = stepsOf[subscription.state] ?? [forget];
  return order && isRefundable(order) ? steps : steps.filter(([, name]) => name !== 'refund');
}

export function googleActions(): Action[] {
  return forgeries.map((kind) => ({
    group: 'Forged receipts',
    label: kind,
    method: 'POST',
    path: '/google/forge',
    body: { kind },
  }));
}
