// What only operators need: a listener of its own for the admin API, a token for the metrics, and metrics that stay small.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, asAdmin } from '../admin/caller.ts';
import { codeNow, newEmail, newOwner, PASSWORD, signIn, trySignIn } from '../admin/visitor.ts';
import { type Answer, suite } from '../support/harness.ts';

suite(
  'admin listener',
  (gate) => {
    test('the public listener does not have the admin API, the console and the metrics', async () => {
      const { app, admin: listener } = gate.service;
      const outside = await app.listen({ host: '127.0.0.1', port: 0 });
      assert.ok(listener);
      const server = await listener.listen({ host: '127.0.0.1', port: 0 });
      const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const ask = async (url: string, path: string) =>
        (await fetch(`${url}${path}`, { headers: asAdmin, redirect: 'manual' })).status;
      for (const path of [
        '/admin/v1/projects',
        '/%61dmin/v1/projects',
        '/admin/v1/environment',
        '/admin/v1/nothing',
        '/metrics',
        '/%6detrics',
        '/console',
        '/console/sign-in',
      ]) {
        assert.equal(await ask(outside, path), 404, path);
      }
      for (const path of [
        '/.well-known/jwks.json',
        '/docs/',
        '/docs/api',
        '/docs/json',
        '/game/block/set',
        '/payment/v1/purchase/verify',
        '/payment/v1/nothing',
        '/%70ayment/v1/purchase/verify',
        '/health',
      ]) {
        const answer = await fetch(`${inside}${path}`, { headers: asAdmin });
        assert.deepEqual(
          [answer.status, await answer.json()],
          [404, { error: 'not_found', message: `There is no GET ${path}.` }],
        );
      }
      const { appid, key } = await gate.createApp();
      for (const [path, body] of [
        ['/game/block/type/get', { appid, service_certification_key: key }],
        ['/oauth/token', { grant_type: 'client_credentials' }],
        ['/auth/v1/login', {}],
        ['/payment/v1/transactions', {}],
      ] as const) {
        const call = { method: 'POST', headers: { ISCRYPT: '0' }, body: JSON.stringify(body) };
        assert.equal((await fetch(`${inside}${path}`, call)).status, 404, path);
        assert.notEqual((await fetch(`${outside}${path}`, call)).status, 404, path);
      }
      assert.equal(await ask(inside, '/admin/v1/projects'), 200);
      assert.equal(await ask(inside, '/metrics'), 200);
      assert.equal(await ask(inside, '/health/live'), 200);
      assert.equal(await ask(outside, '/health/live'), 200);
      assert.equal(await ask(outside, '/.well-known/jwks.json'), 200);
    });
  },
  { adminToken: ADMIN_TOKEN, hasAdminListener: true, kinds: ['sqlite'] },
);

suite(
  'metrics',
  (gate) => {
    test('with METRICS_TOKEN only its bearer reads them', async () => {
      for (const authorization of [
        '',
        'Bearer wrong',
        `Bearer ${ADMIN_TOKEN}`,
        'a-token-for-metrics',
      ]) {
        const answer = await gate.send('GET', '/metrics', undefined, { authorization });
        assert.deepEqual(
          [answer.status, answer.body],
          [
            401,
            {
              error: 'unauthorized',
              message: 'Send the token from METRICS_TOKEN as Authorization: Bearer <token>.',
            },
          ],
        );
      }
      const authorization = 'Bearer a-token-for-metrics';
      assert.equal((await gate.send('GET', '/metrics', undefined, { authorization })).status, 200);
    });

    test('they stay below 100 kB after a call of every route, with any answer', async () => {
      await gate.service.app.ready();
      const { paths = {} } = gate.service.app.swagger() as {
        paths?: Record<string, Record<string, unknown>>;
      };
      const { appid } = await gate.createApp();
      for (const [path, methods] of Object.entries(paths)) {
        for (const method of Object.keys(methods)) {
          const url = path.replace('{appid}', appid).replace(/\{\w+\}/g, '1');
          const type = method.toUpperCase() as 'GET';
          await gate.send(type, url);
          await gate.send(type, url, undefined, asAdmin);
        }
      }
      const authorization = 'Bearer a-token-for-metrics';
      const { body } = await gate.send('GET', '/metrics', undefined, { authorization });
      assert.ok(body.length < 100_000, `${body.length} bytes`);
      assert.ok(body.includes('tollgate_requests_total{operation="admin",status="200"'));
      assert.ok(!body.includes('operation="admin.'));
    });
  },
  { adminToken: ADMIN_TOKEN, metricsToken: 'a-token-for-metrics', kinds: ['sqlite'] },
);

suite(
  'secrets in answers',
  (gate) => {
    test('nothing may store them on their way', async () => {
      const app = await gate.createApp();
      const answers = [
        await admin(gate, 'POST', '/admin-tokens', { name: 'x' }),
        await admin(gate, 'POST', `/apps/${app.appid}/keys/rotate`),
        await admin(gate, 'POST', `/clients/${app.clientId}/rotate`),
        await admin(gate, 'GET', '/projects'),
        await admin(gate, 'GET', '/nothing'),
        await trySignIn(gate, { email: await newOwner(gate) }),
        await gate.post(
          '/auth/v1/login',
          { appid: app.appid, player_id: 1 },
          { authorization: `Bearer ${await gate.token(app)}` },
        ),
      ];
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers['cache-control']]),
        [201, 201, 201, 200, 404, 201, 200].map((status) => [status, 'no-store']),
      );
    });

    test('nor keys, tokens, invitations and codes that are shown once', async () => {
      const app = await gate.createApp();
      const project = `/projects/${app.gameIndex}`;
      const owner = await signIn(gate, await newOwner(gate));
      const email = newEmail();
      const url = 'https://game.example/events';
      const enrolled = await owner.send('POST', '/session/totp', { password: PASSWORD });
      const code = codeNow(gate, enrolled.body.secret);
      const credentials = {
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: app.clientSecret,
      };
      const answers: [string, Answer][] = [
        ['service_certification_key', await admin(gate, 'POST', `/apps/${app.appid}/keys`)],
        ['client_secret', await admin(gate, 'POST', `${project}/clients`, { name: 'x' })],
        ['key', await admin(gate, 'PUT', `${project}/receivers/purchase`, { url })],
        ['key', await admin(gate, 'POST', `${project}/receivers/purchase/rotate-key`)],
        ['link', await owner.send('POST', `${project}/invitations`, { email, role: 'viewer' })],
        ['secret', enrolled],
        ['recovery_codes', await owner.send('POST', '/session/totp/confirm', { code })],
        ['csrf', await owner.send('GET', '/session')],
        ['access_token', await gate.post('/oauth/token', credentials)],
      ];
      for (const [field, { status, body, headers }] of answers) {
        assert.ok(status < 300 && body[field], `${field}: ${status} ${JSON.stringify(body)}`);
        assert.equal(headers['cache-control'], 'no-store', field);
      }
    });

    test('a description of the caller is cut to 255 characters before it is kept', async () => {
      const email = await newOwner(gate);
      const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': 'a'.repeat(5_000) };
      assert.equal((await trySignIn(gate, { email }, headers)).status, 201);
      const row = await gate.service.context.storage.db
        .selectFrom('console_session')
        .select('user_agent')
        .where('user_agent', 'like', 'aaa%')
        .executeTakeFirstOrThrow();
      assert.equal(row.user_agent.length, 255);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: ['sqlite'] },
);
