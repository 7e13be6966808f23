// Sign-in by an issuer: begins at the console, goes on at the issuer, and ends with a session or a reason why not.
import type { Logger } from 'pino';
import { type Actor, writeAudit } from '../../audit/audit.ts';
import type { Db } from '../../storage/db.ts';
import { beginAttempt, endAttempt } from '../lockout.ts';
import type { Origin } from '../sign-in.ts';
import { allowedBy, allowsNothing, secondFactorOf } from './claims.ts';
import { type IssuerClient, IssuerProblem, type Proof } from './client.ts';
import type { OidcContext } from './context.ts';
import { beginFlow, expectedOf, type Flow, safePath, takeFlow } from './flows.ts';
import {
  applyRoles,
  createAccount,
  findIdentity,
  type Known,
  linkAccount,
  withoutMissing,
} from './identities.ts';
import { endIdentitySessions, openIssued } from './sessions.ts';

/** Why nobody is signed in. The sign-in page has a sentence for each. */
export type Refusal =
  | 'expired'
  | 'denied'
  | 'unavailable'
  | 'invalid'
  | 'not_allowed'
  | 'second_factor'
  | 'address_taken'
  | 'connected_elsewhere'
  | 'disabled';

const redirectUri = (baseUrl: string, name: string): string =>
  `${baseUrl}/admin/v1/session/oidc/${name}/callback`;

export type Begun =
  | { readonly url: string; readonly cookie: string }
  | { readonly lockedUntil: number }
  | { readonly unavailable: string };

/** Unfinished sign-ins count as failures of the address. */
const attemptFrom = (address: string) =>
  ({ email: '', address, device: undefined, purpose: 'oidc' }) as const;

export async function beginSignIn(
  { context, baseUrl, log }: OidcContext,
  client: IssuerClient,
  request: {
    readonly next: string | undefined;
    readonly address: string;
    readonly accountId: string | null;
  },
): Promise<Begun> {
  const { name, label, url: issuer } = client.issuer;
  const counted = await beginAttempt(
    context.storage.db,
    attemptFrom(request.address),
    context.clock(),
  );
  if ('lockedUntil' in counted) return counted;
  const next = safePath(request.next);
  const cookie = await beginFlow(context, { issuer, next, accountId: request.accountId });
  try {
    const url = await client.signInUrl(redirectUri(baseUrl, name), expectedOf(cookie));
    return { url, cookie };
  } catch (error) {
    report(log, client, error);
    await takeFlow(context, cookie);
    return { unavailable: `${label} does not answer. Try again, or sign in another way.` };
  }
}

/** Without a cookie, an account that was signed in already is now connected. */
export type Finished =
  | { readonly cookie: string | undefined; readonly next: string }
  | { readonly refused: Refusal; readonly next: string; readonly isConnecting: boolean };

export async function finishSignIn(
  oidc: OidcContext,
  client: IssuerClient,
  {
    flowCookie,
    query,
    origin,
  }: {
    readonly flowCookie: string | undefined;
    /** The query of the callback, as it was sent. */
    readonly query: string;
    readonly origin: Origin;
  },
): Promise<Finished> {
  const { context, baseUrl, log } = oidc;
  const flow = flowCookie === undefined ? undefined : await takeFlow(context, flowCookie);
  // A flow that began with another issuer ends here: its code must not be sent to this one.
  if (flowCookie === undefined || !flow || flow.issuer !== client.issuer.url) {
    return { refused: 'expired', next: '/', isConnecting: false };
  }
  const refuse = (refused: Refusal): Finished => ({
    refused,
    next: flow.next,
    isConnecting: flow.accountId !== null,
  });
  const callback = new URL(`${redirectUri(baseUrl, client.issuer.name)}?${query}`);
  let proof: Proof;
  try {
    proof = await client.exchange(callback, expectedOf(flowCookie));
  } catch (error) {
    const fault = report(log, client, error);
    return refuse(({ refused: 'denied', away: 'unavailable', invalid: 'invalid' } as const)[fault]);
  }
  const factor = secondFactorOf(client.issuer, proof.claims);
  if (factor === 'missing') return refuse('second_factor');
  const entry = { flow, proof, origin, hasFactor: factor === 'proved' };
  const outcome = await enter(oidc, client, entry).catch((error: unknown) => {
    // Somebody has signed in for the first time twice at once: the other one has created the account.
    if (error instanceof AccountAppeared) return enter(oidc, client, entry);
    throw error;
  });
  return 'cookie' in outcome ? { ...outcome, next: flow.next } : refuse(outcome.refused);
}

