// One function per thing that can be done, shared by both generations, bulk, admin API and console.

import type { Actor as AuditActor } from '../audit/audit.ts';
import { createCache } from '../base/cache.ts';
import type { Clock } from '../base/clock.ts';
import { readDate } from '../base/dates.ts';
import { takeNumbers } from '../outbox/sequence.ts';
import { createReads } from '../storage/batcher.ts';
import type { Db } from '../storage/db.ts';
import type { RestrictionHistoryTable } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { App, Directory } from '../tenants/directory.ts';
import { CACHE_LIFE_MS } from '../tenants/directory.ts';
import {
  type Actor,
  applyWithin,
  type ChangeResult,
  createChanges,
  type SetChange,
} from './changes.ts';
import {
  hasExpired,
  isInEffect,
  type Language,
  periodProblem,
  type Restriction,
  repeatedLanguage,
  type TypeDefinition,
  textsIn,
  typeProblem,
} from './rules.ts';
import * as store from './store.ts';

export interface RestrictionDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
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

/** Who asks for a change, why, and in which trace. */
export interface Request {
  readonly actor: Actor;
  readonly comment?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Who is to be named in the audit log too. */
  readonly audited?: AuditActor | undefined;
}

/** What else is written with a change of the types, in the same transaction. */
export type Also = (tx: Db, type: store.StoredType, before?: store.StoredType) => Promise<void>;

export type TypeProblem = { readonly code: 4014 | 4015 | 4016 } | { readonly field: string };

/** What a player is told: the texts of the type in the wanted language. */
export interface PlayerRestriction {
  readonly player_id: bigint;
  readonly status: 'P' | 'B';
  readonly block_type: number;
  readonly type_status: 'O' | 'N';
  readonly title: string | null;
  readonly reason: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly in_effect: boolean;
  readonly support_code: string;
}

export type Restrictions = ReturnType<typeof createRestrictions>;

const TYPES_CHANGED = 'restriction-types';
const CACHED_TYPE_LISTS = 1_000;
const MAX_READ_BATCH = 512;
const MAX_READ_TRIES = 3;
const EXPIRY_BATCH = 200;

