// Registers and releases restrictions: concurrent changes share one transaction, each with its own result.

import { type AuditEntry, type AuditedChange, writeAudits } from '../audit/audit.ts';
import type { Limits } from '../audit/limits.ts';
import { isLoggedInOnDevice } from '../identity/logins.ts';
import { type Listener, rowsFor } from '../outbox/filter.ts';
import { enqueue, OUTBOX_CHANGED, restrictionListeners, takeNumbers } from '../outbox/outbox.ts';
import { type Batcher, createBatcher, type Settled } from '../storage/batcher.ts';
import type { Db } from '../storage/db.ts';
import { isConnectionLost } from '../storage/failure.ts';
import type { Procedure } from '../storage/procedure.ts';
import { pipe } from '../storage/rows.ts';
import type { AppealTable, OutboxTable, RestrictionHistoryTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { endedEvent } from './appeals/appeal-events.ts';
import { endAppeal, keepDecidedEvent } from './appeals/appeals-store.ts';
import { releaseDevices, restrictDevices } from './devices-store.ts';
import { eventsOf, type NewEvent, numberEvents } from './events.ts';
import { tellInstead, type Untold } from './instead.ts';
import { notAllowed } from './limits.ts';
import { notification } from './notify.ts';
import {
  decideSet,
  hasExpired,
  type PeriodProblem,
  periodProblem,
  type Restriction,
} from './rules.ts';
import { LOGIN, otherScope } from './scopes.ts';
import { printSnapshot, snapshotOf } from './snapshot.ts';
import * as store from './store.ts';

export interface Actor {
  readonly kind: RestrictionHistoryTable['actor_kind'];
  readonly name: string;
  /** Of operators: what they may set, change and release. */
  readonly limits?: Limits | undefined;
}

interface ChangeBase {
  readonly app: App;
  readonly playerId: bigint;
  readonly scope: string;
  readonly actor: Actor;
  readonly comment?: string | undefined;
  /** Set for operators, who appear in the audit log; not for app servers. */
  readonly audited?: AuditedChange['actor'] | undefined;
  readonly now: number;
}

export interface SetChange extends ChangeBase {
  readonly kind: 'set';
  readonly restriction: Restriction;
  readonly skipBlocked: boolean;
  readonly did?: bigint | undefined;
  readonly traceparent?: string | undefined;
  /** Whether the devices of the player are included; as it is unless said, at first not. */
  readonly withDevices?: boolean | undefined;
  /** Neither the game server nor the event receiver is told. */
  readonly quiet?: boolean | undefined;
}

export interface ReleaseChange extends ChangeBase {
  readonly kind: 'release';
}

/** Recorded in the history when a period has ended. */
export interface ExpireChange extends ChangeBase {
  readonly kind: 'expire';
}

export type Change = SetChange | ReleaseChange | ExpireChange;

/** Sent to this process after a commit that may have changed restrictions. */
export const RESTRICTIONS_CHANGED = 'restrictions';

/** 0 also when `skip_blocked` changed nothing. */
export type ChangeResult = 0 | 2002 | 4011 | 4013 | PeriodProblem | NotAllowed;

/** Why the limits of the operator do not allow the change. */
export interface NotAllowed {
  readonly notAllowed: string;
}

export const isNotAllowed = (result: ChangeResult): result is NotAllowed =>
  typeof result === 'object';

/** The action in the history; undefined when nothing changed. */
export type ChangeAction = RestrictionHistoryTable['action'] | undefined;

/** A change writes at most two history rows: the end of an expired period, and its own. */
const NUMBERS_PER_CHANGE = 2;
const MAX_BATCH = 256;

export function createChanges(
  storage: Storage,
  onBatch: (size: number) => void,
): Batcher<Change, ChangeResult> {
  return createBatcher<Change, ChangeResult>({
    name: 'change restrictions',
    maxSize: MAX_BATCH,
    onBatch,
    isOutcomeUnknown: isConnectionLost,
    ...(storage.isDistributed() && { groupOf: ({ app }) => app.gameIndex }),
    run: (changes, handOver) => applyChanges(storage, changes, handOver),
  });
}

async function applyChanges(
  { transact, signals }: Storage,
  changes: readonly Change[],
  handOver: () => void,
): Promise<Settled<ChangeResult>[]> {
  const { results, notified } = await transact(application, changes, handOver);
  signals.deliver(RESTRICTIONS_CHANGED);
  if (notified) signals.emit(OUTBOX_CHANGED);
  return results.map((value) => ({ value }));
}

interface Applied {
  readonly results: ChangeResult[];
  readonly actions: ChangeAction[];
  /** The number of each change in the history; undefined when nothing changed. */
  readonly numbers: (number | undefined)[];
  readonly notified: boolean;
}

/** The same within the caller's transaction; the caller wakes the relay after the commit. */
export async function applyWithin(tx: Db, changes: readonly Change[]): Promise<Applied> {
  const ledger = await openLedger(tx, changes);
  const results: ChangeResult[] = [];
  const actions: ChangeAction[] = [];
  const numbers: (number | undefined)[] = [];
  for (const change of changes) {
    const before = ledger.history.length;
    results.push(await ledger.apply(change));
    const entry = ledger.history.length > before ? ledger.history.at(-1) : undefined;
    actions.push(entry?.action);
    numbers.push(entry?.seq);
  }
  await ledger.write();
  return { results, actions, numbers, notified: ledger.isTold() };
}

/** @public Found by its name in the thread that holds the database. */
export const application: Procedure<readonly Change[], Applied> = {
  module: import.meta.url,
  name: 'application',
  work: applyWithin,
};

type Place = Pick<store.StoredRestriction, 'playerId' | 'scope' | 'appid'>;

const keyOf = ({ playerId, scope, appid }: Place): string => `${playerId} ${scope} ${appid}`;
const placeOf = ({ playerId, scope, app: { appid } }: Change): Place => ({
  playerId,
  scope,
  appid,
});

/** What the changes need to know, read once, and what they will write. */
async function openLedger(tx: Db, changes: readonly Change[]) {
  // Project sequences are locked first and in the same order everywhere, so that transactions cannot deadlock.
  const projects = [...Map.groupBy(changes, (change) => change.app.gameIndex)].sort(
    ([one], [other]) => one - other,
  );
  const apps = [...Map.groupBy(changes, (change) => change.app.appid).values()].flatMap((group) => {
    const app = group[0]?.app;
    return app ? [{ app, group }] : [];
  });
  const numbers = new Map<number, number>();
  const firstNumbers = new Map<number, number>();
  const current = new Map<string, store.StoredRestriction | undefined>();
  const types = new Map<string, Set<number>>();
  const { gameServers, eventReceivers } = await pipe(tx, async (connection) => {
    const lines = projects.map(async ([gameIndex, { length }]) => {
      const first = await takeNumbers(
        connection,
        gameIndex,
        'restriction',
        length * NUMBERS_PER_CHANGE,
      );
      numbers.set(gameIndex, first);
      firstNumbers.set(gameIndex, first);
    });
    const players = apps.map(async ({ app, group }) => {
      const wanted = [...new Set(group.map((change) => change.playerId))];
      for (const found of await store.readRestrictions(connection, app, wanted)) {
        current.set(keyOf(found), found);
      }
    });
    const registered = apps.map(async ({ app, group }) => {
      const wanted = group.flatMap((each) =>
        each.kind === 'set' ? each.restriction.blockType : [],
      );
      types.set(app.appid, await store.registeredTypes(connection, app, [...new Set(wanted)]));
    });
    const listeners = restrictionListeners(
      connection,
      projects.map(([gameIndex]) => gameIndex),
    );
    await Promise.all([...lines, ...players, ...registered, listeners]);
    return listeners;
  });

  const changed = new Map<string, store.NewRestriction | Place>();
  const history: RestrictionHistoryTable[] = [];
  const outbox: OutboxTable[] = [];
  const told: NewEvent[] = [];
  const untold: (Untold & { readonly gameIndex: number })[] = [];
  /** The number of the newest notification of each place. */
  const notified = new Map<string, number>();
  /** Restrictions that ended and may have an open appeal. */
  const appealed: Change[] = [];
  /** In their order: who includes devices, and whose devices are free again. */
  const devices: { readonly change: Change; readonly isRestricted: boolean }[] = [];
  const audits: AuditedChange[] = [];
  let isToldInstead = false;

  const nextNumber = (gameIndex: number): number => {
    const number = numbers.get(gameIndex) as number;
    numbers.set(gameIndex, number + 1);
    return number;
  };

  function record(
    change: Change,
    action: RestrictionHistoryTable['action'],
    before: store.StoredRestriction | undefined,
    next: store.NewRestriction | undefined,
  ): number {
    const { app, playerId, scope, now } = change;
    const bySystem = action === 'expired';
    const seq = nextNumber(app.gameIndex);
    const after = before || !next ? next : { ...next, sinceSeq: seq };
    const place = placeOf(change);
    const key = keyOf(place);
    current.set(key, after);
    changed.set(key, after ?? place);
    const entry: RestrictionHistoryTable = {
      game_index: app.gameIndex,
      seq,
      appid: app.appid,
      player_id: playerId,
      at: now,
      action,
      actor_kind: bySystem ? 'system' : change.actor.kind,
      actor: bySystem ? 'expiry' : change.actor.name,
      comment: bySystem ? null : (change.comment ?? null),
      before_change: printSnapshot(before),
      after_change: printSnapshot(after),
      scope,
      event_seq: null,
    };
    history.push(entry);
    const set = change.kind === 'set' ? change : undefined;
    if (eventReceivers.has(app.gameIndex) && (bySystem || !set?.quiet)) {
      told.push(...eventsOf({ entry, before, after, traceparent: set?.traceparent }));
    }
    if (scope === LOGIN && gameServers.has(app.gameIndex)) {
      if (after && !set?.quiet) notified.set(key, seq);
      else if (before) untold.push({ ...nameOf(app), playerId, told: notified.get(key) });
    }
    if (before?.isAppealed && !after) appealed.push(change);
    if (before?.hasDevices && !after?.hasDevices) devices.push({ change, isRestricted: false });
    if (after && set?.withDevices) devices.push({ change, isRestricted: true });
    if (change.audited && !bySystem) {
      audits.push({ actor: change.audited, entry: auditEntry(change, action, before, after) });
    }
    return seq;
  }

  function liveRestriction(change: Change): store.StoredRestriction | undefined {
    const found = current.get(keyOf(placeOf(change)));
    return found && !hasExpired(found, change.now) ? found : undefined;
  }

  /** Records the end of a restriction whose period is over. */
  function writeOff(change: Change): void {
    const found = current.get(keyOf(placeOf(change)));
    if (found && hasExpired(found, change.now)) record(change, 'expired', found, undefined);
  }

  async function apply(change: Change): Promise<ChangeResult> {
    const { app, playerId, scope } = change;
    const live = liveRestriction(change);
    if (change.kind === 'expire') {
      writeOff(change);
      return 0;
    }
    const { limits } = change.actor;
    if (limits) {
      const place = { appid: app.appid, scope, now: change.now };
      const wanted = change.kind === 'set' ? change.restriction : undefined;
      const reason = notAllowed(limits, place, wanted, live);
      if (reason !== undefined) return { notAllowed: reason };
    }
    if (change.kind === 'release') {
      writeOff(change);
      if (!live) return 2002;
      record(change, 'released', live, undefined);
      return 0;
    }
    // Before period, type and device, so that a call repeated after a lost answer is 0 as well.
    const decision = decideSet(live, change.skipBlocked);
    if (decision === 'skipped') return 0;
    const problem = periodProblem(change.restriction, change.now);
    if (problem) return problem;
    if (!types.get(app.appid)?.has(change.restriction.blockType)) return 4011;
    if (change.did !== undefined) {
      if (!(await isLoggedInOnDevice(tx, app, playerId, change.did))) return 4013;
    }
    writeOff(change);
    const { appid, gameIndex } = app;
    const by = { actor: change.actor };
    const { sinceSeq = 0, isAppealed = false } = live ?? {};
    const place = { appid, gameIndex, playerId, scope };
    const hasDevices = change.withDevices ?? live?.hasDevices ?? false;
    const kept = { sinceSeq, isAppealed, hasDevices };
    const after = { ...change.restriction, ...place, ...kept, ...by };
    const seq = record(change, decision, live, after);
    // The notification of the interface is about the login alone.
    const servers = gameServers.get(gameIndex);
    if (scope === LOGIN && servers && !change.quiet) {
      outbox.push(...rowsFor(servers, notification({ ...change, ...app, seq }), { appid }));
    }
    return 0;
  }

  /** Those that nobody has decided; the decision that ends a restriction is written before it. */
  async function endAppeals(): Promise<AppealTable[]> {
    const ended: AppealTable[] = [];
    for (const { app, playerId, scope, now } of appealed) {
      const row = await endAppeal(tx, { ...nameOf(app), playerId, scope, now });
      if (!row) continue;
      ended.push(row);
      if (eventReceivers.has(app.gameIndex)) told.push(endedEvent(row));
    }
    return ended;
  }

  async function writeDevices(): Promise<void> {
    for (const { change, isRestricted } of devices) {
      const player = { ...nameOf(change.app), playerId: change.playerId };
      if (!isRestricted) await releaseDevices(tx, player);
      else await restrictDevices(tx, player);
    }
  }

  async function write(): Promise<void> {
    const written: store.NewRestriction[] = [];
    const removed: Place[] = [];
    const projectOf = new Map(apps.map(({ app }) => [app.appid, app.gameIndex]));
    for (const after of changed.values()) {
      if ('actor' in after) written.push(after);
      else removed.push(after);
    }
    const removals = Map.groupBy(removed, ({ scope, appid }) => `${scope} ${appid}`);
    const now = changes[0]?.now ?? 0;
    const ended = await endAppeals();
    if (told.length > 0) outbox.push(...(await numberEvents(tx, told, eventReceivers)));
    for (const each of ended) await keepDecidedEvent(tx, each);
    await pipe(tx, (connection) =>
      Promise.all([
        store.writeRestrictions(connection, written, now),
        ...[...removals.values()].map((group) => {
          const { appid, scope } = group[0] as Place;
          return store.removeRestrictions(connection, {
            gameIndex: projectOf.get(appid) as number,
            appid,
            scope,
            players: group.map(({ playerId }) => playerId),
          });
        }),
        store.writeHistory(connection, history),
        enqueue(connection, outbox),
        ...(audits.length > 0 ? [writeAudits(connection, now, audits)] : []),
      ]),
    );
    await writeDevices();
    for (const [gameIndex, group] of Map.groupBy(untold, (each) => each.gameIndex)) {
      const servers = gameServers.get(gameIndex) as readonly Listener[];
      const first = firstNumbers.get(gameIndex) as number;
      if (await tellInstead(tx, { gameIndex, servers, first, now }, group)) isToldInstead = true;
    }
  }

  const isTold = (): boolean => outbox.length > 0 || isToldInstead;

  return { apply, write, isTold, history };
}

function auditEntry(
  { app, playerId, scope, comment }: Change,
  action: string,
  before: Restriction | undefined,
  after: Restriction | undefined,
): AuditEntry {
  return {
    action: `restriction.${action}`,
    gameIndex: app.gameIndex,
    target: `apps/${app.appid}/restrictions/${playerId}`,
    ...(before && { before: snapshotOf(before) }),
    after: {
      ...otherScope(scope),
      ...(after && snapshotOf(after)),
      ...(comment !== undefined && { comment }),
    },
  };
}
