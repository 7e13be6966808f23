// What Apple checks in a report of sales outside of the App Store: the report, and each of its line items.
import { iso31661Alpha2ToAlpha3 } from 'iso-3166';
import { isUuid } from './transaction.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Problem {
  readonly lineItemId?: string;
  readonly field: string;
  /** The name of Apple's error object. */
  readonly error: string;
}

export const reportStatuses = [
  'LINE_ITEM',
  'NO_LINE_ITEM',
  'UNRECOGNIZED_TOKEN',
  'DUPLICATE_TOKEN',
] as const;
export type ReportStatus = (typeof reportStatuses)[number];

const reportingCurrencies = new Set(
  (
    'CLP EUR QAR COP VND EGP THB HKD NOK BRL GBP AUD SEK INR BGN ZAR KZT NGN TWD MXN CHF PEN DKK ' +
    'AED ILS KRW PHP TZS PKR HUF IDR CNY MYR RUB RON SGD TRY CZK SAR USD NZD PLN JPY CAD'
  ).split(' '),
);

const countries = new Set([...Object.values(iso31661Alpha2ToAlpha3), 'XKX']);

/** What is wrong with the report itself, given what was reported about its token before. */
export function problemsOfReport(report: Fields, before: ReportStatus | undefined): Problem[] {
  const { requestIdentifier, status, lineItems } = report;
  if (!isUuid(requestIdentifier))
    return [{ field: 'requestIdentifier', error: 'InvalidValueError' }];
  if (!reportStatuses.some((known) => known === status)) {
    return [{ field: 'status', error: 'InvalidValueError' }];
  }
  const hasItems = Array.isArray(lineItems) && lineItems.length > 0;
  if (status === 'LINE_ITEM') {
    return hasItems ? [] : [{ field: 'lineItems', error: 'MissingLineItemsForStatusError' }];
  }
  if (hasItems) return [{ field: 'lineItems', error: 'LineItemsNotAllowedForStatusError' }];
  return before === 'LINE_ITEM'
    ? [{ field: 'status', error: 'LineItemStatusRegressionError' }]
    : [];
}

type Accepts = (value: unknown) => boolean;
const isCount: Accepts = (value) => Number.isSafeInteger(value) && Number(value) >= 1;
const isAmount: Accepts = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const matches =
  (pattern: RegExp): Accepts =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const ofAll: Record<string, Accepts> = {
  creationDate: isCount,
  reportingCurrency: (value) => reportingCurrencies.has(String(value)),
  pricingCurrency: matches(/^[A-Z]{3}$/),
  amountTaxExclusive: isAmount,
  amountTaxInclusive: isAmount,
  netAmountTaxExclusive: isAmount,
  taxAmount: isAmount,
  taxCountry: (value) => countries.has(String(value)),
};
const ofSales: Record<string, Accepts> = {
  productType: matches(/^(ONE_TIME_BUY|SUBSCRIPTION)$/),
  productIdentifier: matches(/./),
  quantity: isCount,
};

/** The line item that the app has reported under this id. */
export type Reported = (lineItemId: unknown) => Fields | undefined;

export function problemsOfItem(item: Fields, reported: Reported, now: number): Problem[] {
  const { eventType, referenceLineItemId, restatement, erroneouslySubmitted } = item;
  if (!matches(/^.{1,128}$/)(item.lineItemId)) {
    return [{ field: 'lineItemId', error: 'InvalidValueError' }];
  }
  const lineItemId = String(item.lineItemId);
  const problems: Problem[] = [];
  const add = (field: string, error = 'InvalidValueError') =>
    problems.push({ lineItemId, field, error });

  if (eventType !== 'BUY' && eventType !== 'REFUND') add('eventType');
  const fields = eventType === 'BUY' ? { ...ofAll, ...ofSales } : ofAll;
  for (const [field, accepts] of Object.entries(fields)) if (!accepts(item[field])) add(field);
  if (Number(item.creationDate) > now) add('creationDate');
  const { pricingCurrency, reportingCurrency, exchangeRate } = item;
  const isConverted = pricingCurrency !== reportingCurrency;
  if (isConverted !== (typeof exchangeRate === 'number' && exchangeRate > 0)) add('exchangeRate');
  if (Number(item.netAmountTaxExclusive) > Number(item.amountTaxExclusive)) {
    add('netAmountTaxExclusive');
  }
  if (eventType === 'REFUND') {
    const sale = reported(referenceLineItemId);
    if (sale?.eventType !== 'BUY') {
      add('referenceLineItemId', 'ReferencedLineItemNotFoundError');
    } else if (sale.reportingCurrency !== reportingCurrency) {
      add('reportingCurrency');
    } else if (Number(item.amountTaxInclusive) > Number(sale.amountTaxInclusive)) {
      add('amountTaxInclusive');
    }
  }
  const { amountTaxExclusive, taxAmount, amountTaxInclusive } = item;
  if (Number(amountTaxExclusive) + Number(taxAmount) !== amountTaxInclusive) {
    add('amountTaxInclusive', 'AmountMismatchError');
  }
  // An id is used again only to correct what was reported under it.
  const isCorrection = restatement === true;
  if (isCorrection !== (reported(lineItemId) !== undefined)) {
    add('lineItemId', isCorrection ? 'RestatedLineItemNotFoundError' : 'DuplicateValueError');
  }
  if (erroneouslySubmitted === true && !isCorrection) {
    add('erroneouslySubmitted', 'ErroneouslySubmittedNotRestatementError');
  }
  return problems;
}
