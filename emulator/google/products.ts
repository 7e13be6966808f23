// What happens to a one-time purchase: bought, paid, acknowledged, consumed, refunded, voided.
import {
  acknowledgeWithin,
  type Order,
  type Price,
  type Product,
  type ProductLine,
  type Refusal,
  type VoidCause,
  voidReason,
  voidSource,
} from './model.ts';
import { cancelOrder, openOrder, partOf, processOrder, refundOrder, refundPart } from './orders.ts';
import { isListed, newOrderId, newToken, type Play, recordVoid } from './play.ts';

interface SaleLine {
  readonly productId: string;
  readonly price: Price;
  readonly quantity: number;
}

export interface ProductSale {
  readonly packageName: string;
  readonly lines: readonly [SaleLine, ...SaleLine[]];
  readonly type: Product['type'];
  readonly state: Product['state'];
  readonly regionCode: string;
  readonly accountId: string | undefined;
  readonly profileId: string | undefined;
  /** `hidden` has an order id that `orders.get` does not find. */
  readonly order: 'listed' | 'hidden' | 'none';
  readonly releaseAt?: number | undefined;
}

export function buyProduct(play: Play, sale: ProductSale): Product {
  const { lines, state, order, releaseAt, ...kept } = sale;
  const at = play.world.clock.now();
  const [first, ...others] = lines;
  const product: Product = {
    kind: 'product',
    productId: first.productId,
    quantity: first.quantity,
    ...kept,
    token: newToken(play),
    orderId: order === 'none' ? undefined : newOrderId(play),
    createdAt: at,
    state: 'pending',
    paidAt: undefined,
    refunded: 0,
    consumed: false,
    acknowledged: false,
    ...(others.length > 0 && { otherLines: others.map(newLine) }),
    ...(releaseAt !== undefined && { releaseAt }),
  };
  play.purchases.set(product.token, product);
  if (product.orderId !== undefined) {
    const { orderId, token } = product;
    openOrder(play, { orderId, token, createdAt: at }, lines, order === 'hidden');
  }
  if (releaseAt !== undefined) play.dueQueue.add(releaseAt, product.token);
  if (state === 'purchased') payProduct(play, product);
  if (state === 'cancelled') cancelProduct(play, product);
  return product;
}

const newLine = ({ productId, quantity }: SaleLine): ProductLine => ({
  productId,
  quantity,
  refunded: 0,
  consumed: false,
});

export function linesOf(product: Product): readonly ProductLine[] {
  return [product, ...(product.otherLines ?? [])];
}

const unitsLeft = ({ quantity, refunded }: ProductLine): number => quantity - refunded;

export function payProduct(
  play: Play,
  product: Product,
  at = play.world.clock.now(),
): Refusal | undefined {
  if (product.state !== 'pending') return refuse(`The purchase is already ${product.state}.`);
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
  /** Which of several products; all of them when absent. */
  readonly productId?: string | undefined;
  /** Units to give back; all that are left when absent. */
  readonly quantity: number | undefined;
  /** Whether the buyer also loses the item. */
  readonly revoke: boolean;
}

export function refundProduct(
  play: Play,
  product: Product,
  { productId, quantity, revoke, ...cause }: ProductRefund,
  at = play.world.clock.now(),
): Refusal | undefined {
  const all = linesOf(product);
  const lines = all.filter((line) => (productId ?? line.productId) === line.productId);
  const [only, ...further] = lines;
  const left = sum(lines, unitsLeft);
  if (product.state !== 'purchased' || left === 0) {
    return refuse('The purchase is not paid, or was refunded before.');
  }
  if (quantity !== undefined && further.length > 0) {
    return refuse('Name the product of which some are refunded.');
  }
  if (quantity !== undefined && quantity > left) {
    return refuse(`Only ${left} of ${only?.quantity} can still be refunded.`);
  }
  if (orderOf(play, product)?.state === 'PENDING_REFUND') {
    return refuse('A refund of the purchase is pending.');
  }
  const partial = (quantity ?? left) < sum(all, unitsLeft);
  const given = new Map(lines.map((line) => [line.productId, quantity ?? unitsLeft(line)]));
  withOrder(play, product, (order) => {
    const shareOf = (line: SaleLine) => (given.get(line.productId) ?? 0) / line.quantity;
    if (partial) refundPart(order, at, partOf(order, shareOf));
    else refundOrder(order, at, cause);
  });
  for (const line of lines) line.refunded += given.get(line.productId) ?? 0;
  if (revoke && !partial) product.state = 'cancelled';
  // The list of voided purchases cannot say which of several products went back.
  const isNamed = !partial || all.length === 1;
  if (isNamed && isListed(cause, revoke)) {
    voidProduct(play, product, cause, at, partial ? quantity : undefined);
  }
  return undefined;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

export function acknowledgeProduct(product: Product, payload?: string): Refusal | undefined {
  const refusal = mustBeOwned(product);
  if (refusal) return refusal;
  product.acknowledged = true;
  if (payload !== undefined) product.developerPayload = payload;
  return undefined;
}

/** Consuming one of the products also acknowledges the purchase. */
export function consumeProduct(product: Product, productId: string): Refusal | undefined {
  const refusal = mustBeOwned(product);
  if (refusal) return refusal;
  const line = linesOf(product).find((each) => each.productId === productId);
  if (!line || line.consumed) return notOwned;
  line.consumed = true;
  product.acknowledged = true;
  return undefined;
}

/** When the purchase next changes by itself. */
export function productDue(product: Product): number | undefined {
  const { state, acknowledged, paidAt, releaseAt } = product;
  if (state === 'pending') return releaseAt;
  const open = state === 'purchased' && !acknowledged && paidAt !== undefined;
  return open ? paidAt + acknowledgeWithin : undefined;
}

export function productFallsDue(play: Play, product: Product, at: number): void {
  if (product.state === 'pending') {
    payProduct(play, product, at);
    return;
  }
  const cause = { source: voidSource.google, reason: voidReason.unacknowledged };
  // A purchase that was refunded but not revoked has nothing left to give back, and is only taken.
  if (linesOf(product).some(unitsLeft)) {
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
      ...(!product.otherLines && { sku: product.productId }),
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
