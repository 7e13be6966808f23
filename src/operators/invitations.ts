// Invitations: single-use links that make someone a member, or an owner of the installation.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import { type Limits, printLimits, readLimits, shownLimits } from '../audit/limits.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { JOBS_CHANGED } from '../background/jobs.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import type { Page, PageQuery } from '../base/paging.ts';
import { hashSecret, newSecret } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import type { AccountTable, InvitationTable, Role } from '../storage/schema.ts';
import { lockProject, unknownProject } from '../tenants/projects.ts';
import { Email, findAccount, newAccount, plainEmail } from './accounts.ts';
import { knownDevice } from './devices.ts';
import { enqueueInvitation, invitationLink, invitationSecrets } from './invitation-mail.ts';
import { GivenLimits, limitsOfRole } from './limits.ts';
import { setRole } from './members.ts';
import { hashPassword, Password } from './passwords.ts';
import { provePassword } from './proof.ts';
import { RoleName } from './roles.ts';
import { passwordProblem } from './weak-passwords.ts';

const LIFE_MS = 7 * 24 * 3_600_000;
const LEAST_PASSWORD = 12;

export const Invitation = namedObject('Invitation', {
  invitation_id: Type.String(),
  email: Email,
  game_index: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null for an invitation to become an owner of the installation.',
  }),
  role: RoleName,
  limits: GivenLimits,
  invited_by: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  email_state: Type.Optional(
    Type.Enum(['waiting', 'sent', 'failed'], {
      description: 'Whether the link was sent by e-mail. Absent where no e-mail is sent.',
    }),
  ),
  email_failure: Type.Optional(
    Type.String({ description: 'Why the last attempt to send it failed.' }),
  ),
});
export type Invitation = Type.Static<typeof Invitation>;

export const NewInvitation = namedObject('NewInvitation', {
  ...Invitation.properties,
  link: Type.String({ description: 'Link for the invited person. It is shown only once.' }),
});
export type NewInvitation = Type.Static<typeof NewInvitation>;

export const InvitationToken = Type.String({
  pattern: '^[\\w-]{1,100}$',
  description: 'The part of the link after `#`.',
});

export const OpenInvitation = namedObject('OpenInvitation', {
  email: Email,
  project: Type.Union([Type.String(), Type.Null()], { description: 'Name of the project.' }),
  role: RoleName,
  has_account: Type.Boolean({
    description: 'True: accept with the password of the account. False: choose a new password.',
  }),
});
export type OpenInvitation = Type.Static<typeof OpenInvitation>;

export const Acceptance = Type.Object(
  { token: InvitationToken, password: Password },
  { additionalProperties: false },
);

const GONE = notFound('The invitation was used, withdrawn, or has expired. Ask for a new one.');

export const InvitationLanguage = Type.Optional(
  Type.Enum(['en', 'ko'], { description: 'Language of the e-mail.', default: 'en' }),
);

/** How links are made: where the console is, and whether they are sent by e-mail. */
export interface Inviting {
  readonly consoleUrl: string;
  readonly byMail: boolean;
}

/** `gameIndex` null invites an owner of the installation. */
export async function invite(
  context: OperationContext,
  actor: Actor,
  input: {
    readonly gameIndex: number | null;
    readonly email: string;
    readonly role: Role;
    readonly limits?: Limits | null | undefined;
    readonly language?: 'en' | 'ko' | undefined;
  },
  { consoleUrl, byMail }: Inviting,
): Promise<NewInvitation | Rejection> {
  const limited = limitsOfRole(input.role, input.limits);
  if (isRejection(limited)) return limited;
  const invitationId = randomUUID();
  // What a mail needs is derived again when it is written; else nobody can.
  const [derived] = byMail ? invitationSecrets(context.vault, invitationId) : [];
  const secret = derived ?? newSecret('tgi').secret;
  const made = await makeChange(context, actor, async (tx, now) => {
    const { gameIndex, role, language = 'en' } = input;
    if (gameIndex !== null && !(await lockProject(tx, gameIndex))) return unknownProject(gameIndex);
    await tx.deleteFrom('invitation').where('expires_at', '<=', now).execute();
    const row: InvitationTable = {
      invitation_id: invitationId,
      hash: hashSecret(secret),
      email: plainEmail(input.email),
      game_index: gameIndex,
      role,
      invited_by: actor.name,
      created_at: now,
      expires_at: now + LIFE_MS,
      language: byMail ? language : null,
      mailed_at: null,
      mail_failure: null,
      limits: printLimits(limited.limits),
    };
    await tx.insertInto('invitation').values(row).execute();
    if (byMail) await enqueueInvitation(tx, row, now);
    const after = viewInvitation(row);
    const link = invitationLink(consoleUrl, secret);
    return { value: { ...after, link }, audit: audit('create', row, { after }) };
  });
  if (byMail) context.storage.signals.emit(JOBS_CHANGED);
  return made;
}

