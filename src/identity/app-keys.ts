// Keys of an app, of any kind: shown once, two valid at a time, rotated with a grace period, revoked.

import { randomUUID } from 'node:crypto';
import type { Actor } from '../audit/audit.ts';
import { notFound, type OperationContext } from '../audit/operation.ts';
import { type NewSecret, newSecret } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { type AppContext, changeOfApp } from '../tenants/apps.ts';
import {
  DEFAULT_GRACE_S,
  endAfterGrace,
  isValidAt,
  type Rotation,
  rejectThird,
  type SecretHint,
  viewSecret,
} from './rotation.ts';

/** What the kinds have different. */
interface KeyKind<New extends object> {
  readonly table: 'certification_key' | 'price_key';
  /** In the audit log: `key.rotate`, `keys/…`. */
  readonly name: 'key' | 'price-key';
  /** In sentences. */
  readonly one: string;
  readonly many: string;
  /** The key begins with it. */
  readonly prefix: string;
  /** Stores the key, as a hash or encrypted. */
  insert(tx: Db, row: KeyRow, secret: NewSecret, context: OperationContext): Promise<unknown>;
  /** What is shown once. */
  show(key_id: string, secret: string): New;
}

/** The columns that the tables share. */
interface KeyRow {
  readonly key_id: string;
  readonly appid: string;
  readonly hint: string;
  readonly created_at: number;
  readonly expires_at: number | null;
}

type Key = SecretHint & { readonly key_id: string };
interface OneApp {
  readonly appid: string;
}

/** The operations of a kind. */
export function appKeys<New extends object>(kind: KeyKind<New>) {
  const { table } = kind;
  const targetOf = (keyId: string): string => `${kind.name}s/${keyId}`;

  async function insert(context: OperationContext, tx: Db, appid: string, now: number) {
    const secret = newSecret(kind.prefix);
    const { hint } = secret;
    const row = { key_id: randomUUID(), appid, hint, created_at: now, expires_at: null };
    await kind.insert(tx, row, secret, context);
    return { row, value: kind.show(row.key_id, secret.secret), target: targetOf(row.key_id) };
  }

  const keysOf = (db: Db, appid: string): Promise<KeyRow[]> =>
    db
      .selectFrom(table)
      .select(['key_id', 'appid', 'hint', 'created_at', 'expires_at'])
      .where('appid', '=', appid)
      .orderBy('created_at')
      .orderBy('key_id')
      .execute();

  /** Forgets the keys that have ended, and returns the others. */
  async function validKeys(tx: Db, appid: string, now: number): Promise<KeyRow[]> {
    await tx.deleteFrom(table).where('appid', '=', appid).where('expires_at', '<=', now).execute();
    return keysOf(tx, appid);
  }

  return {
    /** Adds a second key; a third is rejected. */
    create: (context: OperationContext, actor: Actor, { appid }: OneApp) =>
      changeOfApp<New>(context, actor, appid, async (tx, now) => {
        const rejection = rejectThird(await validKeys(tx, appid, now), kind.many);
        if (rejection) return rejection;
        const { row, ...made } = await insert(context, tx, appid, now);
        return { ...made, action: `${kind.name}.create`, after: viewKey(row) };
      }),

    /** Creates a key; earlier keys end after the grace period. */
    rotate: (
      context: OperationContext,
      actor: Actor,
      { appid, grace_seconds: graceSeconds = DEFAULT_GRACE_S }: Rotation & OneApp,
    ) =>
      changeOfApp<New>(context, actor, appid, async (tx, now) => {
        const before = await validKeys(tx, appid, now);
        const rejection = graceSeconds > 0 && rejectThird(before, kind.many);
        if (rejection) return rejection;
        for (const key of before) {
          const expires_at = endAfterGrace(key, now, graceSeconds);
          await tx
            .updateTable(table)
            .set({ expires_at })
            .where('key_id', '=', key.key_id)
            .execute();
        }
        const { value, target } = await insert(context, tx, appid, now);
        const after = await keysOf(tx, appid);
        return {
          value,
          target,
          action: `${kind.name}.rotate`,
          before: { keys: before.map(viewKey) },
          after: { keys: after.map(viewKey) },
        };
      }),

    /** The key stops working at once. */
    revoke: (
      context: OperationContext,
      actor: Actor,
      { appid, key_id }: OneApp & { readonly key_id: string },
    ) =>
      changeOfApp<Key>(context, actor, appid, async (tx) => {
        const row = await tx
          .deleteFrom(table)
          .where('key_id', '=', key_id)
          .where('appid', '=', appid)
          .returning(['key_id', 'hint', 'created_at', 'expires_at'])
          .executeTakeFirst();
        if (!row) return notFound(`App ${appid} has no ${kind.one} ${key_id}.`);
        const before = viewKey(row);
        return { value: before, action: `${kind.name}.revoke`, target: targetOf(key_id), before };
      }),

    /** Valid keys, oldest first; only hints. */
    async list({ context, app }: AppContext): Promise<{ readonly items: Key[] }> {
      const rows = await keysOf(context.storage.db, app.appid);
      return { items: rows.filter(isValidAt(context.clock())).map(viewKey) };
    },
  };
}

const viewKey = (row: Omit<KeyRow, 'appid'>): Key => ({ key_id: row.key_id, ...viewSecret(row) });
