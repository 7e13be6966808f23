// Durable jobs: written in the transaction of their record, leased, and retried until done, also after a crash.

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { beginSpan, inOpenSpan } from '../base/span.ts';
import { continueTrace, type Traces } from '../base/trace.ts';
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import type { JobTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { Storage } from '../storage/storage.ts';
import { acrossProjects, ofApp } from '../storage/tenancy.ts';
import { delayAfter } from './delay.ts';
import { createWorker, type Worker } from './worker.ts';

export const JOBS_CHANGED = 'jobs';

export interface NewJob {
  readonly appid: string;
  /** The project. */
  readonly gameIndex: number;
  readonly kind: string;
  /** Unique within the app, so that the same job is added once. */
  readonly id: string;
  readonly payload: object;
  /** At once, unless it says when. */
  readonly dueAt?: number;
}

export interface Job {
  readonly appid: string;
  readonly gameIndex: number;
  readonly id: string;
  readonly payload: object;
  readonly createdAt: number;
  /** Number of attempts before this one. */
  readonly attempts: number;
}

export type JobOutcome =
  | 'done'
  /** Done as well; the other job begins in the transaction that ends this one. */
  | { readonly next: NewJob }
  | { readonly retry: string }
  /** Not a failure: what the job waits for has not happened yet. */
  | { readonly againInMs: number }
  /** Will never succeed; the row stays for operators. */
  | { readonly giveUp: string };

/** Must finish well within the lease; may run again for the same job after a crash. */
export type JobHandler = (job: Job) => Promise<JobOutcome>;

export interface JobOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
  /** By kind. Jobs of other kinds wait for a process that handles them. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly traces?: Traces | undefined;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LEASE_MS = MINUTE;
const AT_ONCE = 16;
/** For jobs whose signal got lost. */
const LOOK_INTERVAL_MS = MINUTE;

/** Call it in the transaction of the record, and signal `JOBS_CHANGED` after the commit. */
export function enqueueJobs(tx: Db, jobs: readonly NewJob[], now: number): Promise<void> {
  const rows = jobs.map(({ appid, gameIndex, id, kind, payload, dueAt }) => ({
    game_index: gameIndex,
    appid,
    job_id: id,
    kind,
    payload: JSON.stringify(payload),
    attempts: 0,
    created_at: now,
    due_at: dueAt ?? now,
    lease: null,
    last_error: null,
  }));
  return insertRows(tx, 'job', rows, 'on conflict (game_index, appid, job_id) do nothing');
}

/** Each turn runs all jobs that are due, including those that become due meanwhile. */
export function createJobs({ storage, clock, log, handlers, traces }: JobOptions): Worker {
  const { db, signals } = storage;
  const kinds = Object.keys(handlers);

  const dueJobs = () => findDue(db, { kinds, now: clock() });

  /** Only one of several processes gets a job that is due. */
  async function claim(row: JobTable): Promise<string | undefined> {
    const lease = randomUUID();
    const taken = await takeDue(db, { ...row, lease, leasedUntil: clock() + LEASE_MS });
    return taken > 0 ? lease : undefined;
  }

  async function work(row: JobTable): Promise<void> {
    const lease = await claim(row);
    const handler = handlers[row.kind];
    if (!lease || !handler) return;
    const trace = continueTrace(undefined, traces?.sampler);
    const span = beginSpan(traces, trace, `job ${row.kind}`, 'consumer');
    span?.set({ 'tollgate.app': row.appid, 'tollgate.attempt': row.attempts + 1 });
    const outcome = span
      ? await inOpenSpan(span, () => attempt(handler, row))
      : await attempt(handler, row);
    await settle(row, lease, outcome);
  }

  async function attempt(handler: JobHandler, row: JobTable): Promise<JobOutcome> {
    try {
      return await handler({
        appid: row.appid,
        gameIndex: row.game_index,
        id: row.job_id,
        payload: JSON.parse(row.payload) as object,
        createdAt: row.created_at,
        attempts: row.attempts,
      });
    } catch (error) {
      log.error(
        { err: error, job: row.kind, app: row.appid },
        'job failed with an unexpected error',
      );
      return { retry: (error as Error).message };
    }
  }

  /** Without the lease nothing is changed. */
  async function settle(row: JobTable, lease: string, outcome: JobOutcome): Promise<void> {
    const held = { ...row, lease };
    if (outcome === 'done') {
      await removeDone(db, held);
      return;
    }
    if ('next' in outcome) {
      await db.transaction().execute(async (tx) => {
        if ((await removeDone(tx, held)) > 0) await enqueueJobs(tx, [outcome.next], clock());
      });
      return;
    }
    if ('againInMs' in outcome) {
      await putOff(db, { ...held, due_at: clock() + outcome.againInMs, reason: null });
      return;
    }
    const gaveUp = 'giveUp' in outcome;
    const reason = gaveUp ? outcome.giveUp : outcome.retry;
    const subject = { job: row.kind, app: row.appid, attempts: row.attempts + 1, reason };
    if (gaveUp) log.error(subject, 'job failed permanently');
    else log.warn(subject, 'job failed and will be retried');
    await putOff(db, {
      ...held,
      due_at: gaveUp ? null : clock() + delayAfter(row.attempts, Math.random()),
      reason: reason.slice(0, 500),
    });
  }

  return createWorker({
    name: 'jobs',
    log,
    everyMs: LOOK_INTERVAL_MS,
    wakeOn: { signals, topics: { [JOBS_CHANGED]: 0 } },
    async work(stopping) {
      if (kinds.length === 0) return undefined;
      for (let due = await dueJobs(); due.length > 0 && !stopping.aborted; due = await dueJobs()) {
        await Promise.all(due.map(work));
      }
      const { due_at: dueAt = null } = (await findNext(db, { kinds })) ?? {};
      return dueAt === null ? undefined : { inMs: dueAt - clock() };
    },
  });
}

type JobName = Pick<JobTable, 'game_index' | 'appid' | 'job_id'>;

export const findJob = statement((db, $: Params<JobName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .selectFrom('job')
    .selectAll()
    .where('job_id', '=', $.job_id),
).first;

/** Begins a job anew, also while it runs: the run of before settles nothing. */
export const renewJob = statement((db, $: Params<JobName & { now: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('job')
    .set({ created_at: $.now, due_at: $.now, lease: null, attempts: 0, last_error: null })
    .where('job_id', '=', $.job_id),
);

/** What an app's jobs failed for may be mended: they begin at once. Signal `JOBS_CHANGED` after the commit. */
export const hurryFailed = statement(
  (db, $: Params<{ gameIndex: number; appid: string; now: number }>) =>
    ofApp(db, $)
      .updateTable('job')
      .set({ due_at: $.now })
      .where('last_error', 'is not', null)
      .where('lease', 'is', null)
      .where('due_at', '>', $.now),
);

const findDue = statement((db, $: Params<{ kinds: readonly string[]; now: number }>) =>
  acrossProjects(db)
    .selectFrom('job')
    .selectAll()
    .where('due_at', '<=', $.now)
    .where('kind', 'in', $.kinds)
    .orderBy('due_at')
    .limit(AT_ONCE),
);

const findNext = statement((db, $: Params<{ kinds: readonly string[] }>) =>
  acrossProjects(db)
    .selectFrom('job')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('kind', 'in', $.kinds)
    .orderBy('due_at')
    .limit(1),
).first;

type Due = JobName & Pick<JobTable, 'due_at'>;

const takeDue = statement((db, $: Params<Due & { lease: string; leasedUntil: number }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('job')
    .set({ lease: $.lease, due_at: $.leasedUntil })
    .where('job_id', '=', $.job_id)
    .where('due_at', '=', $.due_at),
);

type Held = JobName & { readonly lease: string };

const removeDone = statement((db, $: Params<Held>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .deleteFrom('job')
    .where('job_id', '=', $.job_id)
    .where('lease', '=', $.lease),
);

const putOff = statement((db, $: Params<Held & Due & { reason: string | null }>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .updateTable('job')
    .set((eb) => ({
      lease: null,
      attempts: eb('attempts', '+', 1),
      due_at: $.due_at,
      last_error: $.reason,
    }))
    .where('job_id', '=', $.job_id)
    .where('lease', '=', $.lease),
);
