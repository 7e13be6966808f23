// The SDK checks what the service really sends: notifications to the game server, and purchase events.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  unwrap,
  verifyEvents,
  verifyNotification,
  type WebhookRequest,
} from '../../sdk/src/index.ts';
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { startGameServer } from '../outbox/game-server.ts';
import { createProject, KEY, openRelay } from '../outbox/project.ts';
import { ACCOUNT, openAppleShop, PRODUCT } from '../payment/shop.ts';
import { expectDone, START } from '../support/harness.ts';
import { BAN, PLAYER, sdkSuite } from './running.ts';

const ID = 'msg_1';
const BODY = '{"game_index":1,"server_url":"https://game.example","data":[]}';
const SECONDS = START / 1_000;

const signed = (body: string, key: string, timestamp = SECONDS): string =>
  `v1,${createHmac('sha256', key).update(`${ID}.${timestamp}.${body}`).digest('base64')}`;

const arrived = (fields: Partial<WebhookRequest> = {}, headers: object = {}): WebhookRequest => ({
  body: BODY,
  headers: {
    'webhook-id': ID,
    'webhook-timestamp': String(SECONDS),
    'webhook-signature': signed(BODY, KEY),
    ...headers,
  },
  key: KEY,
  now: START,
  ...fields,
});

const codeOf = async (request: WebhookRequest): Promise<string> => {
  const checked = await verifyNotification(request);
  return checked.ok ? 'ok' : checked.error.code;
};

sdkSuite('SDK, webhooks', ({ gate, markets, client }) => {
  test('a notification of the service, its 64-bit player exact', async (t) => {
    const project = await createProject(gate, t);
    unwrap(await client(project.app).restrictions.set({ ...BAN, playerId: PLAYER }));
    await openRelay(gate, t).turn();
    const [{ headers, body } = assert.fail()] = project.server.received;
    const expected = {
      ok: true,
      id: String(headers['webhook-id']),
      test: false,
      notification: {
        gameIndex: project.gameIndex,
        serverUrl: project.server.url,
        data: [{ playerId: PLAYER, status: 'B', startDate: BAN.startDate, endDate: BAN.endDate }],
      },
    };
    const request = { headers, body, key: KEY, now: gate.now };
    assert.deepEqual(await verifyNotification(request), expected);
    const bytes = { ...request, body: new TextEncoder().encode(body) };
    assert.deepEqual(await verifyNotification(bytes), expected);
    const altered = { ...request, body: body.replace('993', '994') };
    assert.equal(await codeOf(altered), 'SIGNATURE_MISMATCH');
  });

  test('events of the service: verified, then refunded', async (t) => {
    const shop = await openAppleShop(gate, markets, { asks: true });
    const receiver = await startGameServer();
    t.after(() => receiver.close());
    const { gameIndex } = shop.app;
    expectDone(
      await registerReceiver(gate.service.context, SYSTEM, {
        game_index: gameIndex,
        channel: 'purchase',
        url: receiver.url,
        key: KEY,
      }),
    );
    const { purchases } = client(shop.app);
    const bought = await shop.buy();
    const request = {
      accountUuid: ACCOUNT,
      serviceReceipt: bought.signedTransaction,
      productId: PRODUCT,
      providerId: 'APPLE',
      requestType: 1,
    } as const;
    const { serviceTransactionId } = unwrap(await purchases.verify(request));
    await shop.refund(bought);
    unwrap(await purchases.verify(request));
    await openRelay(gate, t).turn();
    const types: string[] = [];
    for (const { headers, body } of receiver.received) {
      const checked = await verifyEvents({ headers, body, key: KEY, now: gate.now });
      assert.ok(checked.ok, body);
      assert.deepEqual([checked.gameIndex, checked.unknown, checked.test], [gameIndex, [], false]);
      for (const event of checked.events) {
        types.push(event.type);
        if (event.type !== 'purchase.refunded') continue;
        assert.equal(event.data.serviceTransactionId, serviceTransactionId);
        assert.equal(event.data.servicePurchaseCancelState, 1);
        assert.equal(typeof event.data.refund.date, 'number');
      }
    }
    assert.deepEqual(types, ['purchase.verified', 'purchase.refunded']);
  });
});

test('SDK: one right signature among several is enough, with any of several keys', async () => {
  const wrong = signed(BODY, 'another key');
  const two = { 'webhook-signature': `${wrong} v2,x v1,!! ${signed(BODY, KEY)}` };
  assert.equal(await codeOf(arrived({}, two)), 'ok');
  assert.equal(await codeOf(arrived({ key: ['new key', KEY] })), 'ok');
  assert.equal(await codeOf(arrived({ key: ['new key', 'newer key'] })), 'SIGNATURE_MISMATCH');
  assert.equal(await codeOf(arrived({ key: [] })), 'SIGNATURE_MISMATCH');
  const secret = `whsec_${Buffer.from(KEY).toString('base64')}`;
  assert.equal(await codeOf(arrived({ key: secret })), 'ok');
  const chosen = { 'webhook-signature': signed(BODY, secret) };
  assert.equal(await codeOf(arrived({ key: secret }, chosen)), 'ok', 'a key that looks like one');
});

