// An app's certification keys: shown once, stored as hashes, rotated with a grace period.

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
import { newSecret } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
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

export const CertificationKey = namedObject('CertificationKey', {
  key_id: Type.String(),
  ...SecretHint.properties,
});
export type CertificationKey = Type.Static<typeof CertificationKey>;

export const NewCertificationKey = namedObject('NewCertificationKey', {
  key_id: Type.String(),
  service_certification_key: Type.String({ description: 'The key. It is shown only once.' }),
});
export type NewCertificationKey = Type.Static<typeof NewCertificationKey>;

const targetOf = (keyId: string): string => `keys/${keyId}`;

/** Adds a second key; a third is rejected. */
export function createKey(
  context: OperationContext,
  actor: Actor,
  { appid }: { readonly appid: string },
): Promise<NewCertificationKey | Rejection> {
  return changeOfApp(context, actor, appid, async (tx, now) => {
    await forgetExpired(tx, appid, now);
    const refusal = rejectThird(await keysOf(tx, appid), 'certification keys');
    if (refusal) return refusal;
    const { value, row } = await insertKey(tx, appid, now);
    return { value, action: 'key.create', target: targetOf(value.key_id), after: viewKey(row) };
  });
}

/** Creates a key; earlier keys end after the grace period. */
export function rotateKey(
  context: OperationContext,
  actor: Actor,
  { appid, grace_seconds: graceSeconds = DEFAULT_GRACE_S }: Rotation & { readonly appid: string },
): Promise<NewCertificationKey | Rejection> {
  return changeOfApp(context, actor, appid, async (tx, now) => {
    await forgetExpired(tx, appid, now);
    const before = await keysOf(tx, appid);
    const refusal = graceSeconds > 0 && rejectThird(before, 'certification keys');
    if (refusal) return refusal;
    for (const key of before) await endKey(tx, key.key_id, endAfterGrace(key, now, graceSeconds));
    const { value } = await insertKey(tx, appid, now);
    const after = await keysOf(tx, appid);
    return {
      value,
      action: 'key.rotate',
      target: targetOf(value.key_id),
      before: { keys: before.map(viewKey) },
      after: { keys: after.map(viewKey) },
    };
  });
}

/** The key stops working at once. */
export function revokeKey(
  context: OperationContext,
  actor: Actor,
  { appid, key_id: keyId }: { readonly appid: string; readonly key_id: string },
): Promise<CertificationKey | Rejection> {
  return changeOfApp(context, actor, appid, async (tx) => {
    const row = await tx
      .deleteFrom('certification_key')
      .where('key_id', '=', keyId)
      .where('appid', '=', appid)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notFound(`App ${appid} has no key ${keyId}.`);
    const before = viewKey(row);
    return { value: before, action: 'key.revoke', target: targetOf(keyId), before };
  });
}

/** Valid keys, oldest first; only hints. */
export async function listKeys(
  context: OperationContext,
  appid: string,
): Promise<{ readonly items: CertificationKey[] } | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  const rows = await keysOf(context.storage.db, appid);
  return { items: rows.filter(isValidAt(context.clock())).map(viewKey) };
}

async function insertKey(tx: Db, appid: string, now: number) {
  const { secret, hash, hint } = newSecret('tgk');
  const row = {
    key_id: randomUUID(),
    appid,
    hash,
    hint,
    created_at: now,
    expires_at: null,
  };
  await tx.insertInto('certification_key').values(row).execute();
  return { row, value: { key_id: row.key_id, service_certification_key: secret } };
}

function keysOf(db: Db, appid: string) {
  return db
    .selectFrom('certification_key')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}

async function endKey(tx: Db, keyId: string, at: number): Promise<void> {
  await tx
    .updateTable('certification_key')
    .set({ expires_at: at })
    .where('key_id', '=', keyId)
    .execute();
}

async function forgetExpired(tx: Db, appid: string, now: number): Promise<void> {
  await tx
    .deleteFrom('certification_key')
    .where('appid', '=', appid)
    .where('expires_at', '<=', now)
    .execute();
}

const viewKey = (
  row: { readonly key_id: string } & Parameters<typeof viewSecret>[0],
): CertificationKey => ({ key_id: row.key_id, ...viewSecret(row) });
