// Access tokens that somebody made up, changed or borrowed: refused at every door, in both halves.
import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { before, test } from 'node:test';
import { generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createVault } from '../../src/base/vault.ts';
import { createClient, deleteClient } from '../../src/identity/oauth-clients.ts';
import { createTokens } from '../../src/identity/tokens.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { debtToken } from '../measures/debtor.ts';
import { TOKEN_MESSAGES } from '../restriction/generations.ts';
import { logIn, newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, MASTER_KEY, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';
import type { Forgery } from './gallery.ts';

const HOUR_S = 3_600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

suite(
  'forged access tokens',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    const claims = () => {
      const now = Math.floor(gate.now / 1_000);
      const { clientId: client_id, gameIndex: project } = app;
      const ours = { iss: PUBLIC_URL, aud: PUBLIC_URL, token_use: 'app', project, client_id };
      return { ...ours, sub: client_id, jti: 'forged', iat: now, nbf: now, exp: now + HOUR_S };
    };
    const currentKey = () => gate.service.tokens.keys.current();
    /** Signed by us, with other claims: what a stolen key could make, or a careless release. */
    async function signed(changes: object): Promise<string> {
      const { kid, privateKey } = await currentKey();
      const token = new SignJWT({ ...claims(), ...changes });
      return token.setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).sign(privateKey);
    }
    /** Signed by a stranger, under our key id unless said otherwise. */
    async function strange(
      alg: string,
      header: Partial<JWTHeaderParameters> = {},
    ): Promise<string> {
      const { kid } = await currentKey();
      const { privateKey } = await generateKeyPair(alg);
      return new SignJWT(claims()).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
    }

    /** Issued by the other environment, which has its own data and keys. */
    async function ofSandbox(issuer: string): Promise<string> {
      const storage = openStorage(gate.database.storage('sandbox'));
      await storage.migrate();
      const vault = createVault({ masterKey: MASTER_KEY, environment: 'sandbox' });
      const sandbox = createTokens({ storage, vault, clock: () => gate.now, issuer });
      const token = await sandbox.issueAppToken(app.clientId, app.gameIndex);
      await storage.close();
      return token;
    }

    const FORGERIES: Record<Forgery<'tokens'>, [code: number, () => Promise<string>]> = {
      'no signature (alg none)': [
        1003,
        async () => {
          const { kid } = await currentKey();
          return `${encode({ alg: 'none', kid })}.${encode(claims())}.`;
        },
      ],
      'the public key as an HMAC secret (HS256)': [
        1003,
        async () => {
          const { kid, publicJwk } = await currentKey();
          const content = `${encode({ alg: 'HS256', kid })}.${encode(claims())}`;
          const mac = createHmac('sha256', JSON.stringify(publicJwk)).update(content);
          return `${content}.${mac.digest('base64url')}`;
        },
      ],
      'an RSA signature under our key id': [1003, () => strange('RS256')],
      'a signature of another key under our key id': [1003, () => strange('ES256')],
      'a key of its own in the header': [
        1003,
        () => {
          const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
          return strange('ES256', { jwk: publicKey.export({ format: 'jwk' }) });
        },
      ],
      'an address of keys in the header': [
        1003,
        () => strange('ES256', { jku: 'https://evil.example/keys' }),
      ],
      'a key id that is a path': [1003, () => strange('ES256', { kid: '../../../../dev/null' })],
      'a key id that is SQL': [1003, () => strange('ES256', { kid: "' or 1=1 --" })],
      'an empty signature': [1003, async () => (await gate.token(app)).replace(/[^.]*$/, '')],
      'the signature of another token': [
        1003,
        async () => {
          const [one, other] = [await gate.token(app), await gate.token(app)];
          return one.replace(/[^.]*$/, other.split('.')[2] as string);
        },
      ],
      'a changed project': [
        1003,
        async () => {
          const [header, , signature] = (await gate.token(await gate.createApp())).split('.');
          return `${header}.${encode(claims())}.${signature}`;
        },
      ],
      'a token of the other environment': [1006, () => ofSandbox('https://sandbox.test')],
      'a token of the other environment that names our issuer': [1003, () => ofSandbox(PUBLIC_URL)],
      'another issuer': [1006, () => signed({ iss: 'https://elsewhere.test' })],
      'another audience': [1007, () => signed({ aud: 'https://elsewhere.test' })],
      'an expired token': [1004, () => signed({ exp: Math.floor(gate.now / 1_000) - 1 })],
      'a token without an end': [1004, () => signed({ exp: undefined })],
      'a token that is not valid yet': [
        1005,
        () => signed({ nbf: Math.floor(gate.now / 1_000) + 60 }),
      ],
      'a token of another project': [1008, async () => gate.token(await gate.createApp())],
      'a user token for the app server': [
        1009,
        async () => (await logIn(gate, app, newPlayer())).access_token,
      ],
      'a debt token for the app server': [1009, () => debtToken(gate, app)],
      'a revoked token': [
        1010,
        async () => {
          const token = await gate.token(app);
          const { clientId: client_id, clientSecret: client_secret } = app;
          await gate.post('/oauth/revoke', { token, client_id, client_secret });
          return token;
        },
      ],
      'a token of a deleted client': [
        1010,
        async () => {
          const { context, tokens } = gate.service;
          const { gameIndex: game_index } = app;
          const client = expectDone(await createClient(context, SYSTEM, { game_index, name: 'x' }));
          const token = await tokens.issueAppToken(client.client_id, game_index);
          expectDone(await deleteClient(context, SYSTEM, client.client_id));
          return token;
        },
      ],
      'a token of an ended signing key': [
        1003,
        async () => {
          const token = await gate.token(app);
          await gate.service.tokens.keys.rotate(SYSTEM, { end_now: true });
          return token;
        },
      ],
      'a certification key as a token': [1002, async () => app.key],
      'an admin token as an access token': [1002, async () => ADMIN_TOKEN],
    };

    for (const [name, [code, forge]] of Object.entries(FORGERIES)) {
      test(`${name}: ${TOKEN_MESSAGES[code]}`, async () => {
        const token = await forge();
        const { appid } = app;
        const game = await gate.post(
          '/v2/game/block/type/get',
          { appid },
          { ISCRYPT: '0', 'X-Access-Token': token },
        );
        const validation = { result_code: code, result_msg: TOKEN_MESSAGES[code] };
        assert.deepEqual(game.body, {
          result_code: 2499,
          result_msg: 'TOKEN_VALIDATION_FAILED',
          token_validation: validation,
        });
        const authorization = `Bearer ${token}`;
        const headers = { 'x-app-id': appid, authorization };
        const payment = await gate.post('/payment/v1/purchase/verify', {}, headers);
        const outcome =
          code === 1009
            ? { code: 1003, message: 'FORBIDDEN_REQUEST' }
            : { code: 1002, message: 'UNAUTHORIZED_REQUEST' };
        assert.deepEqual([payment.status, payment.body.outcome], [400, outcome]);
        const body = { appid, player_id: newPlayer() };
        const login = await gate.post('/auth/v1/login', body, { authorization });
        assert.equal(login.status, code === 1008 ? 404 : 401);
        const admin = await gate.send('GET', '/admin/v1/projects', undefined, { authorization });
        assert.equal(admin.status, token === ADMIN_TOKEN ? 200 : 401);
        const logins = await gate.service.context.storage.db
          .selectFrom('login')
          .select('player_id')
          .where('player_id', '=', BigInt(body.player_id))
          .execute();
        assert.deepEqual(logins, []);
      });
    }
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
