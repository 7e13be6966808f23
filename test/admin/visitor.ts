// People at the console: accounts, a browser that keeps its cookie and its token, members of projects.
import assert from 'node:assert/strict';
import { argon2Sync, randomBytes, randomUUID } from 'node:crypto';
import { newAccount } from '../../src/operators/accounts.ts';
import { codeAt, stepAt } from '../../src/operators/totp.ts';
import type { Answer, Gate } from '../support/harness.ts';

type Method = Parameters<Gate['send']>[0];

export const PASSWORD = 'correct horse battery staple';
/** What a browser says about a request of the console's own page. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

export interface Visitor {
  readonly email: string;
  readonly cookie: string;
  readonly csrf: string;
  send(
    method: Method,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<Answer>;
}

export const newEmail = (): string => `${randomUUID()}@example.com`;

/** An owner of the installation; everybody else is invited. */
export const newOwner = (gate: Gate): Promise<string> => newPerson(gate, true);

async function newPerson(gate: Gate, isOwner: boolean): Promise<string> {
  const email = newEmail();
  const { storage } = gate.service.context;
  const account = newAccount(email, quickHash(PASSWORD), isOwner, gate.now);
  await storage.db.insertInto('account').values(account).execute();
  return email;
}

/** The costs of a password are kept beside its hash; those of the product take longer than most tests. */
function quickHash(message: string): string {
  const nonce = randomBytes(16);
  const costs = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, ...costs });
  return `argon2id$m=8,t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

export function trySignIn(
  gate: Gate,
  body: { email: string; password?: string; code?: string },
  headers: Record<string, string> = SAME_ORIGIN,
): Promise<Answer> {
  return gate.send('POST', '/admin/v1/session', { password: PASSWORD, ...body }, headers);
}

export function cookieOf(answer: Answer): string {
  const [cookie = ''] = setCookies(answer)[0]?.split(';', 1) ?? [];
  return cookie;
}

/** What the device keeps, with its attributes. */
export const deviceOf = (answer: Answer): string => setCookies(answer)[1] ?? '';

const setCookies = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat();

export async function signIn(
  gate: Gate,
  email: string,
  more: { password?: string; code?: string } = {},
): Promise<Visitor> {
  const answer = await trySignIn(gate, { email, ...more });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return visitor(gate, email, cookieOf(answer), answer.body.csrf);
}

export function visitor(gate: Gate, email: string, cookie: string, csrf: string): Visitor {
  return {
    email,
    cookie,
    csrf,
    send: (method, path, body, more = {}) =>
      gate.send(method, `/admin/v1${path}`, body, {
        cookie,
        'x-tollgate-csrf': csrf,
        ...SAME_ORIGIN,
        ...more,
      }),
  };
}

/** Somebody with an account, invited by the owner, accepted and signed in. */
export async function newMember(
  gate: Gate,
  owner: Visitor,
  gameIndex: number,
  role: string,
): Promise<Visitor> {
  const email = await newPerson(gate, false);
  const path = `/projects/${gameIndex}/invitations`;
  const invited = await owner.send('POST', path, { email, role });
  assert.equal(invited.status, 201, JSON.stringify(invited.body));
  const token = invited.body.link.split('#')[1];
  const accepted = await gate.send(
    'POST',
    '/admin/v1/invitations/accept',
    { token, password: PASSWORD },
    SAME_ORIGIN,
  );
  assert.deepEqual(accepted.body, { email });
  return signIn(gate, email);
}

/** The six digits an authenticator app shows now. */
export const codeNow = (gate: Gate, secret: string): string => codeAt(secret, stepAt(gate.now));

export function problem(status: number, code: string, path: string, title: string, detail: string) {
  return {
    type: `/errors/admin/${code}`,
    title,
    status,
    detail,
    instance: `/admin/v1${path}`,
    code,
  };
}
