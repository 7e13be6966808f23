// The account of a person whom an issuer knows, and the roles that the groups there give.
import { type Actor, type AuditEntry, writeAudits } from '../../audit/audit.ts';
import { readLimits } from '../../audit/limits.ts';
import type { Db } from '../../storage/db.ts';
import type { AccountTable, OidcIdentityTable } from '../../storage/schema.ts';
import { accountAudit, newAccount } from '../accounts.ts';
import { endInvitationsBy, memberAudit, setRole } from '../members.ts';
import { type Allowed, type Claims, nameOf, verifiedEmail } from './claims.ts';
import type { Issuer } from './issuers.ts';

/** The issuer changes roles, not a person. */
export const actorOf = ({ name }: Pick<Issuer, 'name'>): Actor => ({
  kind: 'system',
  name: `issuer ${name}`,
});

export interface Known {
  readonly identity: OidcIdentityTable;
  readonly account: AccountTable;
}

export async function findIdentity(
  tx: Db,
  issuer: string,
  subject: string,
): Promise<Known | undefined> {
  const identity = await tx
    .selectFrom('oidc_identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!identity) return undefined;
  const account = await tx
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', identity.account_id)
    .executeTakeFirstOrThrow();
  return { identity, account };
}

/** Of projects that exist. */
export async function withoutMissing(tx: Db, { owner, projects }: Allowed): Promise<Allowed> {
  if (projects.size === 0) return { owner, projects };
  const rows = await tx
    .selectFrom('project')
    .select('game_index')
    .where('game_index', 'in', [...projects.keys()])
    .execute();
  const existing = new Set(rows.map((row) => row.game_index));
  return { owner, projects: new Map([...projects].filter(([number]) => existing.has(number))) };
}

/** Undefined: another account has the address, and is not taken over. */
export async function createAccount(
  tx: Db,
  issuer: Issuer,
  { subject, claims }: { readonly subject: string; readonly claims: Claims },
  now: number,
): Promise<Known | undefined> {
  const email = verifiedEmail(issuer, claims) ?? nameOf(issuer, subject);
  const account = newAccount(email, '', false, now);
  const added = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!added) return undefined;
  const after = { email, issuer: issuer.url, subject };
  await writeAudits(tx, now, [
    { actor: actorOf(issuer), entry: accountAudit('create', account, { after }) },
  ]);
  return { account, identity: await addIdentity(tx, issuer.url, subject, account.account_id, now) };
}

async function addIdentity(
  tx: Db,
  issuer: string,
  subject: string,
  accountId: string,
  now: number,
): Promise<OidcIdentityTable> {
  const identity: OidcIdentityTable = {
    issuer,
    subject,
    account_id: accountId,
    gives_owner: 0,
    created_at: now,
  };
  await tx.insertInto('oidc_identity').values(identity).execute();
  return identity;
}

/** Connects the account of somebody who has proved to have it. */
export async function linkAccount(
  tx: Db,
  issuer: Issuer,
  subject: string,
  account: AccountTable,
  now: number,
): Promise<Known> {
  const identity = await addIdentity(tx, issuer.url, subject, account.account_id, now);
  const after = { issuer: issuer.url, subject };
  const actor: Actor = { kind: 'console', name: account.email };
  await writeAudits(tx, now, [{ actor, entry: accountAudit('connect', account, { after }) }]);
  return { identity, account };
}

/**
 * Makes the roles what the groups allow. An account has one role in a project: one that people gave stays,
 * one from another issuer until a sign-in by this one. Returns whether a session by this issuer has any.
 */
export async function applyRoles(
  tx: Db,
  issuer: Issuer,
  known: Known,
  allowed: Allowed,
  now: number,
  isSignIn = false,
): Promise<boolean> {
  const entries: AuditEntry[] = [];
  const owner = await applyOwner(tx, issuer, known, allowed.owner, entries);
  const members = await applyMembers(tx, issuer, known.account, { ...allowed, isSignIn }, entries);
  const actor = actorOf(issuer);
  if (entries.length > 0) {
    await writeAudits(
      tx,
      now,
      entries.map((entry) => ({ actor, entry })),
    );
  }
  return owner || members > 0;
}

async function applyOwner(
  tx: Db,
  issuer: Issuer,
  { identity, account }: Known,
  isAllowed: boolean,
  entries: AuditEntry[],
): Promise<boolean> {
  const isOwner = account.owner === 1;
  const isGiven = identity.gives_owner === 1;
  if (isAllowed === isGiven) return isOwner || isAllowed;
  await tx
    .updateTable('oidc_identity')
    .set({ gives_owner: isAllowed ? 1 : 0 })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute();
  if (isOwner) return true;
  // Who may no longer invite has no open invitations.
  if (!isAllowed)
    await tx.deleteFrom('invitation').where('invited_by', '=', account.email).execute();
  const [before, after] = [{ owner: isGiven }, { owner: isAllowed, issuer: issuer.url }];
  entries.push(accountAudit(isAllowed ? 'make-owner' : 'end-owner', account, { before, after }));
  return isAllowed;
}

async function applyMembers(
  tx: Db,
  { url: issuer }: Issuer,
  { account_id, email }: AccountTable,
  { projects, isSignIn }: Allowed & { readonly isSignIn: boolean },
  entries: AuditEntry[],
): Promise<number> {
  const rows = await tx
    .selectFrom('member')
    .selectAll()
    .where('account_id', '=', account_id)
    .execute();
  let count = rows.filter((row) => row.issuer === null || row.issuer === issuer).length;
  for (const [game_index, role] of projects) {
    const current = rows.find((row) => row.game_index === game_index);
    const isOurs = current?.issuer === issuer;
    if (isOurs && current.role === role) continue;
    if (current && !isOurs && (current.issuer === null || !isSignIn)) continue;
    const key = { game_index, account_id };
    const limits = current?.role === role ? readLimits(current) : undefined;
    await setRole(tx, { ...key, role, limits, issuer });
    if (!isOurs) count += 1;
    if (current?.role === 'owner') await endInvitationsBy(tx, email, game_index);
    const after = { email, role, issuer };
    if (current) {
      const before = { email, role: current.role, issuer: current.issuer };
      entries.push(memberAudit('change', key, { before, after }));
    } else {
      entries.push(memberAudit('create', key, { after }));
    }
  }
  for (const { game_index, role, issuer: by } of rows) {
    if (by !== issuer || projects.has(game_index)) continue;
    await tx
      .deleteFrom('member')
      .where('game_index', '=', game_index)
      .where('account_id', '=', account_id)
      .execute();
    await endInvitationsBy(tx, email, game_index);
    count -= 1;
    const before = { email, role, issuer };
    entries.push(memberAudit('remove', { game_index, account_id }, { before }));
  }
  return count;
}
