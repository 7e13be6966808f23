// The way out to the markets: time limits, retries of reads only, and whether a lost call may have arrived.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import {
  createMarketHttp,
  type MarketCall,
  type MarketHttp,
} from '../../../src/payment/markets/http.ts';

const open: { server?: Server; http?: MarketHttp } = {};

/** Patient, so that a busy machine is not taken for a silent market. */
async function startMarket(answer: RequestListener, attemptMs = 60_000) {
  const results: string[] = [];
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = createMarketHttp({
    clock: Date.now,
    onCall: ({ operation }, result) => results.push(`${operation} ${result}`),
    attemptMs,
    totalMs: 2 * attemptMs,
  });
  Object.assign(open, { server, http });
  const call = (more: Partial<MarketCall> = {}) =>
    http.call({
      market: 'TEST',
      appid: 'app',
      operation: 'test.read',
      method: 'GET',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/thing`,
      repeatable: true,
      ...more,
    });
  return { call, results };
}

describe('market-http', () => {
  afterEach(async () => {
    await open.http?.close();
    open.server?.closeAllConnections();
    open.server?.close();
  });

  test('an answer of any status is an answer', async () => {
    const { call, results } = await startMarket((request, response) => {
      response.writeHead(404, { 'x-market': 'yes' }).end(`${request.method} ${request.url}`);
    });
    const answer = await call();
    assert.ok('status' in answer);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers['x-market'], 'yes');
    assert.equal(answer.text, 'GET /thing');
    assert.deepEqual(results, ['test.read 404']);
  });

  test('a read is tried three times, a write once', async () => {
    const { call, results } = await startMarket((_request, response) => {
      response.writeHead(503).end();
    });
    const read = await call();
    assert.ok('status' in read && read.status === 503);
    assert.deepEqual(results, ['test.read 503', 'test.read 503', 'test.read 503']);
    results.length = 0;
    await call({ method: 'POST', body: '{}', operation: 'test.charge', repeatable: false });
    assert.deepEqual(results, ['test.charge 503']);
  });

  test('a refusal and a rate limit are not tried again', async () => {
    for (const status of [400, 401, 404, 429]) {
      const { call, results } = await startMarket((_request, response) => {
        response.writeHead(status).end();
      });
      await call();
      assert.deepEqual(results, [`test.read ${status}`]);
      await open.http?.close();
      open.server?.closeAllConnections();
      open.server?.close();
    }
  });

  test('a call without an answer may have arrived, unless nobody was there', async () => {
    const { call } = await startMarket((request) => request.socket.destroy());
    const lost = await call({ repeatable: false });
    assert.ok('unreachable' in lost);
    assert.equal(lost.sent, true);
    const refused = await call({ url: 'http://127.0.0.1:9/', repeatable: false });
    assert.ok('unreachable' in refused);
    assert.equal(refused.sent, false);
  });

  test('a market that is silent is given up', async () => {
    const { call, results } = await startMarket(() => {}, 150);
    const answer = await call({ repeatable: false });
    assert.deepEqual(answer, { unreachable: 'no complete answer within 150 ms', sent: true });
    assert.deepEqual(results, ['test.read unreachable']);
  });

  test('a market that never ends its answer is given up', async () => {
    const { call } = await startMarket((_request, response) => {
      response.writeHead(200).write('{');
    }, 150);
    const answer = await call({ repeatable: false });
    assert.deepEqual(answer, { unreachable: 'no complete answer within 150 ms', sent: true });
  });

  test('an answer without measure is refused', async () => {
    const { call } = await startMarket((_request, response) => {
      response.end(Buffer.alloc(2 * 1024 * 1024));
    });
    const answer = await call({ repeatable: false });
    assert.deepEqual(answer, { unreachable: 'the answer exceeds the size limit', sent: true });
  });

  test('redirects are not followed', async () => {
    const { call, results } = await startMarket((_request, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    const answer = await call();
    assert.ok('status' in answer && answer.status === 302);
    assert.equal(results.length, 1);
  });
});
