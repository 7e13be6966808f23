// POST /oauth/token and /oauth/revoke, and the keys that tokens are checked with.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { generation2, newToken, pay, post, read, type TokenAnswer } from './client.ts';
import { assertProblem, assertResult, assertTokenRefused } from './contract.ts';
import { settings } from './settings.ts';

const CLIENT = { client_id: settings.clientId, client_secret: settings.clientSecret };
const GRANT = { grant_type: 'client_credentials' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

interface OauthError {
  readonly error: string;
  readonly error_description: string;
}

describe('POST /oauth/token', () => {
  const requests = {
    'a form': () => post<TokenAnswer>('/oauth/token', form({ ...GRANT, ...CLIENT }), FORM),
    JSON: () => post<TokenAnswer>('/oauth/token', { ...GRANT, ...CLIENT }),
    'HTTP Basic': () =>
      post<TokenAnswer>('/oauth/token', form(GRANT), {
        ...FORM,
        Authorization: basic(settings.clientId, settings.clientSecret),
      }),
  };
  for (const [name, request] of Object.entries(requests)) {
    test(`${name}: answers a bearer token for an hour, not to be cached`, async () => {
      const { status, headers, body, text } = await request();
      assert.equal(status, 200, text);
      const { access_token, ...rest } = body;
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3_600 });
      assert.match(headers.get('cache-control') ?? '', /no-store/);
      const headers2 = { 'X-Access-Token': access_token };
      assertResult(await generation2.call('type/get', {}, headers2), 0, generation2);
    });
  }

  const refusals = {
    'a wrong secret': [{ ...GRANT, ...CLIENT, client_secret: 'wrong' }, 401, 'invalid_client'],
    'an unknown client': [{ ...GRANT, ...CLIENT, client_id: 'nobody' }, 401, 'invalid_client'],
    'no client': [GRANT, 401, 'invalid_client'],
    'no grant_type': [CLIENT, 400, 'invalid_request'],
    'another grant_type': [{ ...CLIENT, grant_type: 'password' }, 400, 'unsupported_grant_type'],
  } as const;
  for (const [name, [body, expected, error]] of Object.entries(refusals)) {
    test(`${name}: ${expected} ${error}`, async () => {
      const answer = await post<OauthError>('/oauth/token', body);
      assert.deepEqual([answer.status, answer.body.error], [expected, error]);
      assert.ok(answer.body.error_description.length > 0);
    });
  }

  test('a wrong secret in HTTP Basic names the scheme to use', async () => {
    const Authorization = basic(settings.clientId, 'wrong');
    const { status, headers } = await post('/oauth/token', form(GRANT), { ...FORM, Authorization });
    assert.equal(status, 401);
    assert.match(headers.get('www-authenticate') ?? '', /^Basic\b/);
  });
});

describe('the keys of tokens', () => {
  interface Metadata {
    readonly issuer: string;
    readonly token_endpoint: string;
    readonly revocation_endpoint: string;
    readonly jwks_uri: string;
  }
  interface Keys {
    readonly keys: readonly (Readonly<Record<string, string>> & { readonly kid: string })[];
  }

  test('the metadata names the endpoints of its issuer', async () => {
    const { body } = await read<Metadata>('/.well-known/oauth-authorization-server');
    assert.equal(body.token_endpoint, `${body.issuer}/oauth/token`);
    assert.equal(body.revocation_endpoint, `${body.issuer}/oauth/revoke`);
    assert.equal(body.jwks_uri, `${body.issuer}/.well-known/jwks.json`);
  });

  test('a token is a JWT of that issuer, signed with a published key', async () => {
    const [header = '', payload = '', signature = ''] = (await newToken()).split('.');
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    const { kid, alg } = decode(header);
    const { iss, exp, iat } = decode(payload);
    const { issuer } = (await read<Metadata>('/.well-known/oauth-authorization-server')).body;
    assert.deepEqual([iss, exp - iat], [issuer, 3_600]);

    const { keys } = (await read<Keys>('/.well-known/jwks.json')).body;
    const jwk = keys.find((key) => key.kid === kid);
    assert.ok(jwk, 'the key is published');
    assert.deepEqual(
      keys.flatMap((key) => ['d', 'p', 'q', 'k'].filter((part) => part in key)),
      [],
      'public halves only',
    );
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isGood = verify(
      alg === 'EdDSA' ? null : 'sha256',
      Buffer.from(`${header}.${payload}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    assert.ok(isGood, 'the signature is good');
  });
});

describe('POST /oauth/revoke', () => {
  test('a revoked token is refused at once by both halves', async () => {
    const token = await newToken();
    const headers = { 'X-Access-Token': token };
    assertResult(await generation2.call('type/get', {}, headers), 0, generation2);
    assert.equal((await post('/oauth/revoke', form({ token, ...CLIENT }), FORM)).status, 200);
    assertTokenRefused(await generation2.call('type/get', {}, headers), 1010);
    const answer = await pay('transactions', {}, { token });
    assertProblem(answer, 'UNAUTHORIZED_REQUEST', 'transactions');
  });

  test('a token that nobody issued is answered like a revoked one', async () => {
    assert.equal((await post('/oauth/revoke', { token: 'nothing', ...CLIENT })).status, 200);
  });

  test('only the client may revoke', async () => {
    const token = await newToken();
    const answer = await post<OauthError>('/oauth/revoke', {
      token,
      ...CLIENT,
      client_secret: 'wrong',
    });
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client']);
    const headers = { 'X-Access-Token': token };
    assertResult(await generation2.call('type/get', {}, headers), 0, generation2);
  });
});
