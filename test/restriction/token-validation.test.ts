// `token_validation` of generation 2: every way in which a token can fail, and who may use it (interface 4.4, 5).
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createClient, deleteClient } from '../../src/identity/oauth-clients.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, inject, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import { assertSays, callGeneration2, generation2, tokenValidation } from './generations.ts';
import { HOUR, logIn, newPlayer, SECOND } from './players.ts';

const PATH = '/v2/game/block/type/get';

suite(
  'token_validation',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    const ask = (token: string | undefined, service = gate.service, appid = app.appid) =>
      inject(
        service,
        'POST',
        PATH,
        { appid },
        {
          ISCRYPT: '0',
          ...(token !== undefined && { 'X-Access-Token': token }),
        },
      );
    const refused = (code: number) => ({
      result_code: 2499,
      result_msg: 'TOKEN_VALIDATION_FAILED',
      token_validation: tokenValidation(code),
    });
    const accepted = generation2.says(0, { data: { block_type_list: [], temp_type_list: [] } });

    /** A token of ours with the claims changed; `undefined` leaves one out. */
    async function crafted(claims: Record<string, unknown>, header = {}): Promise<string> {
      const key = await gate.service.tokens.keys.current();
      const now = Math.floor(gate.now / SECOND);
      const usual = {
        iss: PUBLIC_URL,
        aud: PUBLIC_URL,
        iat: now,
        nbf: now,
        exp: now + 3_600,
        jti: 'crafted',
        sub: app.clientId,
        client_id: app.clientId,
        token_use: 'app',
        project: app.gameIndex,
      };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
        .sign(key.privateKey);
    }

    test('0: a token from the token endpoint', async () => {
      assertSays(await ask(await gate.token(app)), accepted);
      assertSays(await ask(await crafted({})), accepted);
    });

    test('1001: no token', async () => {
      assertSays(await ask(undefined), refused(1001));
      assertSays(await ask(''), refused(1001));
    });

    test('1002: text that is no token', async () => {
      const texts = ['nonsense', 'a.b.c', '..', `x${'y'.repeat(5_000)}`, 'Bearer x'];
      for (const text of texts) assertSays(await ask(text), refused(1002));
    });

    test('1003: a signature that is not ours', async () => {
      const token = await gate.token(app);
      const [header, payload, signature = ''] = token.split('.');
      const flipped = signature.startsWith('A')
        ? `B${signature.slice(1)}`
        : `A${signature.slice(1)}`;
      assertSays(await ask(`${header}.${payload}.${flipped}`), refused(1003));
      assertSays(await ask(`${header}.${payload}.`), refused(1003));
      assertSays(await ask(await crafted({}, { kid: 'unknown' })), refused(1003));
      const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
      assertSays(await ask(`${unsigned}.${payload}.`), refused(1003));
      assertSays(await ask('e30.e30.'), refused(1003));
      const { kid } = await gate.service.tokens.keys.current();
      const { privateKey } = await generateKeyPair('ES256');
      const forged = new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
      assertSays(await ask(await forged), refused(1003));
    });

    test('1004: its hour is over, and it ends exactly then', async () => {
      const token = await gate.token(app);
      gate.now += HOUR - 1;
      assertSays(await ask(token), accepted);
      gate.now += 1;
      assertSays(await ask(token), refused(1004));
      assertSays(await ask(await crafted({ exp: undefined })), refused(1004));
    });

    test('1005: it is not valid yet', async () => {
      const start = Math.floor(gate.now / SECOND) + 60;
      const token = await crafted({ nbf: start });
      assertSays(await ask(token), refused(1005));
      gate.now = start * SECOND;
      assertSays(await ask(token), accepted);
    });

    test('1006: another issuer', async () => {
      assertSays(await ask(await crafted({ iss: 'https://elsewhere.test' })), refused(1006));
      assertSays(await ask(await crafted({ iss: undefined })), refused(1006));
      // Signed with a key of the other environment.
      const elsewhere = { iss: 'https://elsewhere.test' };
      assertSays(await ask(await crafted(elsewhere, { kid: 'unknown' })), refused(1006));
    });

    test('1007: another audience', async () => {
      assertSays(await ask(await crafted({ aud: 'https://elsewhere.test' })), refused(1007));
      assertSays(await ask(await crafted({ aud: undefined })), refused(1007));
    });

    test("1008: an app of another project; the project's other apps are open to it", async () => {
      const [foreign, sister] = [
        await gate.createApp(),
        await gate.createApp({ gameIndex: app.gameIndex }),
      ];
      const token = await gate.token(app);
      assertSays(await ask(token, gate.service, foreign.appid), refused(1008));
      assertSays(await ask(token, gate.service, sister.appid), accepted);
      assertSays(await ask(await gate.token(foreign)), refused(1008));
    });

    test("1009: a player's login token", async () => {
      const { access_token } = await logIn(gate, app, newPlayer());
      assertSays(await ask(access_token), refused(1009));
    });

    test('1010: a revoked token, and the tokens of a deleted client', async () => {
      const token = await gate.token(app);
      assertSays(await ask(token), accepted);
      const { clientId: client_id, clientSecret: client_secret } = app;
      const answer = await gate.post('/oauth/revoke', { token, client_id, client_secret });
      assert.deepEqual([answer.status, answer.body], [200, {}]);
      assertSays(await ask(token), refused(1010));
      assertSays(await ask(await gate.token(app)), accepted);

      const { context, tokens } = gate.service;
      const client = expectDone(
        await createClient(context, SYSTEM, { game_index: app.gameIndex, name: 'gone' }),
      );
      const orphan = await tokens.issueAppToken(client.client_id, app.gameIndex);
      assertSays(await ask(orphan), accepted);
      expectDone(await deleteClient(context, SYSTEM, client.client_id));
      assertSays(await ask(orphan), refused(1010));
    });

    test('a token without the claims of one of ours is malformed', async () => {
      for (const claims of [{ token_use: 'other' }, { jti: undefined }, { client_id: undefined }]) {
        assertSays(await ask(await crafted(claims)), refused(1002));
      }
    });

    test('every process takes the tokens of the others', async () => {
      const other = await gate.secondService();
      assertSays(await ask(await gate.token(app), other), accepted);
      const answer = await callGeneration2(other, app, '/game/block/type/get');
      assertSays(answer, accepted);
    });
  },
  { kinds: EITHER },
);
