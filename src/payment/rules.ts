// Pure decisions of this half: codes and sizes of a request, and whether a purchase fits the request.

import iso6391 from 'iso-639-1';
import { iso31661 } from 'iso-3166';
import { printJson } from '../base/json.ts';
import type { Market, MarketRejection, PurchaseRequest } from './markets/market.ts';
import { currencyDigits, isSameAmount } from './money.ts';
import type { FieldError } from './problem.ts';

/** Kosovo has no ISO code yet; both big stores use this one. */
const COUNTRIES = new Set([...iso31661.map((country) => country.alpha2), 'XK']);

const RECEIPT_BYTES = 64 * 1024;
const PAYLOAD_BYTES = 4 * 1024;
const PROJECT_INFO_BYTES = 16 * 1024;

export interface CheckedFields {
  readonly serviceReceipt: string;
  readonly country?: string;
  readonly currency?: string;
  readonly language?: string;
  readonly iapPayload?: string;
  readonly projectInfo?: object;
}

/** What a schema cannot say: real codes, and sizes in bytes. */
export function fieldProblems(body: CheckedFields): FieldError[] {
  const { country, currency, language, iapPayload, projectInfo, serviceReceipt } = body;
  const errors: FieldError[] = [];
  const check = (field: string, isGood: boolean, message: string): void => {
    if (!isGood) errors.push({ field, message });
  };
  if (country !== undefined) {
    check('country', COUNTRIES.has(country), 'must be an ISO 3166-1 two-letter code');
  }
  if (currency !== undefined) {
    check(
      'currency',
      currencyDigits(currency) !== undefined && currency === currency.toUpperCase(),
      'must be an ISO 4217 three-letter code',
    );
  }
  if (language !== undefined) {
    check('language', iso6391.validate(language), 'must be an ISO 639-1 two-letter code');
  }
  check(
    'serviceReceipt',
    Buffer.byteLength(serviceReceipt) <= RECEIPT_BYTES,
    'must be at most 64 KiB',
  );
  if (iapPayload !== undefined) {
    check('iapPayload', Buffer.byteLength(iapPayload) <= PAYLOAD_BYTES, 'must be at most 4 KiB');
  }
  if (projectInfo !== undefined) {
    const size = Buffer.byteLength(printJson(projectInfo));
    check('projectInfo', size <= PROJECT_INFO_BYTES, 'must be at most 16 KiB');
  }
  return errors;
}

/** 1 match, 2 mismatch, 9 when the market knows no account. Upper and lower case are one uuid. */
export function compareAccounts(accountUuid: string, marketAccountId: string | null): 1 | 2 | 9 {
  if (marketAccountId === null) return 9;
  return accountUuid.toLowerCase() === marketAccountId.toLowerCase() ? 1 : 2;
}

/** What interface 4.9 makes of a difference between request and purchase, market by market. */
const STRICT: Record<Market, { readonly product: boolean; readonly price: boolean }> = {
  APPLE: { product: true, price: true },
  GOOGLE: { product: true, price: false },
  STEAM: { product: false, price: false },
  PG: { product: false, price: true },
};

interface Comparable {
  readonly provider: Market;
  readonly productId: string;
  readonly price: string | null;
  readonly currency: string | null;
}

export function rejectionOf(
  { provider, productId, price, currency }: Comparable,
  request: Pick<PurchaseRequest, 'productId' | 'price' | 'currency'>,
): MarketRejection | undefined {
  const { product: comparesProduct, price: comparesPrice } = STRICT[provider];
  if (comparesProduct && productId !== request.productId) {
    return { rejected: 'INVALID_RECEIPT', detail: 'The receipt is for another product.' };
  }
  // Without a price on either side there is nothing to compare, and the currency alone is no amount.
  if (!comparesPrice || price === null || request.price === undefined) return undefined;
  if (!isSameAmount(price, request.price)) {
    return { rejected: 'PRICE_VERIFY_FAIL', detail: 'The price is not the amount that was paid.' };
  }
  if (request.currency !== undefined && currency !== null && request.currency !== currency) {
    return {
      rejected: 'PRICE_VERIFY_FAIL',
      detail: 'The currency is not the one that was paid in.',
    };
  }
  return undefined;
}
