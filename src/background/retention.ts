// Deletes rows that are beyond their retention: in small batches, project by project, one process at a time.
import { randomUUID } from 'node:crypto';
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
import { createTurns } from './turns.ts';
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
const LOOK_EVERY_MS = 60_000;
/** Taken over by another process after this; renewed between batches. */
const LEASE_MS = 60_000;
/** Between batches as long as the last one took, so that others get half of the database. */
const LONGEST_PAUSE_MS = 1_000;

const turns = createTurns('retention');

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
    gameIndex: number,
    lease: string,
    stopping: AbortSignal,
  ): Promise<Record<string, number> | undefined> {
    const removed: Record<string, number> = {};
    let leasedUntil = clock() + LEASE_MS;
    for (const { rule, place } of await walksOf(db, active, gameIndex)) {
      let after: Position | undefined;
      const until = await removedUntil(db, rule, place, clock());
      do {
        if (stopping.aborted) return removed;
        if (clock() > leasedUntil - LEASE_MS / 2) {
          leasedUntil = clock() + LEASE_MS;
          // Another process took over, because this one stalled for longer than its lease.
          if (!(await turns.extend(db, { gameIndex, lease, dueAt: leasedUntil }))) return undefined;
        }
        const began = performance.now();
        const step = await removeBatch(db, rule, place, after, until);
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
    if (!(await turns.take(db, { gameIndex, lease, now, leasedUntil: now + LEASE_MS }))) return;
    const removed = await removeOld(gameIndex, lease, stopping);
    if (!removed) return;
    if (Object.keys(removed).length > 0)
      log.info({ project: gameIndex, rows: removed }, 'old rows deleted');
    // After a stop, another process continues at once.
    await turns.putBack(db, {
      gameIndex,
      lease,
      dueAt: stopping.aborted ? clock() : clock() + DAY_MS,
    });
  }

  return createWorker({
    name: 'retention',
    log,
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      if (active.length === 0) return;
      for (const gameIndex of await turns.dueProjects(db, clock())) {
        if (stopping.aborted) return;
        await serve(gameIndex, stopping);
      }
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
