// The issuers that an account with a password is connected to, by its own wish.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import type { OidcIdentityTable } from '../../storage/schema.ts';
import { accountAudit } from '../accounts.ts';
import type { SignedIn } from '../sessions.ts';
import { applyRoles, findIdentity } from './identities.ts';
import type { Issuer } from './issuers.ts';
import { endIdentitySessions } from './sessions.ts';

export const Connection = namedObject('IssuerConnection', {
  issuer: Type.String({ description: 'Address of the issuer.' }),
  subject: Type.String({ description: 'Id of the account at the issuer.' }),
  created_at: Type.String(),
});
export type Connection = Type.Static<typeof Connection>;

export async function listConnections(
  { storage }: OperationContext,
  { accountId }: SignedIn,
): Promise<{ readonly items: Connection[] }> {
  const rows = await storage.db
    .selectFrom('oidc_identity')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return { items: rows.map(viewConnection) };
}

/** The roles that the issuer gave, and the sessions by it, end with the connection. */
export function disconnect(
  context: OperationContext,
  actor: Actor,
  { accountId }: SignedIn,
  issuer: Issuer,
): Promise<Connection | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const identity = await tx
      .selectFrom('oidc_identity')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('issuer', '=', issuer.url)
      .executeTakeFirst();
    if (!identity) return notFound(`Your account is not connected to ${issuer.label}.`);
    const { subject } = identity;
    const known = await findIdentity(tx, issuer.url, subject);
    if (known?.account.password_hash === '') {
      const detail = 'Your account has no password, so nobody could sign in to it any more.';
      return { rejected: 'IN_USE', detail };
    }
    if (known) await applyRoles(tx, issuer, known, { owner: false, projects: new Map() }, now);
    await endIdentitySessions(tx, identity);
    await tx
      .deleteFrom('oidc_identity')
      .where('issuer', '=', issuer.url)
      .where('subject', '=', subject)
      .execute();
    const value = viewConnection(identity);
    return { value, audit: accountAudit('disconnect', identity, { before: value }) };
  });
}

const viewConnection = ({ issuer, subject, created_at }: OidcIdentityTable): Connection => ({
  issuer,
  subject,
  created_at: isoTime(created_at),
});
