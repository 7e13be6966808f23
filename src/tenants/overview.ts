// The overview of an app: its counters over time, by hour or by day.
import { Type } from 'typebox';
import { invalid, isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { offsetAt } from '../base/dates.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { Instant, instantOf } from '../base/shapes.ts';
import { appOf } from './apps.ts';
import { HOUR_MS, readCounters, readCurrentCounters } from './counters.ts';
import type { Directory } from './directory.ts';

const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 400 * DAY_MS;
/** Longer ranges use days unless the query names a step. */
const HOURS_UP_TO_MS = 3 * DAY_MS;

const Step = Type.Enum(['hour', 'day'], {
  description:
    "UTC hours, or days in the app's time zone, with its UTC offset at the end of the range.",
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

export async function readOverview(
  { context, directory }: { readonly context: OperationContext; readonly directory: Directory },
  { appid, ...query }: OverviewQuery & { readonly appid: string },
): Promise<Overview | Rejection> {
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (!(from < to && to - from <= LONGEST_MS)) {
    return invalid('to', 'to must be after from, and at most 400 days later.');
  }
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const step = query.step ?? (to - from <= HOURS_UP_TO_MS ? 'hour' : 'day');
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
  const offsetMs = step === 'day' ? offsetAt(to, app.timeZone) : 0;
  const range = { from: from - ((from + offsetMs) % stepMs), to, stepMs, offsetMs };
  const { db } = context.storage;
  const { gameIndex } = app;
  const counted = await readCounters(db, { ...range, appid, gameIndex });
  const series = Map.groupBy(counted, ({ metric, dimension }) => `${metric} ${dimension}`);
  return {
    from: isoTime(range.from),
    to: isoTime(to),
    step,
    now: [...(await readCurrentCounters(db, { appid, gameIndex }))],
    series: [...series.values()].map((points) => ({
      metric: points[0]?.metric ?? '',
      dimension: points[0]?.dimension ?? '',
      points: points.map(({ at, value }) => ({ at: isoTime(at), value })),
    })),
  };
}
