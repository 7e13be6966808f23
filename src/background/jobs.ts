// Durable jobs: written with the record they follow, leased, tried again until done, safe across a crash.

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, query } from '../storage/rows.ts';
import type { JobTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { createWorker, type Worker } from './worker.ts';

export const JOBS_CHANGED = 'jobs';

export interface NewJob {
  readonly appid: string;
  readonly kind: string;
  /** Unique within the app: the same job twice is one. */
  readonly id: string;
  readonly payload: object;
}

export interface Job {
  readonly appid: string;
  readonly id: string;
  readonly payload: object;
  readonly createdAt: number;
  /** How often it has failed before. */
  readonly attempts: number;
}

export type JobOutcome =
  | 'done'
  | { readonly retry: string }
  /** Will never succeed; the row is kept for people to see. */
  | { readonly giveUp: string };

/** Must end well within the lease; after a crash it is called again for the same job. */
export type JobHandler = (job: Job) => Promise<JobOutcome>;

export interface JobOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  /** By kind. A job of another kind waits for a process that knows it. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LEASE_MS = MINUTE;
const AT_ONCE = 16;
const LOOK_INTERVAL_MS = 5 * SECOND;
/** After the first failure, the second, …; the last one repeats. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];
const JITTER = 0.2;

/** Within the transaction of the record; tell `JOBS_CHANGED` after the commit. */
export function enqueueJobs(
  tx: Db,
  jobs: readonly NewJob[],
  now: number,
  dueAt = now,
): Promise<void> {
  const rows = jobs.map(({ appid, id, kind, payload }) => ({
    appid,
    job_id: id,
    kind,
    payload: JSON.stringify(payload),
    attempts: 0,
    created_at: now,
    due_at: dueAt,
    lease: null,
    last_error: null,
  }));
  return insertRows(tx, 'job', rows, 'on conflict (appid, job_id) do nothing');
}

/** Its turn does everything that is due, and whatever falls due meanwhile. */
export function createJobs({ storage, clock, log, handlers }: JobOptions): Worker {
  const { db, signals } = storage;
  const kinds = Object.keys(handlers);

  async function dueJobs(): Promise<JobTable[]> {
    return db
      .selectFrom('job')
      .selectAll()
      .where('due_at', '<=', clock())
      .where('kind', 'in', kinds)
      .orderBy('due_at')
      .limit(AT_ONCE)
      .execute();
  }

  /** Of several processes that saw the job due, one changes its row. */
  async function claim(row: JobTable): Promise<string | undefined> {
    const lease = randomUUID();
    const taken = await query(
      db,
      `update job set lease = ?, due_at = ? where appid = ? and job_id = ? and due_at = ?
        returning job_id`,
      [lease, clock() + LEASE_MS, row.appid, row.job_id, row.due_at],
    );
    return taken.length > 0 ? lease : undefined;
  }

  async function work(row: JobTable): Promise<void> {
    const lease = await claim(row);
    const handler = handlers[row.kind];
    if (!lease || !handler) return;
    const outcome = await attempt(handler, row);
    await settle(row, lease, outcome);
  }

  async function attempt(handler: JobHandler, row: JobTable): Promise<JobOutcome> {
    try {
      return await handler({
        appid: row.appid,
        id: row.job_id,
        payload: JSON.parse(row.payload) as object,
        createdAt: row.created_at,
        attempts: row.attempts,
      });
    } catch (error) {
      log.error({ err: error, job: row.kind, app: row.appid }, 'a job failed unexpectedly');
      return { retry: (error as Error).message };
    }
  }

  /** Whoever lost the lease meanwhile changes nothing. */
  async function settle(row: JobTable, lease: string, outcome: JobOutcome): Promise<void> {
    const mine = [row.appid, row.job_id, lease];
    if (outcome === 'done') {
      await query(db, 'delete from job where appid = ? and job_id = ? and lease = ?', mine);
      return;
    }
    const gaveUp = 'giveUp' in outcome;
    const reason = gaveUp ? outcome.giveUp : outcome.retry;
    const subject = { job: row.kind, app: row.appid, attempts: row.attempts + 1, reason };
    if (gaveUp) log.error(subject, 'a job was given up');
    else log.warn(subject, 'a job will be tried again');
    await query(
      db,
      `update job set lease = null, attempts = attempts + 1, due_at = ?, last_error = ?
        where appid = ? and job_id = ? and lease = ?`,
      [gaveUp ? null : clock() + delayAfter(row.attempts), reason.slice(0, 500), ...mine],
    );
  }

  return createWorker({
    name: 'jobs',
    log,
    everyMs: LOOK_INTERVAL_MS,
    wakeOn: { signals, topics: [JOBS_CHANGED] },
    async work(stopping) {
      if (kinds.length === 0) return;
      for (let due = await dueJobs(); due.length > 0 && !stopping.aborted; due = await dueJobs()) {
        await Promise.all(due.map(work));
      }
    },
  });
}

function delayAfter(failures: number): number {
  const delay = DELAYS[failures] ?? (DELAYS.at(-1) as number);
  return Math.round(delay * (1 - JITTER + 2 * JITTER * Math.random()));
}
