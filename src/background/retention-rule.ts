// One rule of retention: which rows of a table are too old or too many, and deleting them in small batches.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { Schema } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { NO_PROJECT } from './turns.ts';

/** Which rows of a table are deleted. They are walked in the order of an index on the place and `key`. */
export interface RetentionRule {
  readonly table: keyof Schema & string;
  /** For how many days rows are kept; 0 keeps none, undefined keeps them for ever. */
  readonly days?: number | undefined;
  /** How many rows are kept in one place, the newest ones. Only where the key is the time. */
  readonly most?: number;
  /** What names the setting, for `doctor`; undefined where the number of days is fixed. */
  readonly setting?: string;
  /** Whether the rows of each app, of each project or of the installation are walked. */
  readonly per: 'app' | 'project' | 'installation';
  /** Grows with the time. */
  readonly key: string;
  /** The time of a row; the key unless said. */
  readonly at?: string;
  /** Further conditions that the rows of this walk meet. */
  readonly where?: string;
  /** Old rows that do not meet this stay. Once a row meets it, it always does. */
  readonly removable?: string;
  /** Rows of another table that go with theirs, by the column that names them in both. */
  readonly parts?: { readonly table: keyof Schema & string; readonly by: string };
}

export interface Place {
  readonly game_index: number;
  /** Empty for a rule that is not walked app by app. */
  readonly appid: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** So few that nobody waits long for them, also where there is one writer. */
const BATCH = 500;

const COLUMNS = {
  app: ['game_index', 'appid'],
  project: ['game_index'],
  installation: [],
} as const;

export const isLimited = ({ days, most }: RetentionRule): boolean =>
  days !== undefined || most !== undefined;

/** Every walk of the rules over the rows of a project. */
export async function walksOf(
  db: Db,
  rules: readonly RetentionRule[],
  gameIndex: number,
): Promise<{ readonly rule: RetentionRule; readonly place: Place }[]> {
  const apps = await appsOf(db, { gameIndex });
  const places: Record<RetentionRule['per'], readonly string[]> = {
    app: apps.map(({ appid }) => appid),
    project: gameIndex === NO_PROJECT ? [] : [''],
    installation: gameIndex === NO_PROJECT ? [''] : [],
  };
  return rules.flatMap((rule) =>
    places[rule.per].map((appid) => ({ rule, place: { game_index: gameIndex, appid } })),
  );
}

/** Rows until this moment are too old. */
const oldUntil = ({ days }: RetentionRule, now: number): number => {
  if (days === undefined) return -1;
  return days === 0 ? now : now - days * DAY_MS - 1;
};

/** Rows until this moment are too old or too many. */
export async function removedUntil(
  db: Db,
  rule: RetentionRule,
  place: Place,
  now: number,
): Promise<number> {
  const until = oldUntil(rule, now);
  if (rule.most === undefined) return until;
  const key = sql.ref(rule.key);
  const { rows } = await sql<{ key: number }>`
    select ${key} as key from ${sql.table(rule.table)} where ${conditionOf(rule, place)}
    order by ${key} desc limit 1 offset ${sql.lit(rule.most)}`.execute(db);
  return Math.max(until, rows[0]?.key ?? -1);
}

export type Position = string | number;

export interface RemovedBatch {
  readonly removed: number;
  /** Undefined at the end. */
  readonly next: Position | undefined;
}

/** Deletes the next batch of a walk. */
export async function removeBatch(
  db: Db,
  rule: RetentionRule,
  place: Place,
  after: Position | undefined,
  until: number,
): Promise<RemovedBatch> {
  const [table, key, at] = [sql.table(rule.table), sql.ref(rule.key), sql.ref(rule.at ?? rule.key)];
  const fixed = conditionOf(rule, place);
  const from = after === undefined ? fixed : sql`${fixed} and ${key} > ${after}`;
  // The time of a row grows with its key, so the walk ends at the first one that is too young.
  const { rows } = await sql<{ key: Position; at: number }>`
    select ${key} as key, ${at} as at from ${table}
    where ${from}${rule.at === undefined ? sql` and ${at} <= ${until}` : sql``}
    order by ${key} limit ${sql.lit(BATCH)}`.execute(db);
  const young = rows.findIndex((row) => row.at > until);
  const last = (young < 0 ? rows : rows.slice(0, young)).at(-1);
  if (!last) return { removed: 0, next: undefined };
  const removed = await remove(
    db,
    rule,
    place,
    sql`${from} and ${key} <= ${last.key} and ${at} <= ${until} and ${removableOf(rule)}`,
  );
  const isEnd = young >= 0 || rows.length < BATCH;
  return { removed, next: isEnd ? undefined : last.key };
}

async function remove(
  db: Db,
  { table, parts }: RetentionRule,
  place: Place,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql`delete from ${sql.table(table)} where ${condition}`;
  if (!parts) return Number((await rows.execute(db)).numAffectedRows ?? 0n);
  const by = sql.ref(parts.by);
  return db.transaction().execute(async (tx) => {
    const gone = await sql<{ name: string }>`${rows} returning ${by} as name`.execute(tx);
    const names = gone.rows.map(({ name }) => sql`${name}`);
    if (names.length > 0) {
      await sql`delete from ${sql.table(parts.table)}
        where game_index = ${place.game_index} and ${by} in (${sql.join(names)})`.execute(tx);
    }
    return names.length;
  });
}

/** Deletes everything in one place that is too old or too many, without pauses. */
export async function applyRule(
  db: Db,
  rule: RetentionRule,
  place: Place,
  now: number,
): Promise<void> {
  const until = await removedUntil(db, rule, place, now);
  let after: Position | undefined;
  do {
    after = (await removeBatch(db, rule, place, after, until)).next;
  } while (after !== undefined);
}

/** Whether one of the oldest rows should have been deleted by `now`. */
export async function isBehind(
  db: Db,
  rule: RetentionRule,
  place: Place,
  now: number,
): Promise<boolean> {
  const [table, key, at] = [sql.table(rule.table), sql.ref(rule.key), sql.ref(rule.at ?? rule.key)];
  const among = conditionOf(rule, place);
  // Two questions: a cluster refuses to join the oldest rows with what keeps a row.
  const oldest = await sql<{ key: Position }>`
    select ${key} as key from ${table} where ${among} order by ${key} limit ${sql.lit(BATCH)}`.execute(
    db,
  );
  const last = oldest.rows.at(-1);
  if (!last) return false;
  const { rows } = await sql`
    select 1 from ${table} where ${among} and ${key} <= ${last.key}
      and ${at} <= ${oldUntil(rule, now)} and ${removableOf(rule)} limit 1`.execute(db);
  return rows.length > 0;
}

const removableOf = ({ removable = 'true' }: RetentionRule): RawBuilder<unknown> =>
  sql.raw(removable);

function conditionOf({ per, where }: RetentionRule, place: Place): RawBuilder<unknown> {
  const conditions = COLUMNS[per].map((column) => sql`${sql.ref(column)} = ${place[column]}`);
  if (where !== undefined) conditions.push(sql.raw(where));
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

const appsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db.selectFrom('app').select('appid').where('game_index', '=', $.gameIndex).orderBy('appid'),
);
