// Whether a player's login token still counts, beyond being genuine.
import type { Db } from '../storage/db.ts';
import { isLoggedIn } from './logins.ts';
import type { UserToken } from './tokens.ts';

/**
 * False once the login has ended or a restriction keeps the player out. The database is asked each time:
 * so a token that stops does so on every process at once.
 */
export async function isUserActive(
  db: Db,
  token: UserToken,
  isKeptOut: () => Promise<boolean>,
): Promise<boolean> {
  return (await isLoggedIn(db, token)) && !(await isKeptOut());
}
