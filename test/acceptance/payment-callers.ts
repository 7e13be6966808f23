// Who may call the payment interface, what a body must be, and what a problem looks like (4.9, 5, 7.2).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { newToken, pay, post, send } from './client.ts';
import { assertProblem, type Problem } from './contract.ts';
import { createOtherApp, type OtherApp } from './other-app.ts';
import { newPlayer, removeAll, userToken } from './players.ts';
import { settings, withoutAdmin } from './settings.ts';

after(removeAll);

const PURCHASE = {
  accountUuid: randomUUID(),
  serviceReceipt: 'a.b.c',
  productId: 'gem_100',
  providerId: 'APPLE',
  requestType: 1,
};
const { productId: _, ...WITHOUT_PRODUCT } = PURCHASE;
const SUBSCRIPTION = { ...WITHOUT_PRODUCT, country: 'KR', language: 'ko' };
const HISTORY = { providerId: 'APPLE', startDate: new Date().toISOString() };

const ENDPOINTS = {
  'purchase/verify': PURCHASE,
  'subscription/verify': SUBSCRIPTION,
  transactions: HISTORY,
} as const;

for (const [path, body] of Object.entries(ENDPOINTS)) {
  describe(`POST /payment/v1/${path}`, () => {
    test('INVALID_REQUEST without X-App-Id, before the token is judged', async () => {
      const headers = { 'X-App-Id': undefined, Authorization: undefined };
      assertProblem(await pay(path, body, { headers }), 'INVALID_REQUEST', path, ['X-App-Id']);
    });

    test('app_not_found for an unknown app, before the token is judged', async () => {
      const headers = { 'X-App-Id': `acceptance.${randomUUID()}`, Authorization: undefined };
      assertProblem(await pay(path, body, { headers }), 'APP_NOT_FOUND', path);
    });

    test('UNAUTHORIZED_REQUEST without a good token, before the body is judged', async () => {
      const [header, payload] = (await newToken()).split('.');
      const wrong = [
        undefined,
        'Basic abc',
        'Bearer',
        'Bearer abc',
        `Bearer ${header}.${payload}.`,
      ];
      for (const Authorization of wrong) {
        const answer = await pay(path, '{', { headers: { Authorization } });
        assertProblem(answer, 'UNAUTHORIZED_REQUEST', path);
      }
    });

    test('INVALID_REQUEST for a body that is no JSON object', async () => {
      for (const text of ['', '{', '[]', 'null', '"text"']) {
        assertProblem(await pay(path, text), 'INVALID_REQUEST', path);
      }
    });

    test('INVALID_REQUEST for bytes that are not UTF-8, or too many of them', async () => {
      const broken = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      assertProblem(await pay(path, broken), 'INVALID_REQUEST', path);
      const large = { ...body, unknown: 'x'.repeat(300 * 1_024) };
      assertProblem(await pay(path, large), 'INVALID_REQUEST', path);
    });

    test('INVALID_REQUEST names every missing field', async () => {
      const names = Object.keys(body);
      assertProblem(await pay(path, {}), 'INVALID_REQUEST', path, names);
    });

    test('INVALID_REQUEST names a field of a wrong kind', async () => {
      for (const name of Object.keys(body)) {
        for (const value of [{}, [], true]) {
          const answer = await pay(path, { ...body, [name]: value });
          assertProblem(answer, 'INVALID_REQUEST', path, [name]);
        }
      }
    });

    test('405 for another method, as a problem', async () => {
      const url = `${settings.url}/payment/v1/${path}`;
      const { status, headers, body } = await send<Problem>(url, { method: 'GET' });
      assert.deepEqual([status, body.status, body.instance], [405, 405, `/payment/v1/${path}`]);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
    });
  });
}

test('404 below /payment/v1 is a problem, too', async () => {
  const { status, headers } = await post('/payment/v1/unknown', {});
  assert.equal(status, 404);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
});

describe('values', () => {
  const wrong: Readonly<Record<string, readonly unknown[]>> = {
    accountUuid: ['', 'somebody', '0c4e7c1e5a7b4d0f9d5c1f0d0e6f7a01'],
    requestType: [0, 3, '1', 1.5],
    providerId: ['', 'apple', 'EPIC'],
    serviceReceipt: ['', 'x'.repeat(65_537)],
    price: ['9.99', 1e16],
    currency: ['XXQ', 'DOLLAR'],
    country: [82],
    language: [{}],
    iapPayload: ['x'.repeat(4_097)],
    projectInfo: ['text', [], { text: 'x'.repeat(16 * 1_024) }],
  };
  for (const [name, values] of Object.entries(wrong)) {
    test(`purchase/verify: ${name}`, async () => {
      for (const value of values) {
        const answer = await pay('purchase/verify', { ...PURCHASE, [name]: value });
        assertProblem(answer, 'INVALID_REQUEST', 'purchase/verify', [name]);
      }
    });
  }

  test('subscription/verify: STEAM and PG sell none', async () => {
    for (const providerId of ['STEAM', 'PG']) {
      const answer = await pay('subscription/verify', { ...SUBSCRIPTION, providerId });
      assertProblem(answer, 'INVALID_REQUEST', 'subscription/verify', ['providerId']);
    }
  });
});

describe('user login tokens', () => {
  test('FORBIDDEN_REQUEST where only the app server may call', async () => {
    const token = await userToken(newPlayer());
    for (const path of ['purchase/verify', 'subscription/verify', 'subscription/status']) {
      assertProblem(await pay(path, {}, { token }), 'FORBIDDEN_REQUEST', path);
    }
  });

  test('FORBIDDEN_REQUEST for the app server where a player buys', async () => {
    const paths = ['purchase/init', 'order/pay-page-url', 'purchase/restore', 'purchase/finalize'];
    for (const path of paths) assertProblem(await pay(path, {}), 'FORBIDDEN_REQUEST', path);
  });
});

describe('another project', { skip: withoutAdmin }, () => {
  let other: OtherApp | undefined;
  after(() => other?.remove());

  test('UNAUTHORIZED_REQUEST: its token is not good for this app', async () => {
    other = await createOtherApp();
    for (const [path, body] of Object.entries(ENDPOINTS)) {
      const answer = await pay(path, body, { token: other.token });
      assertProblem(answer, 'UNAUTHORIZED_REQUEST', path);
    }
  });

  test('INVALID_REQUEST: a market that the app is not set up for', async () => {
    other ??= await createOtherApp();
    for (const providerId of ['APPLE', 'GOOGLE', 'STEAM', 'PG']) {
      const answer = await pay(
        'purchase/verify',
        { ...PURCHASE, providerId },
        { token: other.token, headers: { 'X-App-Id': other.appid } },
      );
      assertProblem(answer, 'INVALID_REQUEST', 'purchase/verify');
    }
  });
});
