// Whether the login behind a valid token of a player is still active.
import type { Db } from '../storage/db.ts';
import type { AppName } from '../tenants/directory.ts';
import { isLoggedIn } from './logins.ts';
import type { DebtToken, UserToken } from './tokens.ts';

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

/** What the player owes; empty once the login has ended, the restriction is over or the debt is paid. */
export async function owedBy<Owed>(
  db: Db,
  { gameIndex }: AppName,
  token: DebtToken,
  isKeptOut: () => Promise<boolean>,
  owed: () => Promise<readonly Owed[]>,
): Promise<readonly Owed[]> {
  const isActive = (await isLoggedIn(db, { ...token, gameIndex })) && (await isKeptOut());
  return isActive ? owed() : [];
}
