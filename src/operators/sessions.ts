// Console sessions: a random value in a cookie, its hash in the database, and an expiry.

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { makeChange, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { hashSecret, newSecret } from '../base/vault.ts';
import type { Db } from '../storage/db.ts';
import type { ConsoleSessionTable } from '../storage/schema.ts';

const HOUR_MS = 3_600_000;
const CSRF = 'console csrf';
const IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFE_MS = 7 * 24 * HOUR_MS;
/** Precision of the last use, so that not every request writes. */
const SEEN_EVERY_MS = 60_000;

/** The signed-in account and its session. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  /** Of the installation: made by people, or by the groups of the issuer that the account signed in by. */
  readonly owner: boolean;
  /** Whether the account has a confirmed second factor, or has proved one to its issuer. */
  readonly secondFactor: boolean;
  readonly sessionId: string;
  /** The issuer that the account signed in by, and when it last confirmed that; undefined: by password. */
  readonly issued: { readonly issuer: string; readonly checkedAt: number } | undefined;
  /** CSRF token that state-changing requests must send in a header. */
  readonly csrf: string;
  /** Whether a request sent this token, or one made under an earlier master key. */
  isCsrf(given: string): boolean;
}

export const SessionRecord = namedObject('SessionRecord', {
  session_id: Type.String(),
  created_at: Type.String(),
  seen_at: Type.String({ description: 'Last use, to the minute.' }),
  address: Type.String(),
  user_agent: Type.String(),
  current: Type.Boolean({ description: 'Whether this is the session that makes the request.' }),
});
export type SessionRecord = Type.Static<typeof SessionRecord>;

/** Returns the cookie's value, too. */
export async function openSession(
  tx: Db,
  accountId: string,
  caller: { readonly address: string; readonly userAgent: string },
  now: number,
): Promise<{ readonly cookie: string; readonly sessionId: string }> {
  const { secret, hash } = newSecret('tgx');
  const sessionId = randomUUID();
  await deleteEnded(tx, accountId, now);
  await tx
    .insertInto('console_session')
    .values({
      hash,
      session_id: sessionId,
      account_id: accountId,
      created_at: now,
      seen_at: now,
      address: caller.address,
      user_agent: caller.userAgent.slice(0, 300),
    })
    .execute();
  return { cookie: secret, sessionId };
}

export async function findSession(
  { storage, vault, clock }: OperationContext,
  cookie: string,
): Promise<SignedIn | undefined> {
  const hash = hashSecret(cookie);
  const now = clock();
  const row = await storage.db
    .selectFrom('console_session as s')
    .innerJoin('account as a', 'a.account_id', 's.account_id')
    .select(['s.session_id', 's.account_id', 's.created_at', 's.seen_at'])
    .select(['a.email', 'a.owner', 'a.totp_confirmed'])
    .leftJoin('oidc_session as o', 'o.session_id', 's.session_id')
    .select(['o.issuer', 'o.checked_at', 'o.second_factor'])
    .leftJoin('oidc_identity as i', (join) =>
      join.onRef('i.issuer', '=', 'o.issuer').onRef('i.subject', '=', 'o.subject'),
    )
    .select('i.gives_owner')
    .where('s.hash', '=', hash)
    .where('a.disabled', '=', 0)
    .executeTakeFirst();
  if (!row || hasEnded(row, now)) return undefined;
  if (now - row.seen_at >= SEEN_EVERY_MS) {
    await storage.db
      .updateTable('console_session')
      .set({ seen_at: now })
      .where('hash', '=', hash)
      .execute();
  }
  return {
    accountId: row.account_id,
    email: row.email,
    owner: row.owner === 1 || row.gives_owner === 1,
    // The second factor of whoever signs in by an issuer is the issuer's.
    secondFactor: (row.second_factor ?? row.totp_confirmed) === 1,
    sessionId: row.session_id,
    issued:
      row.issuer === null || row.checked_at === null
        ? undefined
        : { issuer: row.issuer, checkedAt: row.checked_at },
    csrf: csrfToken(vault.derive(CSRF), hash),
    isCsrf: (given) => vault.derived(CSRF).some((key) => isSame(given, csrfToken(key, hash))),
  };
}

const csrfToken = (key: Buffer, sessionHash: string): string =>
  createHmac('sha256', key).update(sessionHash).digest('base64url');

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Newest first. */
export async function listSessions(
  { storage, clock }: OperationContext,
  { accountId, sessionId }: SignedIn,
): Promise<{ readonly items: SessionRecord[] }> {
  const rows = await storage.db
    .selectFrom('console_session')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .execute();
  const live = rows.filter((row) => !hasEnded(row, clock()));
  return { items: live.map((row) => viewSession(row, sessionId)) };
}

/** Ends a session of the account; signing out ends the current one. */
export function endSession(
  context: OperationContext,
  actor: Actor,
  accountId: string,
  sessionId: string,
): Promise<SessionRecord | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await tx
      .deleteFrom('console_session')
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notFound(`There is no session ${sessionId}.`);
    const target = `accounts/${accountId}`;
    const before = { session_id: sessionId };
    return {
      value: viewSession(row, ''),
      audit: { action: 'session.close', gameIndex: null, target, before },
    };
  });
}

export async function endSessions(tx: Db, accountId: string, except = ''): Promise<void> {
  await tx
    .deleteFrom('console_session')
    .where('account_id', '=', accountId)
    .where('session_id', '<>', except)
    .execute();
}

type Times = Pick<ConsoleSessionTable, 'created_at' | 'seen_at'>;

function hasEnded({ created_at: createdAt, seen_at: seenAt }: Times, now: number): boolean {
  return now >= createdAt + SESSION_LIFE_MS || now >= seenAt + IDLE_MS;
}

async function deleteEnded(tx: Db, accountId: string, now: number): Promise<void> {
  await tx
    .deleteFrom('console_session')
    .where('account_id', '=', accountId)
    .where((row) =>
      row.or([row('created_at', '<=', now - SESSION_LIFE_MS), row('seen_at', '<=', now - IDLE_MS)]),
    )
    .execute();
}

const viewSession = (row: ConsoleSessionTable, current: string): SessionRecord => ({
  session_id: row.session_id,
  created_at: isoTime(row.created_at),
  seen_at: isoTime(row.seen_at),
  address: row.address,
  user_agent: row.user_agent,
  current: row.session_id === current,
});
