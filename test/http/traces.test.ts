// Traces by OTLP: a request, what it asks the database and the market, and what is delivered later, as one trace.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import type { EndedSpan } from '../../src/base/trace.ts';
import { exportTraces } from '../../src/http/trace-export.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { createLog } from '../../src/start/log.ts';
import { samplerOf } from '../../src/start/traces.ts';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { answer, startGameServer } from '../outbox/game-server.ts';
import { ACCOUNT, openAppleShop, PRODUCT } from '../payment/shop.ts';
import { logIn, newPlayer, registerType, restriction } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import { until } from '../support/process.ts';
import { captureLog } from './log-lines.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector that remembers what it was sent. */
async function startCollector() {
  const requests: { path: string; headers: object; text: string }[] = [];
  const collector = { url: '', status: 200, requests };
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers, text: await text(request) });
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
  return collector;
}

const spansIn = (requests: readonly { readonly text: string }[]): readonly OtlpSpan[] =>
  requests.flatMap(({ text: body }) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );

const attributesOf = ({ attributes }: OtlpSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const resource = { 'service.name': 'tollgate', 'service.version': '1.2.3' };
const silent = createLog('silent');
const always = samplerOf('parentbased_always_on', 1);

describe('what is recorded', () => {
  const low = `${'a'.repeat(18)}${'0'.repeat(14)}`;
  const high = `${'a'.repeat(18)}${'f'.repeat(14)}`;
  const cases = [
    ['parentbased_traceidratio', 0.5, [true, false, true, false]],
    ['parentbased_always_on', 0.5, [true, true, true, false]],
    ['parentbased_always_off', 0.5, [false, false, true, false]],
    ['traceidratio', 0.5, [true, false, false, true]],
    ['traceidratio', 0, [false, false, false, false]],
    ['always_on', 0.5, [true, true, true, true]],
    ['always_off', 0.5, [false, false, false, false]],
  ] as const;
  for (const [name, share, expected] of cases) {
    test(`${name} of ${share}`, () => {
      const decide = samplerOf(name, share);
      assert.deepEqual(
        [decide(low, undefined), decide(high, undefined), decide(high, true), decide(low, false)],
        expected,
      );
    });
  }
});

describe('export', () => {
  const span: EndedSpan = {
    traceId: TRACE,
    spanId: 'b'.repeat(16),
    parentId: CALLER,
    isSampled: true,
    traceparent: '',
    name: 'work',
    kind: 'internal',
    startedAt: 1_763_208_000_000.25,
    endedAt: 1_763_208_000_001,
    attributes: { text: 'a', count: 3, share: 0.5, isSet: true, none: undefined },
    hasFailed: true,
  };

  test('a span is sent in the form of OTLP, with headers and resource', async () => {
    const collector = await startCollector();
    const headers = { authorization: 'Bearer of-the-collector' };
    const traces = exportTraces({ url: collector.url, headers, resource, sampler: always }, silent);
    traces.record(span);
    await traces.close();
    const [{ path, headers: sent, text: body } = assert.fail()] = collector.requests;
    assert.equal(path, '/v1/traces');
    assert.equal((sent as Record<string, string>).authorization, headers.authorization);
    assert.deepEqual(JSON.parse(body), {
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'tollgate' } },
              { key: 'service.version', value: { stringValue: '1.2.3' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'tollgate' },
              spans: [
                {
                  traceId: TRACE,
                  spanId: 'b'.repeat(16),
                  parentSpanId: CALLER,
                  name: 'work',
                  kind: 1,
                  startTimeUnixNano: '1763208000000250000',
                  endTimeUnixNano: '1763208000001000000',
                  attributes: [
                    { key: 'text', value: { stringValue: 'a' } },
                    { key: 'count', value: { intValue: '3' } },
                    { key: 'share', value: { doubleValue: 0.5 } },
                    { key: 'isSet', value: { boolValue: true } },
                  ],
                  status: { code: 2 },
                },
              ],
            },
          ],
        },
      ],
    });
    assert.deepEqual(traces.counts(), { sent: 1, dropped: 0 });
  });

  test('what a collector does not take is dropped, counted and said once', async () => {
    const captured = captureLog();
    const collector = await startCollector();
    collector.status = 503;
    const { url } = collector;
    const traces = exportTraces({ url, headers: {}, resource, sampler: always }, captured.log);
    for (let count = 0; count < 1_030; count += 1) traces.record(span);
    await traces.close();
    assert.deepEqual(traces.counts(), { sent: 0, dropped: 1_030 });
    assert.equal(collector.requests.length, 3);
    const { lines } = captured.take();
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['traces are not accepted'],
    );
  });

  test('spans that come while others are sent are sent with them, and later ones, too', async () => {
    const collector = await startCollector();
    const traces = exportTraces(
      { url: collector.url, headers: {}, resource, sampler: always, sendAfterMs: 150 },
      silent,
    );
    // The first 512 are sent at once, and the timer of the last finds nothing left to send.
    for (let count = 0; count < 513; count += 1) traces.record(span);
    await until(() => traces.counts().sent === 513);
    await new Promise((resolve) => setTimeout(resolve, 250));
    traces.record(span);
    await until(() => traces.counts().sent === 514);
    await traces.close();
  });

  test('while nothing is sent, at most 8,192 spans wait', async () => {
    const collector = await startCollector();
    const { url } = collector;
    const traces = exportTraces({ url, headers: {}, resource, sampler: always }, silent);
    for (let count = 0; count < 10_000; count += 1) traces.record(span);
    await traces.close();
    const { sent, dropped } = traces.counts();
    assert.equal(sent + dropped, 10_000);
    // The first 512 were on their way already.
    assert.equal(sent, 8_192 + 512);
  });
});

