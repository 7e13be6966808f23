// Checks passwords with lockout, and takes as long for unknown accounts.

import { type Actor, writeAudit } from '../audit/audit.ts';
import type { OperationContext } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import type { AccountTable } from '../storage/schema.ts';
import { findAccount, plainEmail } from './accounts.ts';
import {
  type Attempt,
  beginAttempt,
  type Counted,
  touchAttempt,
  withdrawAttempt,
} from './lockout.ts';
import { checkNobody, isPassword } from './passwords.ts';

export interface Claim {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** A known device, or the session that asks. */
  readonly device: string | undefined;
}

/** The attempt counts as a failure until the caller ends or withdraws it. */
export interface Proof {
  readonly attempt: Attempt;
  readonly counted: Counted;
  readonly account: AccountTable;
}

export async function checkPassword(
  context: OperationContext,
  { email, password, ...origin }: Claim,
): Promise<{ readonly lockedUntil: number } | Proof | 'WRONG'> {
  const { storage, clock } = context;
  const attempt = { email: plainEmail(email), ...origin };
  const begun = await beginAttempt(storage.db, attempt, clock());
  if ('lockedUntil' in begun) return begun;
  const account = await findAccount(storage.db, email);
  // Whoever signs in by an issuer has no password.
  const isRight = account?.password_hash
    ? await isPassword(password, account.password_hash)
    : await checkNobody(password, context.passwordCosts);
  if (isRight && account?.disabled === 0) return { attempt, counted: begun, account };
  await recordFailure(context, { attempt, counted: begun, account }, 'password');
  return 'WRONG';
}

/**
 * Writes a failure to the audit log: the first in a row, and each that causes a lock, so that a flood
 * writes no more than a lock each hour. Of accounts that do not exist nothing is kept.
 */
export async function recordFailure(
  { storage, clock }: OperationContext,
  {
    attempt,
    counted: { failures, locksUntil },
    account,
  }: Omit<Proof, 'account'> & { readonly account: AccountTable | undefined },
  wrong: 'password' | 'code',
): Promise<void> {
  if (failures > 1 && locksUntil === 0) return;
  const now = clock();
  await storage.db.transaction().execute(async (tx) => {
    // Both cases commit a write, so that the time does not reveal which accounts exist.
    await touchAttempt(tx, attempt, now);
    if (!account) return;
    const actor: Actor = { kind: 'console', name: account.email };
    await writeAudit(tx, now, actor, {
      action: 'session.fail',
      gameIndex: null,
      target: `accounts/${account.account_id}`,
      after: {
        wrong,
        address: attempt.address,
        known_device: attempt.device !== undefined,
        failures,
        locked_until: locksUntil === 0 ? null : isoTime(locksUntil),
      },
    });
  });
}

/** The account, if the password matches and the account is not locked. */
export async function provePassword(
  context: OperationContext,
  claim: Claim,
): Promise<AccountTable | undefined> {
  const check = await checkPassword(context, claim);
  if (check === 'WRONG' || 'lockedUntil' in check) return undefined;
  await withdrawAttempt(context.storage.db, check.attempt);
  return check.account;
}
