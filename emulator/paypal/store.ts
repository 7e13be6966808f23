// The books of PayPal: REST apps, access tokens, orders with their captures, refunds and disputes.
import type { TaxedBuyer } from '../pg/buyer.ts';
import { newSecret } from '../pg/secret.ts';
import type { World } from '../world.ts';

export const environments = ['live', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

/** A REST app in the developer dashboard, with its one webhook. */
export interface RestApp {
  readonly clientId: string;
  readonly secret: string;
  readonly webhookId: string;
}

export interface Capture {
  readonly id: string;
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED';
  reason?: string;
  readonly createdAt: number;
  updatedAt: number;
}

export interface Refund {
  readonly id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  /** In minor units. */
  readonly amount: number;
  /** What the merchant gave it. */
  readonly invoiceId?: string;
  readonly createdAt: number;
  updatedAt: number;
}

export interface Dispute {
  readonly id: string;
  stage: 'INQUIRY' | 'CHARGEBACK';
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  outcome?: string;
  readonly reason: string;
  readonly amount: number;
  readonly createdAt: number;
  updatedAt: number;
}

export interface Order {
  readonly id: string;
  readonly environment: Environment;
  /** The merchant's own number. */
  readonly customId: string;
  readonly invoiceId: string;
  readonly description: string;
  /** In minor units. */
  amount: number;
  readonly currency: string;
  readonly email?: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly createdAt: number;
  updatedAt: number;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** What the buyer's bank says to the capture. */
  atCapture: 'complete' | 'pending' | 'decline';
  capture?: Capture;
  buyer?: TaxedBuyer;
  readonly refunds: Refund[];
  readonly disputes: Dispute[];
}

interface AccessToken {
  readonly environment: Environment;
  readonly expiresAt: number;
}

export interface Store {
  readonly world: World;
  apps: Record<Environment, RestApp>;
  /** Whether the REST app may read disputes. */
  readsDisputes: boolean;
  readonly tokens: Map<string, AccessToken>;
  readonly orders: Map<string, Order>;
  /** Answers by request id. */
  readonly answers: Map<string, unknown>;
}

export interface StoreState {
  readonly apps: Store['apps'];
  readonly readsDisputes: boolean;
  readonly orders: Order[];
}

const newApp = (): RestApp => ({
  clientId: `A${newSecret()}`,
  secret: `E${newSecret()}`,
  webhookId: newSecret(8).toUpperCase(),
});

export const createStore = (world: World): Store => ({
  world,
  apps: { live: newApp(), sandbox: newApp() },
  readsDisputes: true,
  tokens: new Map(),
  orders: new Map(),
  answers: new Map(),
});

/** Ids in PayPal's form: capital letters and digits. */
export const newId = ({ id }: World): string => id('').toUpperCase().padStart(17, '0');

export function resetStore(store: Store): void {
  store.orders.clear();
  store.answers.clear();
  store.tokens.clear();
  store.readsDisputes = true;
}

export const exportStore = ({ apps, readsDisputes, orders }: Store): StoreState => ({
  apps,
  readsDisputes,
  orders: [...orders.values()],
});

export function importStore(store: Store, saved: StoreState): void {
  resetStore(store);
  store.apps = saved.apps;
  store.readsDisputes = saved.readsDisputes;
  for (const order of saved.orders) store.orders.set(order.id, order);
}

/** By the merchant's number: the newest. */
export const ordersOf = ({ orders }: Store, customId: string): Order | undefined =>
  [...orders.values()].findLast((order) => order.customId === customId);

export const refundedOf = ({ refunds }: Order): number =>
  refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + amount, 0);

/** What is under way included. */
export const takenOf = ({ refunds }: Order): number =>
  refunds
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + amount, 0);

/** What the refunds leave of the capture. */
export function settleStatus(order: Order): void {
  const { capture } = order;
  if (!capture) return;
  const refunded = refundedOf(order);
  capture.status =
    refunded === 0 ? 'COMPLETED' : refunded < order.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}