export async function listInvitations(
  { storage, clock }: OperationContext,
  gameIndex: number | null,
  query: PageQuery,
): Promise<Page<Invitation>> {
  const open = storage.db
    .selectFrom('invitation')
    .selectAll()
    .where('game_index', gameIndex === null ? 'is' : '=', gameIndex)
    .where('expires_at', '>', clock());
  return readPage(open, 'invitation_id', query, viewInvitation);
}

export function withdrawInvitation(
  context: OperationContext,
  actor: Actor,
  gameIndex: number | null,
  invitationId: string,
): Promise<Invitation | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await tx
      .deleteFrom('invitation')
      .where('invitation_id', '=', invitationId)
      .where('game_index', gameIndex === null ? 'is' : '=', gameIndex)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notFound(`There is no invitation ${invitationId}.`);
    const before = viewInvitation(row);
    return { value: before, audit: audit('withdraw', row, { before }) };
  });
}

/** What the invited person sees before accepting. */
export async function openInvitation(
  { storage, clock }: OperationContext,
  token: string,
): Promise<OpenInvitation | Rejection> {
  const { db } = storage;
  const row = await findInvitation(db, token, clock());
  if (!row) return GONE;
  const project =
    row.game_index === null
      ? undefined
      : await db
          .selectFrom('project')
          .select('name')
          .where('game_index', '=', row.game_index)
          .executeTakeFirst();
  const account = await findAccount(db, row.email);
  return {
    email: row.email,
    project: project?.name ?? null,
    role: row.role,
    has_account: account !== undefined,
  };
}

/** Two invitations of one address were accepted at once, and the other one has created the account. */
class AccountExists extends Error {}

/** New users choose a password; users with an account confirm with its password. */
export async function acceptInvitation(
  ...call: Parameters<typeof accept>
): ReturnType<typeof accept> {
  try {
    return await accept(...call);
  } catch (error) {
    if (error instanceof AccountExists) return accept(...call);
    throw error;
  }
}

async function accept(
  context: OperationContext,
  { token, password }: Type.Static<typeof Acceptance>,
  origin: { readonly address: string; readonly device: string | undefined },
): Promise<{ readonly email: string } | Rejection> {
  const { storage, vault, clock } = context;
  const found = await findInvitation(storage.db, token, clock());
  if (!found) return GONE;
  const { email } = found;
  const known = await findAccount(storage.db, email);
  const device = knownDevice(vault, email, origin.device, clock());
  if (known && !(await provePassword(context, { email, password, ...origin, device }))) {
    return invalid('password', `The password does not match the account ${email}.`);
  }
  if (!known && [...password].length < LEAST_PASSWORD) {
    return invalid('password', `Choose a password of at least ${LEAST_PASSWORD} characters.`);
  }
  const weak = known ? undefined : passwordProblem(password, email);
  if (weak !== undefined) return invalid('password', weak);
  const passwordHash =
    known?.password_hash ?? (await hashPassword(password, context.passwordCosts));
  const actor: Actor = { kind: 'console', name: email };
  return makeChange(context, actor, async (tx, now) => {
    const row = await tx
      .deleteFrom('invitation')
      .where('invitation_id', '=', found.invitation_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return GONE;
    const account = known ?? newAccount(email, passwordHash, false, now);
    if (!known) await createAccount(tx, account);
    const { account_id } = account;
    if (row.game_index !== null) {
      const { game_index, role } = row;
      await setRole(tx, { game_index, account_id, role, limits: readLimits(row) });
    } else {
      await tx
        .updateTable('account')
        .set({ owner: 1 })
        .where('account_id', '=', account_id)
        .execute();
    }
    return { value: { email }, audit: audit('accept', row, { after: { account_id } }) };
  });
}

/** Fails, and so rolls back, when the account exists. */
async function createAccount(tx: Db, account: AccountTable): Promise<void> {
  const added = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!added) throw new AccountExists();
}

function findInvitation(db: Db, token: string, now: number): Promise<InvitationTable | undefined> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

const audit = auditOf('invitation', ({ invitation_id, game_index }: InvitationTable) => ({
  gameIndex: game_index,
  target: `invitations/${invitation_id}`,
}));

const viewInvitation = ({
  hash: _,
  language,
  mailed_at,
  mail_failure,
  limits,
  ...row
}: InvitationTable): Invitation => ({
  ...row,
  ...shownLimits({ limits }),
  created_at: isoTime(row.created_at),
  expires_at: isoTime(row.expires_at),
  ...(language !== null && { email_state: mailState(mailed_at, mail_failure) }),
  ...(mail_failure !== null && { email_failure: mail_failure }),
});

function mailState(mailedAt: number | null, failure: string | null) {
  if (failure !== null) return 'failed';
  return mailedAt === null ? 'waiting' : 'sent';
}
