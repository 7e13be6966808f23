// Retention of subscribers: of those who first paid in a month, how many still pay month after month.
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { printTable } from '../../base/csv.ts';
import { namedObject } from '../../base/named.ts';
import type { Figure } from '../../figures/figure.ts';
import { openRange, RangeQuery } from '../../figures/range.ts';
import { type CountRow, readCounts } from '../../figures/read-store.ts';
import type { App } from '../../tenants/directory.ts';
import { minorText } from '../money.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { shareOf } from './money-sums.ts';

const Query = Type.Object(
  { from: RangeQuery.from, to: RangeQuery.to },
  { additionalProperties: false },
);

const Cohorts = namedObject('Cohorts', {
  time_zone: Type.String(),
  is_current: IsCurrent,
  items: Type.Array(
    Type.Object({
      month: Type.String({ description: 'Of the first payment, such as `2026-11`.' }),
      subscribers: Type.Integer({ description: 'Who first paid in it.' }),
      retained: Type.Array(Type.Integer(), {
        description:
          'Of these, who paid for the day 1, 2, 3 … months later. Only months that have passed for all of them.',
      }),
      lifetime: Type.Array(
        Type.Object({
          currency: Type.String(),
          net: Type.Array(Type.String(), {
            description:
              'What they paid in their first 1, 2, 3 … months, less refunds and disputes.',
          }),
          paid_by: Type.Integer({
            description: 'Of the subscribers, those who have paid in this currency.',
          }),
          per_subscriber: Type.Array(Type.String(), {
            description: '`net` by `paid_by`, rounded half up: the lifetime value so far.',
          }),
        }),
        { description: 'By currency, for the months of `retained`.' },
      ),
    }),
  ),
});
type Cohorts = Type.Static<typeof Cohorts>;

export const cohorts: Figure<Type.Static<typeof Query>, Cohorts> = {
  name: 'cohorts',
  operation: 'figures.cohorts',
  summary: 'Returns how many subscribers of each month still pay in the months after.',
  file: {
    summary: 'Downloads the same as CSV.',
    example: 'month,subscribers,month_1\n2026-11,12,11\n',
  },
  query: Query,
  answer: Cohorts,
  read: readCohorts,
  csv: printCohorts,
};

async function readCohorts(
  context: OperationContext,
  app: App,
  asked: Type.Static<typeof Query>,
): Promise<Cohorts | Rejection> {
  const range = openRange(app, { ...asked, step: 'month' });
  if (isRejection(range)) return range;
  const { calendar } = range;
  const now = context.clock();
  const rows = await readCounts(context.storage.db, {
    appid: app.appid,
    gameIndex: app.gameIndex,
    metrics: [SUBSCRIBERS, PAID_BY, NET],
    grain: 'month',
    from: range.from,
    to: range.to,
  });
  const items = [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, cells]) => {
    const counted = (name: string) => cells.filter(({ metric }) => metric === name);
    const counts = counted(SUBSCRIBERS);
    const inMonth = (month: number): number =>
      Number(counts.find(({ detail }) => detail === String(month))?.amount ?? 0);
    const retained: number[] = [];
    for (let month = 1; calendar.addMonths(bucket, month + 1) <= now; month += 1) {
      retained.push(inMonth(month));
    }
    const subscribers = inMonth(0);
    return {
      month: calendar.dateOf(bucket).slice(0, 'YYYY-MM'.length),
      subscribers,
      retained,
      lifetime: lifetimeOf(counted(NET), retained.length, counted(PAID_BY)),
    };
  });
  return {
    time_zone: app.timeZone,
    is_current: await isCurrent(context, app),
    items: items.filter(({ subscribers }) => subscribers > 0),
  };
}

const SUBSCRIBERS = 'subscription.cohort';
const PAID_BY = 'subscription.cohort_paid';
const NET = 'subscription.cohort_net';

function lifetimeOf(rows: readonly CountRow[], months: number, payers: readonly CountRow[]) {
  if (months === 0) return [];
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      let sum = 0n;
      const net = Array.from({ length: months }, (_, month) => {
        for (const { detail, amount } of own) if (detail === String(month)) sum += BigInt(amount);
        return minorText(sum, currency);
      });
      const paid_by = Number(payers.find((each) => each.currency === currency)?.amount ?? 0);
      const per_subscriber = net.map((each) => shareOf(each, currency, Math.max(paid_by, 1)));
      return { currency, net, paid_by, per_subscriber };
    });
}

/** A line for each currency, and one for a cohort without revenue. */
function printCohorts({ items }: Cohorts): string {
  const most = Math.max(0, ...items.map(({ retained }) => retained.length));
  const columns = (name: string): string[] =>
    Array.from({ length: most }, (_, index) => `${name}_${index + 1}`);
  const cells = (name: string, values: readonly (number | string)[]) =>
    Object.fromEntries(values.map((value, index) => [`${name}_${index + 1}`, value]));
  return printTable(
    items.flatMap(({ month, subscribers, retained, lifetime }) => {
      const counts = { month, subscribers, ...cells('month', retained) };
      const lines = lifetime.map(({ currency, paid_by, net, per_subscriber }) => ({
        ...counts,
        currency,
        paid_by,
        ...cells('net', net),
        ...cells('per_subscriber', per_subscriber),
      }));
      return lines.length === 0 ? [counts] : lines;
    }),
    [
      ...['month', 'subscribers', ...columns('month')],
      ...['currency', 'paid_by', ...columns('net'), ...columns('per_subscriber')],
    ],
  );
}