test('SDK: five minutes, either way', async () => {
  for (const [offset, code] of [
    [300_000, 'ok'],
    [-300_000, 'ok'],
    [300_001, 'TIMESTAMP_OUT_OF_RANGE'],
    [-300_001, 'TIMESTAMP_OUT_OF_RANGE'],
  ] as const) {
    assert.equal(await codeOf(arrived({ now: START + offset })), code, String(offset));
  }
  assert.equal(
    await codeOf(arrived({ now: START + 1_001, toleranceMs: 1_000 })),
    'TIMESTAMP_OUT_OF_RANGE',
  );
});

test('SDK: what is signed is id, time and body, each of them', async () => {
  assert.equal(await codeOf(arrived({}, { 'webhook-id': 'msg_2' })), 'SIGNATURE_MISMATCH');
  const later = { 'webhook-timestamp': String(SECONDS + 1) };
  assert.equal(await codeOf(arrived({}, later)), 'SIGNATURE_MISMATCH');
  assert.equal(await codeOf(arrived({ body: `${BODY} ` })), 'SIGNATURE_MISMATCH');
});

test('SDK: a header that is missing or malformed is named', async () => {
  for (const [name, value] of [
    ['webhook-id', undefined],
    ['webhook-timestamp', undefined],
    ['webhook-timestamp', '1e9'],
    ['webhook-signature', undefined],
    ['webhook-signature', 'v2,abc'],
  ] as const) {
    assert.deepEqual(await verifyNotification(arrived({}, { [name]: value })), {
      ok: false,
      error: {
        code: 'INVALID_HEADER',
        message: `${name} is missing or malformed.`,
        header: name,
      },
    });
  }
});

test('SDK: headers of a Request or in any case, and a test message, whose list is empty', async () => {
  const { headers, ...request } = arrived({});
  const fields = Object.entries(headers) as [string, string][];
  const inCapitals = Object.fromEntries(fields.map(([name, value]) => [name.toUpperCase(), value]));
  for (const given of [new Headers(fields), inCapitals]) {
    assert.deepEqual(await verifyNotification({ ...request, headers: given }), {
      ok: true,
      id: ID,
      test: true,
      notification: { gameIndex: 1, serverUrl: 'https://game.example', data: [] },
    });
  }
});

test('SDK: every event of docs/events.md is known', async () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8');
  const types = [...manual.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, type]) => type);
  assert.ok(types.length >= 13);
  const body = JSON.stringify({ game_index: 1, events: types.map((type) => ({ type })) });
  const checked = await verifyEvents(arrived({ body }, { 'webhook-signature': signed(body, KEY) }));
  assert.deepEqual(checked.ok && checked.unknown, []);
});

test('SDK: a player keeps all digits, and an event may be about none', async () => {
  const timestamp = '2026-11-15T12:00:00.000Z';
  const written = (type: string, playerId: string) =>
    `{"type":"${type}","timestamp":"${timestamp}","data":{"appid":"game","playerId":${playerId}}}`;
  const list = [written('measure.taken', '9007199254740993'), written('consent.withdrawn', 'null')];
  const body = `{"game_index":1,"events":[${list}]}`;
  const checked = await verifyEvents(arrived({ body }, { 'webhook-signature': signed(body, KEY) }));
  const read = (type: string, playerId: bigint | null) => ({
    type,
    timestamp,
    data: { appid: 'game', playerId },
  });
  assert.deepEqual(checked.ok && checked.events, [
    read('measure.taken', 9_007_199_254_740_993n),
    read('consent.withdrawn', null),
  ]);
});

test('SDK: events of a newer service are set apart; another body is refused', async () => {
  const data = { playerId: 'nobody yet' };
  const future = { type: 'purchase.gifted', timestamp: '2026-11-15T12:00:00.000Z', data };
  const body = JSON.stringify({ game_index: 1, events: [future] });
  const headers = { 'webhook-signature': signed(body, KEY) };
  assert.deepEqual(await verifyEvents(arrived({ body }, headers)), {
    ok: true,
    id: ID,
    test: false,
    gameIndex: 1,
    events: [],
    unknown: [future],
  });
  assert.equal(await codeOf(arrived({ body }, headers)), 'INVALID_BODY');
  const text = { 'webhook-signature': signed('text', KEY) };
  assert.equal(await codeOf(arrived({ body: 'text' }, text)), 'INVALID_BODY');
});
