// The members of projects and their roles.

import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import { type Limits, printLimits, readLimits, shownLimits } from '../audit/limits.ts';
import {
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import type { Role } from '../storage/schema.ts';
import { type Person, rolesIn } from '../tenants/projects.ts';
import { accountsOf, Email, isOwner, plainEmail } from './accounts.ts';
import { GivenLimits, LimitsOrNull, limitsOfRole } from './limits.ts';
import { RoleName } from './roles.ts';

export const Member = namedObject('Member', {
  account_id: Type.String(),
  email: Email,
  role: RoleName,
  limits: GivenLimits,
  second_factor: Type.Boolean(),
  disabled: Type.Boolean(),
  issuer: Type.Optional(
    Type.String({
      description:
        'Issuer whose groups give the role. The role counts only in sessions by this issuer and cannot be changed here; it can be removed once the issuer is no longer set. Absent for roles given by people.',
    }),
  ),
});
export type Member = Type.Static<typeof Member>;

export const MemberChange = Type.Object(
  { role: Type.Optional(RoleName), limits: Type.Optional(LimitsOrNull) },
  { additionalProperties: false, minProperties: 1 },
);
export type MemberChange = Type.Static<typeof MemberChange>;

/** The person's role in the project and its limits; undefined: none that counts in their session. */
export async function roleIn(
  db: Db,
  person: Person,
  gameIndex: number,
): Promise<{ readonly role: Role; readonly limits: Limits | undefined } | undefined> {
  const row = await rolesIn(db, person)
    .select(['m.role', 'm.limits'])
    .where('m.game_index', '=', gameIndex)
    .executeTakeFirst();
  return row && { role: row.role, limits: readLimits(row) };
}

/** The projects the person has a role in, by number, and how many they cannot see without a second factor. */
export async function rolesOf(
  { storage }: OperationContext,
  person: Person & { readonly secondFactor: boolean },
): Promise<{
  readonly visible: { readonly game_index: number; readonly name: string; readonly role: Role }[];
  readonly hidden: number;
}> {
  const rows = await rolesIn(storage.db, person)
    .innerJoin('project as p', 'p.game_index', 'm.game_index')
    .select(['m.game_index', 'p.name', 'm.role', 'p.requires_second_factor'])
    .orderBy('m.game_index')
    .execute();
  const visible = rows
    .filter((row) => person.secondFactor || row.requires_second_factor === 0)
    .map(({ requires_second_factor: _, ...row }) => row);
  return { visible, hidden: rows.length - visible.length };
}

export async function listMembers(
  { storage }: OperationContext,
  { game_index, after, limit = DEFAULT_LIMIT }: PageQuery & { readonly game_index: number },
): Promise<Page<Member>> {
  const rows = await membersOf(storage.db, game_index)
    .where('m.account_id', '>', after ?? '')
    .orderBy('m.account_id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => row.account_id, viewMember);
}

export interface FoundMember {
  /** Null for an owner of the installation. */
  readonly gameIndex: number | null;
  readonly email: string;
  readonly role: Role;
}

/** The projects of the account with this e-mail address. */
export async function findMembers(
  { storage }: OperationContext,
  email: string,
): Promise<FoundMember[]> {
  const account = await accountsOf(storage.db)
    .where('email', '=', plainEmail(email))
    .executeTakeFirst();
  if (!account) return [];
  const rows = await storage.db
    .selectFrom('member')
    .select(['game_index', 'role'])
    .where('account_id', '=', account.account_id)
    .orderBy('game_index')
    .execute();
  const found = rows.map(({ game_index: gameIndex, role }) => ({
    gameIndex,
    email: account.email,
    role,
  }));
  const owner = { gameIndex: null, email: account.email, role: 'owner' } as const;
  return isOwner(account) ? [owner, ...found] : found;
}

/** The role, what it is limited to, or both. The limits end with the role of an operator. */
export function changeMember(
  context: OperationContext,
  actor: Actor,
  { role: wanted, limits, ...key }: MemberChange & MemberKey,
): Promise<Member | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const before = await readMember(tx, key);
    if (!before) return unknownMember(key);
    const role = wanted ?? before.role;
    const { issuer } = before;
    if (issuer !== undefined && role !== before.role) return managed(before, issuer);
    const kept = role === 'operator' ? before.limits : undefined;
    const limited = limitsOfRole(role, limits === undefined ? kept : limits);
    if (isRejection(limited)) return limited;
    const { limits: _, ...rest } = before;
    const after = { ...rest, role, ...limited };
    await setRole(tx, { ...key, role, ...limited, issuer });
    if (role !== 'owner') await endInvitationsBy(tx, before.email, key.game_index);
    await endInvitationsOf(tx, before.email, key.game_index);
    return { value: after, audit: memberAudit('change', key, { before, after }) };
  });
}

