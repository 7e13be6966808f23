// Custom amounts of PG orders: whether the product allows them, and the app server's signature over them.
import { Big } from 'big.js';
import { compactVerify } from 'jose';
import type { OperationContext } from '../../audit/operation.ts';
import { assumedAccountUuid } from '../../identity/logins.ts';
import { readPriceKeys } from '../../identity/price-keys.ts';
import type { Product } from '../../tenants/products.ts';
import { type Fields, parseFields } from '../markets/fields.ts';
import { AMOUNT_LIMITS, amountText, currencyDigits, isAmount, isSameAmount } from '../money.ts';
import { type Problem, problem } from '../problem.ts';
import { type Buyer, wrongField } from './orders.ts';

export interface CustomPrice {
  /** Decimal text; the amount of the whole order. */
  readonly price: string;
  readonly currency: string;
  /** `gameServerPriceVerifyKey`: the app server's own text, or its signature. */
  readonly key: string;
}

/** What the signature must be about. */
export interface SignedTerms {
  readonly appid: string;
  readonly accountUuid: string;
  readonly productId: string;
  readonly quantity: number;
  readonly customPrice: string;
  readonly fixedCurrency: string;
}

interface Terms {
  readonly amount: string;
  readonly currency: string;
}

export async function customTerms(
  context: OperationContext,
  { app, token }: Buyer,
  product: Product,
  quantity: number,
  custom: CustomPrice,
): Promise<Terms | Problem> {
  const mode = product.custom_price ?? 'off';
  if (mode === 'off') return notAllowed(product.product_id);
  const terms = termsOf(custom);
  if ('problem' in terms || mode === 'opaque') return terms;
  const keys = await readPriceKeys(context, app.appid);
  if (keys.length === 0) return NO_KEY;
  const claims = await openSigned(custom.key, keys);
  if (!claims) return NOT_SIGNED;
  const wanted: SignedTerms = {
    appid: app.appid,
    accountUuid: token.accountUuid ?? assumedAccountUuid(app, token.playerId),
    productId: product.product_id,
    quantity,
    customPrice: terms.amount,
    fixedCurrency: terms.currency,
  };
  return claimsProblem(claims, wanted, context.clock()) ?? terms;
}

const MOST_DIGITS = 12;

function termsOf({ price, currency }: CustomPrice): Terms | Problem {
  const digits = currencyDigits(currency);
  if (digits === undefined) return wrongField('fixedCurrency', 'must be an ISO 4217 currency code');
  if (!isAmount(price)) return wrongField('customPrice', AMOUNT_LIMITS);
  const exact = new Big(price);
  if (exact.lte(0)) return wrongField('customPrice', 'must be more than 0');
  if (exact.e >= MOST_DIGITS)
    return wrongField('customPrice', `must be less than 10^${MOST_DIGITS}`);
  if (!exact.times(new Big(10).pow(digits)).mod(1).eq(0)) {
    return wrongField('customPrice', `must have at most ${digits} decimals in ${currency}`);
  }
  return { amount: amountText(exact, currency), currency };
}

/** The claims of a compact JWS (HS256) that one of the keys signed. */
async function openSigned(jws: string, keys: readonly string[]): Promise<Fields | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await compactVerify(jws, Buffer.from(key), { algorithms: ['HS256'] });
      return parseFields(Buffer.from(payload).toString('utf8'));
    } catch {
      // Another key, another algorithm, or no JWS at all.
    }
  }
  return undefined;
}

/** Why the signed claims do not allow this order; undefined when they do. */
export function claimsProblem(
  claims: Fields,
  wanted: SignedTerms,
  now: number,
): Problem | undefined {
  const { exp } = claims;
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return missing('exp');
  const absent = TERMS.find((name) => !isText(claims[name]) && typeof claims[name] !== 'number');
  if (absent) return missing(absent);
  if (exp * 1_000 <= now) return EXPIRED;
  const different = TERMS.find((name) => !isSame(name, String(claims[name]), String(wanted[name])));
  return different && forbidden(`was signed for another ${different} than the order has`);
}

const TERMS = [
  'appid',
  'accountUuid',
  'productId',
  'quantity',
  'customPrice',
  'fixedCurrency',
] as const satisfies readonly (keyof SignedTerms)[];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const DECIMAL = /^-?\d{1,20}(\.\d{1,20})?$/;

function isSame(name: keyof SignedTerms, signed: string, wanted: string): boolean {
  switch (name) {
    case 'customPrice':
      return DECIMAL.test(signed) && isSameAmount(signed, wanted);
    case 'accountUuid':
      return signed.toLowerCase() === wanted.toLowerCase();
    default:
      return signed === wanted;
  }
}

const FIELD = 'gameServerPriceVerifyKey';
const forbidden = (message: string): Problem =>
  problem(
    'FORBIDDEN_REQUEST',
    `The field ${FIELD} ${message}. Let the app server sign this order.`,
    [{ field: FIELD, message }],
  );
const missing = (claim: string): Problem => wrongField(FIELD, `has no usable claim ${claim}`);
const NOT_SIGNED = forbidden('is not signed with a custom price key of this app');
const EXPIRED = forbidden('has expired');
const NO_KEY = problem(
  'INVALID_REQUEST',
  'The product takes signed custom amounts, but the app has no custom price key. Create one in the console (Keys), with the admin API (price-keys) or tollgate price-key.',
);
const notAllowed = (productId: string): Problem =>
  problem(
    'FORBIDDEN_REQUEST',
    `The product ${productId} does not allow custom amounts. Leave out customPrice, fixedCurrency and ${FIELD}, or set custom_price of the product.`,
  );
