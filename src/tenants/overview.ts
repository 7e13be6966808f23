// The overview of an app: its counters over time, added up by hour or by day.
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
/** Longer ranges are answered by day unless asked otherwise. */
const HOURS_UP_TO_MS = 3 * DAY_MS;

const Step = Type.Enum(['hour', 'day'], {
  description: "Hours of UTC, or days on the app's clock as it is set at the end of the range.",
});

export const OverviewQuery = Type.Object(
  {
    from: Instant('From this moment, rounded down to the step'),
    to: Instant('To before this moment'),
    step: Type.Optional(Step),
  },
  { additionalProperties: false },
);
export type OverviewQuery = Type.Static<typeof OverviewQuery>;

const Value = Type.Union([Type.Integer(), Type.Unsafe<bigint>({ type: 'integer' })], {
  description: 'A number; of metrics that end in `.amount`, millionths of the currency.',
});
const Name = {
  metric: Type.String({ description: 'Noun and verb, such as `restriction.registered`.' }),
  dimension: Type.String({ description: 'What it is split by, such as the type.' }),
};

export const Overview = namedObject('Overview', {
  from: Type.String(),
  to: Type.String(),
  step: Step,
  now: Type.Array(Type.Object({ ...Name, value: Value }), { description: 'How many there are.' }),
  series: Type.Array(
    Type.Object({
      ...Name,
      points: Type.Array(Type.Object({ at: Type.String(), value: Value })),
    }),
    { description: 'How many happened; steps in which nothing happened are left out.' },
  ),
});
export type Overview = Type.Static<typeof Overview>;

export async function readOverview(
  { context, directory }: { readonly context: OperationContext; readonly directory: Directory },
  { appid, ...query }: OverviewQuery & { readonly appid: string },
): Promise<Overview | Rejection> {
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (!(from < to && to - from <= LONGEST_MS)) {
    return invalid('to', 'The range must end after it begins, and within 400 days.');
  }
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const step = query.step ?? (to - from <= HOURS_UP_TO_MS ? 'hour' : 'day');
  const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
  const offsetMs = step === 'day' ? offsetAt(to, app.timeZone) : 0;
  const range = { from: from - ((from + offsetMs) % stepMs), to, stepMs, offsetMs };
  const { db } = context.storage;
  const counted = await readCounters(db, { ...range, appid });
  const series = Map.groupBy(counted, ({ metric, dimension }) => `${metric} ${dimension}`);
  return {
    from: isoTime(range.from),
    to: isoTime(to),
    step,
    now: [...(await readCurrentCounters(db, { appid }))],
    series: [...series.values()].map((points) => ({
      metric: points[0]?.metric ?? '',
      dimension: points[0]?.dimension ?? '',
      points: points.map(({ at, value }) => ({ at: isoTime(at), value })),
    })),
  };
}
