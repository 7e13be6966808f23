// Sessions that an issuer vouches for: confirmed every minute of use, and ended when the issuer says so.
import { writeAudit } from '../../audit/audit.ts';
import type { OperationContext } from '../../audit/operation.ts';
import type { Vault } from '../../base/vault.ts';
import type { Db } from '../../storage/db.ts';
import type { OidcIdentityTable, OidcSessionTable } from '../../storage/schema.ts';
import { placeIn } from '../../storage/sealed.ts';
import { openSession, type SignedIn } from '../sessions.ts';
import { allowedBy } from './claims.ts';
import {
  type IssuerClient,
  IssuerProblem,
  type Logout,
  type Proof,
  type Tokens,
} from './client.ts';
import type { OidcContext } from './context.ts';
import { actorOf, applyRoles, findIdentity, withoutMissing } from './identities.ts';

/** Asked from then on; requests beside it go on until the minute is over. */
const CHECK_AFTER_MS = 45_000;
const MINUTE_MS = 60_000;
/** Longer than the issuer may take to answer all that it is asked. */
const HOLD_MS = 15_000;
const LOOK_EVERY_MS = 50;
const LOGOUT_LIFE_MS = 15 * MINUTE_MS;

/** Returns the cookie's value. */
export async function openIssued(
  tx: Db,
  vault: Vault,
  person: Omit<Proof, 'claims'> & {
    readonly accountId: string;
    readonly issuer: string;
    /** Whether the issuer has proved the second factor that it is asked for. */
    readonly hasFactor: boolean;
  },
  caller: { readonly address: string; readonly userAgent: string },
  now: number,
): Promise<string> {
  const { accountId, issuer, subject, sid = null, hasFactor, tokens } = person;
  const { cookie, sessionId: session_id } = await openSession(tx, accountId, caller, now);
  await tx
    .insertInto('oidc_session')
    .values({
      session_id,
      issuer,
      subject,
      sid,
      second_factor: hasFactor ? 1 : 0,
      sealed_tokens: vault.seal(JSON.stringify(tokens), placeOf({ session_id })),
      checked_at: now,
      failed_at: 0,
      held_until: 0,
    })
    .execute();
  return cookie;
}

export type Confirmed = 'good' | 'ended' | 'away';

/** Whether the issuer still vouches for the session. */
export async function confirmSession(oidc: OidcContext, signedIn: SignedIn): Promise<Confirmed> {
  const { context, clients } = oidc;
  const { issued, sessionId } = signedIn;
  if (!issued) return 'good';
  const client = clients.find(({ issuer }) => issuer.url === issued.issuer);
  // The issuer is no longer set.
  if (!client) return 'ended';
  const { clock } = context;
  if (clock() - issued.checkedAt < CHECK_AFTER_MS) return 'good';
  const held = await hold(context, sessionId);
  if (held) return ask(oidc, client, held);
  if (clock() - issued.checkedAt < MINUTE_MS) return 'good';
  return awaitOther(context, client, sessionId);
}

/** One process asks, because a refresh token works once. */
function hold(
  { storage, clock }: OperationContext,
  sessionId: string,
): Promise<OidcSessionTable | undefined> {
  const now = clock();
  return storage.db
    .updateTable('oidc_session')
    .set({ held_until: now + HOLD_MS })
    .where('session_id', '=', sessionId)
    .where('held_until', '<=', now)
    .where('checked_at', '<=', now - CHECK_AFTER_MS)
    .returningAll()
    .executeTakeFirst();
}

async function ask(
  oidc: OidcContext,
  client: IssuerClient,
  session: OidcSessionTable,
): Promise<Confirmed> {
  const { context, log } = oidc;
  const { storage, vault, clock } = context;
  const sealed = vault.open(session.sealed_tokens, placeOf(session));
  if (sealed === undefined) return end(oidc, client, session, 'its tokens do not open');
  try {
    const proof = await client.renew(JSON.parse(sealed) as Tokens, session.subject);
    return await confirm(oidc, client, session, proof);
  } catch (error) {
    if (!(error instanceof IssuerProblem)) throw error;
    if (error.fault !== 'away') return end(oidc, client, session, error.message);
    log.warn({ issuer: client.issuer.name, reason: error.message }, 'an issuer does not answer');
    const failed_at = clock();
    await storage.db
      .updateTable('oidc_session')
      .set({ failed_at })
      .where('session_id', '=', session.session_id)
      .execute();
    return duringOutage(context, client, session);
  }
}

