// Checks passwords with lockout, and takes as long for unknown accounts.

import type { OperationContext } from '../audit/operation.ts';
import type { AccountTable } from '../storage/schema.ts';
import { findAccount, plainEmail } from './accounts.ts';
import { type Attempt, beginAttempt, withdrawAttempt } from './lockout.ts';
import { checkNobody, isPassword } from './passwords.ts';

export interface Claim {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/** The attempt counts as a failure until the caller ends or withdraws it. */
export async function checkPassword(
  { storage, clock }: OperationContext,
  { email, password, address }: Claim,
): Promise<
  | { readonly lockedUntil: number }
  | { readonly attempt: Attempt; readonly account: AccountTable | undefined }
> {
  const attempt = { email: plainEmail(email), address };
  const lockedUntil = await beginAttempt(storage.db, attempt, clock());
  if (lockedUntil !== undefined) return { lockedUntil };
  const account = await findAccount(storage.db, email);
  const isRight = account
    ? await isPassword(password, account.password_hash)
    : await checkNobody(password);
  return { attempt, account: isRight && account?.disabled === 0 ? account : undefined };
}

/** The account, if the password matches and the account is not locked. */
export async function provePassword(
  context: OperationContext,
  claim: Claim,
): Promise<AccountTable | undefined> {
  const check = await checkPassword(context, claim);
  if ('lockedUntil' in check || !check.account) return undefined;
  await withdrawAttempt(context.storage.db, check.attempt);
  return check.account;
}
