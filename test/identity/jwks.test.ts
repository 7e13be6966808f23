// The keys that sign tokens: published as JWKS, found through the metadata, rotated without refusing a live token.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { SYSTEM } from '../../src/audit/audit.ts';
import { CACHE_LIFE_MS } from '../../src/tenants/directory.ts';
import { EITHER } from '../support/databases.ts';
import { inject, PUBLIC_URL, suite, type TestApp } from '../support/harness.ts';

const DAY = 86_400_000;

suite(
  'signing keys',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    test('the first calls of several processes create one signing key', async () => {
      const others = await Promise.all([gate.secondService(), gate.secondService()]);
      const services = [gate.service, ...others, ...others, ...others, gate.service, gate.service];
      const tokens = await Promise.all(
        services.map((each) => each.tokens.issueAppToken(app.clientId, app.gameIndex)),
      );
      const { db } = gate.service.context.storage;
      const stored = await db.selectFrom('signing_key').select('kid').execute();
      const audited = await db
        .selectFrom('audit_log')
        .select('target')
        .where('action', '=', 'signing-key.rotate')
        .execute();
      assert.equal(stored.length, 1);
      const [{ kid = '' } = {}] = stored;
      assert.deepEqual(audited, [{ target: `signing-keys/${kid}` }]);
      assert.deepEqual(
        tokens.map((token) => decodeProtectedHeader(token).kid),
        tokens.map(() => kid),
      );
      for (const service of services)
        for (const token of tokens)
          assert.deepEqual(Object.keys(await service.tokens.check(token)), ['token']);
    });

    const published = async (service = gate.service) =>
      (await inject(service, 'GET', '/.well-known/jwks.json')).body.keys;
    const kids = async (service = gate.service) =>
      (await published(service)).map((key: { kid: string }) => key.kid);

    test('/.well-known/oauth-authorization-server tells where everything is', async () => {
      const answer = await gate.send('GET', '/.well-known/oauth-authorization-server');
      assert.deepEqual(
        [answer.status, answer.body],
        [
          200,
          {
            issuer: PUBLIC_URL,
            token_endpoint: `${PUBLIC_URL}/oauth/token`,
            revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
            jwks_uri: `${PUBLIC_URL}/.well-known/jwks.json`,
            grant_types_supported: ['client_credentials'],
            response_types_supported: [],
            token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
          },
        ],
      );
    });

    test('/.well-known/jwks.json has public halves only', async () => {
      const [key, ...others] = await published();
      assert.deepEqual(others, []);
      assert.deepEqual(key, {
        kty: 'EC',
        crv: 'P-256',
        x: key.x,
        y: key.y,
        kid: key.kid,
        alg: 'ES256',
        use: 'sig',
      });
    });

    test('a rotated key signs no more and verifies on, in every process, for a day', async () => {
      const old = await gate.token(app);
      const other = await gate.secondService();
      const before = await kids();
      const { kid } = await gate.service.tokens.keys.rotate(SYSTEM);
      const fresh = await gate.token(app);
      assert.equal(decodeProtectedHeader(fresh).kid, kid);
      assert.deepEqual(await kids(), [...before, kid]);
      gate.now += CACHE_LIFE_MS;
      for (const service of [gate.service, other]) {
        for (const token of [old, fresh]) {
          assert.deepEqual(Object.keys(await service.tokens.check(token)), ['token']);
        }
        assert.deepEqual(await kids(service), [...before, kid]);
      }
      gate.now += DAY;
      assert.deepEqual(await kids(), [kid]);
      assert.deepEqual(await other.tokens.check(old), { problem: 'SIGNATURE_INVALID' });
    });

    test('a key that ends now is refused at once in every process, and so are all tokens it signed', {
      timeout: 300_000,
    }, async () => {
      const other = await gate.secondService();
      const services = [gate.service, other];
      const [earlier] = await kids();
      const first = await gate.token(app);
      const { kid: leaked } = await gate.service.tokens.keys.rotate(SYSTEM);
      const second = await gate.token(app);
      const login = { appid: app.appid, player_id: 1 };
      const bearer = { authorization: `Bearer ${second}` };
      const player = (await gate.post('/auth/v1/login', login, bearer)).body.access_token;
      for (const service of services) {
        for (const token of [second, player]) await service.tokens.check(token);
        assert.deepEqual(await kids(service), [earlier, leaked]);
      }
      const { kid } = await gate.service.tokens.keys.rotate(SYSTEM, { end_now: true });
      // The clock stands still: no cache comes to its end by itself, and only the news can end the token there.
      while ('token' in (await other.tokens.check(second))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const service of services) {
        for (const token of [first, second, player]) {
          assert.deepEqual(await service.tokens.check(token), { problem: 'SIGNATURE_INVALID' });
        }
        assert.deepEqual(await kids(service), [kid]);
        const fresh = await gate.token(app);
        assert.deepEqual(Object.keys(await service.tokens.check(fresh)), ['token']);
      }
      const row = await gate.service.context.storage.db
        .selectFrom('audit_log')
        .select('after_change')
        .where('target', '=', `signing-keys/${kid}`)
        .executeTakeFirstOrThrow();
      const { ended } = JSON.parse(String(row.after_change));
      assert.ok([earlier, leaked].every((each) => ended.includes(each)));
    });
  },
  { kinds: EITHER },
);
