// Retention of subscribers: of those who first paid in a month, how many still pay month after month.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { type FigureDeps, openRange, RangeQuery } from '../../tenants/range.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { readCounts } from './read-store.ts';

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
    metrics: ['subscription.cohort'],
    grain: 'month',
    from: range.from,
    to: range.to,
  });
  const items = [...Map.groupBy(rows, ({ bucket }) => bucket)].map(([bucket, cells]) => {
    const retained: number[] = [];
    const inMonth = (month: number): number =>
      Number(cells.find(({ detail }) => detail === String(month))?.amount ?? 0);
    for (let month = 1; calendar.addMonths(bucket, month + 1) <= now; month += 1) {
      retained.push(inMonth(month));
    }
    return { month: calendar.dateOf(bucket).slice(0, 7), subscribers: inMonth(0), retained };
  });
  return {
    time_zone: app.timeZone,
    is_current: await isCurrent(context, app),
    items: items.filter(({ subscribers }) => subscribers > 0),
  };
}
