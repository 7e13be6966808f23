// Sign-in: password, then second factor, with lockout; unknown addresses get the same answer.
import { Type } from 'typebox';
import { type Actor, writeAudit } from '../audit/audit.ts';
import { invalid, makeChange, type OperationContext, type Rejection } from '../audit/operation.ts';
import { accountAudit, Email, plainEmail } from './accounts.ts';
import { deviceProof, knownDevice } from './devices.ts';
import { endAttempt, withdrawAttempt } from './lockout.ts';
import { hashPassword, NewPassword, Password } from './passwords.ts';
import { checkPassword, provePassword, recordFailure } from './proof.ts';
import { Code, takeCode, WRONG_PASSWORD } from './second-factor.ts';
import { endSessions, openSession, type SignedIn } from './sessions.ts';
import { passwordProblem } from './weak-passwords.ts';

export const SignIn = Type.Object(
  { email: Email, password: Password, code: Type.Optional(Code) },
  { additionalProperties: false },
);
export type SignIn = Type.Static<typeof SignIn>;

export const PasswordChange = Type.Object(
  { password: Password, new_password: NewPassword },
  { additionalProperties: false },
);
export type PasswordChange = Type.Static<typeof PasswordChange>;

/** The client address and browser of a request. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  /** What the device keeps from its last sign-in. */
  readonly device: string | undefined;
}

/** Who may sign in with a password: everybody, only owners of the installation, or nobody. */
export type PasswordSignIn = 'on' | 'owners' | 'off';

export const mayUsePassword = (
  setting: PasswordSignIn,
  { owner }: { readonly owner: boolean },
): boolean => setting === 'on' || (setting === 'owners' && owner);

export type SignInOutcome =
  | { readonly cookie: string; readonly device: string }
  | { readonly failed: 'CREDENTIALS' | 'CODE_NEEDED' | 'CODE_WRONG' | 'SWITCHED_OFF' }
  | { readonly lockedUntil: number };

export async function signIn(
  context: OperationContext,
  input: SignIn,
  origin: Origin,
  setting: PasswordSignIn = 'on',
): Promise<SignInOutcome> {
  const { storage, vault, clock } = context;
  const { email, password, code } = input;
  if (setting === 'off') return { failed: 'SWITCHED_OFF' };
  const known = knownDevice(vault, plainEmail(email), origin.device, clock());
  const { address } = origin;
  const check = await checkPassword(context, { email, password, address, device: known });
  if (check === 'WRONG') return { failed: 'CREDENTIALS' };
  if ('lockedUntil' in check) return check;
  const { account, attempt } = check;
  if (!mayUsePassword(setting, { owner: account.owner === 1 })) return { failed: 'SWITCHED_OFF' };
  const outcome = await storage.db.transaction().execute(async (tx): Promise<SignInOutcome> => {
    const now = clock();
    if (account.totp_confirmed === 1) {
      if (code === undefined) {
        // Only withdrawn: otherwise a correct password would allow more guesses of the code.
        await withdrawAttempt(tx, attempt);
        return { failed: 'CODE_NEEDED' };
      }
      if (!(await takeCode(tx, vault, account, code, now))) return { failed: 'CODE_WRONG' };
    }
    await endAttempt(tx, attempt);
    const { cookie } = await openSession(tx, account.account_id, origin, now);
    const actor: Actor = { kind: 'console', name: account.email };
    await writeAudit(tx, now, actor, {
      action: 'session.open',
      gameIndex: null,
      target: `accounts/${account.account_id}`,
      after: { address: origin.address },
    });
    return { cookie, device: deviceProof(vault, account.email, now, known) };
  });
  if ('failed' in outcome && outcome.failed === 'CODE_WRONG') {
    await recordFailure(context, check, 'code');
  }
  return outcome;
}

/** Ends every other session, because someone else may know the old password. */
export async function changePassword(
  context: OperationContext,
  actor: Actor,
  { email, sessionId }: SignedIn,
  { password, new_password: next }: PasswordChange,
  address: string,
): Promise<object | Rejection> {
  const account = await provePassword(context, { email, password, address, device: sessionId });
  if (!account) return WRONG_PASSWORD;
  const weak = passwordProblem(next, email);
  if (weak !== undefined) return invalid('new_password', weak);
  const passwordHash = await hashPassword(next, context.passwordCosts);
  return makeChange(context, actor, async (tx) => {
    await tx
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('account_id', '=', account.account_id)
      .execute();
    await endSessions(tx, account.account_id, sessionId);
    return { value: {}, audit: accountAudit('change-password', account) };
  });
}
