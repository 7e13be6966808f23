// What the admin API says about purchases and subscriptions.
import type { Schema } from '../endpoint.ts';

export type Market = Schema<'Market'>;

export type Purchase = Schema<'Purchase'>;
export type PurchaseRecord = Schema<'PurchaseRecord'>;
export type Order = Schema<'Order'>;
export type Subscription = Schema<'Subscription'>;
export type SubscriptionRecord = Schema<'SubscriptionRecord'>;
export type Cycle = SubscriptionRecord['cycles'][number];
export type TimelineEntry = Schema<'TimelineEntry'>;
