// The state of one Google Play: purchases and orders, how ids are made, and developer notifications.
import { createDueQueue, type DueQueue } from '../due-queue.ts';
import type { World } from '../world.ts';

import { type Order, type Purchase, type VoidCause, type Voided, voidReason } from './model.ts';

/** One member of a developer notification, such as `subscriptionNotification`. */
export type Notification = Readonly<Record<string, unknown>>;

export interface Play {
  readonly world: World;
  readonly purchases: Map<string, Purchase>;
  readonly orders: Map<string, Order>;
  /** By package, in the order of recording. */
  readonly voided: Map<string, Voided[]>;
  /** The tokens of purchases that change by themselves, by when. */
  readonly dueQueue: DueQueue<string>;
  /** Pushes a notification to whoever is registered for the package. */
  readonly notify: (packageName: string, at: number, notification: Notification) => void;
}

export function createPlay(world: World, notify: Play['notify']): Play {
  return {
    world,
    purchases: new Map(),
    orders: new Map(),
    voided: new Map(),
    dueQueue: createDueQueue(),
    notify,
  };
}

const lowerCase = 'abcdefghijklmnop';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = '0123456789';

export const tokenPattern = /^[a-p]{24}\.AO-J1[A-Za-z0-9_-]{70}$/;
export const orderIdPattern = /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}(\.\.\d+)?$/;

/** Characters drawn from the world's chance, five to a number: a token costs few draws. */
function draw(world: World, alphabet: string, length: number): string {
  const characters: string[] = [];
  while (characters.length < length) {
    let number = Math.floor(world.random() * alphabet.length ** 5);
    for (let i = 0; i < 5; i += 1) {
      characters.push(alphabet.charAt(number % alphabet.length));
      number = Math.floor(number / alphabet.length);
    }
  }
  // Joining makes one flat string; a concatenated one would keep all its pieces in memory.
  return characters.slice(0, length).join('');
}

/** A world that repeats its seed, or goes on from an import, may draw an id that is taken. */
function untaken(taken: Map<string, unknown>, make: () => string): string {
  const id = make();
  return taken.has(id) ? untaken(taken, make) : id;
}

export function newToken({ world, purchases }: Play): string {
  return untaken(purchases, () =>
    [draw(world, lowerCase, 24), '.AO-J1', draw(world, base64url, 70)].join(''),
  );
}

export function newOrderId({ world, orders }: Play): string {
  const group = (length: number) => draw(world, digits, length);
  return untaken(orders, () => [`GPA.${group(4)}`, group(4), group(4), group(5)].join('-'));
}

/** A refund that takes nothing from the buyer is not listed as voided, whoever gave it; a chargeback is. */
export function isListed({ reason }: VoidCause, revoke: boolean): boolean {
  return revoke || reason === voidReason.chargeback;
}

/** Adds a purchase to the voided list and notifies the developer. */
export function recordVoid(
  play: Play,
  purchase: Purchase,
  order: { orderId: string | undefined; purchasedAt: number },
  cause: VoidCause,
  at: number,
  quantity?: number,
): void {
  const { packageName, token, kind } = purchase;
  const entry: Voided = {
    token,
    kind,
    ...order,
    ...cause,
    at,
    ...(quantity !== undefined && { quantity }),
  };
  const list = play.voided.get(packageName);
  if (list) list.push(entry);
  else play.voided.set(packageName, [entry]);
  play.notify(packageName, at, {
    voidedPurchaseNotification: {
      purchaseToken: token,
      orderId: order.orderId ?? '',
      productType: kind === 'subscription' ? 1 : 2,
      refundType: quantity === undefined ? 1 : 2,
    },
  });
}
