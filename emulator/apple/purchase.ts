// A purchase made through control: reads the fields to override and puts the transaction in the books.
import { type Input, readInput } from '../input.ts';
import { ControlError } from '../world.ts';
import type { Shop } from './shop.ts';
import { defaultPeriodMs, durationMs, type Subscription, statuses } from './subscription.ts';
import {
  type App,
  environments,
  isUuid,
  productTypes,
  type Revocation,
  revocationTypes,
  subscriptionType,
  type Transaction,
} from './transaction.ts';

/** Shorter ones would let a moved clock renew without end. */
const shortestPeriodMs = 60_000;

export const defaultBundleId = 'com.tollgate.demo';

/** Payload fields that nothing in the emulator reads: they go into the receipt as they are. */
const passedThrough = {
  string: [
    'webOrderLineItemId',
    'offerIdentifier',
    'offerPeriod',
    'storefront',
    'storefrontId',
    'previousOriginalTransactionId',
    'deviceVerification',
    'deviceVerificationNonce',
  ],
  integer: ['offerType', 'signedDate'],
  object: ['commitmentInfo', 'advancedCommerceInfo'],
} as const;
const choices = {
  inAppOwnershipType: ['PURCHASED', 'FAMILY_SHARED'],
  offerDiscountType: ['FREE_TRIAL', 'PAY_AS_YOU_GO', 'PAY_UP_FRONT', 'ONE_TIME'],
  transactionReason: ['PURCHASE', 'RENEWAL'],
  billingPlanType: ['BILLED_UPFRONT', 'MONTHLY'],
} as const;

const readFields = [
  ...['transactionId', 'originalTransactionId', 'appTransactionId', 'bundleId', 'appAppleId'],
  ...['productId', 'type', 'quantity', 'price', 'currency', 'appAccountToken', 'environment'],
  ...['purchaseDate', 'originalPurchaseDate', 'expiresDate', 'subscriptionGroupIdentifier'],
  ...['revocationDate', 'revocationReason', 'revocationType', 'revocationPercentage'],
  ...['isUpgraded', 'orderId', 'omit', 'periodMs', 'subscriptionPeriod', 'renewalInfo'],
];
const knownFields = [
  ...readFields,
  ...Object.values(passedThrough).flat(),
  ...Object.keys(choices),
];

/** The app a control call names; `appAppleId` given along with it sticks. */
export function readApp({ store }: Shop, input: Input): App {
  const environment = input.oneOf('environment', environments) ?? 'Production';
  const app = store.app(environment, input.string('bundleId') ?? defaultBundleId);
  app.appAppleId = input.integer('appAppleId', { min: 1 }) ?? app.appAppleId;
  return app;
}

export function purchase(shop: Shop, body: unknown): Transaction {
  const { store, lifecycle, notifications } = shop;
  const input = readInput(body);
  const transaction = readTransaction(shop, body);
  const { transactionId, originalTransactionId } = transaction;
  if (store.transaction(transactionId)) {
    throw new ControlError(`Transaction ${transactionId} already exists.`, 409);
  }
  const subscribes = transaction.type === subscriptionType;
  if (subscribes && store.subscriptions.has(originalTransactionId)) {
    throw new ControlError(`Subscription ${originalTransactionId} already exists; renew it.`, 409);
  }
  const subscription = subscribes ? readSubscription(transaction, input) : undefined;
  store.add(transaction);
  const at = shop.world.clock.now();
  if (subscription) {
    lifecycle.start(subscription);
    notifications.announce('SUBSCRIBED', { at, transaction, subtype: 'INITIAL_BUY' });
  } else {
    notifications.announce('ONE_TIME_CHARGE', { at, transaction });
  }
  return transaction;
}

