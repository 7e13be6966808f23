// Webhooks that do not come from Tollgate, or not as it sent them: the SDK refuses each.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  verifyEvents,
  verifyNotification,
  type WebhookError,
  type WebhookRequest,
} from '../../sdk/src/index.ts';
import { START } from '../support/harness.ts';
import type { Forgery } from './gallery.ts';

const KEY = 'the key of the game server';
const ID = 'msg_1';
const BODY = '{"game_index":1,"server_url":"https://game.example","data":[]}';
const EVENTS = '{"game_index":1,"events":[]}';
const SECONDS = START / 1_000;

const sign = (body: string, key: string): string =>
  `v1,${createHmac('sha256', key).update(`${ID}.${SECONDS}.${body}`).digest('base64')}`;

const arrived = (fields: Partial<WebhookRequest>, headers: object = {}): WebhookRequest => ({
  body: BODY,
  headers: {
    'webhook-id': ID,
    'webhook-timestamp': String(SECONDS),
    'webhook-signature': sign(BODY, KEY),
    ...headers,
  },
  key: KEY,
  now: START,
  ...fields,
});

const FORGERIES: Record<Forgery<'webhooks'>, [WebhookError['code'], WebhookRequest]> = {
  'a changed body': ['SIGNATURE_MISMATCH', arrived({ body: BODY.replace('1', '2') })],
  'another id': ['SIGNATURE_MISMATCH', arrived({}, { 'webhook-id': 'msg_2' })],
  'another timestamp': [
    'SIGNATURE_MISMATCH',
    arrived({}, { 'webhook-timestamp': String(SECONDS + 1) }),
  ],
  'signed with another key': [
    'SIGNATURE_MISMATCH',
    arrived({}, { 'webhook-signature': sign(BODY, 'another key') }),
  ],
  'an empty signature': ['SIGNATURE_MISMATCH', arrived({}, { 'webhook-signature': 'v1,' })],
  'only a signature of another version': [
    'INVALID_HEADER',
    arrived({}, { 'webhook-signature': sign(BODY, KEY).replace('v1', 'v2') }),
  ],
  'no signature': ['INVALID_HEADER', arrived({}, { 'webhook-signature': undefined })],
  'no id': ['INVALID_HEADER', arrived({}, { 'webhook-id': undefined })],
  'sent ten minutes ago': ['TIMESTAMP_OUT_OF_RANGE', arrived({ now: START + 600_000 })],
  'sent in ten minutes': ['TIMESTAMP_OUT_OF_RANGE', arrived({ now: START - 600_000 })],
  'a message of the other channel': [
    'INVALID_BODY',
    arrived({ body: EVENTS }, { 'webhook-signature': sign(EVENTS, KEY) }),
  ],
};

for (const [name, [code, request]] of Object.entries(FORGERIES)) {
  test(`SDK, ${name}: ${code}`, async () => {
    const checked = await verifyNotification(request);
    assert.equal(checked.ok ? 'ok' : checked.error.code, code);
  });
}

test('SDK, the message as it was sent passes', async () => {
  assert.equal((await verifyNotification(arrived({}))).ok, true);
});

const SAYS_TEST = { 'webhook-test': '1' };
const PLAYER =
  '{"player_id":1,"status":"P","start_date":"2026-11-15 00:00:00","end_date":"2026-11-16 00:00:00"}';
const RESTRICTED = BODY.replace('[]', `[${PLAYER}]`);
const HAPPENED = EVENTS.replace('[]', '[{"type":"purchase.refunded","data":{}}]');
const passedOff = (body: string): WebhookRequest =>
  arrived({ body }, { 'webhook-signature': sign(body, KEY), ...SAYS_TEST });

const PASSED_OFF: Record<
  Forgery<'testMessages'>,
  () => Promise<{ ok: boolean; test?: boolean }>
> = {
  'a notification with the header webhook-test': () => verifyNotification(passedOff(RESTRICTED)),
  'events with the header webhook-test': () => verifyEvents(passedOff(HAPPENED)),
};

for (const [name, verify] of Object.entries(PASSED_OFF)) {
  test(`SDK, ${name}: it is no test`, async () => {
    const { ok, test: isTest } = await verify();
    assert.deepEqual([ok, isTest], [true, false]);
  });
}
