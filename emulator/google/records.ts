// Google Play on the page: its purchases with what Google or the buyer can do, and forged receipts.
import { type Action, type Listed, postActions, type ShownRecord, type Step } from '../record.ts';
import { settle } from './due.ts';
import { day, type Product, type Purchase, type Subscription, voidReason } from './model.ts';
import { isRefundable, linesOfOrder, unrefunded } from './orders.ts';
import type { Play } from './play.ts';
import { linesOf, orderOf } from './products.ts';
import { forgeries, orderIdOfPurchase, productIdsOf } from './receipt.ts';
import { itemsOf, latestOrder } from './subscription-orders.ts';

export function* googleRecords(play: Play): Generator<Listed> {
  settle(play);
  for (const purchase of [...play.purchases.values()].reverse()) {
    const orderId = orderIdOfPurchase(purchase);
    yield {
      id: orderId ?? purchase.token,
      at: purchase.createdAt,
      names: [purchase.token, ...productIdsOf(purchase)],
      show: () => show(play, purchase),
    };
  }
}

function show(play: Play, purchase: Purchase): ShownRecord {
  const isProduct = purchase.kind === 'product';
  const { accountId } = purchase;
  const [productId = '', ...others] = productIdsOf(purchase);
  const name = [productId, ...others].join(' + ');
  const token = encodeURIComponent(purchase.token);
  const isTest = isProduct ? purchase.type === 'test' : purchase.test;
  return {
    environment: isTest ? 'sandbox' : 'production',
    product: isProduct && purchase.quantity > 1 ? `${name} × ${purchase.quantity}` : name,
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
  const order = purchase.kind === 'product' ? orderOf(play, purchase) : undefined;
  const parts = purchase.kind === 'subscription' ? itemsOf(purchase) : order && linesOfOrder(order);
  const [first] = parts ?? [];
  if (!parts || !first) return '';
  const micros = parts.reduce((sum, { price }) => sum + price.micros + price.taxMicros, 0);
  return `${micros / 1_000_000} ${first.price.currency}`;
}

function productState(product: Product) {
  const { state, forgotten } = product;
  const { refunded, quantity } = unitsOf(product);
  if (forgotten) return { state: 'forgotten', tone: 'bad' } as const;
  if (refunded > 0) {
    const part = refunded < quantity ? `, ${refunded} of ${quantity} refunded` : ', refunded';
    return { state: state + part, tone: 'bad' } as const;
  }
  const tones = { pending: 'open', purchased: 'good', cancelled: 'bad' } as const;
  return { state, tone: tones[state] };
}

/** Of all its products. */
function unitsOf(product: Product) {
  const lines = linesOf(product);
  return {
    refunded: lines.reduce((sum, line) => sum + line.refunded, 0),
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
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
const some = 100_000;
const refundSome: Step = ['Refund a part', 'refund', { amountMicros: some }, 'bad'];
const forget: Step = ['Delete the account', 'forget', {}, 'bad'];
const chargeback = { reason: voidReason.chargeback };

function productSteps(play: Play, product: Product): Step[] {
  const { state } = product;
  const { refunded, quantity } = unitsOf(product);
  const order = orderOf(play, product);
  const pending = order?.pendingRefund;
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
    ...partSteps(product),
    ...(order && unrefunded(order).micros > some ? [refundSome] : []),
    ['Charge back', 'refund', chargeback, 'bad'],
    ...(refunded === 0 ? slow : []),
    forget,
  ];
}

/** Of several products each, of several pieces one. */
function partSteps(product: Product): Step[] {
  const { quantity, refunded } = product;
  if (product.otherLines) {
    return linesOf(product)
      .filter((line) => line.refunded < line.quantity)
      .map(({ productId }) => [`Refund ${productId}`, 'refund', { productId }, 'bad']);
  }
  return quantity - refunded > 1 ? [['Refund one', 'refund', { quantity: 1 }, 'bad']] : [];
}

const ending: readonly Step[] = [
  ['Revoke', 'revoke', {}, 'bad'],
  ['Revoke with prorated refund', 'revoke', { prorated: true }, 'bad'],
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
    ['Replace now', 'replace', { productId: 'demo.yearly', mode: 'WITHOUT_PRORATION' }],
    ['Replace at the end', 'replace', { productId: 'demo.yearly', mode: 'DEFERRED' }],
    ...ending,
  ],
  IN_GRACE_PERIOD: [...recovering, ['Account hold', 'hold', {}, 'bad']],
  ON_HOLD: recovering,
  PAUSED: [['Resume', 'resume', {}, 'good'], ...ending],
  CANCELED: [
    ['Restart', 'restart', {}, 'good'],
    ['Sign up again', 'sign-up-again', {}, 'good'],
    ...ending,
  ],
  EXPIRED: [['Refund', 'refund', {}, 'bad'], forget],
};

function subscriptionSteps(play: Play, subscription: Subscription): readonly Step[] {
  const order = latestOrder(play, subscription);
  const addOns = (subscription.addOns ?? []).filter(({ leaving }) => leaving === undefined);
  const removals: Step[] = subscription.autoRenew
    ? addOns.map(({ productId }) => [`Remove ${productId}`, 'remove-item', { productId }])
    : [];
  const steps = [...(stepsOf[subscription.state] ?? [forget]), ...removals];
  return order && isRefundable(order) ? steps : steps.filter(([, name]) => name !== 'refund');
}

export function googleActions(): Action[] {
  return [
    ...orderAnswers.map(([label, answer]) => ({
      group: 'Orders',
      label,
      method: 'POST' as const,
      path: '/google/order-access',
      body: { answer },
    })),
    ...forgeries.map((kind) => ({
      group: 'Forged receipts',
      label: kind,
      method: 'POST' as const,
      path: '/google/forge',
      body: { kind },
    })),
  ];
}

const orderAnswers = [
  ['No permission (403)', 403],
  ['Quota used up (429)', 429],
  ['Readable', null],
] as const;
