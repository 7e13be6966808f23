// Limits: the size of a body, requests per second, and a stop that finishes what is in flight.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { generation1, generation2 } from '../restriction/generations.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite, type TestApp } from '../support/harness.ts';

const KIB = 1_024;

suite(
  'size of a body',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    /** A valid body of exactly so many bytes. */
    function bodyOf(bytes: number): string {
      const body = (memo: string) =>
        JSON.stringify({ appid: app.appid, service_certification_key: app.key, memo });
      const text = body('x'.repeat(bytes - body('').length));
      assert.equal(Buffer.byteLength(text), bytes);
      return text;
    }

    test('256 KiB are read, one byte more is an invalid parameter', async () => {
      const path = '/game/block/type/get';
      const headers = { ISCRYPT: '0', 'X-Access-Token': await gate.token(app) };
      const tooMuch = { field: 'body', detail: 'larger than 256 KiB' };
      const first = (bytes: number) => gate.post(path, bodyOf(bytes), headers);
      const second = (bytes: number) => gate.post(`/v2${path}`, bodyOf(bytes), headers);
      assert.equal((await first(256 * KIB)).body.result_code, 0);
      assert.equal((await second(256 * KIB)).body.result_code, 0);
      for (const bytes of [256 * KIB + 1, 1_024 * KIB]) {
        const [one, two] = [await first(bytes), await second(bytes)];
        assert.deepEqual([one.status, one.body], [200, generation1.says(4000, tooMuch)]);
        assert.deepEqual([two.status, two.body], [200, generation2.says(4000, tooMuch)]);
      }
    });

    test('elsewhere it is an invalid request', async () => {
      const answer = await gate.post('/oauth/token', 'x'.repeat(256 * KIB + 1));
      assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
    });
  },
  { kinds: EITHER },
);

/** More than two in one second are too many, so of five in a row at least one meets the limit. */
async function answersInARow(gate: Gate, app: TestApp) {
  const answers = [];
  for (let count = 0; count < 5; count++) {
    answers.push(await generation1.call(gate, app, '/game/block/type/get'));
  }
  return answers;
}

function assertLimited(answers: Awaited<ReturnType<typeof answersInARow>>): void {
  const limited = answers.filter((answer) => answer.status === 429);
  assert.ok(limited.length >= 1);
  for (const { body, headers } of limited) {
    assert.deepEqual(body, {
      error: 'rate_limited',
      message: 'Too many requests. Try again in 1 s.',
    });
    assert.equal(headers['retry-after'], '1');
  }
  const [first] = answers;
  assert.equal(first?.status, 200);
}

suite(
  'rate limit per address',
  (gate) => {
    test('is answered 429 with Retry-After', async () => {
      assertLimited(await answersInARow(gate, await gate.createApp()));
    });
  },
  { kinds: EITHER, rateLimits: { perApp: 0, perAddress: 2 } },
);

suite(
  'rate limit per app',
  (gate) => {
    test('is answered 429 with Retry-After, and leaves other apps alone', async () => {
      const [busy, quiet] = [await gate.createApp(), await gate.createApp()];
      assertLimited(await answersInARow(gate, busy));
      const answer = await generation1.call(gate, quiet, '/game/block/type/get');
      assert.equal(answer.status, 200);
    });
  },
  { kinds: EITHER, rateLimits: { perApp: 2, perAddress: 0 } },
);

suite(
  'rate limit per app, in a flood of strangers',
  (gate) => {
    test('who names the app without proving anything spends nothing of its limit', async () => {
      const app = await gate.createApp();
      const token = await gate.token(app);
      const ids = { appid: app.appid, player_id: 1 };
      const [plain, pay] = [{ ISCRYPT: '0' }, { 'X-App-Id': app.appid }];
      const stranger = [
        ['/game/block/delete', { ...ids, service_certification_key: 'wrong' }, plain],
        ['/v2/game/block/get', ids, plain],
        ['/v2/game/block/get', ids, { ...plain, 'X-Access-Token': 'x.y.z' }],
        ['/auth/v1/login', ids, {}],
        ['/auth/v1/logout', ids, { authorization: 'Bearer x.y.z' }],
        ['/payment/v1/transactions', { providerId: 'APPLE' }, pay],
      ] as const;
      const flood = await Promise.all(
        Array.from({ length: 10 }, () => stranger)
          .flat()
          .map(([path, body, headers]) => gate.post(path, body, headers)),
      );
      assert.deepEqual(
        flood.filter(({ status }) => status === 429),
        [],
      );
      const bearer = { authorization: `Bearer ${token}` };
      const own = await Promise.all([
        gate.post('/game/block/delete', { ...ids, service_certification_key: app.key }, plain),
        gate.post('/v2/game/block/get', ids, { ...plain, 'X-Access-Token': token }),
        gate.post('/auth/v1/login', ids, bearer),
        gate.post('/payment/v1/transactions', { providerId: 'x' }, { ...pay, ...bearer }),
      ]);
      assert.deepEqual(
        own.map(({ status }) => status),
        [200, 200, 200, 400],
      );
    });

    test('every authenticated call counts, on every path, whether its body is valid or not', async () => {
      for (const path of ['/payment/v1/transactions', '/auth/v1/login']) {
        const app = await gate.createApp();
        const bearer = { authorization: `Bearer ${await gate.token(app)}`, 'X-App-Id': app.appid };
        const body = { appid: app.appid };
        const answers = await Promise.all(
          Array.from({ length: 60 }, () => gate.post(path, body, bearer)),
        );
        const statuses = new Set(answers.map(({ status }) => status));
        assert.deepEqual(statuses, new Set([400, 429]), path);
      }
    });
  },
  { kinds: EITHER, rateLimits: { perApp: 4, perAddress: 0 } },
);

suite(
  'no rate limit',
  (gate) => {
    test('is the default', async () => {
      const app = await gate.createApp();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => generation1.call(gate, app, '/game/block/type/get')),
      );
      assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    });
  },
  { kinds: EITHER },
);

suite(
  'graceful stop',
  (gate) => {
    test('finishes what is in flight and closes idle connections', {
      timeout: 300_000,
    }, async () => {
      const app = await gate.createApp();
      const service = await gate.secondService();
      service.start();
      const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
      const port = Number(new URL(address).port);
      const body = JSON.stringify({ appid: app.appid, service_certification_key: app.key });
      const head = `POST /game/block/type/get HTTP/1.1\r\nHost: tollgate.test\r\nISCRYPT: 0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

      const [idle, busy] = [await open(port), await open(port)];
      for (const socket of [idle, busy]) {
        socket.write(head + body);
        assert.match(await answerOf(socket), /^HTTP\/1\.1 200 OK\r\n/);
      }
      const begun = once(service.app.server, 'request');
      busy.write(head + body.slice(0, 10));
      await begun;
      const idleClosed = once(idle, 'close');
      const stopped = service.stop();
      await idleClosed;
      const answered = answerOf(busy);
      busy.write(body.slice(10));
      const answer = await answered;
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(answer, /\r\nconnection: close\r\n/);
      assert.match(answer, /"result_code":0/);
      await stopped;
      const refused = connect({ host: '127.0.0.1', port });
      const [error] = await once(refused, 'error');
      assert.equal(error.code, 'ECONNREFUSED');
    });
  },
  { kinds: EITHER },
);

async function open(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  return socket;
}

/** One whole answer: all of them end with the closing brace of their body. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      if (!text.endsWith('}')) return;
      socket.off('data', read);
      resolve(text);
    };
    socket.on('data', read);
  });
}
