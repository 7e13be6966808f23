// What the login behind a valid token of a player still allows.
import type { Db } from '../storage/db.ts';
import type { AppName } from '../tenants/directory.ts';
import { isLoggedIn } from './logins.ts';
import type { DebtToken, UserToken } from './tokens.ts';

/** What the restrictions of a player leave: nothing, all but new orders, or everything. */
export type RestrictedAccess = 'none' | 'without_purchases' | 'whole';

/** Or the login has ended. */
export type PlayerAccess = 'ended' | RestrictedAccess;

/** Not cached, so that every process rejects the token at once. */
export async function accessOf(
  db: Db,
  { gameIndex }: AppName,
  token: UserToken | DebtToken,
  restricted: () => Promise<RestrictedAccess>,
): Promise<PlayerAccess> {
  return (await isLoggedIn(db, { ...token, gameIndex })) ? restricted() : 'ended';
}