async function confirm(
  oidc: OidcContext,
  client: IssuerClient,
  session: OidcSessionTable,
  { claims, tokens }: Omit<Proof, 'sid'>,
): Promise<Confirmed> {
  const { storage, vault, clock, environment } = oidc.context;
  const { issuer } = client;
  const hasRoles = await storage.db.transaction().execute(async (tx) => {
    const now = clock();
    await tx
      .updateTable('oidc_session')
      .set({
        sealed_tokens: vault.seal(JSON.stringify(tokens), placeOf(session)),
        checked_at: now,
        held_until: 0,
      })
      .where('session_id', '=', session.session_id)
      .execute();
    const known = await findIdentity(tx, issuer.url, session.subject);
    if (!known) return false;
    const allowed = await withoutMissing(tx, allowedBy(issuer, claims, environment));
    return applyRoles(tx, issuer, known, allowed, now);
  });
  return hasRoles ? 'good' : end(oidc, client, session, 'no group allows anything');
}

/** Sessions go on for a while, so that nobody is thrown out by a restart of the issuer. */
function duringOutage(
  { clock }: OperationContext,
  { issuer }: IssuerClient,
  { checked_at: checkedAt }: OidcSessionTable,
): Confirmed {
  return clock() - checkedAt < MINUTE_MS + issuer.graceMs ? 'good' : 'away';
}

async function awaitOther(
  context: OperationContext,
  client: IssuerClient,
  sessionId: string,
): Promise<Confirmed> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const session = await context.storage.db
      .selectFrom('oidc_session')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    if (!session) return 'ended';
    if (context.clock() - session.checked_at < MINUTE_MS) return 'good';
    const hasFailed = session.failed_at > session.checked_at;
    if (hasFailed || waited >= HOLD_MS) return duringOutage(context, client, session);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function end(
  { context, log }: OidcContext,
  { issuer }: IssuerClient,
  session: OidcSessionTable,
  reason: string,
): Promise<'ended'> {
  log.info({ issuer: issuer.name, reason }, 'a console session ended at its issuer');
  await context.storage.db
    .transaction()
    .execute((tx) => endSessions(tx, issuer, [session.session_id], context.clock()));
  return 'ended';
}

async function endSessions(
  tx: Db,
  issuer: IssuerClient['issuer'],
  sessionIds: readonly string[],
  now: number,
): Promise<void> {
  if (sessionIds.length === 0) return;
  const ended = await tx
    .deleteFrom('console_session')
    .where('session_id', 'in', sessionIds)
    .returning(['session_id', 'account_id'])
    .execute();
  for (const { session_id, account_id } of ended) {
    await writeAudit(tx, now, actorOf(issuer), {
      action: 'session.close',
      gameIndex: null,
      target: `accounts/${account_id}`,
      before: { session_id },
    });
  }
}

/** Of a person who may do nothing any more. */
export async function endIdentitySessions(
  tx: Db,
  { issuer, subject }: Pick<OidcIdentityTable, 'issuer' | 'subject'>,
): Promise<void> {
  const theirs = tx
    .selectFrom('oidc_session')
    .select('session_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  await tx.deleteFrom('console_session').where('session_id', 'in', theirs).execute();
}

/** Back-channel logout. A token works once. */
export function endByLogout(
  { storage, clock }: OperationContext,
  { issuer }: IssuerClient,
  { jti, sid, subject }: Logout,
): Promise<'ended' | 'replayed'> {
  return storage.db.transaction().execute(async (tx) => {
    const now = clock();
    await tx.deleteFrom('oidc_logout').where('expires_at', '<=', now).execute();
    const isNew = await tx
      .insertInto('oidc_logout')
      .values({ issuer: issuer.url, jti, expires_at: now + LOGOUT_LIFE_MS })
      .onConflict((conflict) => conflict.doNothing())
      .returning('jti')
      .executeTakeFirst();
    if (!isNew) return 'replayed';
    // Without a name of the session, all of the person's.
    const rows = await tx
      .selectFrom('oidc_session')
      .select('session_id')
      .where('issuer', '=', issuer.url)
      .where((row) => {
        const isTheirs = row('subject', '=', subject ?? '');
        if (sid === undefined) return isTheirs;
        return row.or([row('sid', '=', sid), row.and([row('sid', 'is', null), isTheirs])]);
      })
      .execute();
    const sessionIds = rows.map((row) => row.session_id);
    await endSessions(tx, issuer, sessionIds, now);
    return 'ended';
  });
}

/** What the session was opened with, for signing out at the issuer. */
export async function readTokens(
  { storage, vault }: OperationContext,
  sessionId: string,
): Promise<Tokens | undefined> {
  const row = await storage.db
    .selectFrom('oidc_session')
    .select(['session_id', 'sealed_tokens'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  const opened = row && vault.open(row.sealed_tokens, placeOf(row));
  return opened === undefined ? undefined : (JSON.parse(opened) as Tokens);
}

const placeOf = (row: Pick<OidcSessionTable, 'session_id'>) =>
  placeIn('oidc_session', 'sealed_tokens', row);
