// Starts a Google Play for a test at a standing clock, with Google's own clients pointed at it.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { androidpublisher } from '@googleapis/androidpublisher';
import { JWT } from 'google-auth-library';
import { createGoogle } from '../../emulator/google/market.ts';
import { hostMarkets } from '../../emulator/host.ts';
import { freshMarkets } from '../support/fresh-markets.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
  body: any;
}

interface Account {
  client_email: string;
  private_key: string;
}

export const packageName = 'com.tollgate.demo';
export const start = Date.parse('2026-03-01T12:00:00.000Z');
export const startTime = '2026-03-01T12:00:00.000Z';
export const day = 86_400_000;
export const scope = 'https://www.googleapis.com/auth/androidpublisher';

export async function startPlay({ hasOwnKeys = false } = {}) {
  const emulator = await hostMarkets([createGoogle], {
    now: () => start,
    ...(!hasOwnKeys && { state: await freshMarkets() }),
  });
  const url = await emulator.listen(0);
  after(() => emulator.close());

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  /** A control call that is expected to succeed. */
  async function control(path: string, body: unknown = {}): Promise<Answer['body']> {
    const answer = await call('POST', `/control${path}`, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  }

  const { google: credentials } = (await call('GET', '/control/credentials')).body;

  /** Google's library signs in at a fixed address; this sends it to the emulator. */
  function signIn({ client_email, private_key }: Account): JWT {
    const auth = new JWT({ email: client_email, key: private_key, scopes: [scope] });
    auth.transporter.interceptors.request.add({
      resolved: async (config) => {
        if (config.url.href === 'https://oauth2.googleapis.com/token') {
          config.url = new URL(`${url}/google/token`);
        }
        return config;
      },
    });
    return auth;
  }
  const client = (account: Account) =>
    androidpublisher({
      version: 'v3',
      auth: signIn(account),
      rootUrl: `${url}/`,
      retry: false,
    });

  return {
    clock: emulator.world.clock,
    url,
    call,
    control,
    credentials,
    signIn,
    client,
    api: client(credentials.serviceAccount),
    advance: (ms: number) => control('/clock', { advanceMs: ms }),
  };
}

/** The status and body that a refused call of Google's client carries. */
export async function failure(request: Promise<unknown>): Promise<Answer> {
  const error = await request.then(
    () => assert.fail('The call should have been refused.'),
    (reason) => reason,
  );
  assert.ok(error.response, String(error));
  return { status: error.response.status, body: error.response.data };
}

/** The error body of a token that Google refuses. */
export function tokenError(code: number, reason: string, message: string, location = 'token') {
  const detail = { message, domain: 'androidpublisher', reason, location };
  return {
    status: code,
    body: { error: { code, message, errors: [{ ...detail, locationType: 'parameter' }] } },
  };
}