const collector = await startCollector();
const exporter = exportTraces(
  { url: collector.url, headers: {}, resource, sampler: always, sendAfterMs: 5 },
  silent,
);
after(() => exporter.close());
/** Outlives the services of this file. */
const traces = { ...exporter, close: async () => {} };

/** What was sent up to now. */
async function exported(until: (spans: readonly OtlpSpan[]) => boolean) {
  for (let turn = 0; turn < 500; turn += 1) {
    const spans = spansIn(collector.requests);
    if (until(spans)) return spans;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not exported: ${spansIn(collector.requests).map(({ name }) => name)}`);
}

marketSuite(
  'a trace',
  (gate, markets) => {
    test('goes from the request through database, market, ledger and queue to the webhook', async (t) => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const server = await startGameServer();
      t.after(() => server.close());
      server.behave(answer(204, ''));
      const receiver = { game_index: shop.app.gameIndex, channel: 'purchase' } as const;
      const input = {
        ...receiver,
        url: `${server.url}?key=of-the-address`,
        key: 'of-the-receiver',
      };
      expectDone(await registerReceiver(gate.service.context, SYSTEM, input));
      const { signedTransaction } = await shop.buy();
      collector.requests.length = 0;
      const request = {
        accountUuid: ACCOUNT,
        serviceReceipt: signedTransaction,
        productId: PRODUCT,
        providerId: 'APPLE',
        requestType: 1,
      };
      const headers = { ...shop.headers, traceparent: `00-${TRACE}-${CALLER}-01` };
      const verified = await gate.post('/payment/v1/purchase/verify', request, headers);
      assert.equal(verified.status, 200);
      const { relay } = await gate.secondService({ traces });
      await relay.turn();
      const spans = await exported((found) =>
        found.some(({ name }) => name === 'deliver purchase'),
      );
      const ours = spans.filter(({ traceId }) => traceId === TRACE);
      const named = (name: string) =>
        ours.find((each) => each.name === name) ??
        assert.fail(`no ${name} among ${ours.map((each) => each.name)}`);
      const root = named('POST /payment/v1/purchase/verify');
      assert.equal(root.parentSpanId, CALLER);
      assert.equal(root.kind, 2);
      assert.deepEqual(attributesOf(root), {
        'http.request.method': 'POST',
        'http.route': '/payment/v1/purchase/verify',
        'http.response.status_code': '200',
        'tollgate.operation': 'purchase.verify',
        'tollgate.app': shop.app.appid,
      });
      assert.equal(named('find purchases').parentSpanId, root.spanId);
      const ledger = named('ledger');
      assert.equal(ledger.parentSpanId, root.spanId);
      const market = named('apple.transaction');
      assert.equal(market.parentSpanId, root.spanId);
      assert.deepEqual(attributesOf(market), {
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'tollgate.market': 'APPLE Production',
        'tollgate.app': shop.app.appid,
        'http.response.status_code': '200',
      });
      assert.equal(named('wait in purchase').parentSpanId, root.spanId);
      const delivered = named('deliver purchase');
      assert.equal(delivered.parentSpanId, root.spanId);
      assert.deepEqual(attributesOf(delivered), {
        'server.address': '127.0.0.1',
        'http.response.status_code': '204',
        'tollgate.project': String(shop.app.gameIndex),
        'tollgate.result': 'delivered',
        'tollgate.attempt': '1',
        'messaging.batch.message_count': '1',
      });
      // What the receiver does is part of the trace, too.
      const [told] = server.received;
      assert.equal(told?.headers.traceparent, `00-${TRACE}-${delivered.spanId}-01`);
      for (const { startTimeUnixNano, endTimeUnixNano } of ours) {
        assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano));
      }
      // Every part but the first has its parent in the trace.
      const ids = new Set([CALLER, ...ours.map(({ spanId }) => spanId)]);
      assert.deepEqual(
        ours.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? '')).map(({ name }) => name),
        [],
      );
      // Nothing of a player, a receipt, a key or an address with its path.
      const everything = collector.requests.map(({ text: body }) => body).join('\n');
      const transaction = verified.body.data.storeTransactionId ?? verified.body.data.transactionId;
      for (const secret of [
        ACCOUNT,
        signedTransaction,
        String(transaction),
        'of-the-receiver',
        'of-the-address',
        shop.headers.authorization as string,
      ]) {
        assert.ok(!everything.includes(secret), secret);
      }
    });

    test('has nothing of a player in calls about players, also where they are refused', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      const player_id = newPlayer();
      const { did, access_token } = await logIn(gate, app, player_id);
      const token = await gate.token(app);
      collector.requests.length = 0;
      const id = '5'.repeat(32);
      const headers = {
        ISCRYPT: '0',
        'X-Access-Token': token,
        authorization: `Bearer ${token}`,
        traceparent: `00-${id}-${CALLER}-01`,
      };
      const about = { appid: app.appid, player_id, did };
      const paths = ['/v2/game/block/set', '/v2/game/block/get', '/v2/game/block/history'];
      for (const path of [...paths, '/v2/game/block/delete', '/auth/v1/login', '/auth/v1/logout']) {
        await gate.post(path, { ...restriction(gate, player_id), ...about }, headers);
        await gate.post(`${path}?player_id=${player_id}`, { ...about, block_type: did }, headers);
      }
      const path = `/admin/v1/apps/${app.appid}/players/${player_id}`;
      const asked = { authorization: `Bearer ${ADMIN_TOKEN}`, traceparent: headers.traceparent };
      assert.equal((await gate.send('GET', path, undefined, asked)).status, 200);
      const route = 'GET /admin/v1/apps/:appid/players/:player_id';
      const spans = await exported((found) =>
        found.some(({ traceId, name }) => traceId === id && name === route),
      );
      const text = JSON.stringify(spans.filter(({ traceId }) => traceId === id));
      assert.ok(
        text.includes('POST /v2/game/block/set') && text.includes('change restrictions'),
        text,
      );
      for (const secret of [player_id, did, access_token, token, ADMIN_TOKEN]) {
        assert.ok(!text.includes(String(secret)), String(secret));
      }
    });

    test('of two messages in one delivery, each has its wait and the second a link', async (t) => {
      const shop = await openAppleShop(gate, markets);
      const server = await startGameServer();
      t.after(() => server.close());
      server.behave(answer(204, ''));
      const receiver = { game_index: shop.app.gameIndex, channel: 'purchase' } as const;
      expectDone(
        await registerReceiver(gate.service.context, SYSTEM, {
          ...receiver,
          url: server.url,
          key: 'k'.repeat(24),
        }),
      );
      const ids = ['1'.repeat(32), '2'.repeat(32)];
      for (const id of ids) {
        const { signedTransaction } = await shop.buy();
        const traceparent = `00-${id}-${CALLER}-01`;
        await gate.post(
          '/payment/v1/purchase/verify',
          {
            accountUuid: ACCOUNT,
            serviceReceipt: signedTransaction,
            productId: PRODUCT,
            providerId: 'APPLE',
            requestType: 1,
          },
          { ...shop.headers, traceparent },
        );
      }
      await gate.service.relay.turn();
      const spans = await exported((found) =>
        found.some(({ name, traceId }) => name === 'deliver purchase' && traceId === ids[0]),
      );
      const waits = spans.filter(
        ({ name, traceId }) => name === 'wait in purchase' && ids.includes(traceId),
      );
      const first = spans.find(
        ({ name, traceId }) => traceId === ids[0] && name === 'POST /payment/v1/purchase/verify',
      );
      assert.deepEqual(
        waits.map(({ traceId, links }) => [traceId, links]),
        [
          [ids[0], undefined],
          [ids[1], [{ traceId: ids[0], spanId: first?.spanId }]],
        ],
      );
    });

    test('that the caller does not sample is not recorded, and goes on unsampled', async () => {
      const id = '3'.repeat(32);
      await gate.send('GET', '/health/live', undefined, { traceparent: `00-${id}-${CALLER}-00` });
      const marker = '4'.repeat(32);
      await gate.send('GET', '/health/live', undefined, {
        traceparent: `00-${marker}-${CALLER}-01`,
      });
      const spans = await exported((found) => found.some(({ traceId }) => traceId === marker));
      assert.deepEqual(
        spans.filter(({ traceId }) => traceId === id),
        [],
      );
    });

    test('is counted in the metrics', async () => {
      const { body } = await gate.send('GET', '/metrics');
      assert.match(
        body,
        /^tollgate_spans_total\{result="sent",environment="production"\} [1-9]\d*$/m,
      );
      assert.match(body, /^tollgate_spans_total\{result="dropped",environment="production"\} 0$/m);
    });
  },
  { kinds: EITHER, traces, adminToken: ADMIN_TOKEN },
);
