// Reads what a control call wants to buy.
import { type Input, readInput, required } from '../input.ts';
import { ControlError } from '../world.ts';
import { day, type Plan, type Price, type ProductType } from './model.ts';
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
  input.only(
    ...[...buyerFields, 'promo', 'quantity', 'noOrder', 'hiddenOrder', 'products'],
    'preorderReleaseTime',
  );
  const type = readType(input);
  const releaseAt = input.time('preorderReleaseTime');
  const state = input.oneOf('state', ['purchased', 'pending', 'cancelled']);
  return {
    ...readBuyer(input),
    lines: readLines(input),
    type,
    state: state ?? (releaseAt === undefined ? 'purchased' : 'pending'),
    order: readOrder(input, type),
    ...(releaseAt !== undefined && { releaseAt }),
  };
}

type Lines = ProductSale['lines'];

/** `products`, or the one product that stands beside the buyer. */
function readLines(input: Input): Lines {
  const products = readList(input, 'products');
  if (!products) return [readLine(input)];
  if (['productId', 'quantity', 'priceMicros', 'taxMicros'].some((name) => name in input.fields)) {
    throw new ControlError('Each of the products has its own productId, quantity and price.');
  }
  const lines = products.map((each) => {
    each.only('productId', 'quantity', 'priceMicros', 'taxMicros');
    required(each.string('productId'), 'products[].productId');
    return readLine(each, readPrice(input).currency);
  });
  const ids = new Set(lines.map(({ productId }) => productId));
  const [first, ...others] = lines;
  if (!first || ids.size < lines.length) {
    throw new ControlError('products must list different products.');
  }
  return [first, ...others];
}

function readLine(input: Input, currency?: string): Lines[number] {
  const price = readPrice(input);
  return {
    productId: input.string('productId') ?? 'demo.gems',
    quantity: input.integer('quantity', { min: 1 }) ?? 1,
    price: { ...price, currency: currency ?? price.currency },
  };
}

function readList(input: Input, name: string): Input[] | undefined {
  const value = input.fields[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new ControlError(`${name} must be a list.`);
  return value.map(readInput);
}

export function readSubscriptionSale(input: Input): SubscriptionSale {
  input.only(...buyerFields, ...planFields, 'prepaid', 'outOfApp', 'addOns');
  const outOfApp = input.boolean('outOfApp') ? true : undefined;
  const plan = readPlan(input);
  const addOns = readList(input, 'addOns')?.map((each) => readAddOn(each, plan));
  return {
    ...readBuyer(input),
    // Only the app can name the buyer.
    ...(outOfApp && { outOfApp, accountId: undefined, profileId: undefined }),
    ...plan,
    ...(addOns && { addOns }),
    prepaid: input.boolean('prepaid') ?? false,
    test: input.boolean('test') ?? false,
    pending: input.oneOf('state', ['purchased', 'pending']) === 'pending',
  };
}

const planFields = ['basePlanId', 'offerId', 'periodMs'] as const;

function readPlan(input: Input): Plan {
  return {
    productId: input.string('productId') ?? 'demo.monthly',
    basePlanId: input.string('basePlanId') ?? 'monthly',
    offerId: input.string('offerId'),
    periodMs: input.integer('periodMs', { min: shortestPeriod }) ?? 30 * day,
    price: readPrice(input),
  };
}

/** An add-on has the period of the base plan unless it says otherwise. */
function readAddOn(input: Input, base: Plan): Plan {
  input.only('productId', ...planFields, 'priceMicros', 'taxMicros');
  required(input.string('productId'), 'addOns[].productId');
  const { price, ...plan } = readPlan(input);
  return {
    ...plan,
    periodMs: input.integer('periodMs') ?? base.periodMs,
    price: { ...price, currency: base.price.currency },
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
