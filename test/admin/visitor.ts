// People at the console: accounts, a browser that keeps its cookie and its token, members of projects.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newAccount } from '../../src/operators/accounts.ts';
import { hashPassword } from '../../src/operators/passwords.ts';
import { codeAt, stepAt } from '../../src/operators/totp.ts';
import { type Answer, type Gate, PASSWORD_COSTS } from '../support/harness.ts';

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
  const hash = await hashPassword(PASSWORD, PASSWORD_COSTS);
  const account = newAccount(email, hash, isOwner, gate.now);
  await storage.db.insertInto('account').values(account).execute();
  return email;
}

/** What a guess costs outside of tests: 19 MiB and two passes over them. */
export const USUAL_COSTS = /^argon2id\$m=19456,t=2,p=1\$/;

export async function storedPassword(gate: Gate, email: string): Promise<string> {
  const { db } = gate.service.context.storage;
  const found = db.selectFrom('account').select('password_hash').where('email', '=', email);
  return (await found.executeTakeFirstOrThrow()).password_hash;
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
  limits: object | null = null,
): Promise<Visitor> {
  const email = await newPerson(gate, false);
  const path = `/projects/${gameIndex}/invitations`;
  const invited = await owner.send('POST', path, { email, role, limits });
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
