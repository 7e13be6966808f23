// Lists and counts the audit log, filtered by actor, action, resource and time.

import { Type } from 'typebox';
import { idsFrom } from '../base/ids.ts';
import { parseJson } from '../base/json.ts';
import { namedObject } from '../base/named.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  PageQuery,
  sortBy,
  toPage,
  totalOf,
} from '../base/paging.ts';
import { Instant } from '../base/shapes.ts';
import type { Db } from '../storage/db.ts';
import { acrossProjects, ofProject } from '../storage/tenancy.ts';
import { type Actor, NO_PROJECT } from './audit.ts';
import { dateRangeOf } from './date-range.ts';
import { invalid, isRejection, type OperationContext, type Rejection } from './operation.ts';

export const AuditQuery = Type.Object(
  {
    ...PageQuery.properties,
    sort: sortBy('-at', 'at'),
    game_index: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Only changes in this project.' }),
    ),
    target: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,300}$',
        description: 'Only changes of this resource, such as `apps/com.example.game`.',
      }),
    ),
    actor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Only changes by this user or admin token.',
      }),
    ),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z-]+(\\.[a-z-]+)*$',
        maxLength: 100,
        description:
          'Only this action, such as `key.rotate`, or every action of a type, such as `key`.',
      }),
    ),
    from: Type.Optional(Instant('Only changes from this time on')),
    to: Type.Optional(Instant('Only changes up to this time')),
  },
  { additionalProperties: false },
);

export type AuditQuery = Type.Static<typeof AuditQuery>;

export const AuditRecord = namedObject('AuditRecord', {
  audit_id: Type.String(),
  at: Type.String({ description: 'Time of the change, in UTC.' }),
  actor_kind: Type.Enum(['admin', 'console', 'cli', 'system']),
  actor: Type.String({
    description:
      'Name of the admin token, or e-mail address of the user. Masked for callers who may not see members.',
  }),
  action: Type.String({ description: 'Noun and verb, such as `project.create`.' }),
  game_index: Type.Union([Type.Integer(), Type.Null()]),
  target: Type.String({ description: 'The changed resource, as a path below `/admin/v1`.' }),
  before: Type.Unknown({ description: 'The values before the change, or null.' }),
  after: Type.Unknown({ description: 'The values after the change, or null.' }),
});

export type AuditRecord = Type.Static<typeof AuditRecord>;

/** Newest first, unless sorted otherwise. */
export async function listAudit(
  { storage }: OperationContext,
  query: AuditQuery,
  /** Addresses that the caller may see; undefined: all. */
  visible?: readonly string[],
): Promise<Page<AuditRecord> | Rejection> {
  const conditions = conditionsOf(query, visible);
  if ('rejected' in conditions) return conditions;
  const { after, limit = DEFAULT_LIMIT } = query;
  const isAscending = query.sort === 'at';
  let select = matching(storage.db, conditions)
    .selectAll()
    .orderBy('audit_id', isAscending ? 'asc' : 'desc')
    .limit(limit + 1);
  if (after !== undefined) select = select.where('audit_id', isAscending ? '>' : '<', after);
  const view = (row: AuditRow) => {
    const record = viewAudit(row);
    return visible ? (maskAddresses(record, visible) as AuditRecord) : record;
  };
  return toPage(await select.execute(), limit, (row) => row.audit_id, view);
}

const DAY_MS = 86_400_000;

/** Entries further back than this many are not counted. */
const MOST_READ = 50_000;

export async function countAudit(
  { storage: { db } }: OperationContext,
  query: AuditQuery,
  visible?: readonly string[],
): Promise<ListTotal | Rejection> {
  const conditions = conditionsOf(query, visible);
  if ('rejected' in conditions) return conditions;
  const oldest = await oldestCounted(db, conditions);
  let select = matching(db, conditions).select('audit_id').limit(COUNT_LIMIT);
  if (oldest !== undefined) select = select.where('audit_id', '>=', oldest);
  const { found } = await db
    .selectFrom(select.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  const total = totalOf(found);
  return { ...total, is_exact: total.is_exact && oldest === undefined };
}

/** Where counting ends when a condition has no index; undefined: it reads all. */
async function oldestCounted(db: Db, conditions: Conditions): Promise<string | undefined> {
  const { gameIndex, target, actor, action, to } = conditions;
  const isIndexed = target !== undefined || (actor !== undefined && gameIndex !== undefined);
  if (isIndexed || (actor === undefined && action === undefined)) return undefined;
  const row = await matching(db, { gameIndex, to })
    .select('audit_id')
    .orderBy('audit_id', 'desc')
    .offset(MOST_READ)
    .limit(1)
    .executeTakeFirst();
  return row?.audit_id;
}

interface Conditions {
  readonly gameIndex?: number | undefined;
  readonly target?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function conditionsOf(
  { game_index: gameIndex, target, actor, action, from, to }: AuditQuery,
  visible: readonly string[] | undefined,
): Conditions | Rejection {
  if (visible && actor?.includes('@') && !visible.includes(actor)) {
    return invalid('actor', 'Only owners of the project can search for addresses of others.');
  }
  const range = dateRangeOf({ from, to });
  return isRejection(range) ? range : { gameIndex, target, actor, action, ...range };
}

function matching(db: Db, { gameIndex, target, actor, action, from, to }: Conditions) {
  let select =
    gameIndex === undefined
      ? acrossProjects(db).selectFrom('audit_log')
      : ofProject(db, { gameIndex }).selectFrom('audit_log');
  if (target !== undefined) select = select.where('target', '=', target);
  if (actor !== undefined) select = select.where('actor', '=', actor);
  if (action !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('action', '=', action), eb('action', 'like', `${action}.%`)]),
    );
  }
  // The index is on the ids. They begin with the time, or with a later one after a step back of the clock.
  if (from !== undefined) {
    select = select.where('at', '>=', from).where('audit_id', '>=', idsFrom(from));
  }
  if (to !== undefined) {
    select = select.where('at', '<=', to).where('audit_id', '<', idsFrom(to + DAY_MS));
  }
  return select;
}

const ADDRESS = /^([^\s@])[^\s@]*@[^\s@]+$/;

/** `mina@example.com` becomes `m…@…`, wherever it stands. */
function maskAddresses(value: unknown, visible: readonly string[]): unknown {
  if (typeof value === 'string') {
    return visible.includes(value) ? value : value.replace(ADDRESS, '$1…@…');
  }
  if (Array.isArray(value)) return value.map((each) => maskAddresses(each, visible));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, maskAddresses(each, visible)]),
  );
}

interface AuditRow {
  readonly audit_id: string;
  readonly at: number;
  readonly actor_kind: Actor['kind'];
  readonly actor: string;
  readonly action: string;
  readonly game_index: number;
  readonly target: string;
  readonly before_change: string | null;
  readonly after_change: string | null;
}

function viewAudit(row: AuditRow): AuditRecord {
  const { before_change: before, after_change: after, ...rest } = row;
  return {
    ...rest,
    game_index: row.game_index === NO_PROJECT ? null : row.game_index,
    at: new Date(row.at).toISOString(),
    before: before === null ? null : parseJson(before),
    after: after === null ? null : parseJson(after),
  };
}
