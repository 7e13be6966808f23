// Whether the login behind a valid user token is still active.
import type { Db } from '../storage/db.ts';
import type { AppName } from '../tenants/directory.ts';
import { isLoggedIn } from './logins.ts';
import type { UserToken } from './tokens.ts';

/**
 * False once the login has ended or the player is restricted. Not cached,
 * so that every process rejects the token at once.
 */
export async function isUserActive(
  db: Db,
  { gameIndex }: AppName,
  token: UserToken,
  isKeptOut: () => Promise<boolean>,
): Promise<boolean> {
  return (await isLoggedIn(db, { ...token, gameIndex })) && !(await isKeptOut());
}
