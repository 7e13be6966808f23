// The second factor of an account: two-step enrolment, check at sign-in, recovery codes.
import { createHmac, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import type { Vault } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { AccountTable } from '../storage/schema.ts';
import { placeIn } from '../storage/sealed.ts';
import { accountAudit } from './accounts.ts';
import { endAttempt, withdrawAttempt } from './lockout.ts';
import { type Claim, checkPassword, provePassword, recordFailure } from './proof.ts';
import { matchingStep, newTotpSecret, otpauthUrl, toBase32 } from './totp.ts';

const ISSUER = 'Tollgate';
const RECOVERY = 'recovery codes';
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

export const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits from the authenticator app, or a recovery code.',
});

export const Enrolment = namedObject('Enrolment', {
  secret: Type.String({ description: 'Base32 secret for an authenticator app.' }),
  otpauth_url: Type.String({ description: 'The secret as a URL, for a QR code.' }),
});
export type Enrolment = Type.Static<typeof Enrolment>;

export const RecoveryCodes = namedObject('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each code replaces the six digits once. They are shown only once.',
  }),
});
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

export const WRONG_PASSWORD = invalid(
  'password',
  'The password is wrong, or there were too many wrong attempts. Try again later.',
);
const WRONG_CODE = invalid('code', 'The code is wrong or was already used.');

/** Returns a secret, which takes effect once a code confirms it. */
export async function enrolSecondFactor(
  context: OperationContext,
  actor: Actor,
  proof: Claim,
): Promise<Enrolment | Rejection> {
  const account = await provePassword(context, proof);
  if (!account) return WRONG_PASSWORD;
  const secret = newTotpSecret();
  return makeChange(context, actor, async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({
        sealed_totp: context.vault.seal(secret, placeIn('account', 'sealed_totp', account)),
        totp_last_step: 0,
      })
      .where('account_id', '=', account.account_id)
      .where('totp_confirmed', '=', 0)
      .returning('email')
      .executeTakeFirst();
    if (!changed)
      return {
        rejected: 'EXISTS',
        detail: 'The account already has a second factor. Remove it first.',
      };
    const value = { secret, otpauth_url: otpauthUrl(ISSUER, changed.email, secret) };
    return { value, audit: accountAudit('second-factor.enrol', account) };
  });
}

export function confirmSecondFactor(
  context: OperationContext,
  actor: Actor,
  accountId: string,
  code: string,
): Promise<RecoveryCodes | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const account = await tx
      .selectFrom('account')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (account.totp_confirmed === 1 || account.sealed_totp === null) {
      return notFound('There is no second factor to confirm. Start the enrolment first.');
    }
    if (!(await takeStep(tx, context.vault, account, code, now))) return WRONG_CODE;
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const key = context.vault.derive(RECOVERY);
    await tx
      .updateTable('account')
      .set({ totp_confirmed: 1 })
      .where('account_id', '=', accountId)
      .execute();
    await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
    await tx
      .insertInto('recovery_code')
      .values(codes.map((each) => ({ account_id: accountId, hash: recoveryHash(key, each) })))
      .execute();
    return {
      value: { recovery_codes: codes },
      audit: accountAudit('second-factor.confirm', account),
    };
  });
}

/** Takes a code too: whoever knows the password must not get rid of the second factor with it. */
export async function removeSecondFactor(
  context: OperationContext,
  actor: Actor,
  proof: Claim,
  code: string,
): Promise<object | Rejection> {
  const check = await checkPassword(context, proof);
  if (check === 'WRONG' || 'lockedUntil' in check) return WRONG_PASSWORD;
  const { account, attempt } = check;
  const accountId = account.account_id;
  const outcome = await makeChange(context, actor, async (tx, now) => {
    if (account.totp_confirmed === 0) {
      await withdrawAttempt(tx, attempt);
      return notFound('The account has no second factor.');
    }
    // Without its end the attempt stays a failure, so that codes cannot be guessed here.
    if (!(await takeCode(tx, context.vault, account, code, now))) return WRONG_CODE;
    await endAttempt(tx, attempt);
    await tx
      .updateTable('account')
      .set({ sealed_totp: null, totp_confirmed: 0 })
      .where('account_id', '=', accountId)
      .execute();
    await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
    return { value: {}, audit: accountAudit('second-factor.remove', account) };
  });
  if (outcome === WRONG_CODE) await recordFailure(context, check, 'code');
  return outcome;
}

/** Checks the code and uses it up: each TOTP step and each recovery code works once. */
export async function takeCode(
  tx: Db,
  vault: Vault,
  account: AccountTable,
  code: string,
  now: number,
): Promise<boolean> {
  if (await takeStep(tx, vault, account, code, now)) return true;
  const hashes = vault.derived(RECOVERY).map((key) => recoveryHash(key, code));
  const used = await tx
    .deleteFrom('recovery_code')
    .where('account_id', '=', account.account_id)
    .where('hash', 'in', hashes)
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

async function takeStep(
  tx: Db,
  vault: Vault,
  account: AccountTable,
  code: string,
  now: number,
): Promise<boolean> {
  if (account.sealed_totp === null) return false;
  // A recovery code still works when the secret does not open.
  const secret = vault.open(account.sealed_totp, placeIn('account', 'sealed_totp', account));
  if (secret === undefined) return false;
  const step = matchingStep(secret, code, now, account.totp_last_step);
  if (step === undefined) return false;
  // Of two requests with the same code, only one advances the step.
  const taken = await tx
    .updateTable('account')
    .set({ totp_last_step: step })
    .where('account_id', '=', account.account_id)
    .where('totp_last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Sixteen letters in groups of four, short enough to type. */
function newRecoveryCode(): string {
  const letters = toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase();
  return (letters.match(/.{4}/g) ?? []).join('-');
}

/** A keyed hash, because codes are short enough to brute-force; ignores hyphens and case. */
function recoveryHash(key: Buffer, code: string): string {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHmac('sha256', key).update(letters).digest('hex');
}
