// Accounts, devices and logins of a player for operators, with the others on the same devices.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, pageKey, toPage } from '../base/paging.ts';
import { orNull } from '../base/shapes.ts';
import { assumedAccountUuid } from '../identity/logins.ts';
import { liveTypes } from '../restriction/player-search.ts';
import { nameOf } from '../tenants/directory.ts';
import { othersOnDevice, readAccounts, readDevices, readLogins } from './logins-store.ts';
import { type PlayerDeps, type PlayerKey, playerOf } from './player.ts';

/** More devices, and more others on one, are not shown. */
const MOST_DEVICES = 20;
const MOST_OTHERS = 10;

const Time = Type.String();
const Did = Id64Answer('Device id.');

export const PlayerAccount = namedObject('PlayerAccount', {
  account_uuid: Type.String(),
  linked_at: orNull(Time, 'When a login last named the account; null if it is derived.'),
  derived: Type.Boolean({
    description: 'Derived from the player id, for purchases without a linked account.',
  }),
});
export type PlayerAccount = Type.Static<typeof PlayerAccount>;

const TypeNames = Type.Object({
  block_type: Type.Integer(),
  type_name: Type.String(),
  type_en_name: Type.String(),
});

export const PlayerDevice = namedObject('PlayerDevice', {
  did: Did,
  logins: Type.Integer(),
  first_login_at: Time,
  last_login_at: Time,
  logged_in: Type.Boolean({ description: 'Whether the player is logged in on it now.' }),
  other_players: Type.Array(
    Type.Object({
      player_id: Id64Answer('Another player who has logged in on the device.'),
      restriction: orNull(TypeNames, 'The type of the current restriction; null without one.'),
    }),
    { description: `At most ${MOST_OTHERS}.` },
  ),
  has_more_players: Type.Boolean(),
});
export type PlayerDevice = Type.Static<typeof PlayerDevice>;

export const PlayerLogin = namedObject('PlayerLogin', {
  login_id: Type.String(),
  did: Did,
  account_uuid: orNull(Type.String()),
  logged_in_at: Time,
  logged_out_at: orNull(Time),
});
export type PlayerLogin = Type.Static<typeof PlayerLogin>;

const KEY = pageKey({ at: 'number', loginId: 'text' });
export const LoginQuery = Type.Object(pageBy(KEY.pattern), { additionalProperties: false });
export type LoginQuery = Type.Static<typeof LoginQuery>;

/** Linked last first, the derived one at the end. */
export async function listAccounts(
  deps: PlayerDeps,
  key: PlayerKey,
): Promise<{ items: PlayerAccount[] } | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  const { app, playerId } = player;
  const rows = await readAccounts(deps.context.storage.db, { ...nameOf(app), playerId });
  const linked = rows.map(({ account_uuid, linked_at }) => ({
    account_uuid,
    linked_at: isoTime(linked_at),
    derived: false,
  }));
  const account_uuid = assumedAccountUuid(app, playerId);
  return { items: [...linked, { account_uuid, linked_at: null, derived: true }] };
}

/** Last used first. */
export async function listDevices(
  deps: PlayerDeps,
  key: PlayerKey,
): Promise<{ items: PlayerDevice[] } | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  const { playerId } = player;
  const app = nameOf(player.app);
  const { clock, storage } = deps.context;
  const rows = await readDevices(storage.db, { ...app, playerId, limit: MOST_DEVICES });
  const others = await Promise.all(
    rows.map(({ did }) =>
      othersOnDevice(storage.db, { ...app, playerId, did: BigInt(did), limit: MOST_OTHERS + 1 }),
    ),
  );
  const names = others.flat().map((row) => ({ ...app, playerId: BigInt(row.player_id) }));
  const typeOf = await liveTypes(storage.db, names, clock());
  const items = rows.map((row, index) => {
    const found = (others[index] ?? []).map((other) => BigInt(other.player_id));
    return {
      did: BigInt(row.did),
      logins: Number(row.logins),
      first_login_at: isoTime(Number(row.first_at)),
      last_login_at: isoTime(Number(row.last_at)),
      logged_in: Number(row.ended) < Number(row.logins),
      other_players: found.slice(0, MOST_OTHERS).map((player_id) => ({
        player_id,
        restriction: typeOf({ ...app, playerId: player_id }) ?? null,
      })),
      has_more_players: found.length > MOST_OTHERS,
    };
  });
  return { items };
}

/** Newest first. */
export async function listLogins(
  deps: PlayerDeps,
  { limit = DEFAULT_LIMIT, after, ...key }: LoginQuery & PlayerKey,
): Promise<Page<PlayerLogin> | Rejection> {
  const player = await playerOf(deps, key);
  if (isRejection(player)) return player;
  const rows = await readLogins(deps.context.storage.db, {
    ...nameOf(player.app),
    playerId: player.playerId,
    ...(KEY.read(after) ?? { at: Number.MAX_SAFE_INTEGER, loginId: '' }),
    limit: limit + 1,
  });
  return toPage(
    rows,
    limit,
    (row) => KEY.print({ at: row.logged_in_at, loginId: row.login_id }),
    (row) => ({
      login_id: row.login_id,
      did: BigInt(row.did),
      account_uuid: row.account_uuid,
      logged_in_at: isoTime(row.logged_in_at),
      logged_out_at: isoTimeOrNull(row.logged_out_at),
    }),
  );
}
