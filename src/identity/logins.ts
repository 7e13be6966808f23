// Logins of players on devices, which the `did` of a restriction is checked against.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Batcher, createBatcher } from '../storage/batcher.ts';
import type { Db } from '../storage/db.ts';
import { isConnectionLost, isUniqueViolation } from '../storage/failure.ts';
import type { Procedure } from '../storage/procedure.ts';
import { insertRows, pipe } from '../storage/rows.ts';
import type { LoginTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import type { Storage } from '../storage/storage.ts';
import { ofApp } from '../storage/tenancy.ts';
import { type App, type AppName, nameOf } from '../tenants/directory.ts';

export interface LoginRequest {
  readonly playerId: bigint;
  readonly did?: bigint | undefined;
  readonly accountUuid?: string | null | undefined;
}

export type Login = AppName &
  LoginRequest & { readonly loginId: string; readonly did: bigint; readonly at: number };

export const newLogin = (app: AppName, request: LoginRequest, at: number): Login => ({
  ...nameOf(app),
  ...request,
  did: request.did ?? newDid(),
  loginId: randomUUID(),
  at,
});

const MAX_BATCH = 256;
/** Of a batch in which another process logged a player in on the same device at the same moment. */
const MOST_TRIES = 5;

/** Concurrent logins share one transaction. */
export function createLogins(
  storage: Storage,
  onBatch: (size: number) => void,
): Batcher<Login, Login> {
  return createBatcher<Login, Login>({
    name: 'log in',
    maxSize: MAX_BATCH,
    onBatch,
    isOutcomeUnknown: isConnectionLost,
    ...(storage.isDistributed() && { groupOf: ({ gameIndex }) => gameIndex }),
    async run(logins, handOver) {
      for (let tries = 1; ; tries++) {
        try {
          await storage.transact(recording, logins, handOver);
          return logins.map((value) => ({ value }));
        } catch (error) {
          if (!isUniqueViolation(error) || tries === MOST_TRIES) throw error;
        }
      }
    },
  });
}

/** In the order of devices, then of accounts, so that transactions cannot deadlock. */
export async function writeLogins(tx: Db, logins: readonly Login[]): Promise<void> {
  const onDevices = [...Map.groupBy(logins, ({ appid, did }) => `${appid} ${did}`)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => own);
  const linking = logins
    .filter(isLinking)
    .toSorted((one, other) => (one.accountUuid < other.accountUuid ? -1 : 1));
  await pipe(tx, async (connection) => {
    const ended = onDevices.map(([first]) => endOnDevice(connection, first as Login));
    const written = insertRows(connection, 'login', onDevices.flatMap(rowsOnDevice));
    const linked = linking.map((login) => linkAccount(connection, login));
    await Promise.all([...ended, written, ...linked]);
  });
}

const isLinking = (login: Login): login is Login & Link => typeof login.accountUuid === 'string';

/** A device has one login at a time: a new one ends the previous, of any player. */
const rowsOnDevice = (logins: readonly Login[]): LoginTable[] =>
  logins.map(({ appid, gameIndex, playerId, loginId, did, accountUuid, at }, index) => ({
    game_index: gameIndex,
    appid,
    player_id: playerId,
    login_id: loginId,
    did,
    account_uuid: accountUuid ?? null,
    logged_in_at: at,
    logged_out_at: logins[index + 1]?.at ?? null,
  }));

/** @public Found by its name in the thread that holds the database. */
export const recording: Procedure<readonly Login[], void> = {
  module: import.meta.url,
  name: 'recording',
  work: writeLogins,
};

const endOnDevice = statement((db, $: Params<AppName & { did: bigint; at: number }>) =>
  ofApp(db, $)
    .updateTable('login')
    .set({ logged_out_at: $.at })
    .where('did', '=', $.did)
    .where('logged_out_at', 'is', null),
);

interface Link extends AppName {
  readonly accountUuid: string;
  readonly playerId: bigint;
  readonly at: number;
}

const linkAccount = statement((db, $: Params<Link>) =>
  db
    .insertInto('account_link')
    .values({
      game_index: $.gameIndex,
      appid: $.appid,
      account_uuid: $.accountUuid,
      player_id: $.playerId,
      linked_at: $.at,
      first_linked_at: $.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['game_index', 'appid', 'account_uuid']).doUpdateSet({
        player_id: $.playerId,
        linked_at: $.at,
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
