// Pure rules: amounts and sizes of a request, and whether a purchase matches the request.

import { printJson } from '../base/json.ts';
import type { Market, MarketRejection, PurchaseRequest } from './markets/market.ts';
import { marketOf } from './markets/markets.ts';
import { AMOUNT_LIMITS, currencyDigits, isAmount, isSameAmount } from './money.ts';
import type { FieldError } from './problem.ts';

const RECEIPT_BYTES = 64 * 1024;
const PAYLOAD_BYTES = 4 * 1024;
const PROJECT_INFO_BYTES = 16 * 1024;

export interface CheckedFields {
  readonly serviceReceipt: string;
  readonly currency?: string;
  readonly iapPayload?: string;
  readonly projectInfo?: object;
  /** The digits as sent. */
  readonly price?: string | undefined;
}

/** Checks that a schema cannot express: currency, amount, and sizes in bytes. */
export function fieldProblems(body: CheckedFields): FieldError[] {
  const { currency, iapPayload, projectInfo, serviceReceipt, price } = body;
  const errors: FieldError[] = [];
  const check = (field: string, isGood: boolean, message: string): void => {
    if (!isGood) errors.push({ field, message });
  };
  if (currency !== undefined) {
    check(
      'currency',
      currencyDigits(currency) !== undefined,
      'must be a three-letter ISO 4217 currency code',
    );
  }
  if (price !== undefined) check('price', isAmount(price), AMOUNT_LIMITS);
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

/** 1 match, 2 mismatch, 9 when the market reports no account. Ignores case. */
export function compareAccounts(accountUuid: string, marketAccountId: string | null): 1 | 2 | 9 {
  if (marketAccountId === null) return 9;
  return accountUuid.toLowerCase() === marketAccountId.toLowerCase() ? 1 : 2;
}

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
  const { strict, seller } = marketOf(provider);
  if (strict.product && productId !== request.productId) {
    const detail = `The receipt is for product ${productId}, but productId is ${request.productId}.`;
    return { rejected: 'INVALID_RECEIPT', detail };
  }
  // A currency alone is not compared: without a price on both sides the request passes.
  if (!strict.price || price === null || request.price === undefined) return undefined;
  if (!isSameAmount(price, request.price)) {
    const charged = [price, currency].filter((part) => part !== null).join(' ');
    return {
      rejected: 'PRICE_VERIFY_FAIL',
      detail: `price is ${request.price}, but ${seller} charged ${charged}. Send the price the player paid, or leave it out.`,
    };
  }
  if (request.currency !== undefined && currency !== null && request.currency !== currency) {
    return {
      rejected: 'PRICE_VERIFY_FAIL',
      detail: `currency is ${request.currency}, but ${seller} charged ${price} ${currency}. Send the currency the player paid in, or leave it out.`,
    };
  }
  return undefined;
}
