// Connections of callers that say nothing, stop halfway or read nothing end; one that closes its own side gets its answer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from '../support/harness.ts';
import { until } from '../support/process.ts';
import { callRaw } from '../support/raw-caller.ts';

const HEAD = 'POST /health/live HTTP/1.1\r\nhost: tollgate.test\r\n';
const LIVE = 'GET /health/live HTTP/1.1\r\nhost: tollgate.test\r\n\r\n';

suite(
  'connections',
  (gate) => {
    const urls: Record<'public' | 'admin', string> = { public: '', admin: '' };
    before(async () => {
      const { app, admin } = gate.service;
      const address = { host: '127.0.0.1', port: 0 };
      urls.public = await app.listen(address);
      assert.ok(admin);
      const server = await admin.listen(address);
      urls.admin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      // The first request takes longest, and on a busy machine longer than these limits.
      for (const url of Object.values(urls)) await (await fetch(`${url}/health/live`)).text();
    });

    // Most of them wait for the end of a second.
    describe('of both listeners', { concurrency: true }, () => {
      for (const listener of ['public', 'admin'] as const) {
        const open = () => callRaw(urls[listener]);

        test(`${listener} listener: a connection without a request ends`, async () => {
          const caller = await open();
          assert.equal((await caller.answer()).status, 408);
          assert.equal(await caller.ended, undefined);
        });

        test(`${listener} listener: a head that does not end is not waited for`, async () => {
          const caller = await open();
          caller.write(HEAD);
          assert.equal((await caller.answer()).status, 408);
          assert.equal(await caller.ended, undefined);
        });

        test(`${listener} listener: a body that does not end is not waited for`, async () => {
          const caller = await open();
          caller.write(`${HEAD}content-length: 10\r\n\r\n{`);
          assert.equal((await caller.answer()).status, 408);
          assert.equal(await caller.ended, undefined);
        });

        test(`${listener} listener: a connection that stays idle after its answer ends`, async () => {
          const caller = await open();
          caller.write(LIVE);
          const { status, headers } = await caller.answer();
          assert.deepEqual([status, headers.connection], [200, 'keep-alive']);
          assert.equal(await caller.ended, undefined);
        });

        test(`${listener} listener: a caller that closes its side after the request gets its answer`, async () => {
          const caller = await callRaw(urls[listener], true);
          caller.write(LIVE);
          caller.socket.end();
          const { status, body } = await caller.answer();
          assert.deepEqual([status, body], [200, '{"status":"ok"}']);
          assert.equal(await caller.ended, undefined);
        });
      }
    });

    test('a call that asks the database is answered to a caller that has closed its side', async () => {
      const app = await gate.createApp();
      const body = JSON.stringify({ appid: app.appid, service_certification_key: app.key });
      const caller = await callRaw(urls.public, true);
      caller.socket.end(
        `POST /game/block/type/get HTTP/1.1\r\nhost: x\r\niscrypt: 0\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      const answer = await caller.answer();
      assert.deepEqual(
        [answer.status, answer.body],
        [
          200,
          '{"result_code":0,"result_msg":"SUCCESS","data":{"block_type_list":[],"temp_type_list":[]}}',
        ],
      );
    });
  },
  {
    kinds: ['sqlite'],
    hasAdminListener: true,
    connectionTimes: {
      headersMs: 1_000,
      requestMs: 1_500,
      keepAliveMs: 1_000,
      checkEveryMs: 100,
      settleMs: 0,
      drainMs: 0,
    },
  },
);

suite(
  'connections without a reader',
  (gate) => {
    test('a caller that reads no answer does not keep its connection', async (context) => {
      const url = new URL(await gate.service.app.listen({ host: '127.0.0.1', port: 0 }));
      const open = () =>
        new Promise<number>((resolve) => {
          gate.service.app.server.getConnections((_error, count) => resolve(count));
        });
      const socket = connect({ host: url.hostname, port: Number(url.port) });
      context.after(() => socket.destroy());
      socket.on('error', () => {});
      // More than the buffers of both sides hold.
      socket.write('GET /docs/json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
      await until(async () => (await open()) === 1);
      await until(async () => (await open()) === 0);
    });
  },
  { kinds: ['sqlite'], connectionTimes: { silentMs: 1_000, settleMs: 0, drainMs: 0 } },
);

suite(
  'connections at a stop',
  (gate) => {
    test('one that a browser keeps in reserve, and does not close, holds up nothing', async (context) => {
      const service = await gate.secondService();
      const url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
      const spare = connect({ host: url.hostname, port: Number(url.port), allowHalfOpen: true });
      context.after(() => spare.destroy());
      await Promise.all([once(spare, 'connect'), once(service.app.server, 'connection')]);
      const stopped = await Promise.race([
        service.stop().then(() => 'stopped'),
        delay(30_000, 'it waits for the browser', { ref: false }),
      ]);
      assert.equal(stopped, 'stopped');
    });
  },
  { kinds: ['sqlite'] },
);
