// What happens to a one-time purchase: bought, paid, acknowledged, consumed, refunded, voided.
import {
  acknowledgeWithin,
  type Order,
  type Price,
  type Product,
  type Refusal,
  type VoidCause,
  voidReason,
  voidSource,
} from './model.ts';
import { cancelOrder, openOrder, processOrder, refundOrder, refundPart } from './orders.ts';
import { isListed, newOrderId, newToken, type Play, recordVoid } from './play.ts';

export interface ProductSale {
  readonly packageName: string;
  readonly productId: string;
  readonly price: Price;
  readonly quantity: number;
  readonly type: Product['type'];
  readonly state: Product['state'];
  readonly regionCode: string;
  readonly accountId: string | undefined;
  readonly profileId: string | undefined;
  /** `hidden` has an order id that `orders.get` does not find. */
  readonly order: 'listed' | 'hidden' | 'none';
}

export function buyProduct(play: Play, sale: ProductSale): Product {
  const { price, state, order, ...kept } = sale;
  const at = play.world.clock.now();
  const product: Product = {
    kind: 'product',
    ...kept,
    token: newToken(play),
    orderId: order === 'none' ? undefined : newOrderId(play),
    createdAt: at,
    state: 'pending',
    paidAt: undefined,
    refunded: 0,
    consumed: false,
    acknowledged: false,
  };
  play.purchases.set(product.token, product);
  if (product.orderId !== undefined) {
    const { orderId, token, productId, quantity } = product;
    openOrder(
      play,
      { orderId, token, productId, quantity, price, createdAt: at },
      order === 'hidden',
    );
  }
  if (state === 'purchased') payProduct(play, product);
  if (state === 'cancelled') cancelProduct(play, product);
  return product;
}

export function payProduct(play: Play, product: Product): Refusal | undefined {
  if (product.state !== 'pending') return refuse(`The purchase is already ${product.state}.`);
  const at = play.world.clock.now();
  product.state = 'purchased';
  product.paidAt = at;
  withOrder(play, product, (order) => processOrder(order, at));
  play.dueQueue.add(at + acknowledgeWithin, product.token);
  notifyProduct(play, product, at, 1);
  return undefined;
}

/** Cancels a pending payment, or takes back a paid purchase whose payment fell through. */
export function cancelProduct(play: Play, product: Product): Refusal | undefined {
  const at = play.world.clock.now();
  if (product.state === 'cancelled') return refuse('The purchase is already cancelled.');
  const paid = product.state === 'purchased';
  product.state = 'cancelled';
  withOrder(play, product, (order) => cancelOrder(order, at));
  if (paid) voidProduct(play, product, { source: voidSource.user, reason: voidReason.other }, at);
  else notifyProduct(play, product, at, 2);
  return undefined;
}

interface ProductRefund extends VoidCause {
  /** Units to give back; all that are left when absent. */
  readonly quantity: number | undefined;
  /** Whether the buyer also loses the item. */
  readonly revoke: boolean;
}

export function refundProduct(
  play: Play,
  product: Product,
  { quantity, revoke, ...cause }: ProductRefund,
  at = play.world.clock.now(),
): Refusal | undefined {
  const left = product.quantity - product.refunded;
  if (product.state !== 'purchased' || left === 0) {
    return refuse('The purchase is not paid, or was refunded before.');
  }
  if (quantity !== undefined && quantity > left) {
    return refuse(`Only ${left} of ${product.quantity} can still be refunded.`);
  }
  if (orderOf(play, product)?.state === 'PENDING_REFUND') {
    return refuse('A refund of the purchase is pending.');
  }
  const partial = quantity !== undefined && quantity < left;
  product.refunded += partial ? quantity : left;
  withOrder(play, product, (order) => {
    if (partial) refundPart(order, at, quantity / product.quantity);
    else refundOrder(order, at, cause);
  });
  if (revoke && !partial) product.state = 'cancelled';
  if (revoke || isListed(cause)) {
    voidProduct(play, product, cause, at, partial ? quantity : undefined);
  }
  return undefined;
}

export function acknowledgeProduct(product: Product, payload?: string): Refusal | undefined {
  const refusal = mustBeOwned(product);
  if (refusal) return refusal;
  product.acknowledged = true;
  if (payload !== undefined) product.developerPayload = payload;
  return undefined;
}

/** Consuming also acknowledges. */
export function consumeProduct(product: Product): Refusal | undefined {
  const refusal = mustBeOwned(product);
  if (refusal) return refusal;
  if (product.consumed) return notOwned;
  product.consumed = true;
  product.acknowledged = true;
  return undefined;
}

/** When the purchase next changes by itself. */
export function productDue({ state, acknowledged, paidAt }: Product): number | undefined {
  const open = state === 'purchased' && !acknowledged && paidAt !== undefined;
  return open ? paidAt + acknowledgeWithin : undefined;
}

export function productFallsDue(play: Play, product: Product, at: number): void {
  const cause = { source: voidSource.google, reason: voidReason.unacknowledged };
  // A purchase that was refunded but not revoked has nothing left to give back, and is only taken.
  if (product.refunded < product.quantity) {
    refundProduct(play, product, { ...cause, quantity: undefined, revoke: true }, at);
  } else {
    product.state = 'cancelled';
    voidProduct(play, product, cause, at);
  }
}

export function voidProduct(
  play: Play,
  product: Product,
  cause: VoidCause,
  at: number,
  quantity?: number,
): void {
  const { orderId, paidAt = product.createdAt } = product;
  recordVoid(play, product, { orderId, purchasedAt: paidAt }, cause, at, quantity);
}

export function orderOf(play: Play, { orderId }: Product): Order | undefined {
  return orderId === undefined ? undefined : play.orders.get(orderId);
}

function withOrder(play: Play, product: Product, change: (order: Order) => void): void {
  const order = orderOf(play, product);
  if (order) change(order);
}

function notifyProduct(play: Play, product: Product, at: number, notificationType: 1 | 2): void {
  play.notify(product.packageName, at, {
    oneTimeProductNotification: {
      version: '1.0',
      notificationType,
      purchaseToken: product.token,
      sku: product.productId,
    },
  });
}

const notOwned: Refusal = {
  reason: 'productNotOwnedByUser',
  message: 'The user does not own this item any more.',
};

function mustBeOwned({ state }: Product): Refusal | undefined {
  if (state === 'pending') return refuse('The purchase is not paid yet.');
  return state === 'cancelled' ? notOwned : undefined;
}

function refuse(message: string): Refusal {
  return { reason: 'invalidPurchaseState', message };
}
