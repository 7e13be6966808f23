// A new password by e-mail: a link for an hour, used once. The answer is the same whether the account exists or not.
import { Type } from 'typebox';
import { type Actor, SYSTEM, writeAudit } from '../audit/audit.ts';
import {
  invalid,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { enqueueJobs, JOBS_CHANGED, type JobHandler } from '../background/jobs.ts';
import { NO_PROJECT } from '../background/turns.ts';
import { timeOrderedId } from '../base/ids.ts';
import { hashSecret, newSecret } from '../base/vault.ts';
import { type Language, type Letter, toMail } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Db } from '../storage/db.ts';
import type { AccountTable } from '../storage/schema.ts';
import { accountAudit, Email, findAccount, plainEmail } from './accounts.ts';
import { beginAttempt } from './lockout.ts';
import { hashPassword, NewPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { passwordProblem } from './weak-passwords.ts';

export const PASSWORD_RESET_JOB = 'password-reset.send';

const LIFE_MS = 60 * 60_000;

export const ResetRequest = Type.Object(
  {
    email: Email,
    language: Type.Optional(
      Type.Enum(['en', 'ko'], { description: 'Language of the e-mail.', default: 'en' }),
    ),
  },
  { additionalProperties: false },
);
export type ResetRequest = Type.Static<typeof ResetRequest>;

export const Reset = Type.Object(
  {
    token: Type.String({
      pattern: '^[\\w-]{1,100}$',
      description: 'The part of the link after `#`.',
    }),
    new_password: NewPassword,
  },
  { additionalProperties: false },
);
export type Reset = Type.Static<typeof Reset>;

const GONE = notFound('The link was used, or has expired. Ask for a new one.');

/** Only counts and enqueues: whether there is such an account shows neither in the answer nor in its time. */
export async function requestReset(
  { storage, clock }: OperationContext,
  { email: given, language = 'en' }: ResetRequest,
  address: string,
): Promise<{ readonly lockedUntil: number } | object> {
  const now = clock();
  const email = plainEmail(given);
  const attempt = { email, address, device: undefined, purpose: 'reset' } as const;
  const counted = await beginAttempt(storage.db, attempt, now);
  if ('lockedUntil' in counted) return counted;
  const job = {
    appid: '',
    gameIndex: NO_PROJECT,
    kind: PASSWORD_RESET_JOB,
    id: `password-reset ${timeOrderedId(now)}`,
    payload: { email, language },
  };
  await enqueueJobs(storage.db, [job], now);
  storage.signals.emit(JOBS_CHANGED);
  return {};
}

export interface ResetMailOptions extends Pick<OperationContext, 'storage' | 'clock'> {
  readonly mailer: Mailer | undefined;
  readonly consoleUrl: string;
}

export function passwordResetHandler(options: ResetMailOptions): JobHandler {
  const { storage, clock, mailer, consoleUrl } = options;
  return async ({ id, payload, createdAt }) => {
    const { email, language } = payload as Required<ResetRequest>;
    const account = await findAccount(storage.db, email);
    const now = clock();
    if (!mailer || !account || account.disabled === 1 || now - createdAt > LIFE_MS) return 'done';
    // A password would let somebody in whom the issuer has removed.
    if (account.password_hash === '') return 'done';
    const secret = await makeLink(storage.db, account, now);
    // Browsers never send the part after the hash sign, so no server log contains the secret.
    const letter = letterOf(language, `${consoleUrl}/password-reset#${secret}`);
    try {
      const name = id.replace(' ', '-');
      await mailer.send({ to: account.email, id: name, ...toMail(letter, language) });
      return 'done';
    } catch (error) {
      return { retry: (error as Error).message };
    }
  };
}

/** Replaces an earlier link of the account. */
function makeLink(db: Db, account: AccountTable, now: number): Promise<string> {
  const { secret, hash } = newSecret('tgr');
  const expires_at = now + LIFE_MS;
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('password_reset')
      .values({ account_id: account.account_id, hash, expires_at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ hash, expires_at }))
      .execute();
    await writeAudit(tx, now, SYSTEM, accountAudit('reset-requested', account));
    return secret;
  });
}

/** Ends every session of the account; its second factor stays. */
export async function completeReset(
  context: OperationContext,
  { token, new_password: next }: Reset,
): Promise<{ readonly email: string } | Rejection> {
  const { storage, clock, passwordCosts } = context;
  const hash = hashSecret(token);
  const account = await storage.db
    .selectFrom('password_reset as r')
    .innerJoin('account as a', 'a.account_id', 'r.account_id')
    .selectAll('a')
    .where('r.hash', '=', hash)
    .where('r.expires_at', '>', clock())
    .where('a.disabled', '=', 0)
    .executeTakeFirst();
  if (!account) return GONE;
  const { account_id, email } = account;
  const weak = passwordProblem(next, email);
  if (weak !== undefined) return invalid('new_password', weak);
  const password_hash = await hashPassword(next, passwordCosts);
  const actor: Actor = { kind: 'console', name: email };
  return makeChange(context, actor, async (tx) => {
    const used = await tx
      .deleteFrom('password_reset')
      .where('hash', '=', hash)
      .returning('account_id')
      .executeTakeFirst();
    if (!used) return GONE;
    await tx
      .updateTable('account')
      .set({ password_hash })
      .where('account_id', '=', account_id)
      .execute();
    await endSessions(tx, account_id);
    return { value: { email }, audit: accountAudit('reset-password', account) };
  });
}

function letterOf(language: Language, url: string): Letter {
  if (language === 'ko') {
    return {
      subject: 'Tollgate 비밀번호 재설정',
      paragraphs: [
        'Tollgate 콘솔의 새 비밀번호를 설정할 수 있는 링크입니다.',
        '링크는 한 시간 동안 한 번만 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 바뀌지 않습니다.',
      ],
      link: { label: '비밀번호 재설정', url },
    };
  }
  return {
    subject: 'Reset your Tollgate password',
    paragraphs: [
      'Follow the link to choose a new password for the Tollgate console.',
      'The link works once, for one hour. If you did not ask for it, ignore this e-mail: your password stays as it is.',
    ],
    link: { label: 'Reset password', url },
  };
}
