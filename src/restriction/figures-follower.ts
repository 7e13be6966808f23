// Counts the changes of restrictions by day, type and actor: within a few seconds, each change exactly once.
import type { Logger } from 'pino';
import { createWorker, type Worker } from '../background/worker.ts';
import { createCalendar } from '../base/calendar.ts';
import { boundOf } from '../base/percentile.ts';
import { addCounts, countedAt } from '../figures/activity-counts.ts';
import type { Db } from '../storage/db.ts';
import type { ActivityCountTable } from '../storage/schema.ts';
import type { Signals } from '../storage/signals.ts';
import { lockApp } from '../tenants/apps.ts';
import type { Directory } from '../tenants/directory.ts';
import { RESTRICTIONS_CHANGED } from './changes.ts';
import {
  advanceCounted,
  findUncounted,
  type HistoryRow,
  type Progress,
  readChanges,
  readPast,
} from './figures-store.ts';
import { LOGIN } from './scopes.ts';
import { readSnapshot } from './snapshot.ts';

interface FollowDeps {
  readonly db: Db;
  readonly directory: Directory;
}

/** For changes that a process has made which is gone. */
const EVERY_MS = 60_000;
const WITHIN_MS = 5_000;
const AT_ONCE = 1_000;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Upper bounds of the buckets of how long a restriction lasted until its release; the last one is for all longer. */
export const DURATIONS_S = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_S),
  ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR_S),
  ...[1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_S),
];

/** The detail is type and actor; of other scopes than the login also an empty bucket, and the scope. */
export const ACTIONS = ['registered', 'changed', 'released', 'expired'] as const;
const ACTIVE = 'restriction.active';
/** What is counted of restrictions of the login, and of all others. */
export const NOUNS = { login: 'restriction', other: 'scope' } as const;
export const REPEATED = 'repeated';
/** The detail has the bucket behind type and actor. */
export const RELEASE_TIME = 'release_time';

export function createRestrictionFollower(
  deps: FollowDeps & { readonly signals: Signals; readonly log: Logger },
): Worker {
  return createWorker({
    name: 'restriction figures',
    log: deps.log,
    everyMs: EVERY_MS,
    wakeOn: { signals: deps.signals, topics: { [RESTRICTIONS_CHANGED]: WITHIN_MS } },
    async work(stopping) {
      for (const progress of await findUncounted(deps.db)) {
        for (let next: Progress | undefined = progress; next && !stopping.aborted; ) {
          next = await countNext(deps, next);
        }
      }
    },
  });
}

/** Counts some changes of a project; what is left to do, if anything. */
async function countNext(
  { db, directory }: FollowDeps,
  { gameIndex, counted, last }: Progress,
): Promise<Progress | undefined> {
  const rows = await readChanges(db, { gameIndex, above: counted, upTo: last, limit: AT_ONCE });
  const isFull = rows.length === AT_ONCE;
  const to = isFull ? (rows.at(-1) as HistoryRow).seq : last;
  const counts: ActivityCountTable[] = [];
  for (const [appid, group] of Map.groupBy(rows, (row) => row.appid)) {
    const app = await directory.app(appid);
    if (!app) continue;
    const calendar = createCalendar(app.timeZone);
    const past = await pastOf(db, { appid, gameIndex }, group);
    for (const row of group) {
      const counted = { game_index: gameIndex, appid, amount: 1 };
      for (const each of countsOf(row, past.get(String(row.player_id)) ?? [])) {
        counts.push(...countedAt(calendar, row.at, { ...counted, ...each }));
      }
      counts.push(...totalsOf(row).map((each) => ({ ...counted, ...each })));
    }
  }
  const isDone = await db.transaction().execute(async (tx) => {
    // Of an app that was deleted nothing is written.
    const present = new Set<string>();
    for (const appid of [...new Set(counts.map((row) => row.appid))].sort()) {
      if (await lockApp(tx, appid)) present.add(appid);
    }
    if (!(await advanceCounted(tx, { gameIndex, from: counted, to }))) return false;
    await addCounts(
      tx,
      counts.filter(({ appid }) => present.has(appid)),
    );
    return true;
  });
  return isDone && isFull ? { gameIndex, counted: to, last } : undefined;
}

type PastRow = Awaited<ReturnType<typeof readPast>>[number];

async function pastOf(
  db: Db,
  app: { readonly appid: string; readonly gameIndex: number },
  rows: readonly HistoryRow[],
): Promise<Map<string, PastRow[]>> {
  const asked = rows.filter(({ action }) => action === 'registered' || action === 'released');
  if (asked.length === 0) return new Map();
  const players = [...new Set(asked.map(({ player_id }) => player_id))];
  const upTo = (rows.at(-1) as HistoryRow).seq;
  const past = await readPast(db, { ...app, players, upTo });
  return Map.groupBy(past, ({ player_id }) => String(player_id));
}

/** What one change adds. */
function countsOf(
  row: HistoryRow,
  past: readonly PastRow[],
): Pick<ActivityCountTable, 'metric' | 'detail'>[] {
  const type = readSnapshot(row.after_change ?? row.before_change)?.block_type;
  const isLogin = row.scope === LOGIN;
  const noun = isLogin ? NOUNS.login : NOUNS.other;
  const count = (what: string, bucket: number | '' = '') => ({
    metric: `${noun}.${what}`,
    detail: `${type} ${row.actor_kind} ${bucket} ${isLogin ? '' : row.scope}`.trimEnd(),
  });
  const counts = [count(row.action)];
  const before = past.filter(({ seq, scope }) => seq < row.seq && scope === row.scope);
  if (row.action === 'registered' && before.some(({ action }) => action !== 'registered')) {
    counts.push(count(REPEATED));
  }
  const begun = before.findLast(({ action }) => action === 'registered');
  if (row.action === 'released' && begun) {
    const bound = boundOf((row.at - begun.at) / 1_000, DURATIONS_S);
    counts.push(count(RELEASE_TIME, bound));
  }
  return counts;
}

/** How many players of each type cannot log in now. */
function totalsOf({ before_change, after_change, scope }: HistoryRow) {
  const [before, after] = [before_change, after_change].map(
    (each) => readSnapshot(each)?.block_type,
  );
  if (before === after || scope !== LOGIN) return [];
  const total = { metric: ACTIVE, grain: 'now', bucket: 0 } as const;
  return [
    ...(before === undefined ? [] : [{ ...total, detail: String(before), amount: -1 }]),
    ...(after === undefined ? [] : [{ ...total, detail: String(after), amount: 1 }]),
  ];
}
