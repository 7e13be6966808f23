// Opens and closes alerts once a minute, in one process at a time.
import type { Logger } from 'pino';
import { enqueueJobs, JOBS_CHANGED } from '../background/jobs.ts';
import {
  extendTurn,
  NO_PROJECT,
  nextTurn,
  putBack,
  type Turn,
  takeTurn,
} from '../background/turns.ts';
import { createWorker, type Worker } from '../background/worker.ts';
import type { Clock } from '../base/clock.ts';
import { timeOrderedId } from '../base/ids.ts';
import type { Db } from '../storage/db.ts';
import type { AlertTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { findingsIn } from './conditions.ts';
import { alertJob, type Moment } from './deliver.ts';
import type { Finding } from './finding.ts';
import { allSettings } from './settings.ts';
import { allOpenAlerts, changeDetails, channelsOf, endAlert, insertAlert } from './store.ts';

const EVERY_MS = 60_000;
/** Longer than a look at all projects takes; extended with every project that has changes. */
const LEASE_MS = 60_000;

export interface AlertOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
}

const ALERTS = { gameIndex: NO_PROJECT, appid: '', work: 'alerts', subject: '' };

export function createAlerts({ storage, clock, log }: AlertOptions): Worker {
  const { db } = storage;

  async function lookAround(turn: Turn, now: number): Promise<void> {
    const changes = await changesIn(db, now);
    for (const [gameIndex, group] of Map.groupBy(changes, ({ alert }) => alert.game_index)) {
      if (!(await extendTurn(db, turn, clock() + LEASE_MS))) return;
      for (const change of group) {
        if (!(await db.transaction().execute((tx) => make(tx, change, now)))) continue;
        const { kind, subject } = change.alert;
        log.warn({ project: gameIndex, alert: kind, subject }, `alert ${change.moment}`);
        storage.signals.emit(JOBS_CHANGED);
      }
    }
    await putBack(db, turn, { dueAt: now + EVERY_MS });
  }

  return createWorker({
    name: 'alerts',
    log,
    everyMs: EVERY_MS,
    async work() {
      const now = clock();
      const turn = await takeTurn(db, ALERTS, { now, leaseMs: LEASE_MS });
      if (turn) await lookAround(turn, now);
      return nextTurn(db, [ALERTS.work], clock());
    },
  });
}

interface Change {
  readonly alert: AlertTable;
  readonly moment: Moment;
}

const nameOf = ({ gameIndex, kind, subject }: Pick<Finding, 'gameIndex' | 'kind' | 'subject'>) =>
  `${gameIndex} ${kind} ${subject}`;

/** Alerts to open and to close; what else has changed about an open one is written. */
async function changesIn(db: Db, now: number): Promise<Change[]> {
  const open = new Map(
    (await allOpenAlerts(db, {})).map((row) => [
      nameOf({ ...row, gameIndex: row.game_index }),
      row,
    ]),
  );
  const findings = await findingsIn({
    db,
    now,
    settingsOf: await allSettings(db),
    isOpen: (about) => open.has(nameOf(about)),
  });
  const changes: Change[] = [];
  for (const finding of findings) {
    const known = open.get(nameOf(finding));
    open.delete(nameOf(finding));
    const details = JSON.stringify(finding.details);
    if (!known) changes.push({ alert: toRow(finding, details, now), moment: 'opened' });
    else if (known.details !== details) await changeDetails(db, { ...known, details });
  }
  changes.push(...[...open.values()].map((alert) => ({ alert, moment: 'closed' }) as const));
  return changes;
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
  { gameIndex, kind, subject, appid }: Finding,
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
