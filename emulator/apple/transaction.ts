// A purchase as the store remembers it, compact, and the payload it signs when somebody asks.

export const environments = ['Production', 'Sandbox'] as const;
export type Environment = (typeof environments)[number];

export const productTypes = [
  'Auto-Renewable Subscription',
  'Non-Consumable',
  'Consumable',
  'Non-Renewing Subscription',
] as const;
export type ProductType = (typeof productTypes)[number];
export const subscriptionType = 'Auto-Renewable Subscription';

export const revocationTypes = ['REFUND_FULL', 'REFUND_PRORATED', 'FAMILY_REVOKE'] as const;

/** One app in one environment; its purchases share this object. */
export interface App {
  readonly environment: Environment;
  readonly bundleId: string;
  appAppleId: number;
}

export interface Revocation {
  readonly revocationDate: number;
  readonly revocationReason: number;
  readonly revocationType: (typeof revocationTypes)[number];
  readonly revocationPercentage?: number;
}

export interface Transaction {
  readonly app: App;
  readonly transactionId: string;
  readonly originalTransactionId: string;
  /** Names the customer of this app. */
  readonly appTransactionId: string;
  readonly productId: string;
  readonly type: ProductType;
  readonly quantity: number;
  readonly price: number;
  readonly currency: string;
  readonly purchaseDate: number;
  readonly originalPurchaseDate: number;
  /** When the store last changed this record: the order of transaction history. */
  modifiedDate: number;
  appAccountToken?: string;
  readonly subscriptionGroupIdentifier?: string;
  expiresDate?: number;
  revocation?: Revocation;
  finished?: boolean;
  isUpgraded?: boolean;
  /** The transaction that this one restores: another paper for the same purchase. */
  readonly restoredFrom?: string;
  /** Set by hand, so that several transactions can share an order; derived when absent. */
  readonly orderId?: string;
  /** Payload fields that were set by hand and that nothing here reads. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Payload fields to leave out. */
  readonly omit?: readonly string[];
}

export type Payload = Record<string, unknown>;

export function transactionPayload(transaction: Transaction, signedDate: number): Payload {
  const { app, expiresDate, revocation, isUpgraded, appAccountToken, extra, omit } = transaction;
  const { transactionId, originalTransactionId, productId, type } = transaction;
  const { subscriptionGroupIdentifier } = transaction;
  const payload: Payload = {
    transactionId,
    originalTransactionId,
    bundleId: app.bundleId,
    productId,
    ...(type === subscriptionType && { webOrderLineItemId: webOrderLineItemId(transactionId) }),
    ...(subscriptionGroupIdentifier !== undefined && { subscriptionGroupIdentifier }),
    purchaseDate: transaction.purchaseDate,
    originalPurchaseDate: transaction.originalPurchaseDate,
    ...(expiresDate !== undefined && { expiresDate }),
    quantity: transaction.quantity,
    type,
    ...(appAccountToken && { appAccountToken }),
    inAppOwnershipType: 'PURCHASED',
    signedDate,
    ...revocation,
    ...(isUpgraded && { isUpgraded }),
    environment: app.environment,
    transactionReason: 'PURCHASE',
    storefront: 'USA',
    storefrontId: '143441',
    price: transaction.price,
    currency: transaction.currency,
    appTransactionId: transaction.appTransactionId,
    ...extra,
  };
  for (const field of omit ?? []) delete payload[field];
  return payload;
}

/** A download of the app by one customer. */
export type Download = Pick<Transaction, 'app' | 'appTransactionId' | 'purchaseDate'>;

export function appTransactionPayload(download: Download, now: number): Payload {
  const { environment, bundleId, appAppleId } = download.app;
  return {
    receiptType: environment,
    // The sandbox has no App Store listing and so no id of it.
    ...(environment === 'Production' && { appAppleId }),
    bundleId,
    applicationVersion: '1.0',
    versionExternalIdentifier: 1,
    receiptCreationDate: now,
    originalPurchaseDate: download.purchaseDate,
    originalApplicationVersion: '1.0',
    appTransactionId: download.appTransactionId,
    originalPlatform: 'iOS',
  };
}

export function webOrderLineItemId(transactionId: string): string {
  return `7${transactionId}`;
}

/** The same on all papers of a cycle. */
export function lineItemOf({ extra, transactionId }: Transaction): string {
  const given = extra?.webOrderLineItemId;
  return typeof given === 'string' ? given : webOrderLineItemId(transactionId);
}

/** An order id is the transaction id in another coat, so that orders need no index of their own. */
export function orderIdOf({ orderId, transactionId }: Transaction): string {
  return orderId ?? `M${Number(transactionId).toString(36).toUpperCase()}`;
}

export function transactionIdOfOrder(orderId: string): string {
  return String(Number.parseInt(orderId.slice(1), 36));
}

export function isFamilyShared({ extra }: Transaction): boolean {
  return extra?.inAppOwnershipType === 'FAMILY_SHARED';
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}
