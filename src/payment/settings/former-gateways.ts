// What was set for payment gateways that an app used before. An order belongs to the gateway where it was opened,
// so their credentials are kept until somebody removes them.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { notFound, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { isoTime } from '../../base/iso-time.ts';
import { GATEWAYS, type GatewayName as Gateway } from '../../base/market.ts';
import { namedObject } from '../../base/named.ts';
import type { Vault } from '../../base/vault.ts';
import type { Db } from '../../storage/db.ts';
import { placeIn } from '../../storage/sealed.ts';
import { changeOfApp } from '../../tenants/apps.ts';
import type { PgApp } from '../markets/pg/settings.ts';

export const GatewayName = Type.Enum(GATEWAYS, { description: 'A former payment gateway.' });

export const FormerGateway = namedObject('FormerGateway', {
  gateway: Type.Enum(GATEWAYS),
  settings: Type.Object({}, { additionalProperties: true }),
  secrets_set: Type.Array(Type.String(), { description: 'Names of the secrets that are kept.' }),
  replaced_at: Type.String({ description: 'When the app changed to another gateway.' }),
});
export type FormerGateway = Type.Static<typeof FormerGateway>;

interface GatewayKey {
  readonly appid: string;
  readonly gateway: Gateway;
}

export type Secrets = Readonly<Record<string, string>>;

/** Keeps what was set for a gateway that the app leaves. */
export async function keepFormer(
  tx: Db,
  vault: Vault,
  key: GatewayKey,
  left: { readonly settings: string; readonly secrets: Secrets; readonly now: number },
): Promise<void> {
  const row = {
    ...key,
    settings: left.settings,
    sealed_secrets: vault.seal(JSON.stringify(left.secrets), placeOf(key)),
    replaced_at: left.now,
  };
  await tx
    .insertInto('former_gateway')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appid', 'gateway']).doUpdateSet(row))
    .execute();
}

/** For an app that comes back to a gateway: none when nothing is kept, or it does not open. */
export async function formerSecrets(db: Db, vault: Vault, key: GatewayKey): Promise<Secrets> {
  const rows = await rowsOf(db, key.appid);
  const row = rows.find(({ gateway }) => gateway === key.gateway);
  return row ? openSecrets(vault, row) : {};
}

export async function dropFormer(tx: Db, { appid, gateway }: GatewayKey): Promise<void> {
  await tx
    .deleteFrom('former_gateway')
    .where('appid', '=', appid)
    .where('gateway', '=', gateway)
    .execute();
}

export async function dropAllFormer(tx: Db, appid: string): Promise<void> {
  await tx.deleteFrom('former_gateway').where('appid', '=', appid).execute();
}

export async function listFormer(db: Db, vault: Vault, appid: string): Promise<FormerGateway[]> {
  const rows = await rowsOf(db, appid);
  return rows.map((row) => viewFormer(vault, row));
}

/** With decrypted secrets, for calls to the gateways. */
export async function readFormer(
  { storage, vault }: OperationContext,
  appid: string,
): Promise<NonNullable<PgApp['former']>> {
  const rows = await rowsOf(storage.db, appid);
  return rows.map((row) => ({
    settings: JSON.parse(row.settings) as PgApp['settings'],
    secrets: JSON.parse(vault.unseal(row.sealed_secrets, placeOf(row))) as PgApp['secrets'],
  }));
}

export function removeFormer(
  context: OperationContext,
  actor: Actor,
  key: GatewayKey,
): Promise<FormerGateway | Rejection> {
  return changeOfApp(context, actor, key.appid, async (tx) => {
    const rows = await rowsOf(tx, key.appid);
    const row = rows.find(({ gateway }) => gateway === key.gateway);
    if (!row) return notKept(key);
    await dropFormer(tx, key);
    const before = viewFormer(context.vault, row);
    const target = `markets/PG/former/${key.gateway}`;
    return { value: before, action: 'market.remove_former', target, before };
  });
}

export const notKept = ({ appid, gateway }: GatewayKey): Rejection =>
  notFound(`The app ${appid} keeps no credentials of a former gateway ${gateway}.`);

const rowsOf = (db: Db, appid: string) =>
  db
    .selectFrom('former_gateway')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('gateway')
    .execute();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const placeOf = (key: GatewayKey) => placeIn('former_gateway', 'sealed_secrets', key);

const openSecrets = (vault: Vault, row: Row): Secrets =>
  JSON.parse(vault.open(row.sealed_secrets, placeOf(row)) ?? '{}');

const viewFormer = (vault: Vault, row: Row): FormerGateway => ({
  gateway: row.gateway,
  settings: JSON.parse(row.settings) as object,
  secrets_set: Object.keys(openSecrets(vault, row)).sort(),
  replaced_at: isoTime(row.replaced_at),
});