export function removeMember(
  context: OperationContext,
  actor: Actor,
  input: MemberKey,
  /** Those that are set: what their groups give is theirs to take away. */
  issuers: readonly string[],
): Promise<Member | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const before = await readMember(tx, input);
    if (!before) return unknownMember(input);
    const { issuer } = before;
    if (issuer !== undefined && issuers.includes(issuer)) return managed(before, issuer);
    await tx
      .deleteFrom('member')
      .where('game_index', '=', input.game_index)
      .where('account_id', '=', input.account_id)
      .execute();
    await endInvitationsBy(tx, before.email, input.game_index);
    await endInvitationsOf(tx, before.email, input.game_index);
    return { value: before, audit: memberAudit('remove', input, { before }) };
  });
}

/** Who may no longer invite has no open invitations. */
export async function endInvitationsBy(tx: Db, email: string, gameIndex: number): Promise<void> {
  await tx
    .deleteFrom('invitation')
    .where('invited_by', '=', email)
    .where('game_index', '=', gameIndex)
    .execute();
}

/** No older invitation may bring back who was removed, or what was taken away. */
async function endInvitationsOf(tx: Db, email: string, gameIndex: number): Promise<void> {
  await tx
    .deleteFrom('invitation')
    .where('email', '=', email)
    .where('game_index', '=', gameIndex)
    .execute();
}

/** Makes the account a member, or changes its role and its limits. */
export async function setRole(
  tx: Db,
  row: MemberKey & {
    readonly role: Role;
    readonly limits?: Limits | undefined;
    /** Whose groups give it; none: people do. */
    readonly issuer?: string | undefined;
  },
): Promise<void> {
  const { game_index, account_id, role, issuer = null } = row;
  const limits = printLimits(row.limits);
  await tx
    .insertInto('member')
    .values({ game_index, account_id, role, limits, issuer })
    .onConflict((conflict) =>
      conflict.columns(['game_index', 'account_id']).doUpdateSet({ role, limits, issuer }),
    )
    .execute();
}

interface MemberKey {
  readonly game_index: number;
  readonly account_id: string;
}

const unknownMember = ({ game_index, account_id }: MemberKey): Rejection =>
  notFound(`Project ${game_index} has no member ${account_id}.`);

const managed = ({ email }: Member, issuer: string): Rejection => ({
  rejected: 'IN_USE',
  detail: `The groups at ${issuer} give ${email} this role. Change them there. It can be removed here once OIDC_ISSUERS no longer names the issuer.`,
});

function membersOf(db: Db, gameIndex: number) {
  return db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .select(['m.account_id', 'a.email', 'm.role', 'm.limits', 'm.issuer'])
    .select(['a.totp_confirmed', 'a.disabled'])
    .where('m.game_index', '=', gameIndex);
}

async function readMember(db: Db, { game_index, account_id }: MemberKey) {
  const row = await membersOf(db, game_index)
    .where('m.account_id', '=', account_id)
    .executeTakeFirst();
  return row && viewMember(row);
}

const viewMember = (row: {
  readonly account_id: string;
  readonly email: string;
  readonly role: Role;
  readonly limits: string | null;
  readonly totp_confirmed: 0 | 1;
  readonly disabled: 0 | 1;
  readonly issuer: string | null;
}): Member => ({
  account_id: row.account_id,
  email: row.email,
  role: row.role,
  ...shownLimits(row),
  second_factor: row.totp_confirmed === 1,
  disabled: row.disabled === 1,
  ...(row.issuer !== null && { issuer: row.issuer }),
});

export const memberAudit = auditOf('member', ({ game_index, account_id }: MemberKey) => ({
  gameIndex: game_index,
  target: `projects/${game_index}/members/${account_id}`,
}));
