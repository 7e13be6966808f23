// Reads what a control call wants to buy.
import type { Input } from '../input.ts';
import { ControlError } from '../world.ts';
import { day, type Price, type ProductType } from './model.ts';
import type { ProductSale } from './products.ts';
import type { SubscriptionSale } from './subscriptions.ts';

const defaultPackage = 'com.tollgate.demo';

const buyerFields = [
  'packageName',
  'productId',
  'obfuscatedExternalAccountId',
  'obfuscatedExternalProfileId',
  'priceMicros',
  'taxMicros',
  'currency',
  'regionCode',
  'state',
  'test',
] as const;

/** The next period's length; shorter ones would let a moved clock renew without end. */
const shortestPeriod = 60_000;

export function readProductSale(input: Input): ProductSale {
  input.only(...buyerFields, 'promo', 'quantity', 'noOrder', 'hiddenOrder');
  const type = readType(input);
  return {
    ...readBuyer(input),
    productId: input.string('productId') ?? 'demo.gems',
    type,
    quantity: input.integer('quantity', { min: 1 }) ?? 1,
    state: input.oneOf('state', ['purchased', 'pending', 'cancelled']) ?? 'purchased',
    order: readOrder(input, type),
  };
}

export function readSubscriptionSale(input: Input): SubscriptionSale {
  input.only(...buyerFields, 'basePlanId', 'offerId', 'periodMs', 'prepaid', 'outOfApp');
  const outOfApp = input.boolean('outOfApp') ? true : undefined;
  return {
    ...readBuyer(input),
    // Only the app can name the buyer.
    ...(outOfApp && { outOfApp, accountId: undefined, profileId: undefined }),
    productId: input.string('productId') ?? 'demo.monthly',
    basePlanId: input.string('basePlanId') ?? 'monthly',
    offerId: input.string('offerId'),
    periodMs: input.integer('periodMs', { min: shortestPeriod }) ?? 30 * day,
    prepaid: input.boolean('prepaid') ?? false,
    test: input.boolean('test') ?? false,
    pending: input.oneOf('state', ['purchased', 'pending']) === 'pending',
  };
}

export function readPrice(
  input: Input,
  fallback: Price = { currency: 'USD', micros: 990_000, taxMicros: 0 },
): Price {
  return {
    currency:
      matching(input, 'currency', /^[A-Z]{3}$/, 'three capital letters') ?? fallback.currency,
    micros: input.integer('priceMicros', { min: 0, max: 1e15 }) ?? fallback.micros,
    taxMicros: input.integer('taxMicros', { min: 0, max: 1e15 }) ?? fallback.taxMicros,
  };
}

export function readPackage(input: Input): string {
  const pattern = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
  return matching(input, 'packageName', pattern, 'a package name') ?? defaultPackage;
}

function readBuyer(input: Input) {
  return {
    packageName: readPackage(input),
    price: readPrice(input),
    regionCode: matching(input, 'regionCode', /^[A-Z]{2}$/, 'two capital letters') ?? 'US',
    accountId: input.string('obfuscatedExternalAccountId'),
    profileId: input.string('obfuscatedExternalProfileId'),
  };
}

function readType(input: Input): ProductType {
  const test = input.boolean('test');
  const promo = input.boolean('promo');
  if (test && promo) throw new ControlError('A purchase is either test or promo.');
  if (test) return 'test';
  return promo ? 'promo' : 'standard';
}

/** Promo codes make no order. */
function readOrder(input: Input, type: ProductType): ProductSale['order'] {
  if (input.boolean('noOrder') || type === 'promo') return 'none';
  return input.boolean('hiddenOrder') ? 'hidden' : 'listed';
}

function matching(input: Input, name: string, pattern: RegExp, expected: string) {
  const text = input.string(name);
  if (text !== undefined && !pattern.test(text)) {
    throw new ControlError(`${name} must be ${expected}.`);
  }
  return text;
}
