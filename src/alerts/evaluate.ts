// Opens and closes alerts: project by project, one process at a time, once a minute.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { enqueueJobs, JOBS_CHANGED } from '../background/jobs.ts';
import { createTurns, NO_PROJECT } from '../background/turns.ts';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import { timeOrderedId } from '../base/ids.ts';
import type { Db } from '../storage/db.ts';
import type { AlertTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { findingsIn } from './conditions.ts';
import { alertJob, type Moment } from './deliver.ts';
import type { Finding } from './finding.ts';
import { settingsIn } from './settings.ts';
import { changeDetails, channelsOf, endAlert, insertAlert, openAlerts } from './store.ts';

const EVERY_MS = 60_000;
const LOOK_EVERY_MS = 20_000;
/** Longer than a look at the largest project takes. */
const LEASE_MS = 60_000;

export interface AlertOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
}

const turns = createTurns('alert_turn');

export function createAlerts({ storage, clock, log }: AlertOptions): Worker {
  const { db } = storage;

  async function serve(gameIndex: number): Promise<void> {
    const now = clock();
    const lease = randomUUID();
    if (!(await turns.take(db, { gameIndex, lease, now, leasedUntil: now + LEASE_MS }))) return;
    const changes = await evaluate(db, gameIndex, now);
    for (const { alert, moment } of changes) {
      const { kind, subject } = alert;
      log.warn({ project: gameIndex, alert: kind, subject }, `alert ${moment}`);
    }
    if (changes.length > 0) storage.signals.emit(JOBS_CHANGED);
    await turns.putBack(db, { gameIndex, lease, dueAt: now + EVERY_MS });
  }

  return createWorker({
    name: 'alerts',
    log,
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      for (const gameIndex of await turns.dueProjects(db, clock())) {
        if (stopping.aborted) return;
        if (gameIndex !== NO_PROJECT) await serve(gameIndex);
      }
    },
  });
}

interface Change {
  readonly alert: AlertTable;
  readonly moment: Moment;
}

const nameOf = ({ kind, subject }: Pick<Finding, 'kind' | 'subject'>): string =>
  `${kind} ${subject}`;

async function evaluate(db: Db, gameIndex: number, now: number): Promise<Change[]> {
  const open = new Map((await openAlerts(db, { gameIndex })).map((row) => [nameOf(row), row]));
  const findings = await findingsIn({
    db,
    gameIndex,
    now,
    settings: await settingsIn(db, gameIndex),
    isOpen: (kind, subject) => open.has(nameOf({ kind, subject })),
  });
  const changes: Change[] = [];
  for (const finding of findings) {
    const known = open.get(nameOf(finding));
    open.delete(nameOf(finding));
    const details = JSON.stringify(finding.details);
    if (!known) changes.push({ alert: toRow(gameIndex, finding, details, now), moment: 'opened' });
    else if (known.details !== details) await changeDetails(db, { ...known, details });
  }
  changes.push(...[...open.values()].map((alert) => ({ alert, moment: 'closed' }) as const));
  const made: Change[] = [];
  for (const change of changes) {
    if (await db.transaction().execute((tx) => make(tx, change, now))) made.push(change);
  }
  return made;
}

/** The alert and its messages in one transaction; false when another process was faster. */
async function make(tx: Db, { alert, moment }: Change, now: number): Promise<boolean> {
  const isMade =
    moment === 'opened'
      ? await insertAlert(tx, alert)
      : (await endAlert(tx, { ...alert, now })) > 0;
  if (!isMade) return false;
  const channels = await channelsOf(tx, { gameIndex: alert.game_index });
  await enqueueJobs(
    tx,
    channels.map((channel) => alertJob(alert, channel, moment)),
    now,
  );
  return true;
}

const toRow = (
  gameIndex: number,
  { kind, subject, appid }: Finding,
  details: string,
  now: number,
): AlertTable => ({
  game_index: gameIndex,
  alert_id: timeOrderedId(now),
  kind,
  subject,
  appid,
  details,
  opened_at: now,
  closed_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
});
