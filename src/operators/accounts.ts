// Console accounts, with an e-mail address and a password.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type Actor, auditOf } from '../audit/audit.ts';
import { makeChange, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import type { Page, PageQuery } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import type { AccountTable } from '../storage/schema.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

export const Email = named(
  'Email',
  Type.String({
    maxLength: 254,
    pattern: '^[^\\s@\\x00-\\x1f\\x7f]+@[^\\s@\\x00-\\x1f\\x7f]+$',
    description: 'E-mail address.',
  }),
);

export const Account = namedObject('Account', {
  account_id: Type.String(),
  email: Email,
  owner: Type.Boolean({
    description: 'Owner of the installation, with every role in every project.',
  }),
  issuer: Type.Optional(
    Type.String({
      description:
        'Issuer whose groups make the account an owner, in sessions by this issuer only. Absent if people did.',
    }),
  ),
  disabled: Type.Boolean(),
  second_factor: Type.Boolean(),
  created_at: Type.String(),
});
export type Account = Type.Static<typeof Account>;

export const plainEmail = (email: string): string => email.toLowerCase();

/** With the issuer whose groups make the account an owner. */
export const accountsOf = (db: Db) =>
  db
    .selectFrom('account')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('oidc_identity as i')
        .select((given) => given.fn.min('i.issuer').as('issuer'))
        .whereRef('i.account_id', '=', 'account.account_id')
        .where('i.gives_owner', '=', 1)
        .as('issuer'),
    );
type AccountRow = AccountTable & { readonly issuer: string | null };

/** Made by people, or by groups and then only in sessions by their issuer. */
export const isOwner = ({ owner, issuer }: AccountRow): boolean => owner === 1 || issuer !== null;

export async function findAccount(db: Db, email: string): Promise<AccountTable | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', plainEmail(email))
    .executeTakeFirst();
}

export function newAccount(
  email: string,
  passwordHash: string,
  owner: boolean,
  now: number,
): AccountTable {
  return {
    account_id: randomUUID(),
    email: plainEmail(email),
    password_hash: passwordHash,
    owner: owner ? 1 : 0,
    disabled: 0,
    sealed_totp: null,
    totp_confirmed: 0,
    totp_last_step: 0,
    created_at: now,
  };
}

/** Creates an owner of the installation; without a password, generates one and returns it once. */
export async function createOwner(
  context: OperationContext,
  actor: Actor,
  { email, password = randomPassword() }: { readonly email: string; readonly password?: string },
): Promise<(Account & { readonly password: string }) | Rejection> {
  const passwordHash = await hashPassword(password, context.passwordCosts);
  return makeChange(context, actor, async (tx, now) => {
    const row = newAccount(email, passwordHash, true, now);
    const added = await tx
      .insertInto('account')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst();
    if (!added) return { rejected: 'EXISTS', detail: `Account ${row.email} already exists.` };
    const after = viewAccount({ ...row, issuer: null });
    return { value: { ...after, password }, audit: accountAudit('create', row, { after }) };
  });
}

export async function listAccounts(
  { storage }: OperationContext,
  query: PageQuery,
): Promise<Page<Account>> {
  return readPage(accountsOf(storage.db), 'email', query, viewAccount);
}

/** Owners have every role in every project. */
export async function listOwners(
  { storage }: OperationContext,
  query: PageQuery,
): Promise<Page<Account>> {
  const owners = accountsOf(storage.db).where((row) => {
    const byGroup = row
      .selectFrom('oidc_identity')
      .select('account_id')
      .where('gives_owner', '=', 1);
    return row.or([row('owner', '=', 1), row('account_id', 'in', byGroup)]);
  });
  return readPage(owners, 'account_id', query, viewAccount);
}

/** Sets a new password, returned once, removes the second factor and ends all sessions. */
export async function resetPassword(
  context: OperationContext,
  actor: Actor,
  { email, password = randomPassword() }: { readonly email: string; readonly password?: string },
): Promise<(Account & { readonly password: string }) | Rejection> {
  const passwordHash = await hashPassword(password, context.passwordCosts);
  return changeAccount(context, actor, email, 'reset-password', async (tx, row) => {
    await tx.deleteFrom('recovery_code').where('account_id', '=', row.account_id).execute();
    await endSessions(tx, row.account_id);
    return {
      set: { password_hash: passwordHash, sealed_totp: null, totp_confirmed: 0 },
      shown: { password },
    };
  });
}

/** Disabling ends the account's sessions and invitations and blocks sign-in; its roles stay. */
export function disableAccount(
  context: OperationContext,
  actor: Actor,
  { email, disabled }: { readonly email: string; readonly disabled: boolean },
): Promise<Account | Rejection> {
  const verb = disabled ? 'disable' : 'enable';
  return changeAccount(context, actor, email, verb, async (tx, row) => {
    if (disabled) {
      await endSessions(tx, row.account_id);
      await tx.deleteFrom('invitation').where('invited_by', '=', row.email).execute();
    }
    return { set: { disabled: disabled ? 1 : 0 }, shown: {} };
  });
}

function changeAccount<Shown extends object>(
  context: OperationContext,
  actor: Actor,
  email: string,
  verb: string,
  change: (
    tx: Db,
    row: AccountTable,
  ) => Promise<{ readonly set: Partial<AccountTable>; readonly shown: Shown }>,
): Promise<(Account & Shown) | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await accountsOf(tx).where('email', '=', plainEmail(email)).executeTakeFirst();
    if (!row) return notFound(`There is no account ${plainEmail(email)}.`);
    const { set, shown } = await change(tx, row);
    await tx.updateTable('account').set(set).where('account_id', '=', row.account_id).execute();
    const [before, after] = [viewAccount(row), viewAccount({ ...row, ...set })];
    return { value: { ...after, ...shown }, audit: accountAudit(verb, row, { before, after }) };
  });
}

export const accountAudit = auditOf(
  'account',
  ({ account_id }: Pick<AccountTable, 'account_id'>) => ({
    gameIndex: null,
    target: `accounts/${account_id}`,
  }),
);

const viewAccount = (row: AccountRow): Account => ({
  account_id: row.account_id,
  email: row.email,
  owner: isOwner(row),
  ...(row.owner === 0 && row.issuer !== null && { issuer: row.issuer }),
  disabled: row.disabled === 1,
  second_factor: row.totp_confirmed === 1,
  created_at: isoTime(row.created_at),
});
