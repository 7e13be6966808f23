// The reports as Apple and Google want them.
import type { ExternalReportTable, OrderTable } from '../../storage/schema.ts';
import type { AppleReport } from '../markets/apple/external-reports.ts';
import { threeLettersOf } from '../markets/countries.ts';
import type { GoogleReport } from '../markets/google/external-transactions.ts';
import type { Line } from './lines.ts';

export type Report = ExternalReportTable;

type Sold = Pick<OrderTable, 'product_id' | 'quantity' | 'currency'>;

const WITHOUT_LINES = {
  no_sale: 'NO_LINE_ITEM',
  unrecognized: 'UNRECOGNIZED_TOKEN',
  duplicate: 'DUPLICATE_TOKEN',
} as const;

/** `sale` is the report of the sale, and `line` the first report of the same line. */
export function appleReport(
  report: Report,
  sold?: { readonly order: Sold; readonly sale: Report; readonly line: Report },
): AppleReport {
  const head = { requestIdentifier: report.report_id, externalPurchaseId: report.token };
  if (!sold) {
    const kind = report.kind as keyof typeof WITHOUT_LINES;
    return { ...head, status: WITHOUT_LINES[kind] };
  }
  const { order, sale, line } = sold;
  const isRefund = line.kind === 'refund';
  const amount = report.amount ?? 0;
  const tax = report.tax ?? 0;
  const item = {
    lineItemId: line.line_id,
    ...(isRefund && { referenceLineItemId: sale.line_id }),
    creationDate: line.happened_at,
    eventType: isRefund ? 'REFUND' : 'BUY',
    // Subscriptions are not sold through orders.
    productType: 'ONE_TIME_BUY',
    productIdentifier: order.product_id,
    quantity: order.quantity,
    pricingCurrency: order.currency,
    reportingCurrency: report.currency,
    ...(report.rate !== null && { exchangeRate: Number(report.rate) }),
    amountTaxExclusive: amount - tax,
    amountTaxInclusive: amount,
    netAmountTaxExclusive: amount - tax,
    taxAmount: tax,
    taxCountry: threeLettersOf(report.tax_country ?? ''),
    ...(report.kind === 'correction' && { restatement: true }),
    ...(report.is_void === 1 && { erroneouslySubmitted: true }),
  };
  return { ...head, status: 'LINE_ITEM', lineItems: [item] };
}

const micros = (thousandths: number): string => `${BigInt(thousandths) * 1_000n}`;

/** `refunds` are the refunds of the order until this report, itself included. */
export function googleReport(
  report: Report,
  sale: Report,
  refunds: readonly Pick<Line, 'amount' | 'tax'>[],
): GoogleReport {
  const money = (thousandths: number) => ({
    priceMicros: micros(thousandths),
    currency: report.currency,
  });
  const amount = report.amount ?? 0;
  const tax = report.tax ?? 0;
  const beforeTax = (sale.amount ?? 0) - (sale.tax ?? 0);
  const left = refunds.reduce((rest, each) => rest - (each.amount - each.tax), beforeTax);
  const about = { transactionId: sale.report_id, leftMicros: micros(left) };
  if (report.kind === 'sale') {
    const body = {
      originalPreTaxAmount: money(amount - tax),
      originalTaxAmount: money(tax),
      transactionTime: new Date(report.happened_at).toISOString(),
      userTaxAddress: { regionCode: report.tax_country },
      oneTimeTransaction: { externalTransactionToken: report.token },
    };
    return { ...about, verb: 'create', body };
  }
  const refundTime = new Date(report.happened_at).toISOString();
  const partialRefund = { refundId: report.report_id, refundPreTaxAmount: money(amount - tax) };
  const what = left === 0 ? { fullRefund: {} } : { partialRefund };
  return { ...about, verb: 'refund', body: { refundTime, ...what } };
}
