// Sign-ins that have begun: what the browser keeps, and what its return must match.
import { createHmac } from 'node:crypto';
import type { OperationContext } from '../../audit/operation.ts';
import { hashSecret, newSecret } from '../../base/vault.ts';
import type { Expected } from './client.ts';

export const FLOW_LIFE_MS = 10 * 60_000;

export interface Flow {
  /** Address of the issuer. */
  readonly issuer: string;
  /** Path of the console to go on at. */
  readonly next: string;
  /** The account that gets the identity; null: whoever it is signs in. */
  readonly accountId: string | null;
}

/** Returns the value of the cookie. */
export async function beginFlow(
  { storage, clock }: OperationContext,
  { issuer, next, accountId }: Flow,
): Promise<string> {
  const { secret, hash } = newSecret('tgo');
  const now = clock();
  await storage.db.deleteFrom('oidc_flow').where('expires_at', '<=', now).execute();
  await storage.db
    .insertInto('oidc_flow')
    .values({ hash, issuer, next, account_id: accountId, expires_at: now + FLOW_LIFE_MS })
    .execute();
  return secret;
}

/** Each is used once, whatever comes of it. */
export async function takeFlow(
  { storage, clock }: OperationContext,
  cookie: string,
): Promise<Flow | undefined> {
  const row = await storage.db
    .deleteFrom('oidc_flow')
    .where('hash', '=', hashSecret(cookie))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.expires_at <= clock()) return undefined;
  return { issuer: row.issuer, next: row.next, accountId: row.account_id };
}

/** Derived, so that nothing but the browser's cookie can know them. */
export const expectedOf = (cookie: string): Expected => ({
  state: derived(cookie, 'state'),
  nonce: derived(cookie, 'nonce'),
  verifier: derived(cookie, 'verifier'),
});

const derived = (cookie: string, purpose: string): string =>
  createHmac('sha256', cookie).update(purpose).digest('base64url');

/** A path of the console; anything else may have been made by somebody else. */
export const safePath = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\') ? next : '/';
