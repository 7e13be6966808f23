// Reports of external sales as operators see them.
import { Type } from 'typebox';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { scaledAmount } from '../money.ts';
import { OrderId } from '../orders/operations.ts';
import type { Report } from './bodies.ts';

const Text = Type.String();
const Time = Type.String({ description: 'UTC, ISO 8601.' });

export const ReportMarket = Type.Enum(['APPLE', 'GOOGLE'], {
  description: 'The store that the sale is reported to.',
});
export const ReportKind = Type.Enum(
  ['sale', 'refund', 'correction', 'no_sale', 'unrecognized', 'duplicate'],
  {
    description:
      '`correction` changes or takes back what was reported. The last three are about a token of Apple without a sale: nothing was bought, nobody knows it, or the sale came with another token.',
  },
);
export const ReportState = Type.Enum(['due', 'sent', 'refused', 'corrected', 'closed'], {
  description:
    '`due` until the store has taken it, `refused` with a reason, `corrected` when a later report takes its place, `closed` when somebody has settled it without Tollgate.',
});

export const ReportId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  examples: ['019a9641-f480-7000-9c0e-6d0f2b7a11c4'],
  description:
    'Id of a report, at the store as well: `requestIdentifier`, `externalTransactionId` or `refundId`.',
});

export const ReportView = namedObject('ExternalReport', {
  report_id: ReportId,
  market: ReportMarket,
  kind: ReportKind,
  state: ReportState,
  order_id: orNull(OrderId, 'Null for a token without a sale.'),
  currency: orNull(Text, 'Of the report. Null while it is not known.'),
  amount: orNull(Text, 'With tax: of the sale, or given back.'),
  tax: orNull(Text, 'Within the amount.'),
  tax_country: orNull(Text, 'Of the buyer, in two letters.'),
  is_void: Type.Boolean({ description: 'A correction that takes the sale or refund back.' }),
  happened_at: Time,
  report_by: Type.String({ description: 'The time limit of the store.' }),
  created_at: Time,
  sent_at: orNull(Time, 'When the store took it.'),
  refusal: orNull(Text, 'Why it is refused, in the words of the store or of Tollgate.'),
});
export type ReportView = Type.Static<typeof ReportView>;

export const REPORT_EXAMPLE: ReportView = {
  report_id: '019a9641-f480-7000-9c0e-6d0f2b7a11c4',
  market: 'APPLE',
  kind: 'sale',
  state: 'sent',
  order_id: 'H4611686018427387904',
  currency: 'EUR',
  amount: '9.99',
  tax: '1.60',
  tax_country: 'DE',
  is_void: false,
  happened_at: '2026-11-18T09:00:00.000Z',
  report_by: '2026-11-28T09:00:00.000Z',
  created_at: '2026-11-18T09:00:02.000Z',
  sent_at: '2026-11-18T09:00:03.000Z',
  refusal: null,
};

export const ReportRecord = namedObject('ExternalReportRecord', {
  ...ReportView.properties,
  token: Type.String({ description: 'Token of the visit, which the store knows.' }),
  line_id: Type.String({
    description: 'Line item at Apple. A correction has that of the report which it corrects.',
  }),
  rate: orNull(Text, 'What one unit of the price is worth in the currency of the report.'),
  content: orNull(
    Type.Object({}, { additionalProperties: true }),
    'What is sent, as the store gets it. Null before the first attempt.',
  ),
  service_transaction_id: orNull(Text, 'The purchase. Null while it is not recorded.'),
});
export type ReportRecord = Type.Static<typeof ReportRecord>;

const text = (amount: number | null, currency: string | null): string | null =>
  amount === null || currency === null ? null : scaledAmount(amount, 3, currency);

/** Reports about no sale have no line. */
export const isAboutOrder = ({ line_id }: Pick<Report, 'line_id'>): boolean => line_id !== '';

export const viewReport = (report: Report): ReportView => ({
  report_id: report.report_id,
  market: report.market,
  kind: report.kind,
  state: report.state,
  order_id: isAboutOrder(report) ? report.subject : null,
  currency: report.currency,
  amount: text(report.amount, report.currency),
  tax: text(report.tax, report.currency),
  tax_country: report.tax_country,
  is_void: report.is_void === 1,
  happened_at: isoTime(report.happened_at),
  report_by: isoTime(report.report_by),
  created_at: isoTime(report.created_at),
  sent_at: isoTimeOrNull(report.sent_at),
  refusal: report.refusal,
});
