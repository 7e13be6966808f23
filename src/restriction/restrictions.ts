// Restrictions of players: set, release and read them, for app servers, bulk jobs and operators.
import type { Static } from 'typebox';
import type { Actor as AuditActor } from '../audit/audit.ts';
import type { Clock } from '../base/clock.ts';
import { isoTime } from '../base/iso-time.ts';
import type { Vault } from '../base/vault.ts';
import type { RestrictedAccess } from '../identity/user-access.ts';
import { createReads } from '../storage/batcher.ts';
import type { RestrictionHistoryTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, type AppName, type Directory, nameOf } from '../tenants/directory.ts';
import { printAppealCode } from './appeals/appeal-code.ts';
import { type AppealOutcome, type AppealRequest, openAppeal } from './appeals/appeals.ts';
import { applyAsList, type CallChanges, type CallResults } from './bulk/call.ts';
import {
  type Actor,
  type Change,
  type ChangeResult,
  createChanges,
  isNotAllowed,
  type NotAllowed,
  type SetChange,
} from './changes.ts';
import { restrictedBy } from './devices-store.ts';
import { writeOffExpired } from './expiry.ts';
import {
  hasExpired,
  type Invalid,
  isInEffect,
  type Language,
  PERIOD_PROBLEMS,
  type PeriodProblem,
  readPeriod,
  textsIn,
} from './rules.ts';
import type { BlockHistoryData } from './schema.ts';
import { compareScopes, hasScope, LOGIN, otherScope, PURCHASE, scopeName } from './scopes.ts';
import { readSnapshot } from './snapshot.ts';
import * as store from './store.ts';
import { printSupportCode } from './support-code.ts';
import { createTypes, type RestrictionType } from './types.ts';

export interface RestrictionDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'derive'>;
  onBatch(kind: string, size: number): void;
}

export interface SetRequest {
  readonly player_id: bigint;
  readonly status: 'P' | 'B';
  readonly block_type: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly skip_blocked?: boolean;
  readonly did?: bigint;
}

interface InScope {
  /** `login` by default. */
  readonly scope?: string;
}

/** Who makes a change, why, and in which trace. */
export interface Requester {
  readonly actor: Actor;
  readonly comment?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Whether a restriction of the login includes the devices of the player. */
  readonly withDevices?: boolean | undefined;
  /** The operator to name in the audit log. */
  readonly audited?: AuditActor | undefined;
}

/** The texts shown to a player, in the requested language. */
export interface PlayerRestriction {
  readonly player_id: bigint;
  readonly scope: string;
  readonly scope_name: string;
  readonly status: 'P' | 'B';
  readonly block_type: number;
  readonly type_status: 'O' | 'N';
  readonly title: string | null;
  readonly reason: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly in_effect: boolean;
  readonly support_code: string;
  /** Only where the player may appeal. */
  readonly appeal_code?: string;
  /** Only if it is that of another player on the same device. */
  readonly by_device?: true;
}

type SetOutcome =
  | { readonly code: Exclude<ChangeResult, PeriodProblem | NotAllowed> }
  | Required<Invalid>;

/** Thrown to an operator whose limits do not allow the change; nothing was written. */
export class BeyondLimits extends Error {}

export type HistoryEntry = Static<typeof BlockHistoryData>['history'][number];

export type Restrictions = ReturnType<typeof createRestrictions>;

const MAX_READ_BATCH = 512;
const MAX_READ_TRIES = 3;
const NONE: readonly store.StoredRestriction[] = [];

