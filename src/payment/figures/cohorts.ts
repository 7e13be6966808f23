// Retention of subscribers: of those who first paid in a month, how many still pay month after month.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { type FigureDeps, openRange, RangeQuery } from '../../tenants/range.ts';
import { minorText } from '../money.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { shareOf } from './money-sums.ts';
import { type CountRow, readCounts } from './read-store.ts';

export const CohortsQuery = Type.Object(
  { from: RangeQuery.from, to: RangeQuery.to },
  { additionalProperties: false },
);
export type CohortsQuery = Type.Static<typeof CohortsQuery>;

export const Cohorts = namedObject('Cohorts', {
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
          per_subscriber: Type.Array(Type.String(), {
            description: '`net` by `subscribers`, rounded half up: the lifetime value so far.',
          }),
        }),
        { description: 'By currency, for the months of `retained`.' },
      ),
    }),
  ),
});
export type Cohorts = Type.Static<typeof Cohorts>;

export async function readCohorts(
  deps: FigureDeps,
  asked: CohortsQuery & { readonly appid: string },
): Promise<Cohorts | Rejection> {
  const opened = await openRange(deps, { ...asked, step: 'month' });
  if (isRejection(opened)) return opened;
  const { app, range } = opened;
  const { context } = deps;
  const { calendar } = range;
  const now = context.clock();
  const rows = await readCounts(context.storage.db, {
    appid: app.appid,
    gameIndex: app.gameIndex,
    metrics: ['subscription.cohort', MONEY],
    grain: 'month',
    from: range.from,
    to: range.to,
  });
  const items = [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, cells]) => {
    const [money, counts] = [cells.filter(isMoney), cells.filter((cell) => !isMoney(cell))];
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
      lifetime: lifetimeOf(money, retained.length, subscribers),
    };
  });
  return {
    time_zone: app.timeZone,
    is_current: await isCurrent(context, app),
    items: items.filter(({ subscribers }) => subscribers > 0),
  };
}

const MONEY = 'subscription.cohort_net';
const isMoney = ({ metric }: CountRow): boolean => metric === MONEY;

function lifetimeOf(rows: readonly CountRow[], months: number, subscribers: number) {
  if (months === 0 || subscribers === 0) return [];
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      let sum = 0n;
      const net = Array.from({ length: months }, (_, month) => {
        for (const { detail, amount } of own) if (detail === String(month)) sum += BigInt(amount);
        return minorText(sum, currency);
      });
      const per_subscriber = net.map((each) => shareOf(each, currency, subscribers));
      return { currency, net, per_subscriber };
    });
}
