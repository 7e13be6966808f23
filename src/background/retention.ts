// Deletes rows that are older than their retention: in small batches, project by project, one process at a time.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import type { Schema } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { Storage } from '../storage/storage.ts';
import { dueProjects, extend, NO_PROJECT, putBack, takeDue } from './retention-turns.ts';
import { createWorker, type Worker } from './worker.ts';

/** Which rows of a table are deleted. They are walked in the order of an index on `within` and `key`. */
export interface RetentionRule {
  readonly table: keyof Schema & string;
  /** For how many days rows are kept; 0: for ever. */
  readonly days: number;
  /** What names the setting, for `doctor`; undefined where the number of days is fixed. */
  readonly setting?: string;
  /** Whether the rows of each app, of each project or of the installation are walked. */
  readonly per: 'app' | 'project' | 'installation';
  /** The columns at the beginning of the index, with the app or project in them. */
  readonly within: readonly ('appid' | 'game_index')[];
  /** Grows with the time. */
  readonly key: string;
  /** The time of a row; the key unless said. */
  readonly at?: string;
  /** Further conditions that the rows of this walk meet. */
  readonly where?: string;
  /** Old rows that do not meet this stay. Once a row meets it, it always does. */
  readonly removable?: string;
}

export interface RetentionOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: readonly RetentionRule[];
  /** After each batch. */
  onRemoved?(table: string, rows: number): void;
}

const DAY_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 60_000;
/** Taken over by another process after this; renewed between batches. */
const LEASE_MS = 60_000;
/** So few that nobody waits long for them, also where there is one writer. */
const BATCH = 500;
/** Between batches as long as the last one took, so that others get half of the database. */
const LONGEST_PAUSE_MS = 1_000;

interface Place {
  readonly game_index: number;
  readonly appid: string;
}

/** Each turn takes every project that is due, once a day. On stop it finishes the current batch. */
export function createRetention({
  storage,
  clock,
  log,
  rules,
  onRemoved,
}: RetentionOptions): Worker {
  const { db } = storage;
  const active = rules.filter(({ days }) => days > 0);

  /** Undefined when the lease is lost. */
  async function removeOld(
    gameIndex: number,
    lease: string,
    stopping: AbortSignal,
  ): Promise<Record<string, number> | undefined> {
    const removed: Record<string, number> = {};
    let leasedUntil = clock() + LEASE_MS;
    for (const { rule, place } of await walksOf(db, active, gameIndex)) {
      let after: Position | undefined;
      do {
        if (stopping.aborted) return removed;
        if (clock() > leasedUntil - LEASE_MS / 2) {
          leasedUntil = clock() + LEASE_MS;
          // Another process took over, because this one stalled for longer than its lease.
          if ((await extend(db, { gameIndex, lease, dueAt: leasedUntil })) === 0) return undefined;
        }
        const began = performance.now();
        const step = await removeBatch(db, rule, place, after, clock());
        after = step.next;
        if (step.removed > 0) {
          removed[rule.table] = (removed[rule.table] ?? 0) + step.removed;
          onRemoved?.(rule.table, step.removed);
        }
        const pause = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
        if (after !== undefined) await wait(pause, undefined, { signal: stopping }).catch(() => {});
      } while (after !== undefined);
    }
    return removed;
  }

  async function serve(gameIndex: number, stopping: AbortSignal): Promise<void> {
    const now = clock();
    const lease = randomUUID();
    if (!(await takeDue(db, { gameIndex, lease, now, leasedUntil: now + LEASE_MS }))) return;
    const removed = await removeOld(gameIndex, lease, stopping);
    if (!removed) return;
    if (Object.keys(removed).length > 0)
      log.info({ project: gameIndex, rows: removed }, 'old rows deleted');
    // After a stop, another process continues at once.
    await putBack(db, { gameIndex, lease, dueAt: stopping.aborted ? clock() : clock() + DAY_MS });
  }

  return createWorker({
    name: 'retention',
    log,
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      if (active.length === 0) return;
      for (const gameIndex of await dueProjects(db, clock())) {
        if (stopping.aborted) return;
        await serve(gameIndex, stopping);
      }
    },
  });
}

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

type Position = string | number;

/** Rows from before this moment are too old. */
const oldestKept = ({ days }: RetentionRule, now: number): number => now - days * DAY_MS;

async function removeBatch(
  db: Db,
  rule: RetentionRule,
  place: Place,
  after: Position | undefined,
  now: number,
): Promise<{ readonly removed: number; readonly next: Position | undefined }> {
  const [table, key, at] = [sql.table(rule.table), sql.ref(rule.key), sql.ref(rule.at ?? rule.key)];
  const before = oldestKept(rule, now);
  const fixed = conditionOf(rule, place);
  const from = after === undefined ? fixed : sql`${fixed} and ${key} > ${after}`;
  // The time of a row grows with its key, so the walk ends at the first one that is too young.
  const { rows } = await sql<{ key: Position; at: number }>`
    select ${key} as key, ${at} as at from ${table}
    where ${from}${rule.at === undefined ? sql` and ${at} < ${before}` : sql``}
    order by ${key} limit ${sql.lit(BATCH)}`.execute(db);
  const young = rows.findIndex((row) => row.at >= before);
  const last = (young < 0 ? rows : rows.slice(0, young)).at(-1);
  if (!last) return { removed: 0, next: undefined };
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ${from} and ${key} <= ${last.key} and ${at} < ${before}
    and ${sql.raw(rule.removable ?? 'true')}`.execute(db);
  const isEnd = young >= 0 || rows.length < BATCH;
  return { removed: Number(numAffectedRows), next: isEnd ? undefined : last.key };
}

/** Whether one of the oldest rows should have been deleted by `now`. */
export async function isBehind(
  db: Db,
  rule: RetentionRule,
  place: Place,
  now: number,
): Promise<boolean> {
  const [table, key, at] = [sql.table(rule.table), sql.ref(rule.key), sql.ref(rule.at ?? rule.key)];
  const { rows } = await sql`
    select 1 from (select * from ${table} where ${conditionOf(rule, place)}
      order by ${key} limit ${sql.lit(BATCH)}) as ${table}
    where ${at} < ${oldestKept(rule, now)} and ${sql.raw(rule.removable ?? 'true')} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

function conditionOf({ within, where }: RetentionRule, place: Place): RawBuilder<unknown> {
  const conditions = within.map((column) => sql`${sql.ref(column)} = ${place[column]}`);
  if (where !== undefined) conditions.push(sql.raw(where));
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

const appsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  db.selectFrom('app').select('appid').where('game_index', '=', $.gameIndex).orderBy('appid'),
);