export function createRestrictions({ storage, directory, clock, onBatch }: RestrictionDeps) {
  const { db, signals } = storage;
  const changes = createChanges(storage, (size) => onBatch('restriction.change', size));
  const reads = createReads<{ appid: string; playerId: bigint }, Restriction | undefined>({
    maxSize: MAX_READ_BATCH,
    onBatch: (size) => onBatch('restriction.read', size),
    async read(wanted) {
      const found = new Map<string, Map<bigint, Restriction>>();
      for (const [appid, group] of Map.groupBy(wanted, (each) => each.appid)) {
        const players = group.map((each) => each.playerId);
        found.set(appid, await store.readRestrictions(db, appid, players));
      }
      return wanted.map(({ appid, playerId }) => found.get(appid)?.get(playerId));
    },
  });
  const typeLists = createCache<string, Promise<store.StoredType[]>>(
    clock,
    CACHE_LIFE_MS,
    CACHED_TYPE_LISTS,
  );
  signals.on(TYPES_CHANGED, typeLists.clear);

  function typesOf(app: App): Promise<store.StoredType[]> {
    const cached = typeLists.get(app.appid);
    if (cached) return cached;
    const reading = store.readTypes(db, app.appid);
    typeLists.set(app.appid, reading);
    reading.catch(typeLists.clear);
    return reading;
  }

  async function typeOf(app: App, blockType: number): Promise<store.StoredType | undefined> {
    const find = async () => (await typesOf(app)).find((each) => each.block_type === blockType);
    const known = await find();
    if (known) return known;
    // Another process may have registered it a moment ago.
    typeLists.clear();
    return find();
  }

  async function liveRestriction(app: App, playerId: bigint): Promise<Restriction | undefined> {
    const found = await reads.submit({ appid: app.appid, playerId });
    return found && !hasExpired(found, clock()) ? found : undefined;
  }

  async function restrictionWithType(app: App, playerId: bigint) {
    for (let tries = 0; tries < MAX_READ_TRIES; tries++) {
      const restriction = await liveRestriction(app, playerId);
      if (!restriction) return undefined;
      const type = await typeOf(app, restriction.blockType);
      if (type) return { restriction, type };
      // Between the two reads the restriction has left the type, and the type was deleted.
    }
    throw new Error('a live restriction whose type is gone');
  }

  return {
    /** Interface 4.1: the new type's number, or what is wrong with it. */
    async registerType(
      app: App,
      type: TypeDefinition,
      also?: Also,
    ): Promise<{ readonly block_type: number } | TypeProblem> {
      const problem = problemOf(type);
      if (problem) return problem;
      const block_type = await db.transaction().execute(async (tx) => {
        const number = await store.insertType(tx, app.appid, type, clock());
        await also?.(tx, { ...type, block_type: number });
        return number;
      });
      signals.emit(TYPES_CHANGED);
      return { block_type };
    },

    /** New names and texts; the kind stays, since the players restricted with it were told so. */
    async changeType(
      app: App,
      blockType: number,
      type: TypeDefinition,
      also?: Also,
    ): Promise<0 | 4011 | TypeProblem> {
      const problem = problemOf(type);
      if (problem) return problem;
      const outcome = await db
        .transaction()
        .execute(async (tx): Promise<0 | 4011 | TypeProblem> => {
          const types = await store.readTypes(tx, app.appid);
          const before = types.find((each) => each.block_type === blockType);
          if (!before) return 4011;
          if (before.type_status !== type.type_status) return { field: 'type_status' };
          await store.updateType(tx, app.appid, blockType, type);
          await also?.(tx, { ...type, block_type: blockType }, before);
          return 0;
        });
      signals.emit(TYPES_CHANGED);
      return outcome;
    },

    async deleteType(app: App, blockType: number, also?: Also): Promise<0 | 4011 | 4012> {
      const result = await db.transaction().execute(async (tx): Promise<0 | 4011 | 4012> => {
        // Holding the project's line, no restriction can take the type while it goes.
        await takeNumbers(tx, app.gameIndex, 'restriction', 0);
        const now = clock();
        const types = await store.readTypes(tx, app.appid);
        const type = types.find((each) => each.block_type === blockType);
        if (!type) return 4011;
        if (await store.isTypeInUse(tx, app.appid, blockType, now)) return 4012;
        const all = Number.MAX_SAFE_INTEGER;
        const ended = await store.readExpired(tx, app.appid, now, all, blockType);
        await applyWithin(
          tx,
          ended.map((each) => expiryOf(app, each.playerId, now)),
        );
        await store.removeType(tx, app.appid, blockType);
        await also?.(tx, type);
        return 0;
      });
      signals.emit(TYPES_CHANGED);
      return result;
    },

    /** Policy types and temporary types, with the texts in the wanted language. */
    async listTypes(app: App, language: Language) {
      const types = await store.readTypes(db, app.appid);
      const entry = ({ reasons, ...type }: store.StoredType) => ({
        ...type,
        ...textsIn(reasons, language),
      });
      return {
        block_type_list: types.filter((type) => type.type_status === 'O').map(entry),
        temp_type_list: types.filter((type) => type.type_status === 'N').map(entry),
      };
    },

    /** The result code, or the field that makes the request invalid. */
    async set(
      app: App,
      request: SetRequest,
      who: Request,
    ): Promise<{ readonly code: ChangeResult } | { readonly field: string }> {
      const change = setChange(app, request, who, clock());
      return 'field' in change ? change : { code: await changes.submit(change) };
    },

    release(app: App, playerId: bigint, who: Request): Promise<ChangeResult> {
      return changes.submit({ kind: 'release', app, playerId, ...who, now: clock() });
    },

    async get(app: App, playerId: bigint, language: Language): Promise<PlayerRestriction | null> {
      const found = await restrictionWithType(app, playerId);
      if (!found) return null;
      const { restriction, type } = found;
      const texts = textsIn(type.reasons, language);
      return {
        player_id: playerId,
        status: restriction.status,
        block_type: restriction.blockType,
        type_status: type.type_status,
        title: texts.title ?? null,
        reason: texts.reason,
        start_date: restriction.startDate,
        end_date: restriction.endDate,
        in_effect: isInEffect(restriction, clock()),
        support_code: supportCode(app, playerId, restriction),
      };
    },

    /** Whether the player is kept out at this moment. Read from the database each time: true on every process. */
    async isKeptOut(app: App, playerId: bigint): Promise<boolean> {
      const restriction = await liveRestriction(app, playerId);
      return restriction !== undefined && isInEffect(restriction, clock());
    },

    history(
      app: App,
      playerId: bigint,
      page: { readonly before?: number; readonly size: number },
    ): Promise<readonly RestrictionHistoryTable[]> {
      const before = page.before ?? Number.MAX_SAFE_INTEGER;
      return store.readHistory(db, app.appid, playerId, before, page.size);
    },

    /** Writes off periods that are over, so that the history says so; answers how many. */
    async expire(): Promise<number> {
      const now = clock();
      let count = 0;
      for (const { appid } of await db.selectFrom('app').select('appid').execute()) {
        const app = await directory.app(appid);
        const ended = app ? await store.readExpired(db, appid, now, EXPIRY_BATCH) : [];
        await Promise.all(
          ended.map(({ playerId }) => changes.submit(expiryOf(app as App, playerId, now))),
        );
        count += ended.length;
      }
      return count;
    },

    async close(): Promise<void> {
      await Promise.all([changes.close(), reads.close()]);
    },
  };
}

function problemOf(type: TypeDefinition): TypeProblem | undefined {
  if (repeatedLanguage(type.reasons)) return { field: 'reasons' };
  const code = typeProblem(type);
  return code && { code };
}

/** The change that a request asks for, or the field that makes it invalid. */
export function setChange(
  app: App,
  request: SetRequest,
  who: Request,
  now: number,
): SetChange | { readonly field: string } {
  const startsAt = readDate(request.start_date, app.timeZone);
  const endsAt = readDate(request.end_date, app.timeZone);
  if (startsAt === undefined) return { field: 'start_date' };
  if (endsAt === undefined) return { field: 'end_date' };
  const field = periodProblem(request.status, startsAt, endsAt, now);
  if (field) return { field };
  return {
    kind: 'set',
    app,
    playerId: request.player_id,
    ...who,
    now,
    did: request.did,
    skipBlocked: request.skip_blocked ?? false,
    restriction: {
      status: request.status,
      blockType: request.block_type,
      startDate: request.start_date,
      endDate: request.end_date,
      startsAt,
      endsAt: request.status === 'P' ? null : endsAt,
    },
  };
}

const SYSTEM: Actor = { kind: 'system', name: 'expiry' };

function expiryOf(app: App, playerId: bigint, now: number) {
  return { kind: 'expire', app, playerId, actor: SYSTEM, now } as const;
}

/** Short enough to read out to support, and enough for support to find the player and the restriction. */
function supportCode(app: App, playerId: bigint, { blockType }: Restriction): string {
  return `${app.gameIndex}-${playerId.toString(36).toUpperCase()}-${blockType}`;
}