export function createRestrictions(deps: RestrictionDeps) {
  const { storage, directory, clock, vault, onBatch } = deps;
  const { db } = storage;
  const types = createTypes({ storage, clock });
  const changes = createChanges(storage, (size) => onBatch('restriction.change', size));
  const reads = createReads<AppName & { playerId: bigint }, readonly store.StoredRestriction[]>({
    name: 'read restrictions',
    maxSize: MAX_READ_BATCH,
    onBatch: (size) => onBatch('restriction.read', size),
    async read(wanted) {
      const found = new Map<string, Map<bigint, store.StoredRestriction[]>>();
      for (const [appid, group] of Map.groupBy(wanted, (each) => each.appid)) {
        const players = group.map((each) => each.playerId);
        const [app] = group;
        if (!app) continue;
        const restricted = await store.readRestrictions(db, app, players);
        found.set(
          appid,
          Map.groupBy(restricted, ({ playerId }) => playerId),
        );
      }
      return wanted.map(({ appid, playerId }) => found.get(appid)?.get(playerId) ?? NONE);
    },
  });

  async function liveRestrictions(
    app: App,
    playerId: bigint,
  ): Promise<readonly store.StoredRestriction[]> {
    const found = await reads.submit({ appid: app.appid, gameIndex: app.gameIndex, playerId });
    return found.length === 0 ? found : found.filter((each) => !hasExpired(each, clock()));
  }

  async function restrictionsWithTypes(app: App, playerId: bigint) {
    for (let tries = 0; tries < MAX_READ_TRIES; tries++) {
      const live = await liveRestrictions(app, playerId);
      const typed = await Promise.all(
        live.map(async (restriction) => {
          const type = await types.find(app, restriction.blockType);
          return type ? { restriction, type } : undefined;
        }),
      );
      const whole = typed.filter((each) => each !== undefined);
      if (whole.length === live.length) return whole;
      // Between the two reads a restriction changed its type, and the old type was deleted.
    }
    throw new Error('a live restriction whose type is gone');
  }

  /** Two or more of a scope are a list that can be undone. */
  async function changeAll(
    app: App,
    action: 'restrict' | 'release',
    { actor, comment }: Requester,
    wanted: readonly Change[],
  ): Promise<CallResults> {
    const found = new Map<Change, ChangeResult>();
    let jobId: string | null = null;
    for (const list of Map.groupBy(wanted, ({ scope }) => scope).values()) {
      const done = await changeList({ app, action, actor, comment, changes: list, now: clock() });
      list.forEach((change, index) => {
        found.set(change, done.results[index] as ChangeResult);
      });
      jobId ??= done.jobId;
    }
    return { results: wanted.map((change) => found.get(change) as ChangeResult), jobId };
  }

  async function changeList(call: CallChanges): Promise<CallResults> {
    if (call.changes.length < 2) {
      return { results: await Promise.all(call.changes.map(changes.submit)), jobId: null };
    }
    onBatch('restriction.change', call.changes.length);
    return applyAsList(storage, call);
  }

  function view(
    app: App,
    { restriction, type }: { restriction: store.StoredRestriction; type: RestrictionType },
    language: Language,
  ): PlayerRestriction {
    const { playerId, scope } = restriction;
    const texts = textsIn(type.reasons, language);
    return {
      player_id: playerId,
      scope,
      scope_name: scopeName(app, scope, language),
      status: restriction.status,
      block_type: restriction.blockType,
      type_status: type.type_status,
      title: texts.title ?? null,
      reason: texts.reason,
      start_date: restriction.startDate,
      end_date: restriction.endDate,
      in_effect: isInEffect(restriction, clock()),
      support_code: printSupportCode({
        gameIndex: app.gameIndex,
        playerId,
        blockType: restriction.blockType,
      }),
      ...(type.appeals && {
        appeal_code: printAppealCode(vault, restriction, restriction.blockType),
      }),
    };
  }

  return {
    types,

    /** The result code, or what makes the request invalid. */
    async set(
      app: App,
      request: SetRequest,
      who: Requester,
      scope: string = LOGIN,
    ): Promise<SetOutcome> {
      const change = setChange(app, scope, request, who, clock());
      if ('field' in change) return change;
      return outcomeOf(await changes.submit(change));
    },

    /** The same of many players: one outcome for each request, in their order. */
    async setAll(
      app: App,
      requests: readonly (SetRequest & InScope)[],
      who: Requester,
    ): Promise<readonly SetOutcome[]> {
      const now = clock();
      const wanted = requests.map((request) =>
        setChange(app, request.scope ?? LOGIN, request, who, now),
      );
      const valid = wanted.flatMap((each) => ('field' in each ? [] : [each]));
      const { results } = await changeAll(app, 'restrict', who, valid);
      const outcomes = results.values();
      return wanted.map((each) =>
        'field' in each ? each : outcomeOf(outcomes.next().value as ChangeResult),
      );
    },

    async release(
      app: App,
      playerId: bigint,
      who: Requester,
      scope: string = LOGIN,
    ): Promise<0 | 2002> {
      const release = { kind: 'release', app, playerId, scope, ...who, now: clock() } as const;
      return releaseCode(await changes.submit(release));
    },

    /** The same of many players, in their order, and the list that undoes it. */
    async releaseAll(
      app: App,
      players: readonly ({ readonly player_id: bigint } & InScope)[],
      who: Requester,
    ): Promise<CallResults> {
      const now = clock();
      const wanted = players.map(
        ({ player_id: playerId, scope = LOGIN }) =>
          ({ kind: 'release', app, playerId, scope, ...who, now }) as const,
      );
      return changeAll(app, 'release', who, wanted);
    },

    /** Of all scopes, `login` first. */
    async all(app: App, playerId: bigint, language: Language): Promise<PlayerRestriction[]> {
      const found = await restrictionsWithTypes(app, playerId);
      const sorted = found.toSorted((one, other) =>
        compareScopes(one.restriction.scope, other.restriction.scope),
      );
      return sorted.map((each) => view(app, each, language));
    },

    /** Of another player who is restricted with this device, as one of this player. */
    async byDevice(
      app: App,
      playerId: bigint,
      did: bigint,
      language: Language,
    ): Promise<PlayerRestriction | undefined> {
      const [row] = await restrictedBy(db, { ...nameOf(app), playerId, did, now: clock() });
      const type = row && (await types.find(app, row.block_type));
      if (!type) return undefined;
      const restriction = { ...store.fromRow(row), playerId };
      // Who the other player is, and their code for an appeal, concern nobody else.
      const { appeal_code: _, ...shown } = view(app, { restriction, type }, language);
      return { ...shown, by_device: true };
    },

    /** What the player may do now. Not cached, so that every process answers the same. */
    async accessOf(app: App, playerId: bigint): Promise<RestrictedAccess> {
      const live = await liveRestrictions(app, playerId);
      const isRestricted = (wanted: string): boolean =>
        live.some((each) => each.scope === wanted && isInEffect(each, clock()));
      if (isRestricted(LOGIN)) return 'none';
      return isRestricted(PURCHASE) ? 'without_purchases' : 'whole';
    },

    appeal: (app: App, request: AppealRequest): Promise<AppealOutcome> =>
      openAppeal(storage, app, request, clock()),

    /** Newest first. */
    async history(
      { appid, gameIndex }: App,
      playerId: bigint,
      {
        before = Number.MAX_SAFE_INTEGER,
        size,
      }: { readonly before?: number; readonly size: number },
    ): Promise<HistoryEntry[]> {
      const rows = await store.readHistory(db, {
        appid,
        gameIndex,
        playerId,
        beforeSeq: before,
        limit: size,
      });
      return rows.map(historyEntry);
    },

    /** Expires ended restrictions; returns how many. */
    expire: (): Promise<number> => writeOffExpired(db, directory, clock(), changes.submit),

    /** Resolves when everything that waits for the database now has its result. */
    async queued(): Promise<void> {
      await Promise.all([changes.queued(), reads.queued()]);
    },
    async close(): Promise<void> {
      await Promise.all([changes.close(), reads.close()]);
    },
  };
}

