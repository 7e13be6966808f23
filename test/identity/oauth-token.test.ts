// POST /oauth/token: app-server tokens by client credentials (RFC 6749 4.4, errors as in 5.2).
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { SYSTEM } from '../../src/audit/audit.ts';
import { rotateClientSecret } from '../../src/identity/oauth-clients.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, PUBLIC_URL, START, suite, type TestApp } from '../support/harness.ts';

suite(
  '/oauth/token',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const credentials = (): Record<string, string> => ({
      grant_type: 'client_credentials',
      client_id: app.clientId,
      client_secret: app.clientSecret,
    });
    const basic = (id: string, secret: string) =>
      `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

    const invalid = (error_description: string) => ({
      error: 'invalid_request',
      error_description,
    });

    function assertIssued(answer: {
      status: number;
      body: Record<string, unknown>;
      headers: object;
    }) {
      const { access_token, ...rest } = answer.body;
      assert.deepEqual([answer.status, rest], [200, { token_type: 'Bearer', expires_in: 3_600 }]);
      assert.match(String(access_token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal((answer.headers as Record<string, unknown>)['cache-control'], 'no-store');
    }

    test('takes the client in a form, in JSON, or in the Basic header', async () => {
      const { client_id = '', client_secret = '', grant_type } = credentials();
      const encoded = new URLSearchParams(credentials()).toString();
      assertIssued(await gate.post('/oauth/token', encoded, form));
      assertIssued(await gate.post('/oauth/token', credentials()));
      const authorization = basic(client_id, client_secret);
      assertIssued(
        await gate.post('/oauth/token', `grant_type=${grant_type}`, { ...form, authorization }),
      );
      assertIssued(await gate.post('/oauth/token', { grant_type }, { authorization }));
    });

    test('the token is a signed JWT with the claims of RFC 9068, good for an hour', async () => {
      const token = await gate.token(app);
      const { keys } = (await gate.send('GET', '/.well-known/jwks.json')).body;
      const key = keys.find(
        (each: { kid: string }) => each.kid === decodeProtectedHeader(token).kid,
      );
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        issuer: PUBLIC_URL,
        audience: PUBLIC_URL,
        typ: 'at+jwt',
        currentDate: new Date(gate.now),
      });
      const now = START / 1_000;
      assert.deepEqual(protectedHeader, { alg: 'ES256', typ: 'at+jwt', kid: key.kid });
      assert.deepEqual(payload, {
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        sub: app.clientId,
        client_id: app.clientId,
        token_use: 'app',
        project: app.gameIndex,
        iat: now,
        nbf: now,
        exp: now + 3_600,
        jti: payload.jti,
      });
      assert.notEqual((await gate.token(app)).split('.')[1], token.split('.')[1]);
    });

    const refusals: readonly [string, Record<string, unknown>, number, string][] = [
      ['no grant_type', { grant_type: undefined }, 400, 'invalid_request'],
      ['an empty grant_type', { grant_type: '' }, 400, 'invalid_request'],
      ['another grant_type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
      ['a grant_type that is no text', { grant_type: 5 }, 400, 'invalid_request'],
      ['no client', { client_id: undefined, client_secret: undefined }, 401, 'invalid_client'],
      ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
      ['a wrong secret', { client_secret: 'tgs_wrong' }, 401, 'invalid_client'],
      ['an unknown client', { client_id: 'tgc_0123456789abcdef' }, 401, 'invalid_client'],
      ['a client that cannot be one', { client_id: 'a\0b' }, 401, 'invalid_client'],
    ];
    for (const [name, change, status, error] of refusals) {
      test(`${name} is ${status} ${error}`, async () => {
        const answer = await gate.post('/oauth/token', { ...credentials(), ...change });
        assert.equal(answer.status, status);
        assert.deepEqual(answer.body, { error, error_description: answer.body.error_description });
        assert.match(answer.body.error_description, /\.$|must be/);
        assert.equal(answer.headers['cache-control'], 'no-store');
      });
    }

    test('a wrong client and a wrong secret are told in the same words', async () => {
      const wrong = async (change: object) =>
        (await gate.post('/oauth/token', { ...credentials(), ...change })).body;
      assert.deepEqual(
        await wrong({ client_id: 'tgc_0123456789abcdef' }),
        await wrong({ client_secret: 'wrong' }),
      );
    });

    test('a client that used the Basic header is told the scheme', async () => {
      for (const authorization of [
        basic(app.clientId, 'wrong'),
        'Basic !',
        'Basic JQ==',
        'Bearer x',
      ]) {
        const body = { grant_type: 'client_credentials' };
        const answer = await gate.post('/oauth/token', body, { authorization });
        assert.deepEqual(
          [answer.status, answer.body.error, answer.headers['www-authenticate']],
          [401, 'invalid_client', 'Basic realm="tollgate"'],
        );
      }
    });

    test('a form field that is sent twice is invalid_request, whatever it says', async () => {
      const encoded = new URLSearchParams(credentials()).toString();
      for (const [name, value] of [
        ['client_secret', 'wrong'],
        ['client_secret', app.clientSecret],
        ['grant_type', 'client_credentials'],
        ['scope', 'x'],
      ] as const) {
        const more = new URLSearchParams([[name, value]]);
        const answer = await gate.post('/oauth/token', `scope=x&${encoded}&${more}`, form);
        assert.deepEqual(
          [answer.status, answer.body],
          [400, invalid(`${name} is sent twice. Send each field once.`)],
        );
      }
    });

    test('the client authenticates in one way: in the header or in the body', async () => {
      const { client_id = '', client_secret = '', grant_type } = credentials();
      const right = basic(client_id, client_secret);
      const both =
        'The client secret is in the Authorization header and in the body. Send it in one of them.';
      const other = 'client_id is another client than that of the Authorization header.';
      for (const [authorization, body, description] of [
        [right, credentials(), both],
        [right, { grant_type, client_secret: 'wrong' }, both],
        [basic(client_id, 'wrong'), credentials(), both],
        ['Basic !', credentials(), both],
        [right, { grant_type, client_id: 'tgc_0123456789abcdef' }, other],
      ] as const) {
        const answers = [
          await gate.post('/oauth/token', body, { authorization }),
          await gate.post(
            '/oauth/token',
            new URLSearchParams(body as Record<string, string>).toString(),
            { ...form, authorization },
          ),
          await gate.post('/oauth/revoke', { token: 'x', ...body }, { authorization }),
        ];
        for (const { status, body: answer } of answers) {
          assert.deepEqual([status, answer], [400, invalid(description)]);
        }
      }
      for (const body of [
        { grant_type, client_id },
        { grant_type, client_secret: '' },
      ]) {
        assertIssued(await gate.post('/oauth/token', body, { authorization: right }));
      }
      // Some clients send their last token with every request.
      assertIssued(await gate.post('/oauth/token', credentials(), { authorization: 'Bearer x' }));
    });

    test('a body that is no object is invalid_request', async () => {
      for (const body of ['', '{', '[]', '"x"', 'null']) {
        const answer = await gate.post('/oauth/token', body);
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
      }
    });

    test('a rotated secret: both are valid for the grace period, then only the new one', async () => {
      const fresh = await gate.createApp();
      const rotated = expectDone(
        await rotateClientSecret(gate.service.context, SYSTEM, {
          client_id: fresh.clientId,
          grace_seconds: 60,
        }),
      );
      const status = async (client_secret: string) => {
        const body = { grant_type: 'client_credentials', client_id: fresh.clientId, client_secret };
        return (await gate.post('/oauth/token', body)).status;
      };
      assert.equal(await status(fresh.clientSecret), 200);
      assert.equal(await status(rotated.client_secret), 200);
      gate.now += 60_000;
      assert.equal(await status(fresh.clientSecret), 401);
      assert.equal(await status(rotated.client_secret), 200);
    });
  },
  { kinds: EITHER },
);
