// The changes of one call as a list that is already applied, so that it is seen beside the others and can be undone.
import { timeOrderedId } from '../../base/ids.ts';
import { OUTBOX_CHANGED } from '../../outbox/outbox.ts';
import type { Db } from '../../storage/db.ts';
import type { Procedure } from '../../storage/procedure.ts';
import { insertRows } from '../../storage/rows.ts';
import type { BulkJobTable, BulkRowTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { App } from '../../tenants/directory.ts';
import {
  type Actor,
  applyWithin,
  type Change,
  type ChangeAction,
  type ChangeResult,
  RESTRICTIONS_CHANGED,
} from '../changes.ts';
import { LOGIN } from '../scopes.ts';

export interface CallChanges {
  readonly app: App;
  readonly action: BulkJobTable['action'];
  readonly actor: Actor;
  readonly comment: string | undefined;
  /** All in one scope. */
  readonly changes: readonly Change[];
  readonly now: number;
}

export interface CallResults {
  /** One for each change, in their order. */
  readonly results: readonly ChangeResult[];
  /** The list, if a player was changed. */
  readonly jobId: string | null;
}

/** Small enough that other changes of the project do not wait long. */
const CHUNK = 500;

export async function applyAsList(
  { transact, signals }: Storage,
  { app, action, actor, comment, changes, now }: CallChanges,
): Promise<CallResults> {
  let job: BulkJobTable = {
    game_index: app.gameIndex,
    job_id: timeOrderedId(now),
    appid: app.appid,
    action,
    state: 'done',
    skip_blocked: 0,
    comment: comment || null,
    actor_kind: actor.kind,
    actor: actor.name,
    total: 0,
    position: 0,
    verdicts: '{}',
    results: '{}',
    created_at: now,
    finished_at: now,
    undoes: null,
    scope: changes[0]?.scope ?? LOGIN,
    limits: null,
  };
  const results: ChangeResult[] = [];
  for (let first = 0; first < changes.length; first += CHUNK) {
    const part = { job, changes: changes.slice(first, first + CHUNK) };
    const applied = await transact(listApplication, part, () => {});
    job = applied.job;
    results.push(...applied.results);
    signals.deliver(RESTRICTIONS_CHANGED);
    if (applied.notified) signals.emit(OUTBOX_CHANGED);
  }
  return { results, jobId: job.total > 0 ? job.job_id : null };
}

interface Part {
  /** As it is after the part before. */
  readonly job: BulkJobTable;
  readonly changes: readonly Change[];
}

/** @public Found by its name in the thread that holds the database. */
export const listApplication: Procedure<
  Part,
  { readonly job: BulkJobTable; readonly results: ChangeResult[]; readonly notified: boolean }
> = { module: import.meta.url, name: 'listApplication', work: applyPart };

async function applyPart(tx: Db, { job, changes }: Part) {
  const { results, actions, numbers, notified } = await applyWithin(tx, changes);
  const rows: BulkRowTable[] = [];
  changes.forEach((change, index) => {
    const result = results[index] === 0 ? resultOf(actions[index]) : undefined;
    const number = job.total + rows.length + 1;
    if (result) rows.push(rowOf(job, number, change, result, numbers[index] ?? null));
  });
  if (rows.length === 0) return { job, results, notified };
  const counts = JSON.parse(job.results) as Record<string, number>;
  const verdicts = JSON.parse(job.verdicts) as Record<string, number>;
  for (const { result, verdict } of rows) {
    counts[result as string] = (counts[result as string] ?? 0) + 1;
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  }
  const total = job.total + rows.length;
  const grown = {
    ...job,
    total,
    position: total,
    results: JSON.stringify(counts),
    verdicts: JSON.stringify(verdicts),
  };
  await insertRows(
    tx,
    'bulk_job',
    [grown],
    `on conflict (game_index, job_id) do update set total = excluded.total,
      position = excluded.position, results = excluded.results, verdicts = excluded.verdicts`,
  );
  await insertRows(tx, 'bulk_row', rows);
  return { job: grown, results, notified };
}

const VERDICTS = { registered: 'new', changed: 'changed', released: 'release' } as const;

/** What the change did to the player; undefined when nothing changed. */
const resultOf = (action: ChangeAction): keyof typeof VERDICTS | undefined =>
  action === 'expired' ? undefined : action;

function rowOf(
  { game_index, job_id }: BulkJobTable,
  number: number,
  change: Change,
  result: keyof typeof VERDICTS,
  seq: number | null,
): BulkRowTable {
  const set = change.kind === 'set' ? change.restriction : undefined;
  return {
    game_index,
    job_id,
    number,
    source: '',
    player_id: change.playerId,
    status: set?.status ?? null,
    block_type: set?.blockType ?? null,
    start_date: set?.startDate ?? null,
    end_date: set?.endDate ?? null,
    verdict: VERDICTS[result],
    reason: null,
    result,
    seq,
  };
}
