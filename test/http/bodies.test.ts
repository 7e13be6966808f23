// Bodies that parsers and databases trip over: both halves answer what is documented, and store nothing of it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ADMIN_TOKEN, admin, asAdmin } from '../admin/caller.ts';
import { newEmail, newOwner, PASSWORD, SAME_ORIGIN, signIn, trySignIn } from '../admin/visitor.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';

suite(
  'bodies',
  (gate) => {
    let app: TestApp;
    let token: string;
    before(async () => {
      app = await gate.createApp();
      token = await gate.token(app);
    });

    /** Sends bytes as they are; the test's own client would repair them. */
    async function send(url: string, payload: Buffer, headers: Record<string, string>) {
      const response = await gate.service.app.inject({ method: 'POST', url, payload, headers });
      return { status: response.statusCode, body: JSON.parse(response.body) };
    }

    const GAME = '/v2/game/block/type/set';
    const PAY = '/payment/v1/purchase/verify';
    const restrict = (payload: Buffer, headers = {}) =>
      send(GAME, payload, { ISCRYPT: '0', 'X-Access-Token': token, ...headers });
    const pay = (payload: Buffer, headers = {}) =>
      send(PAY, payload, {
        'X-App-Id': app.appid,
        authorization: `Bearer ${token}`,
        ...headers,
      });

    const type = (name: string) =>
      `{"appid":"${app.appid}","type_status":"O","type_name":"${name}","type_en_name":"x","reasons":[{"language":"ko","reason":"a"},{"language":"en","reason":"b"}]}`;
    const purchase = (more: string) =>
      `{"accountUuid":"0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01","serviceReceipt":"r","productId":"gem","providerId":"APPLE","requestType":1${more}}`;

    /** What both halves say: the one after a colon, the other in a sentence. */
    async function assertRefused(
      game: Buffer,
      bought: Buffer,
      problem: string,
      detail = `The body is ${problem}.`,
    ) {
      const name = `${game.subarray(0, 200)}`;
      const one = await restrict(game);
      assert.deepEqual(
        [one.status, one.body.result_code, one.body.result_msg],
        [200, 4000, `INVALID_PARAMETER: body: ${problem}`],
        name,
      );
      const two = await pay(bought);
      assert.deepEqual(
        [two.status, two.body.outcome, two.body.detail],
        [400, { code: 1001, message: 'INVALID_REQUEST' }, detail],
        name,
      );
    }

    test('text that is not UTF-8 is refused, and never stored as U+FFFD', async () => {
      const broken = (text: string) => Buffer.from(text.replace('?', '\xff'), 'latin1');
      await assertRefused(
        broken(type('?')),
        broken(purchase(',"iapPayload":"?"')),
        'not valid UTF-8',
        'The body is not valid UTF-8. Send it as UTF-8.',
      );
      const types = await admin(gate, 'GET', `/apps/${app.appid}/types`);
      assert.deepEqual(types.body.items, []);
      const form = await gate.service.app.inject({
        method: 'POST',
        url: '/oauth/token',
        payload: Buffer.from('grant_type=\xff', 'latin1'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      assert.equal(form.statusCode, 400);
    });

    test('a compressed body is 415 and names its encoding, in the form of each API', async () => {
      const sentence = (name: string) =>
        `The body is encoded with ${name}, which is not supported. Send it without Content-Encoding.`;
      const zipped = gzipSync(type('zipped'));
      const plain = (name: string) => ({ error: 'unsupported_encoding', message: sentence(name) });
      for (const url of [GAME, '/game/block/set', '/oauth/token', '/auth/v1/login']) {
        assert.deepEqual(await send(url, zipped, { 'content-encoding': 'gzip' }), {
          status: 415,
          body: plain('gzip'),
        });
      }
      assert.deepEqual(await send(GAME, zipped, { 'content-encoding': 'GZIP, br' }), {
        status: 415,
        body: plain('gzip, br'),
      });
      const problem = (family: string, instance: string) => ({
        type: `/errors/${family}/unsupported_encoding`,
        title: 'The encoding of the body is not supported.',
        status: 415,
        detail: sentence('gzip'),
        instance,
        code: 'unsupported_encoding',
      });
      const paid = await gate.service.app.inject({
        method: 'POST',
        url: PAY,
        payload: zipped,
        headers: { 'content-encoding': 'gzip' },
      });
      assert.deepEqual(
        [
          paid.statusCode,
          paid.headers['content-type'],
          paid.headers['accept-encoding'],
          paid.json(),
        ],
        [
          415,
          'application/problem+json; charset=utf-8',
          'identity',
          { ...problem('payment', PAY), outcome: { code: 1001, message: 'INVALID_REQUEST' } },
        ],
      );
      const projects = '/admin/v1/projects';
      const zip = { 'content-encoding': 'gzip', ...asAdmin };
      const refused = { status: 415, body: problem('admin', projects) };
      assert.deepEqual(await send(projects, zipped, zip), refused);
      const types = await admin(gate, 'GET', `/apps/${app.appid}/types`);
      assert.deepEqual(types.body.items, []);
      const headers = { ISCRYPT: '0', 'X-Access-Token': token, 'content-encoding': 'identity' };
      const done = await send(GAME, Buffer.from(type('plain')), headers);
      assert.equal(done.body.result_code, 0);
    });

    test('half of a surrogate pair is refused, a whole one is not', async () => {
      const half = '\\ud83d';
      await assertRefused(
        Buffer.from(type(half)),
        Buffer.from(purchase(`,"iapPayload":"${half}"`)),
        'with half of a surrogate pair (\\ud800 to \\udfff)',
        'The body contains half of a surrogate pair (\\ud800 to \\udfff).',
      );
      const whole = await restrict(Buffer.from(type('\\ud83d\\ude00')));
      assert.equal(whole.body.result_code, 0);
    });

    test('a byte-order mark before the JSON is skipped', async () => {
      const answer = await restrict(Buffer.from(`\ufeff${type('marked')}`));
      assert.equal(answer.body.result_code, 0);
    });

    test('nesting of 64 levels is read, deeper nesting is an invalid parameter', async () => {
      const nested = (levels: number) => '['.repeat(levels - 1) + ']'.repeat(levels - 1);
      const game = (levels: number) =>
        Buffer.from(`{"unknown":${nested(levels)},"text":"\\\\\\"[{[{",${type('deep').slice(1)}`);
      const bought = (levels: number) =>
        Buffer.from(purchase(`,"projectInfo":{"a":${nested(levels - 1)}}`));
      const detail = 'The body is nested deeper than 64 levels.';
      for (const levels of [65, 2_500, 60_000]) {
        await assertRefused(game(levels), bought(levels), 'nested deeper than 64 levels');
      }
      assert.equal((await restrict(game(64))).body.result_code, 0);
      assert.notEqual((await pay(bought(64))).body.detail, detail);
    });

    test('a number that no double holds is refused', async () => {
      for (const [number, shown] of [
        ['1e400', '1e400'],
        ['-1E+999', '-1E+999'],
        [`1${'0'.repeat(400)}.5`, '10000000000000000000'],
      ] as const) {
        await assertRefused(
          Buffer.from(`{"unknown":${number},${type('big').slice(1)}`),
          Buffer.from(purchase(`,"price":${number}`)),
          `the number ${shown} is too large`,
          `The number ${shown} is too large.`,
        );
      }
    });

    test('what is not JSON is refused with the position, where the parser knows it', async () => {
      const long = `{"appid":"com.example.app","player_id":`;
      for (const [text, where] of [
        ['{', ', it ends too early'],
        ['{"appid":"a', ', it ends too early'],
        ['{"appid":tru', ', it ends too early'],
        ['{"appid":"a",}', ' (position 13)'],
        ['{"appid":"a"}}', ' (position 13)'],
        ["{'appid':1}", ' (position 1)'],
        ['\ufeff{"appid" 1}', ' (position 9)'],
        [`${long}abc,"status":"P","block_type":1}`, ` (position ${long.length})`],
        [`${long},"status":"P","block_type":1}`, ` (position ${long.length})`],
        [`[${'{"a":01234567890},'.repeat(3)}]`, ' (position 7)'],
        ['nonsense', ''],
      ] as const) {
        const body = Buffer.from(text);
        await assertRefused(body, body, `not JSON${where}`);
      }
      await assertRefused(Buffer.from(' \n'), Buffer.from(' \n'), 'empty');
    });

    test('a code of six letters that are no digits is a wrong code', async () => {
      const me = await signIn(gate, await newOwner(gate));
      await me.send('POST', '/session/totp', { password: PASSWORD });
      const answer = await me.send('POST', '/session/totp/confirm', { code: 'éééééé' });
      assert.deepEqual(
        [answer.status, answer.body.errors],
        [400, [{ field: 'code', message: 'The code is wrong or was already used.' }]],
      );
    });

    test('page keys beyond 64 bits are refused', async () => {
      for (const after of [
        'P~0~9223372036854775808',
        'P~0~9999999999999999999',
        'B~1~9999999999999999999',
      ]) {
        const answer = await admin(gate, 'GET', `/apps/${app.appid}/restrictions?after=${after}`);
        assert.deepEqual(
          [answer.status, answer.body.errors],
          [
            400,
            [{ field: 'after', message: 'Send `next` of the previous page, with the same sort.' }],
          ],
        );
      }
      for (const after of ['P~0~9223372036854775807', 'B~9999999999999999~1']) {
        const answer = await admin(gate, 'GET', `/apps/${app.appid}/restrictions?after=${after}`);
        assert.deepEqual([answer.status, answer.body], [200, { items: [], next: null }]);
      }
    });

    test('an address that is no URL is refused when it is saved', async () => {
      const path = `/apps/${app.appid}/markets/PG`;
      const settings = { gateway: 'STRIPE', success_url: 'https://[' };
      const answer = await admin(gate, 'PUT', path, { settings });
      assert.deepEqual(
        [answer.status, answer.body.errors],
        [400, [{ field: 'settings.success_url', message: 'must be a URL' }]],
      );
    });

    test('of two invitations accepted at once, both count, and one account is created', async () => {
      const email = newEmail();
      const other = await gate.createApp();
      const links = [];
      for (const { gameIndex } of [app, other]) {
        const path = `/admin/v1/projects/${gameIndex}/invitations`;
        const { body } = await gate.post(path, { email, role: 'viewer' }, asAdmin);
        links.push(body.link.split('#')[1]);
      }
      const answers = await Promise.all(
        links.map((link) =>
          gate.post(
            '/admin/v1/invitations/accept',
            { token: link, password: PASSWORD },
            SAME_ORIGIN,
          ),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      const { roles } = (await trySignIn(gate, { email })).body;
      assert.equal(roles.length, 2);
    });

    test('an unknown path or method below /payment/v1 is a problem', async () => {
      const unknown = await gate.post('/payment/v1/unknown', {});
      assert.match(String(unknown.headers['content-type']), /^application\/problem\+json/);
      assert.deepEqual(unknown.body, {
        type: '/errors/payment/not_found',
        title: 'Not found.',
        status: 404,
        detail: 'There is no POST /payment/v1/unknown. Check the path.',
        instance: '/payment/v1/unknown',
        code: 'not_found',
        outcome: { code: 1001, message: 'INVALID_REQUEST' },
      });
      const method = await gate.send('GET', '/payment/v1/purchase/verify?x=1');
      assert.deepEqual([method.status, method.headers.allow], [405, 'POST']);
      assert.deepEqual(method.body, {
        type: '/errors/payment/method_not_allowed',
        title: 'The method is not allowed.',
        status: 405,
        detail: '/payment/v1/purchase/verify takes POST, not GET.',
        instance: '/payment/v1/purchase/verify',
        code: 'method_not_allowed',
        outcome: { code: 1001, message: 'INVALID_REQUEST' },
      });
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
