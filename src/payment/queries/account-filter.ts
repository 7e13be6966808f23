// Search filters by account or player; a player's accounts come from the logins.
import { Type } from 'typebox';
import type { Rejection } from '../../audit/operation.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { PlayerId, playerIdOf } from '../../identity/player-id.ts';
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';

export const AccountFilter = {
  account_uuid: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
      description: 'Only this account.',
    }),
  ),
  player_id: Type.Optional(PlayerId),
};

interface AccountFilterQuery {
  readonly account_uuid?: string;
  readonly player_id?: string;
}

/** The accounts to search; undefined for all. */
export async function accountsOf(
  db: Db,
  app: App,
  { account_uuid, player_id }: AccountFilterQuery,
): Promise<{ readonly accounts: readonly string[] | undefined } | Rejection> {
  const account = account_uuid?.toLowerCase();
  if (player_id === undefined) return { accounts: account === undefined ? undefined : [account] };
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const own = await accountUuidsOf(db, app, playerId);
  return { accounts: account === undefined ? own : own.filter((each) => each === account) };
}
