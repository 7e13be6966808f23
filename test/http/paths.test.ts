// Paths, bodies and media types that no route takes: each API answers in its own form, and never with 5xx.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { newOwner, signIn } from '../admin/visitor.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';

const UNREADABLE =
  'The path cannot be read. Check its percent encoding and the length of its parts.';

suite(
  'paths',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    test('HEAD is answered as GET is, without the body', async () => {
      const address = await gate.service.app.listen({ port: 0, host: '127.0.0.1' });
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
      const ask = async (method: 'GET' | 'HEAD', path: string) => {
        const answer = await fetch(address + path, { method, headers });
        const about = ['content-type', 'content-length'].map((name) => answer.headers.get(name));
        return { about: [answer.status, ...about], text: await answer.text() };
      };
      for (const path of ['/health/live', '/docs/api', '/admin/v1/projects', '/nowhere']) {
        const whole = await ask('GET', path);
        assert.notEqual(whole.text, '', path);
        assert.deepEqual(await ask('HEAD', path), { about: whole.about, text: '' }, path);
      }
    });

    test('a NUL in the path of an order or of a market names nothing', async () => {
      for (const [method, path] of [
        ['GET', `/payment/v1/order/return/${app.appid}/a%00b`],
        ['GET', '/payment/v1/order/return/a%00b/H1'],
        ['GET', `/payment/v1/order/pay/${app.appid}/a%00b`],
        ['POST', '/market/v1/apple/a%00b'],
        ['POST', '/market/v1/google/a%00b'],
        ['POST', '/market/v1/pg/stripe/a%00b'],
      ] as const) {
        assert.equal((await gate.send(method, path)).status, 404, path);
      }
    });

    test('a NUL in the path of an app or a client is 400 for a console session', async () => {
      const me = await signIn(gate, await newOwner(gate));
      for (const path of ['/apps/a%00b/types', '/apps/%00', '/clients/a%00b']) {
        const answer = await me.send('GET', path);
        assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], path);
      }
    });

    test('the media type of a store notification does not matter, not even one that is none', async () => {
      for (const market of ['apple', 'google', 'pg/stripe']) {
        const path = `/market/v1/${market}/${app.appid}`;
        const plain = await gate.post(path, '{}', { 'content-type': 'application/json' });
        const odd = await gate.post(path, '{}', { 'content-type': ';' });
        assert.deepEqual([odd.status, odd.body], [plain.status, plain.body], market);
      }
    });

    test('an unknown path below /payment/v1 is 404 whatever the body', async () => {
      for (const body of ['{', `"${'a'.repeat(300_000)}"`, '\ud800']) {
        const answer = await gate.post('/payment/v1/nowhere', body);
        assert.deepEqual(
          [answer.status, answer.headers['content-type'], answer.body],
          [
            404,
            'application/problem+json; charset=utf-8',
            {
              type: '/errors/payment/not_found',
              title: 'Not found.',
              status: 404,
              detail: 'There is no POST /payment/v1/nowhere. Check the path.',
              instance: '/payment/v1/nowhere',
              code: 'not_found',
              outcome: { code: 1001, message: 'INVALID_REQUEST' },
            },
          ],
        );
      }
      const method = await gate.send('PUT', '/payment/v1/purchase/verify', '{');
      assert.deepEqual([method.status, method.body.code], [405, 'method_not_allowed']);
    });

    test('another method than POST below both generations of /game/block is 405', async () => {
      for (const path of ['/game/block/set', '/v2/game/block/set', '/v2/game/block/bulk/set']) {
        for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
          const answer = await gate.send(method, path, method === 'GET' ? undefined : '{');
          assert.deepEqual(
            [answer.status, answer.headers.allow, answer.body],
            [
              405,
              'POST',
              { error: 'method_not_allowed', message: `${path} takes POST, not ${method}.` },
            ],
          );
        }
      }
      for (const path of ['/game/block/nothing', '/v2/game/block', '/game/block']) {
        const answer = await gate.post(path, '{');
        assert.deepEqual(
          [answer.status, answer.body],
          [404, { error: 'not_found', message: `There is no POST ${path}.` }],
        );
      }
    });

    test('a path that cannot be read is answered in the form of its API', async () => {
      const payment = await gate.post('/payment/v1/%ff', {});
      assert.deepEqual(
        [payment.status, payment.body],
        [
          404,
          {
            type: '/errors/payment/not_found',
            title: 'Not found.',
            status: 404,
            detail: UNREADABLE,
            instance: '/payment/v1/%ff',
            code: 'not_found',
            outcome: { code: 1001, message: 'INVALID_REQUEST' },
          },
        ],
      );
      const admin = await gate.send('GET', `/admin/v1/apps/${'a'.repeat(301)}`);
      assert.deepEqual(
        [admin.status, admin.body],
        [
          400,
          {
            type: '/errors/admin/invalid_request',
            title: 'The request is not valid.',
            status: 400,
            detail: UNREADABLE,
            instance: `/admin/v1/apps/${'a'.repeat(301)}`,
            code: 'invalid_request',
          },
        ],
      );
      const other = await gate.send('GET', '/%ff');
      assert.deepEqual(
        [other.status, other.body],
        [400, { error: 'invalid_request', message: UNREADABLE }],
      );
    });

    test('a login with a body that is too large, or of no media type, is 400', async () => {
      for (const path of ['/auth/v1/login', '/auth/v1/logout']) {
        const large = await gate.post(path, `"${'a'.repeat(300_000)}"`);
        assert.deepEqual(
          [large.status, large.body],
          [400, { error: 'invalid_request', message: 'Request body is too large' }],
        );
        const odd = await gate.post(path, '{}', { 'content-type': ';' });
        assert.deepEqual(
          [odd.status, odd.body],
          [400, { error: 'invalid_request', message: 'Unsupported Media Type' }],
        );
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
