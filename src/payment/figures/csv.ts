// Figures as CSV, with the same columns as the JSON.
import { printTable } from '../../base/csv.ts';
import type { Cohorts } from './cohorts.ts';
import type { Payers } from './payer-figures.ts';
import type { ProjectRevenue } from './project-revenue.ts';
import type { SubscriptionFigures } from './subscription-figures.ts';
import type { VerificationFigures } from './verification.ts';

const MONEY = [
  'currency',
  'purchases',
  'gross',
  'refunds',
  'refunded',
  'disputes',
  'disputed',
  'net',
  'cancelled',
];

export const revenueCsv = ({ items }: Pick<ProjectRevenue, 'items'>): string =>
  printTable(items, ['at', 'value', ...MONEY]);

/** A line for each currency, and one for a period without revenue. */
export const payersCsv = ({ items }: Payers): string =>
  printTable(
    items.flatMap(({ revenue, ...item }) =>
      revenue.length === 0 ? [item] : revenue.map((each) => ({ ...item, ...each })),
    ),
    [
      'at',
      'payers',
      'first_payers',
      'repeat_payers',
      'repeat_rate',
      'currency',
      'gross',
      'per_payer',
    ],
  );

const COUNTED = [
  'active',
  'paying',
  'trialing',
  'grace',
  'retry',
  'paused',
  'new',
  'renewed',
  'resurrected',
  'churned',
  'churn_rate',
  'trials',
  'converted',
  'conversion_rate',
];
const ENDED = ['choice', 'failed_payment', 'refund', 'unknown'] as const;
const MRR = ['mrr', 'new', 'expansion', 'contraction', 'churn', 'resurrection'] as const;

/** A line for each currency, and one for a period without MRR. */
export const subscriptionsCsv = ({ items }: SubscriptionFigures): string =>
  printTable(
    items.flatMap(({ mrr, ended, ...item }) => {
      const counts = {
        ...item,
        ...Object.fromEntries(ENDED.map((reason) => [`ended_${reason}`, ended[reason]])),
      };
      const moved = mrr.map((each) => ({
        ...counts,
        currency: each.currency,
        ...Object.fromEntries(MRR.map((name) => [mrrColumn(name), each[name]])),
      }));
      return moved.length === 0 ? [counts] : moved;
    }),
    [
      'at',
      ...COUNTED,
      ...ENDED.map((reason) => `ended_${reason}`),
      'currency',
      ...MRR.map(mrrColumn),
    ],
  );

const mrrColumn = (name: (typeof MRR)[number]): string => (name === 'mrr' ? name : `mrr_${name}`);

/** A line for each currency, and one for a cohort without revenue. */
export function cohortsCsv({ items }: Cohorts): string {
  const most = Math.max(0, ...items.map(({ retained }) => retained.length));
  const columns = (name: string): string[] =>
    Array.from({ length: most }, (_, index) => `${name}_${index + 1}`);
  const cells = (name: string, values: readonly (number | string)[]) =>
    Object.fromEntries(values.map((value, index) => [`${name}_${index + 1}`, value]));
  return printTable(
    items.flatMap(({ month, subscribers, retained, lifetime }) => {
      const counts = { month, subscribers, ...cells('month', retained) };
      const lines = lifetime.map(({ currency, net, per_subscriber }) => ({
        ...counts,
        currency,
        ...cells('net', net),
        ...cells('per_subscriber', per_subscriber),
      }));
      return lines.length === 0 ? [counts] : lines;
    }),
    [
      ...['month', 'subscribers', ...columns('month')],
      ...['currency', ...columns('net'), ...columns('per_subscriber')],
    ],
  );
}

const VERIFICATION = [
  'verified',
  'duplicates',
  'refused',
  'could_not_ask',
  'asked',
  'answered',
  'availability',
  'p50_ms',
  'p95_ms',
  'undelivered',
];

/** A column for each reason of a refusal. */
export function verificationCsv({ items }: VerificationFigures): string {
  const column = (reason: string): string => `refused_${reason}`;
  const reasons = new Set(items.flatMap(({ reasons: each }) => each.map(({ reason }) => reason)));
  return printTable(
    items.map(({ reasons: each, ...item }) => ({
      ...item,
      ...Object.fromEntries(each.map(({ reason, refused }) => [column(reason), refused])),
    })),
    ['at', 'value', ...VERIFICATION, ...[...reasons].sort().map(column)],
  );
}