class AccountAppeared extends Error {}

interface Entry {
  readonly flow: Flow;
  readonly proof: Proof;
  readonly origin: Origin;
  readonly hasFactor: boolean;
}

function enter(
  { context }: OidcContext,
  { issuer }: IssuerClient,
  { flow, proof, origin, hasFactor }: Entry,
): Promise<{ readonly cookie: string | undefined } | { readonly refused: Refusal }> {
  const { storage, vault, clock, environment } = context;
  const { subject, claims } = proof;
  return storage.db.transaction().execute(async (tx) => {
    const now = clock();
    const allowed = await withoutMissing(tx, allowedBy(issuer, claims, environment));
    const before = await findIdentity(tx, issuer.url, subject);
    const isNew = before === undefined && flow.accountId === null;
    if (isNew && allowsNothing(allowed)) return { refused: 'not_allowed' };
    const known = before ?? (await newIdentity(tx, { issuer, flow, proof, now }));
    if (known === undefined) return { refused: 'address_taken' };
    const { account } = known;
    if (flow.accountId !== null && account.account_id !== flow.accountId) {
      return { refused: 'connected_elsewhere' };
    }
    await endAttempt(tx, attemptFrom(origin.address));
    const isSignIn = flow.accountId === null;
    const hasRoles = await applyRoles(tx, issuer, known, allowed, now, isSignIn);
    if (account.disabled === 1) return { refused: 'disabled' };
    if (!isSignIn) return { cookie: undefined };
    if (!hasRoles) {
      await endIdentitySessions(tx, known.identity);
      return { refused: 'not_allowed' };
    }
    const opened = { accountId: account.account_id, issuer: issuer.url, hasFactor };
    const cookie = await openIssued(tx, vault, { ...opened, ...proof }, origin, now);
    const actor: Actor = { kind: 'console', name: account.email };
    await writeAudit(tx, now, actor, {
      action: 'session.open',
      gameIndex: null,
      target: `accounts/${account.account_id}`,
      after: { address: origin.address, issuer: issuer.url },
    });
    return { cookie };
  });
}

async function newIdentity(
  tx: Db,
  {
    issuer,
    flow,
    proof,
    now,
  }: {
    readonly issuer: IssuerClient['issuer'];
    readonly flow: Flow;
    readonly proof: Proof;
    readonly now: number;
  },
): Promise<Known | undefined> {
  if (flow.accountId !== null) {
    const account = await tx
      .selectFrom('account')
      .selectAll()
      .where('account_id', '=', flow.accountId)
      .executeTakeFirstOrThrow();
    return linkAccount(tx, issuer, proof.subject, account, now);
  }
  const created = await createAccount(tx, issuer, proof, now);
  if (created) return created;
  const appeared = await findIdentity(tx, issuer.url, proof.subject);
  if (appeared) throw new AccountAppeared();
  return undefined;
}

/** To the log, without anything that the issuer has sent. */
export function report(
  log: Logger,
  { issuer }: IssuerClient,
  error: unknown,
): IssuerProblem['fault'] {
  if (!(error instanceof IssuerProblem)) throw error;
  const { fault, message: reason } = error;
  log.warn({ issuer: issuer.name, fault, reason }, 'sign-in by an issuer failed');
  return fault;
}
