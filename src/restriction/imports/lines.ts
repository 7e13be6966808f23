// The lines of a restriction import: what another system knows of a ban, and what importing it would do.
import { Type } from 'typebox';
import { writeDate } from '../../base/dates.ts';
import { LineNumber, type LineProblem } from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import { instantOf } from '../../base/shapes.ts';
import type { App } from '../../tenants/directory.ts';
import {
  hasExpired,
  type PeriodProblem,
  periodProblem,
  type Restriction,
  readPeriod,
} from '../rules.ts';
import { BlockSet, Comment, ScopeOrLogin, TypeSet } from '../schema.ts';
import { hasScope, LOGIN, noScope } from '../scopes.ts';
import type { StoredType } from '../store.ts';

/** `2026-11-15 00:00:00` in the app's time zone, or a time with its own zone. */
const DATE =
  '^\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d:\\d\\d|T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?(Z|[+-]\\d\\d:\\d\\d))$';
const DateText = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: DATE,
      description: `${description}: \`YYYY-MM-DD HH:mm:ss\` in the app's time zone, or with a zone, such as \`2026-11-15T12:00:00Z\`.`,
    }),
  );

export const RestrictionLine = namedObject(
  'RestrictionImportLine',
  {
    line: LineNumber,
    player_id: BlockSet.properties.player_id,
    scope: ScopeOrLogin,
    status: Type.Optional(
      Type.Enum(['P', 'B'], { description: 'Default: `B` with an `end_date`, else `P`.' }),
    ),
    block_type: Type.Optional(BlockSet.properties.block_type),
    type_en_name: Type.Optional(
      Type.With(TypeSet.properties.type_en_name, {
        description: 'English name of the type, instead of `block_type`.',
      }) as typeof TypeSet.properties.type_en_name,
    ),
    start_date: DateText('Start; the time of the import by default'),
    end_date: DateText('End; required with `B`'),
    comment: Comment,
  },
  { additionalProperties: false },
);
export type RestrictionLine = Type.Static<typeof RestrictionLine>;

/** The end that a permanent restriction shows when its line has none. */
const NO_END = '9999-12-31 23:59:59';

const problem = (field: string, reason: string): LineProblem => ({ field, reason });

export function readLine(
  app: App,
  types: readonly StoredType[],
  line: RestrictionLine,
  now: number,
): Restriction | LineProblem {
  const { timeZone } = app;
  const { scope = LOGIN } = line;
  if (!hasScope(app, scope)) return problem('scope', noScope(scope));
  const status = line.status ?? (line.end_date === undefined ? 'P' : 'B');
  if (status === 'B' && line.end_date === undefined)
    return problem('end_date', 'Add an end_date, or use status P for a ban without an end.');
  const blockType = typeIn(types, line);
  if (typeof blockType === 'object') return blockType;
  const startDate = dateIn(line.start_date, timeZone) ?? writeDate(now, timeZone);
  const endDate = dateIn(line.end_date, timeZone) ?? NO_END;
  const period = readPeriod(status, startDate, endDate, timeZone);
  if ('field' in period) return problem(period.field, 'This date or time does not exist.');
  // Without a start of its own, the start is now: a period that is over is reported as such.
  const found = hasExpired(period, now) ? 'end_in_past' : periodProblem(period, now);
  return found ? LINE_PROBLEMS[found] : { ...period, blockType };
}

const LINE_PROBLEMS: Readonly<Record<PeriodProblem, LineProblem>> = {
  start_after_end: problem('start_date', 'The start is after the end.'),
  end_in_past: problem('end_date', 'The period is over, so there is nothing to import.'),
};

/** In the app's time zone; a date that does not exist stays as it is. */
function dateIn(text: string | undefined, timeZone: string): string | undefined {
  if (!text?.includes('T')) return text;
  const at = instantOf(text);
  return Number.isNaN(at) ? text : writeDate(at, timeZone);
}

function typeIn(
  types: readonly StoredType[],
  { block_type, type_en_name: name }: RestrictionLine,
): number | LineProblem {
  if (block_type !== undefined) {
    const isKnown = types.some((type) => type.block_type === block_type);
    return isKnown
      ? block_type
      : problem(
          'block_type',
          `The app has no restriction type ${block_type}. Import the types first.`,
        );
  }
  if (name === undefined) return problem('block_type', 'Add a block_type or a type_en_name.');
  const [found, another] = types.filter((type) => type.type_en_name === name);
  if (!found)
    return problem(
      'type_en_name',
      `The app has no restriction type named ${name}. Import the types first.`,
    );
  return another
    ? problem('type_en_name', `Several restriction types are named ${name}. Use block_type.`)
    : found.block_type;
}

/** What importing does to a player who has this live restriction, or none. */
export function decide(
  live: Restriction | undefined,
  wanted: Restriction,
  line: RestrictionLine,
  extend: boolean,
): 'new' | 'extended' | 'unchanged' | LineProblem {
  if (!live) return 'new';
  const isSame =
    live.status === wanted.status &&
    live.blockType === wanted.blockType &&
    live.endsAt === wanted.endsAt &&
    (line.start_date === undefined || live.startsAt === wanted.startsAt);
  if (isSame) return 'unchanged';
  const lasts = (each: Restriction) => each.endsAt ?? Number.POSITIVE_INFINITY;
  if (extend) return lasts(wanted) > lasts(live) ? 'extended' : 'unchanged';
  const until = live.status === 'P' ? 'permanently' : `until ${live.endDate}`;
  return problem(
    'player_id',
    `The player is already restricted ${until} with type ${live.blockType}, which stays as it is.`,
  );
}
