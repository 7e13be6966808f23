// The overview of an app: its figures over time, by hour or by day.
import { Type } from 'typebox';
import { invalid, type OperationContext, type Rejection } from '../audit/operation.ts';
import { createCalendar, DAY_MS } from '../base/calendar.ts';
import { currencyDigits } from '../base/currencies.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { Instant, instantOf } from '../base/shapes.ts';
import type { Db } from '../storage/db.ts';
import type { App } from '../tenants/directory.ts';
import { type ActivityCount, firstWholeDay, readActivity, readTotals } from './activity-counts.ts';
import { SUBSCRIPTION_EVENTS, subscriptionEvent } from './facts.ts';
import type { Range } from './range.ts';
import { eachMoney, readCounts } from './read-store.ts';

const LONGEST_MS = 400 * DAY_MS;
/** Longer ranges use days unless the query names a step. */
const HOURS_UP_TO_MS = 3 * DAY_MS;

const Step = Type.Enum(['hour', 'day'], {
  description: "Hours or days in the app's time zone.",
});

export const OverviewQuery = Type.Object(
  {
    from: Instant('Start of the range, rounded down to the step'),
    to: Instant('End of the range, exclusive'),
    step: Type.Optional(Step),
  },
  { additionalProperties: false },
);
export type OverviewQuery = Type.Static<typeof OverviewQuery>;

const Value = Type.Union([Type.Integer(), Type.Unsafe<bigint>({ type: 'integer' })], {
  description: 'A count, or millionths of the currency for metrics that end in `.amount`.',
});
const Name = {
  metric: Type.String({ description: 'Noun and verb, such as `restriction.registered`.' }),
  dimension: Type.String({
    description: 'What the metric is split by, such as the restriction type.',
  }),
};

export const Overview = namedObject('Overview', {
  from: Type.String(),
  to: Type.String(),
  step: Step,
  now: Type.Array(Type.Object({ ...Name, value: Value }), { description: 'Current totals.' }),
  series: Type.Array(
    Type.Object({
      ...Name,
      points: Type.Array(Type.Object({ at: Type.String(), value: Value })),
    }),
    { description: 'Changes per step; steps without changes are left out.' },
  ),
});
export type Overview = Type.Static<typeof Overview>;

/** A number of one period. */
interface Point {
  readonly at: number;
  readonly metric: string;
  readonly dimension: string;
  readonly value: bigint;
}

/** `markets` are all that there are: sums are found by them. */
export async function readOverview(
  { storage: { db } }: OperationContext,
  app: App,
  query: OverviewQuery,
  markets: readonly string[],
): Promise<Overview | Rejection> {
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (!(from < to && to - from <= LONGEST_MS)) {
    return invalid('to', 'to must be after from, and at most 400 days later.');
  }
  const step = query.step ?? (to - from <= HOURS_UP_TO_MS ? 'hour' : 'day');
  const calendar = createCalendar(app.timeZone);
  const range = { from: calendar.startOf(step, from), to, step, calendar } as const;
  const points = [
    ...(await readSales(db, app, range, markets)),
    ...(await readSubscriptions(db, app, range)),
    ...(await readEvents(db, app, range)).map(({ at, metric, detail, amount }) => ({
      ...{ at, metric, value: BigInt(amount) },
      // Of restrictions, the type: who made the change is left out.
      dimension: metric.startsWith('restriction.') ? (detail[0] ?? '') : detail.join(' '),
    })),
  ];
  const totals = await readTotals(db, { appid: app.appid, gameIndex: app.gameIndex });
  return {
    from: isoTime(range.from),
    to: isoTime(to),
    step,
    now: totals.map(({ metric, detail, amount }) => ({ metric, dimension: detail, value: amount })),
    series: seriesOf(points),
  };
}

/** Of calls, earlier releases counted hours only: days that were not counted as a whole are added up from them. */
async function readEvents(db: Db, app: App, range: Steps): Promise<ActivityCount[]> {
  const events = await readActivity(db, app, range, RESTRICTIONS);
  if (range.step === 'hour') return [...events, ...(await readActivity(db, app, range, CALLS))];
  const first = await firstWholeDay(db, app, range.calendar, CALLS);
  const cut = Math.min(range.to, Math.max(range.from, first));
  return [
    ...events,
    ...(await readActivity(db, app, { ...range, to: cut }, CALLS, 'hour')),
    ...(cut < range.to ? await readActivity(db, app, { ...range, from: cut }, CALLS) : []),
  ];
}

const CALLS = [
  ...['purchase.refused', 'purchase.repeated'],
  ...['market.calls', 'market.milliseconds', 'market.latency'],
];
const RESTRICTIONS = ['registered', 'changed', 'released', 'expired'].map(
  (action) => `restriction.${action}`,
);

interface Steps extends Range {
  readonly step: 'hour' | 'day';
}

/** Purchases and refunds, those of tests apart. */
async function readSales(
  db: Db,
  { appid, gameIndex }: App,
  { from, to, step: grain }: Steps,
  values: readonly string[],
): Promise<Point[]> {
  const points: Point[] = [];
  for (const dimension of ['market', 'test'] as const) {
    const suffix = dimension === 'test' ? ' test' : '';
    await eachMoney(db, { appid, gameIndex, dimension, grain, values, from, to }, (row) => {
      const { bucket: at, currency } = row;
      const market = `${row.value}${suffix}`;
      const count = (metric: string, value: bigint) =>
        points.push({ at, metric, dimension: market, value });
      const money = (metric: string, value: bigint) =>
        currency !== '' &&
        points.push({
          ...{ at, metric, dimension: `${row.value} ${currency}${suffix}` },
          value: value * 10n ** BigInt(MICROS - (currencyDigits(currency) ?? 0)),
        });
      count('purchase.verified', BigInt(row.purchases));
      money('purchase.amount', BigInt(row.gross));
      count('purchase.refunded', BigInt(row.refunds) + BigInt(row.disputes));
      money('purchase.refunded.amount', BigInt(row.refunded) + BigInt(row.disputed));
    });
  }
  return points;
}

const MICROS = 6;

async function readSubscriptions(
  db: Db,
  { appid, gameIndex }: App,
  { from, to, step: grain }: Steps,
): Promise<Point[]> {
  const names = new Map(
    SUBSCRIPTION_EVENTS.map((event) => [subscriptionEvent(event), `subscription.${event}`]),
  );
  const metrics = [...names.keys()];
  const rows = await readCounts(db, { appid, gameIndex, metrics, grain, from, to });
  return rows.map(({ metric, bucket: at, detail: dimension, amount }) => ({
    ...{ at, metric: names.get(metric) ?? metric, dimension, value: BigInt(amount) },
  }));
}

/** Points of one period are added up, and left out when they are zero. */
function seriesOf(points: readonly Point[]): Overview['series'] {
  const all = Map.groupBy(points, ({ metric, dimension }) => JSON.stringify([metric, dimension]));
  return [...all]
    .map(([name, own]) => {
      const [metric, dimension] = JSON.parse(name) as [string, string];
      const values = new Map<number, bigint>();
      for (const { at, value } of own) values.set(at, (values.get(at) ?? 0n) + value);
      const inOrder = [...values].filter(([, value]) => value !== 0n).sort(([a], [b]) => a - b);
      return {
        metric,
        dimension,
        points: inOrder.map(([at, value]) => ({ at: isoTime(at), value: exactNumber(value) })),
      };
    })
    .filter((series) => series.points.length > 0)
    .sort(
      (one, other) => compare(one.metric, other.metric) || compare(one.dimension, other.dimension),
    );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const exactNumber = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
