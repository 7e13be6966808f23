// Logins of players on devices, which the `did` of a restriction is checked against.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import { insertRows } from '../storage/rows.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { App, AppName } from '../tenants/directory.ts';

export interface Login {
  readonly loginId: string;
  readonly did: bigint;
}

export interface LoginRequest {
  readonly playerId: bigint;
  readonly did?: bigint | undefined;
  readonly accountUuid?: string | undefined;
}

/** A device has one login at a time: a new one ends the previous, of any player. */
export const recordLogin = (
  db: Db,
  app: AppName,
  request: LoginRequest,
  now: number,
): Promise<Login> => db.transaction().execute((tx) => writeLogin(tx, app, request, now));

/** In a transaction. */
export async function writeLogin(
  tx: Db,
  { appid, gameIndex }: AppName,
  { playerId, did = newDid(), accountUuid }: LoginRequest,
  now: number,
): Promise<Login> {
  const loginId = randomUUID();
  await endOnDevice(tx, { gameIndex, appid, did, now });
  const row = {
    game_index: gameIndex,
    appid,
    player_id: playerId,
    login_id: loginId,
    did,
    account_uuid: accountUuid ?? null,
    logged_in_at: now,
    logged_out_at: null,
  };
  await insertRows(tx, 'login', [row]);
  if (accountUuid) await linkAccount(tx, { gameIndex, appid, accountUuid, playerId, now });
  return { loginId, did };
}

const endOnDevice = statement((db, $: Params<AppName & { did: bigint; now: number }>) =>
  ofApp(db, $)
    .updateTable('login')
    .set({ logged_out_at: $.now })
    .where('did', '=', $.did)
    .where('logged_out_at', 'is', null),
);

interface Link extends AppName {
  readonly accountUuid: string;
  readonly playerId: bigint;
  readonly now: number;
}

const linkAccount = statement((db, $: Params<Link>) =>
  db
    .insertInto('account_link')
    .values({
      game_index: $.gameIndex,
      appid: $.appid,
      account_uuid: $.accountUuid,
      player_id: $.playerId,
      linked_at: $.now,
      first_linked_at: $.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['game_index', 'appid', 'account_uuid']).doUpdateSet({
        player_id: $.playerId,
        linked_at: $.now,
        // Anew for another player.
        first_linked_at: sql`case when account_link.player_id = excluded.player_id
            then coalesce(account_link.first_linked_at, account_link.linked_at)
            else excluded.linked_at end`,
      }),
    ),
);

interface LoginName extends AppName {
  readonly playerId: bigint;
  readonly loginId: string;
}

/** Ends the login; false if it had already ended. */
export async function endLogin(db: Db, login: LoginName, now: number): Promise<boolean> {
  return (await endOne(db, { ...login, now })) > 0;
}

const endOne = statement((db, $: Params<LoginName & { now: number }>) =>
  ofApp(db, $)
    .updateTable('login')
    .set({ logged_out_at: $.now })
    .where('player_id', '=', $.playerId)
    .where('login_id', '=', $.loginId)
    .where('logged_out_at', 'is', null),
);

/** Ends the player's logins, or only that on a device; returns whether there was one. */
export async function endLogins(
  db: Db,
  { appid, gameIndex }: AppName,
  playerId: bigint,
  did: bigint | undefined,
  now: number,
): Promise<boolean> {
  let open = ofApp(db, { gameIndex, appid })
    .updateTable('login')
    .set({ logged_out_at: now })
    .where('player_id', '=', playerId)
    .where('logged_out_at', 'is', null);
  if (did !== undefined) open = open.where('did', '=', did);
  return (await open.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function isLoggedIn(db: Db, login: LoginName): Promise<boolean> {
  const row = await findLogin(db, login);
  return row !== undefined && row.logged_out_at === null;
}

const findLogin = statement(
  (db, $: Params<LoginName>) =>
    ofApp(db, $)
      .selectFrom('login')
      .select('logged_out_at')
      .where('player_id', '=', $.playerId)
      .where('login_id', '=', $.loginId),
  { constant: true },
).first;

export async function isLoggedInOnDevice(
  db: Db,
  { appid, gameIndex }: AppName,
  playerId: bigint,
  did: bigint,
): Promise<boolean> {
  return (await findOnDevice(db, { appid, gameIndex, playerId, did })) !== undefined;
}

const findOnDevice = statement((db, $: Params<AppName & { playerId: bigint; did: bigint }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select('login_id')
    .where('did', '=', $.did)
    .where('logged_out_at', 'is', null)
    .where('player_id', '=', $.playerId),
).first;

/** Within the exact range of a double, so that no client loses digits. */
function newDid(): bigint {
  return BigInt.asUintN(52, randomBytes(8).readBigUInt64BE()) + 1n;
}

/** The account UUIDs of a player: linked at login, or derived if none is linked. */
export async function accountUuidsOf(db: Db, app: App, playerId: bigint): Promise<string[]> {
  const rows = await findAccounts(db, { appid: app.appid, gameIndex: app.gameIndex, playerId });
  return [...rows.map((row) => row.account_uuid), assumedAccountUuid(app, playerId)];
}

const findAccounts = statement(
  (db, $: Params<AppName & { playerId: bigint }>) =>
    ofApp(db, $)
      .selectFrom('account_link')
      .select('account_uuid')
      .where('player_id', '=', $.playerId),
  { constant: true },
);

/** The player whose login linked the account; null also for derived accounts. */
export async function playerOf(
  db: Db,
  { appid, gameIndex }: AppName,
  accountUuid: string,
): Promise<bigint | null> {
  const row = await findPlayer(db, { appid, gameIndex, accountUuid });
  return row ? BigInt(row.player_id) : null;
}

const findPlayer = statement((db, $: Params<AppName & { accountUuid: string }>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select('player_id')
    .where('account_uuid', '=', $.accountUuid),
).first;

/** The same of many accounts. */
export const playersOf = statement((db, $: Params<AppName & { accounts: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('account_link')
    .select(['account_uuid', 'player_id'])
    .where('account_uuid', 'in', $.accounts),
);

/** The devices on which these players have logged in. */
export const devicesOf = statement((db, $: Params<AppName & { players: readonly bigint[] }>) =>
  ofApp(db, $)
    .selectFrom('login')
    .select(['player_id', 'did'])
    .distinct()
    .where('player_id', 'in', $.players),
);

/** UUIDv5 of the player id in the app's namespace. */
export function assumedAccountUuid(app: App, playerId: bigint): string {
  const namespace = Buffer.from(app.accountNamespace.replaceAll('-', ''), 'hex');
  const digest = hash(
    'sha1',
    Buffer.concat([namespace, Buffer.from(playerId.toString())]),
    'buffer',
  );
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