/** A transaction as the body describes it, not in the books yet. */
export function readTransaction(shop: Shop, body: unknown): Transaction {
  const { store, world } = shop;
  const input = readInput(body);
  input.only(...knownFields);
  const app = readApp(shop, input);
  const appAccountToken = input.string('appAccountToken');
  if (appAccountToken !== undefined && !isUuid(appAccountToken)) {
    throw new ControlError('appAccountToken must be a UUID.');
  }
  const transactionId = readId(input, 'transactionId') ?? store.nextTransactionId(app.environment);
  const originalTransactionId = readId(input, 'originalTransactionId') ?? transactionId;
  const purchaseDate = input.time('purchaseDate') ?? world.clock.now();
  const type = input.oneOf('type', productTypes) ?? 'Consumable';
  const expiresDate = readExpiry(input, type, purchaseDate);
  const group =
    input.string('subscriptionGroupIdentifier') ??
    (type === subscriptionType ? '20000001' : undefined);
  const revocation = readRevocation(input);
  const extra = readExtra(input);
  const omit = readOmit(input);
  const orderId = input.string('orderId');
  return {
    app,
    transactionId,
    originalTransactionId,
    appTransactionId:
      readId(input, 'appTransactionId') ??
      (appAccountToken && store.customerOfToken(app, appAccountToken)) ??
      `7${transactionId}`,
    productId: input.string('productId') ?? defaultProduct(type),
    type,
    quantity: input.integer('quantity', { min: 1 }) ?? 1,
    price: input.integer('price', { min: 0 }) ?? 990,
    currency: input.string('currency') ?? 'USD',
    purchaseDate,
    originalPurchaseDate: input.time('originalPurchaseDate') ?? purchaseDate,
    modifiedDate: revocation?.revocationDate ?? purchaseDate,
    ...(appAccountToken && { appAccountToken }),
    ...(group !== undefined && { subscriptionGroupIdentifier: group }),
    ...(expiresDate !== undefined && { expiresDate }),
    ...(revocation && { revocation }),
    ...(input.boolean('isUpgraded') && { isUpgraded: true }),
    ...(orderId && { orderId }),
    ...(extra && { extra }),
    ...(omit && { omit }),
  };
}

function defaultProduct(type: string): string {
  return type === subscriptionType ? 'demo.monthly' : 'demo.gems';
}

/** Ids are numbers in text; the order id is derived from them and needs them exact. */
function readId(input: Input, name: string): string | undefined {
  const id = input.string(name);
  if (id !== undefined && !(/^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id)))) {
    throw new ControlError(`${name} must be a string of up to 15 digits.`);
  }
  return id;
}

function readPeriod(input: Input): number {
  const text = input.string('subscriptionPeriod');
  const period = text === undefined ? undefined : durationMs(text);
  if (text !== undefined && period === undefined) {
    throw new ControlError('subscriptionPeriod must be an ISO 8601 duration such as P1M.');
  }
  return input.integer('periodMs', { min: shortestPeriodMs }) ?? period ?? defaultPeriodMs;
}

function readExpiry(input: Input, type: string, purchaseDate: number): number | undefined {
  const given = input.time('expiresDate');
  if (given !== undefined || type !== subscriptionType) return given;
  return purchaseDate + readPeriod(input);
}

/** Any of the revocation fields makes the purchase a revoked one; `revocationDate` must be there. */
function readRevocation(input: Input): Revocation | undefined {
  const revocationDate = input.time('revocationDate');
  if (revocationDate === undefined) return undefined;
  return { revocationDate, ...readRevocationKind(input) };
}

export function readRevocationKind(input: Input): Omit<Revocation, 'revocationDate'> {
  const revocationPercentage = input.integer('revocationPercentage', { min: 0, max: 100_000 });
  return {
    revocationReason: input.integer('revocationReason', { min: 0, max: 1 }) ?? 0,
    revocationType: input.oneOf('revocationType', revocationTypes) ?? 'REFUND_FULL',
    ...(revocationPercentage !== undefined && { revocationPercentage }),
  };
}

function readExtra(input: Input): Record<string, unknown> | undefined {
  const given = [
    ...passedThrough.string.map((name) => [name, input.string(name)] as const),
    ...passedThrough.integer.map((name) => [name, input.integer(name)] as const),
    ...passedThrough.object.map((name) => [name, readObject(input, name)] as const),
    ...Object.entries(choices).map(([name, values]) => [name, input.oneOf(name, values)] as const),
  ].filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

function readObject(input: Input, name: string): Record<string, unknown> | undefined {
  const value = input.fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ControlError(`${name} must be an object.`);
  }
  return value as Record<string, unknown>;
}

export function readOmit(input: Input): string[] | undefined {
  const value = input.fields.omit;
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string')) {
    throw new ControlError('omit must be a list of payload field names.');
  }
  return value;
}

function readSubscription(first: Transaction, input: Input): Subscription {
  const { transactionId, originalTransactionId, productId, price, purchaseDate } = first;
  const { autoRenewStatus = 1, ...extra } = readObject(input, 'renewalInfo') ?? {};
  if (autoRenewStatus !== 0 && autoRenewStatus !== 1) {
    throw new ControlError('renewalInfo.autoRenewStatus must be 0 or 1.');
  }
  return {
    originalTransactionId,
    latestTransactionId: transactionId,
    periodMs: readPeriod(input),
    status: first.revocation ? statuses.revoked : statuses.active,
    autoRenew: autoRenewStatus === 1 && !first.revocation,
    nextProductId: productId,
    nextPrice: price,
    recentStartDate: purchaseDate,
    extendedAt: [],
    extra,
  };
}
