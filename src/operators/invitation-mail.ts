// Invitations by e-mail: a durable job writes the mail. The link is derived, so that it is stored nowhere.
import { createHmac } from 'node:crypto';
import { enqueueJobs, type JobHandler } from '../background/jobs.ts';
import { NO_PROJECT } from '../background/turns.ts';
import type { Clock } from '../base/clock.ts';
import { textStart } from '../base/text-start.ts';
import { hashSecret, type Vault } from '../base/vault.ts';
import { type Language, type Letter, toMail } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Db } from '../storage/db.ts';
import type { InvitationTable, Role } from '../storage/schema.ts';

export const INVITATION_JOB = 'invitation.send';

const DAY_MS = 24 * 60 * 60_000;
const FAILURE_BYTES = 300;

/** One for each key of the ring; the current one first. */
export const invitationSecrets = (vault: Vault, invitationId: string): string[] =>
  vault
    .derived('invitation')
    .map((key) => `tgi_${createHmac('sha256', key).update(invitationId).digest('base64url')}`);

/** Browsers never send the part after the hash sign, so no server log contains the secret. */
export const invitationLink = (consoleUrl: string, secret: string): string =>
  `${consoleUrl}/invitation#${secret}`;

export function enqueueInvitation(tx: Db, row: InvitationTable, now: number): Promise<void> {
  const job = {
    appid: '',
    gameIndex: row.game_index ?? NO_PROJECT,
    kind: INVITATION_JOB,
    id: `invitation ${row.invitation_id}`,
    payload: { invitation_id: row.invitation_id },
  };
  return enqueueJobs(tx, [job], now);
}

export interface InvitationMailOptions {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly mailer: Mailer | undefined;
  readonly consoleUrl: string;
}

export function invitationHandler(options: InvitationMailOptions): JobHandler {
  const { db, vault, clock, mailer, consoleUrl } = options;

  async function send(row: InvitationTable): Promise<string | null> {
    if (!mailer) return 'Tollgate cannot send e-mails: SMTP_URL is not set.';
    const secrets = invitationSecrets(vault, row.invitation_id);
    const secret = secrets.find((each) => hashSecret(each) === row.hash);
    if (secret === undefined) return 'The master key has changed. Invite the person again.';
    const language = row.language ?? 'en';
    const project = await projectOf(db, row.game_index);
    const letter = letterOf(language, row, project, invitationLink(consoleUrl, secret));
    try {
      const id = `invitation-${row.invitation_id}`;
      await mailer.send({ to: row.email, id, ...toMail(letter, language) });
      return null;
    } catch (error) {
      return textStart((error as Error).message, FAILURE_BYTES);
    }
  }

  return async ({ payload, createdAt }) => {
    const { invitation_id: id } = payload as { readonly invitation_id: string };
    const row = await db
      .selectFrom('invitation')
      .selectAll()
      .where('invitation_id', '=', id)
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    // Withdrawn, accepted, or expired.
    if (!row) return 'done';
    const failure = await send(row);
    await db
      .updateTable('invitation')
      .set({ mail_failure: failure, ...(failure === null && { mailed_at: clock() }) })
      .where('invitation_id', '=', id)
      .execute();
    if (failure === null) return 'done';
    return clock() - createdAt > DAY_MS ? 'done' : { retry: failure };
  };
}

async function projectOf(db: Db, gameIndex: number | null): Promise<string | null> {
  if (gameIndex === null) return null;
  const row = await db
    .selectFrom('project')
    .select('name')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row?.name ?? String(gameIndex);
}

const ROLES_KO: Readonly<Record<Role, string>> = {
  viewer: '뷰어',
  operator: '운영자',
  admin: '관리자',
  owner: '소유자',
};

function letterOf(
  language: Language,
  { invited_by: by, role, expires_at }: InvitationTable,
  project: string | null,
  url: string,
): Letter {
  const until = `${new Date(expires_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (language === 'ko') {
    const place = project ?? 'Tollgate';
    return {
      subject: `${place} 초대`,
      paragraphs: [
        `${by} 님이 ${place}에 ${ROLES_KO[role]}(으)로 초대했습니다.`,
        `링크는 ${until}까지 한 번만 사용할 수 있습니다. 예상하지 못한 초대라면 이 메일을 무시하세요.`,
      ],
      link: { label: '초대 수락', url },
    };
  }
  const what =
    project === null ? 'an owner of this Tollgate installation' : `${role} of ${project}`;
  return {
    subject: project === null ? 'Invitation to Tollgate' : `Invitation to ${project} at Tollgate`,
    paragraphs: [
      `${by} invites you to become ${what}.`,
      `The link works once, until ${until}. If you did not expect this invitation, ignore it.`,
    ],
    link: { label: 'Accept the invitation', url },
  };
}
