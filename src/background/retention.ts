// Deletes rows that are beyond their retention: in small batches, project by project, one process at a time.
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../base/clock.ts';
import type { Storage } from '../storage/storage.ts';
import {
  isLimited,
  type Position,
  type RetentionRule,
  removeBatch,
  removedUntil,
  walksOf,
} from './retention-rule.ts';
import {
  arrangeTurns,
  dueTurns,
  extendTurn,
  NO_PROJECT,
  nextTurn,
  putBack,
  type Turn,
  type TurnName,
  takeTurn,
} from './turns.ts';
import { createWorker, type Worker } from './worker.ts';

export interface RetentionOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rules: readonly RetentionRule[];
  /** After each batch. */
  onRemoved?(table: string, rows: number): void;
}

const DAY_MS = 24 * 60 * 60_000;
/** For new projects, and for turns of a process that is gone. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Taken over by another process after this; renewed between batches. */
const LEASE_MS = 60_000;
/** Between batches as long as the last one took, so that others get half of the database. */
const LONGEST_PAUSE_MS = 1_000;

const WORK = 'retention';

/** Each turn takes every project that is due, once a day. On stop it finishes the current batch. */
export function createRetention({
  storage,
  clock,
  log,
  rules,
  onRemoved,
}: RetentionOptions): Worker {
  const { db } = storage;
  const active = rules.filter(isLimited);

  /** Undefined when the lease is lost. */
  async function removeOld(
    turn: Turn,
    stopping: AbortSignal,
  ): Promise<Record<string, number> | undefined> {
    const removed: Record<string, number> = {};
    let leasedUntil = clock() + LEASE_MS;
    for (const { rule, place } of await walksOf(db, active, turn.gameIndex)) {
      let after: Position | undefined;
      const until = await removedUntil(db, rule, place, clock());
      do {
        if (stopping.aborted) return removed;
        if (clock() > leasedUntil - LEASE_MS / 2) {
          leasedUntil = clock() + LEASE_MS;
          if (!(await extendTurn(db, turn, leasedUntil))) return undefined;
        }
        const began = performance.now();
        const batch = await removeBatch(db, rule, place, after, until);
        after = batch.next;
        if (batch.removed > 0) {
          removed[rule.table] = (removed[rule.table] ?? 0) + batch.removed;
          onRemoved?.(rule.table, batch.removed);
        }
        const pause = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
        if (after !== undefined) await wait(pause, undefined, { signal: stopping }).catch(() => {});
      } while (after !== undefined);
    }
    return removed;
  }

  async function serve(name: TurnName, stopping: AbortSignal): Promise<void> {
    const turn = await takeTurn(db, name, { now: clock(), leaseMs: LEASE_MS });
    const removed = turn && (await removeOld(turn, stopping));
    if (!removed) return;
    if (Object.keys(removed).length > 0)
      log.info({ project: turn.gameIndex, rows: removed }, 'old rows deleted');
    // After a stop, another process continues at once.
    await putBack(db, turn, { dueAt: stopping.aborted ? clock() : clock() + DAY_MS });
  }

  async function allTurns(): Promise<TurnName[]> {
    const projects = await db.selectFrom('project').select('game_index').execute();
    return [NO_PROJECT, ...projects.map((row) => row.game_index)].map((gameIndex) => ({
      gameIndex,
      appid: '',
      work: WORK,
      subject: '',
    }));
  }

  return createWorker({
    name: 'retention',
    log,
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      if (active.length === 0) return undefined;
      await arrangeTurns(db, [WORK], await allTurns());
      const due = () => dueTurns.first(db, { work: WORK, now: clock(), limit: 1 });
      for (let next = await due(); next && !stopping.aborted; next = await due()) {
        await serve(next, stopping);
      }
      return nextTurn(db, [WORK], clock());
    },
  });
}

/** Registers the metric; returns the callback for deleted rows. */
export function measureRetention(registry: Registry): (table: string, rows: number) => void {
  const deleted = new Counter({
    name: 'tollgate_retention_deleted_total',
    help: 'Rows deleted because they were beyond their retention, by table.',
    labelNames: ['table'],
    registers: [registry],
  });
  return (table, rows) => deleted.inc({ table }, rows);
}