function outcomeOf(result: ChangeResult): SetOutcome {
  if (isNotAllowed(result)) throw new BeyondLimits(result.notAllowed);
  return typeof result === 'string' ? PERIOD_PROBLEMS[result] : { code: result };
}

export function releaseCode(result: ChangeResult): 0 | 2002 {
  if (isNotAllowed(result)) throw new BeyondLimits(result.notAllowed);
  return result === 0 ? 0 : 2002;
}

const historyEntry = (row: RestrictionHistoryTable): HistoryEntry => ({
  seq: row.seq,
  at: isoTime(row.at),
  action: row.action,
  actor: { kind: row.actor_kind, name: row.actor },
  comment: row.comment,
  before: readSnapshot(row.before_change),
  after: readSnapshot(row.after_change),
  ...otherScope(row.scope),
});

const NO_SCOPE = 'not a scope of the project';
const ONLY_LOGIN = 'only with the scope login';

/** The change for a request, or the scope or the date that does not exist. The period is judged with the change. */
export function setChange(
  app: App,
  scope: string,
  request: SetRequest,
  who: Requester,
  now: number,
): SetChange | Required<Invalid> {
  const { status, block_type: blockType, start_date, end_date } = request;
  if (!hasScope(app, scope)) return { field: 'scope', problem: NO_SCOPE };
  if (who.withDevices && scope !== LOGIN) return { field: 'with_devices', problem: ONLY_LOGIN };
  const period = readPeriod(status, start_date, end_date, app.timeZone);
  if ('field' in period) return period;
  return {
    kind: 'set',
    app,
    playerId: request.player_id,
    scope,
    ...who,
    now,
    did: request.did,
    skipBlocked: request.skip_blocked ?? false,
    restriction: { ...period, blockType },
  };
}
