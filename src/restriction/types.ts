// Restriction types of an app: register, change and delete them, with texts in every language.

import { type Actor, writeAudit } from '../audit/audit.ts';
import { APPS_CHANGED } from '../audit/operation.ts';
import { createCachedReads } from '../base/cache.ts';
import type { Clock } from '../base/clock.ts';
import { takeNumbers } from '../outbox/outbox.ts';
import type { Db } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';
import { type App, CACHE_LIFE_MS } from '../tenants/directory.ts';
import { applyWithin } from './changes.ts';
import { expiryOf } from './expiry.ts';
import {
  type Invalid,
  type Language,
  repeatedLanguage,
  type TypeDefinition,
  type TypeProblem,
  textsIn,
  typeProblem,
} from './rules.ts';
import * as store from './store.ts';

export type RestrictionType = store.StoredType;
export type Unregistrable = TypeProblem | Invalid;

export interface AppealTerms {
  readonly allowed: boolean;
  readonly answers?: readonly store.ReadyAnswer[];
}

export type AddType = (type: TypeDefinition) => Promise<RestrictionType>;

export type Types = ReturnType<typeof createTypes>;

const TYPES_CHANGED = 'restriction-types';
const CACHED_LISTS = 1_000;

/** `operator` appears in the audit log; app servers do not. */
export function createTypes({
  storage,
  clock,
}: {
  readonly storage: Storage;
  readonly clock: Clock;
}) {
  const { db, signals } = storage;
  const lists = createCachedReads<RestrictionType[]>(clock, CACHE_LIFE_MS, CACHED_LISTS);
  for (const topic of [APPS_CHANGED, TYPES_CHANGED]) signals.on(topic, lists.clear);

  const cachedTypes = (app: App): Promise<RestrictionType[]> =>
    lists.get(app.appid, () => store.readTypes(db, app));

  /** One transaction; afterwards every process clears its cache of types. */
  async function changing<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const outcome = await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      await signals.announce(tx, TYPES_CHANGED);
      return result;
    });
    signals.deliver(TYPES_CHANGED);
    return outcome;
  }

  async function audit(
    tx: Db,
    operator: Actor | undefined,
    app: App,
    verb: 'create' | 'change' | 'delete',
    values: { readonly before?: RestrictionType; readonly after?: RestrictionType },
  ): Promise<void> {
    if (!operator) return;
    const blockType = (values.after ?? values.before)?.block_type;
    await writeAudit(tx, clock(), operator, {
      action: `type.${verb}`,
      gameIndex: app.gameIndex,
      target: `apps/${app.appid}/types/${blockType}`,
      ...values,
    });
  }

  async function add(
    tx: Db,
    app: App,
    type: TypeDefinition,
    operator: Actor | undefined,
  ): Promise<RestrictionType> {
    const block_type = await store.insertType(tx, app, type, clock());
    await audit(tx, operator, app, 'create', { after: { ...type, block_type } });
    return { ...type, block_type };
  }

  return {
    /** Interface 4.1: the number of the new type, or the error. */
    async register(
      app: App,
      type: TypeDefinition,
      operator?: Actor,
    ): Promise<{ readonly block_type: number } | Unregistrable> {
      const problem = problemOf(type);
      if (problem) return problem;
      return changing(async (tx) => {
        const { block_type } = await add(tx, app, type, operator);
        return { block_type };
      });
    },

    /** Under the project lock, so that two imports cannot add the same type. */
    importing<T>(
      app: App,
      operator: Actor,
      work: (known: readonly RestrictionType[], add: AddType) => Promise<T>,
    ): Promise<T> {
      return changing(async (tx) => {
        await takeNumbers(tx, app.gameIndex, 'restriction', 0);
        const known = await store.readTypes(tx, app);
        return work(known, (type) => add(tx, app, type, operator));
      });
    },

    /** Changes names and texts; `type_status` is fixed, because players have seen it. */
    async change(
      app: App,
      block_type: number,
      type: TypeDefinition,
      operator: Actor,
    ): Promise<RestrictionType | 4011 | Unregistrable> {
      const problem = problemOf(type);
      if (problem) return problem;
      return changing(async (tx) => {
        const before = await findType(tx, app, block_type);
        if (!before) return 4011;
        if (before.type_status !== type.type_status) return { field: 'type_status' };
        await store.updateType(tx, app, block_type, type);
        const { appeals, appeal_answers } = before;
        const after = {
          ...type,
          block_type,
          ...(appeals && { appeals }),
          ...(appeal_answers && { appeal_answers }),
        };
        await audit(tx, operator, app, 'change', { before, after });
        return after;
      });
    },

    /** Whether players may appeal, and the ready answers; those that there are unless given. */
    async changeAppeals(
      app: App,
      blockType: number,
      { allowed, answers }: AppealTerms,
      operator: Actor,
    ): Promise<RestrictionType | undefined> {
      return changing(async (tx) => {
        const before = await findType(tx, app, blockType);
        if (!before) return undefined;
        const { appeals: _, appeal_answers: kept = [], ...rest } = before;
        const ready = answers ?? kept;
        const after: RestrictionType = {
          ...rest,
          ...(allowed && { appeals: true }),
          ...(ready.length > 0 && { appeal_answers: ready }),
        };
        await store.updateAppeals(tx, app, after);
        await audit(tx, operator, app, 'change', { before, after });
        return after;
      });
    },

    async delete(app: App, blockType: number, operator?: Actor): Promise<0 | 4011 | 4012> {
      return changing(async (tx) => {
        // Under the project lock, no restriction can start to use the type.
        await takeNumbers(tx, app.gameIndex, 'restriction', 0);
        const now = clock();
        const before = await findType(tx, app, blockType);
        if (!before) return 4011;
        if (await store.isTypeInUse(tx, app, blockType, now)) return 4012;
        const ended = await store.readExpired(tx, app, blockType, now, Number.MAX_SAFE_INTEGER);
        await applyWithin(
          tx,
          ended.map((each) => expiryOf(app, each, now)),
        );
        await store.removeType(tx, app, blockType);
        await audit(tx, operator, app, 'delete', { before });
        return 0;
      });
    },

    /** By number, with the texts in every language. */
    all: (app: App): Promise<RestrictionType[]> => store.readTypes(db, app),

    /** Policy types and temporary types, with the texts in the wanted language. */
    async list(app: App, language: Language) {
      const types = await store.readTypes(db, app);
      const entry = ({ reasons, appeals: _, appeal_answers: __, ...type }: RestrictionType) => ({
        ...type,
        ...textsIn(reasons, language),
      });
      return {
        block_type_list: types.filter((type) => type.type_status === 'O').map(entry),
        temp_type_list: types.filter((type) => type.type_status === 'N').map(entry),
      };
    },

    /** From the cache if possible. */
    async find(app: App, blockType: number): Promise<RestrictionType | undefined> {
      const find = async () =>
        (await cachedTypes(app)).find((each) => each.block_type === blockType);
      const known = await find();
      if (known) return known;
      // Another process may have registered it a moment ago.
      lists.clear();
      return find();
    },
  };
}

async function findType(tx: Db, app: App, blockType: number): Promise<RestrictionType | undefined> {
  return (await store.readTypes(tx, app)).find((each) => each.block_type === blockType);
}

export function problemOf(type: TypeDefinition): Unregistrable | undefined {
  const repeated = repeatedLanguage(type.reasons);
  if (repeated) return { field: 'reasons', problem: `more than one text in ${repeated}` };
  return typeProblem(type);
}
