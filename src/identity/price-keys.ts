// An app's custom price keys, with which its app server signs custom amounts: shown once, encrypted, rotated with a grace period.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { newSecret, type Place } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { placeIn } from '../storage/sealed.ts';
import { changeOfApp, readApp } from '../tenants/apps.ts';
import {
  DEFAULT_GRACE_S,
  endAfterGrace,
  isValidAt,
  type Rotation,
  rejectThird,
  SecretHint,
  viewSecret,
} from './rotation.ts';

export const PriceKey = namedObject('PriceKey', {
  key_id: Type.String({ description: 'Identifies the custom price key.' }),
  ...SecretHint.properties,
});
export type PriceKey = Type.Static<typeof PriceKey>;

export const NewPriceKey = namedObject('NewPriceKey', {
  key_id: Type.String(),
  price_key: Type.String({
    description: 'The key; its UTF-8 text signs with HMAC-SHA256. It is shown only once.',
  }),
});
export type NewPriceKey = Type.Static<typeof NewPriceKey>;

const placeOf = (key_id: string): Place => placeIn('price_key', 'sealed_key', { key_id });
const targetOf = (keyId: string): string => `price-keys/${keyId}`;

/** Creates a key; earlier keys end after the grace period. The first key is created in the same way. */
export function rotatePriceKey(
  context: OperationContext,
  actor: Actor,
  { appid, grace_seconds: graceSeconds = DEFAULT_GRACE_S }: Rotation & { readonly appid: string },
): Promise<NewPriceKey | Rejection> {
  return changeOfApp(context, actor, appid, async (tx, now) => {
    await forgetExpired(tx, appid, now);
    const before = await keysOf(tx, appid);
    const refusal = graceSeconds > 0 && rejectThird(before, 'custom price keys');
    if (refusal) return refusal;
    for (const key of before) await endKey(tx, key.key_id, endAfterGrace(key, now, graceSeconds));
    const { secret, hint } = newSecret('tgp');
    const key_id = randomUUID();
    const sealed_key = context.vault.seal(secret, placeOf(key_id));
    const row = { key_id, appid, sealed_key, hint, created_at: now, expires_at: null };
    await tx.insertInto('price_key').values(row).execute();
    const after = await keysOf(tx, appid);
    return {
      value: { key_id, price_key: secret },
      action: 'price-key.rotate',
      target: targetOf(key_id),
      before: { keys: before.map(viewKey) },
      after: { keys: after.map(viewKey) },
    };
  });
}

/** The key stops working at once. */
export function revokePriceKey(
  context: OperationContext,
  actor: Actor,
  { appid, key_id: keyId }: { readonly appid: string; readonly key_id: string },
): Promise<PriceKey | Rejection> {
  return changeOfApp(context, actor, appid, async (tx) => {
    const row = await tx
      .deleteFrom('price_key')
      .where('key_id', '=', keyId)
      .where('appid', '=', appid)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notFound(`App ${appid} has no custom price key ${keyId}.`);
    const before = viewKey(row);
    return { value: before, action: 'price-key.revoke', target: targetOf(keyId), before };
  });
}

/** Valid keys, oldest first; only hints. */
export async function listPriceKeys(
  context: OperationContext,
  appid: string,
): Promise<{ readonly items: PriceKey[] } | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  return { items: (await validKeys(context, appid)).map(viewKey) };
}

/** The valid keys themselves, newest first. */
export async function readPriceKeys(
  context: OperationContext,
  appid: string,
): Promise<readonly string[]> {
  const rows = await validKeys(context, appid);
  return rows
    .toReversed()
    .map(({ key_id, sealed_key }) => context.vault.unseal(sealed_key, placeOf(key_id)));
}

const validKeys = async ({ storage, clock }: OperationContext, appid: string) =>
  (await keysOf(storage.db, appid)).filter(isValidAt(clock()));

function keysOf(db: Db, appid: string) {
  return db
    .selectFrom('price_key')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}

async function endKey(tx: Db, keyId: string, at: number): Promise<void> {
  await tx.updateTable('price_key').set({ expires_at: at }).where('key_id', '=', keyId).execute();
}

async function forgetExpired(tx: Db, appid: string, now: number): Promise<void> {
  await tx
    .deleteFrom('price_key')
    .where('appid', '=', appid)
    .where('expires_at', '<=', now)
    .execute();
}

const viewKey = (
  row: { readonly key_id: string } & Parameters<typeof viewSecret>[0],
): PriceKey => ({ key_id: row.key_id, ...viewSecret(row) });
