// Restrictions of an app over time: registered, released, expired, repeat offenders, and how long until a release.
import { Type } from 'typebox';
import { printTable } from '../base/csv.ts';
import { percentileOf } from '../base/percentile.ts';
import { orNull } from '../base/shapes.ts';
import { readActivity } from '../figures/activity-counts.ts';
import { figureOverTime } from '../figures/figure.ts';
import { type Placed, partFields, splitPeriods, valueField } from '../figures/split-periods.ts';
import { ACTIONS, DURATIONS_S, NOUNS, RELEASE_TIME, REPEATED } from './figures-follower.ts';
import { isCounted } from './figures-store.ts';
import { ScopeOrLogin } from './schema.ts';
import { LOGIN } from './scopes.ts';

const Count = (description: string) => Type.Integer({ description });

const Fields = {
  registered: Count('Players who were restricted.'),
  changed: Count('Changes of a restriction that went on.'),
  released: Count('Restrictions that were lifted.'),
  expired: Count('Restrictions whose period ended. They are by `system`.'),
  repeat_offenders: Count(
    'Of `registered`, players with an earlier restriction that had ended. Each registration counts.',
  ),
  release_median_s: orNull(
    Type.Integer(),
    'Half of the released restrictions were lifted within this many seconds of their registration; interpolated within buckets.',
  ),
  release_p90_s: orNull(Type.Integer(), '90 of 100 were lifted within this many seconds.'),
};

const Part = partFields(
  valueField(
    'The number of the type, the kind of actor (`key`, `console`, …) or the scope; null without `by`.',
  ),
  Fields,
);

export const restrictions = figureOverTime({
  name: 'restrictions',
  operation: 'restriction.figures',
  summary:
    'Returns registered, released and expired restrictions over time, by type, actor or scope.',
  file: {
    summary: 'Downloads the same as CSV, without the comparison.',
    example: 'at,value,registered,changed\n2026-11-15T00:00:00.000Z,1,12,3\n',
  },
  schema: 'RestrictionFigures',
  byDay: 'Restrictions',
  asked: {
    by: Type.Optional(
      Type.Enum(['type', 'actor', 'scope'], {
        description: 'Splits the figures by restriction type, by who made the change, or by scope.',
      }),
    ),
    scope: ScopeOrLogin,
  },
  part: Part,
  current: {
    field: Type.Boolean({ description: 'False while the figures do not contain all changes yet.' }),
    read: ({ storage }, app) => isCounted(storage.db, app.gameIndex),
  },
  open:
    async ({ context, app, asked: { by, scope: wanted = LOGIN } }) =>
    async (part) => {
      const nouns = by === 'scope' ? Object.values(NOUNS) : [nounOf(wanted)];
      const metrics = nouns.flatMap((noun) => COUNTED.map((what) => `${noun}.${what}`));
      const counts = await readActivity(context.storage.db, app, part, metrics);
      const rows = counts.map(({ at, metric, amount, detail }) => {
        const [type = '', actor = '', bucket = '', scope = LOGIN] = detail;
        const value = by === undefined ? null : { type, actor, scope }[by];
        const what = metric.slice(metric.indexOf('.') + 1);
        return { at, what, value, scope, bucket: Number(bucket), amount };
      });
      const shown = by === 'scope' ? rows : rows.filter(({ scope }) => scope === wanted);
      return splitPeriods(part, shown, sumOf);
    },
  csv: ({ items }) => printTable(items, ['at', 'value', ...Object.keys(Fields)]),
});

const COUNTED = [...ACTIONS, REPEATED, RELEASE_TIME];
const nounOf = (scope: string) => (scope === LOGIN ? NOUNS.login : NOUNS.other);

interface Row extends Placed {
  readonly what: string;
  readonly bucket: number;
  readonly amount: number;
}

function sumOf(rows: readonly Row[]) {
  const counts = new Map<string, number>();
  const times = new Map<number, number>();
  for (const { what, bucket, amount } of rows) {
    if (what === RELEASE_TIME) times.set(bucket, (times.get(bucket) ?? 0) + amount);
    else counts.set(what, (counts.get(what) ?? 0) + amount);
  }
  const total = (what: string): number => counts.get(what) ?? 0;
  return {
    registered: total('registered'),
    changed: total('changed'),
    released: total('released'),
    expired: total('expired'),
    repeat_offenders: total(REPEATED),
    release_median_s: percentileOf(times, DURATIONS_S, 0.5),
    release_p90_s: percentileOf(times, DURATIONS_S, 0.9),
  };
}
