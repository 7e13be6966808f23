// Every documented error of the App Store Server API, provoked through Apple's own client.
import assert from 'node:assert/strict';
import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import {
  APIError,
  APIException,
  type ConsumptionRequestV1,
  GetTransactionHistoryVersion,
} from '@apple/app-store-server-library';
import { startAppStore } from './apple-store.ts';

const store = await startAppStore();
const api = store.production;
const dayMs = 24 * 3_600_000;
const { transactionId: bought } = await store.control('/apple/transactions');
const { transactionId: lifelong } = await store.control('/apple/transactions', {
  type: 'Non-Consumable',
});
const { transactionId: familyShared } = await store.control('/apple/transactions', {
  type: 'Auto-Renewable Subscription',
  inAppOwnershipType: 'FAMILY_SHARED',
});
const vip = await store.control('/apple/transactions', { type: 'Auto-Renewable Subscription' });
const renewed = await store.control(`/apple/transactions/${vip.transactionId}/renew`);

function refuses(code: number, ask: () => Promise<unknown>): Promise<void> {
  return assert.rejects(ask(), (error) => {
    assert.ok(error instanceof APIException, String(error));
    assert.equal(error.apiError, code);
    assert.equal(error.httpStatusCode, Math.floor(code / 10_000));
    assert.ok(error.errorMessage);
    return true;
  });
}

const history = (query: string, version = 'v2') =>
  fetchSigned('GET', `/inApps/${version}/history/${bought}?${query}`);

/** For what the client's types do not let us send. */
async function fetchSigned(method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(`${store.url}/apple/production${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return;
  const { errorCode, errorMessage } = (await response.json()) as {
    errorCode: number;
    errorMessage: string;
  };
  throw new APIException(response.status, errorCode, errorMessage);
}

const consumption: ConsumptionRequestV1 = {
  customerConsented: true,
  consumptionStatus: 1,
  platform: 1,
  sampleContentProvided: true,
  deliveryStatus: 0,
  appAccountToken: '',
  accountTenure: 7,
  playTime: 0,
  lifetimeDollarsRefunded: 1,
  lifetimeDollarsPurchased: 2,
  userStatus: 1,
};
const consume = (changed: object, id = bought) =>
  fetchSigned('PUT', `/inApps/v1/transactions/consumption/${id}`, { ...consumption, ...changed });
const consumed = (changed: object, id = bought) =>
  fetchSigned('PUT', `/inApps/v2/transactions/consumption/${id}`, {
    customerConsented: true,
    deliveryStatus: 'DELIVERED',
    sampleContentProvided: false,
    ...changed,
  });
const extend = (changed: object, id = vip.transactionId) =>
  fetchSigned('PUT', `/inApps/v1/subscriptions/extend/${id}`, {
    extendByDays: 1,
    extendReasonCode: 1,
    requestIdentifier: 'r',
    ...changed,
  });
const daysAgo = (days: number) => {
  const now = store.clock.now();
  return { startDate: now - days * dayMs, endDate: now };
};
const sandboxHistory = (range: { startDate: number; endDate: number }) =>
  store.sandbox.getNotificationHistory(null, range);
const notificationHistory = (changed: object, paginationToken?: string) => {
  const now = store.clock.now();
  const query = paginationToken === undefined ? '' : `?paginationToken=${paginationToken}`;
  return fetchSigned('POST', `/inApps/v1/notifications/history${query}`, {
    startDate: now - dayMs,
    endDate: now,
    ...changed,
  });
};
const setToken = (id: string, appAccountToken: unknown = crypto.randomUUID()) =>
  fetchSigned('PUT', `/inApps/v1/transactions/${id}/appAccountToken`, { appAccountToken });
const pagination = (text: string) => Buffer.from(text).toString('base64url');

const natural: [number, string, () => Promise<unknown>][] = [
  [4000000, 'a body that is not JSON', () => unreadableBody()],
  [4000005, 'a made-up revision', () => history('revision=nonsense')],
  [4000005, 'a revision of another customer', () => foreignRevision()],
  [4000006, 'a transaction id that is no number', () => api.getTransactionInfo('abc')],
  [4000008, 'an original id that is no number', () => extend({}, 'abc')],
  [4000009, 'an extension of 91 days', () => extend({ extendByDays: 91 })],
  [4000010, 'an unknown reason of extension', () => extend({ extendReasonCode: 4 })],
  [4000011, 'an extension without identifier', () => extend({ requestIdentifier: '' })],
  [4000012, 'a start too long ago', () => notificationHistory(daysAgo(181))],
  [4000012, 'a start too long ago for the sandbox', () => sandboxHistory(daysAgo(31))],
  [4000013, 'a start after the end', () => history('startDate=2&endDate=1')],
  [4000013, 'an empty time span', () => notificationHistory({ startDate: 9e12, endDate: 9e12 })],
  [4000014, 'a made-up pagination token', () => notificationHistory({}, 'nonsense')],
  [4000015, 'a start that is no time', () => history('startDate=yesterday')],
  [4000015, 'a missing start', () => notificationHistory({ startDate: undefined })],
  [4000016, 'an end that is no time', () => history('endDate=-1')],
  [4000016, 'a missing end', () => notificationHistory({ endDate: undefined })],
  [4000017, 'an old pagination token', () => notificationHistory({}, pagination('20_1'))],
  [4000018, 'an unknown type', () => notificationHistory({ notificationType: 'NOPE' })],
  [4000018, 'a subtype alone', () => notificationHistory({ notificationSubtype: 'UPGRADE' })],
  [
    4000019,
    'a type and a transaction',
    () => notificationHistory({ notificationType: 'REFUND', transactionId: bought }),
  ],
  [4000020, 'a made-up test token', () => api.getTestNotificationStatus('nonsense')],
  [4000021, 'an unknown sort', () => history('sort=RANDOM')],
  [4000022, 'an unknown product type', () => history('productType=CAR')],
  [4000023, 'an empty product id', () => history('productId=')],
  [4000024, 'an empty group', () => history('subscriptionGroupIdentifier=')],
  [4000025, 'a bad excludeRevoked', () => history('excludeRevoked=maybe', 'v1')],
  [4000026, 'an unknown ownership', () => history('inAppOwnershipType=STOLEN')],
  [4000030, 'a bad revoked', () => history('revoked=maybe')],
  [
    4000031,
    'an unknown status',
    () => fetchSigned('GET', `/inApps/v1/subscriptions/${bought}?status=6`),
  ],
  [4000032, 'a bad account tenure', () => consume({ accountTenure: 8 })],
  [4000033, 'a bad account token', () => consume({ appAccountToken: 'me' })],
  [4000034, 'a bad consumption status', () => consume({ consumptionStatus: 4 })],
  [4000035, 'a customer who did not consent', () => consume({ customerConsented: false })],
  [4000036, 'a bad delivery status', () => consume({ deliveryStatus: 6 })],
  [4000037, 'bad dollars purchased', () => consume({ lifetimeDollarsPurchased: 8 })],
  [4000038, 'bad dollars refunded', () => consume({ lifetimeDollarsRefunded: '1' })],
  [4000039, 'a bad platform', () => consume({ platform: 3 })],
  [4000040, 'a bad play time', () => consume({ playTime: -1 })],
  [4000041, 'a bad sample flag', () => consume({ sampleContentProvided: 'yes' })],
  [4000042, 'a bad user status', () => consume({ userStatus: 5 })],
  [4000044, 'a bad refund preference', () => consume({ refundPreference: 4 })],
  [4000047, 'consumption of what lasts, first generation', () => consume({}, lifelong)],
  [4000035, 'no consent, second generation', () => consumed({ customerConsented: false })],
  [4000036, 'a delivery status of the first generation', () => consumed({ deliveryStatus: 0 })],
  [4000041, 'no sample flag', () => consumed({ sampleContentProvided: undefined })],
  [4000044, 'a preference of the first generation', () => consumed({ refundPreference: 1 })],
  [4000000, 'more than all consumed', () => consumed({ consumptionPercentage: 100_001 })],
  [4000000, 'undelivered without 0 %', () => consumed({ deliveryStatus: 'UNDELIVERED_OTHER' })],
  [4000000, 'prorated without a part', () => consumed({ refundPreference: 'GRANT_PRORATED' })],
  [
    4000000,
    'a percentage of a subscription',
    () => consumed({ consumptionPercentage: 1_000 }, vip.transactionId),
  ],
  [4000185, 'consumption by the family', () => consumed({}, familyShared)],
  [4000048, 'an app transaction id', () => api.getTransactionInfo(`7${bought}`)],
  [4000183, 'an account token that is no UUID', () => setToken(bought, 'me')],
  [4000185, 'an account token for the family', () => setToken(familyShared)],
  [4000187, 'an account token for a renewal', () => setToken(renewed.transactionId)],
  [4030004, 'an extension of what has ended', () => extendEnded()],
  [4030005, 'a third extension in a year', () => extendThrice()],
  [4030007, 'an extension for the family', () => extend({}, familyShared)],
  [4040005, 'an unknown original id', () => extend({}, '1')],
  [4040007, 'a test without address', () => api.requestTestNotification()],
  [
    4040008,
    'an unknown test',
    () => api.getTestNotificationStatus(`${crypto.randomUUID()}_1794700000000`),
  ],
  [4040010, 'an unknown transaction', () => api.getTransactionInfo('1')],
  [
    4040010,
    'the history of an unknown transaction',
    () => api.getTransactionHistory('1', null, {}, GetTransactionHistoryVersion.V2),
  ],
];
for (const [code, what, ask] of natural) {
  test(`${code} for ${what}`, () => refuses(code, ask));
}

test('the history reaches back 180 days in production, 30 in the sandbox', async () => {
  const empty = { hasMore: false, notificationHistory: [] };
  assert.deepEqual(await api.getNotificationHistory(null, daysAgo(179)), empty);
  assert.deepEqual(await sandboxHistory(daysAgo(29)), empty);
});

const byControl = [
  4000002, 4040001, 4040002, 4040003, 4040004, 4040006, 4040019, 4290000, 5000000, 5000001,
];
for (const code of byControl) {
  test(`${code} (${APIError[code]}) can be provoked by control, once`, async () => {
    await store.control('/apple/errors', { errorCode: code, path: '/transactions/' });
    await refuses(code, () => api.getTransactionInfo(bought));
    assert.ok((await api.getTransactionInfo(bought)).signedTransactionInfo);
  });
}

test('over the limit, Retry-After is a point in time in milliseconds', async () => {
  await store.control('/faults', { market: 'apple', kind: '429', count: 1 });
  const response = await fetch(`${store.url}/apple/production/inApps/v1/transactions/${bought}`);
  assert.equal(response.status, 429);
  const wait = Number(response.headers.get('retry-after')) - store.clock.now();
  assert.ok(wait > 0 && wait <= 60_000, String(wait));
  assert.deepEqual(await response.json(), {
    errorCode: 4290000,
    errorMessage: 'Rate limit exceeded.',
  });
});

test('an unknown path is answered in Apple’s form', async () => {
  await assert.rejects(fetchSigned('GET', '/inApps/v9/nothing'), {
    httpStatusCode: 404,
    apiError: 4040000,
    errorMessage: 'Resource not found.',
  });
  assert.deepEqual(await store.call('GET', '/apple/nowhere'), {
    status: 404,
    body: { errorCode: 4040000, errorMessage: 'Resource not found.' },
  });
});

const seconds = () => Math.floor(Date.now() / 1000);
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const badTokens: [string, () => string][] = [
  ['no token', () => ''],
  ['no JWT', () => 'nonsense'],
  ['another key', () => token({}, {}, otherKey)],
  ['another key id', () => token({}, { kid: 'OTHER' })],
  ['another issuer', () => token({ iss: 'me' })],
  ['another audience', () => token({ aud: 'somewhere' })],
  ['no bundle id', () => token({ bid: undefined })],
  ['an expired token', () => token({ iat: seconds() - 600, exp: seconds() - 300 })],
  ['a token from the future', () => token({ iat: seconds() + 600, exp: seconds() + 900 })],
  ['a token that lives over an hour', () => token({ exp: seconds() + 3700 })],
  ['a token without expiry', () => token({ exp: undefined })],
  ['an HMAC token', () => hmacToken()],
  ['an unsigned token', () => `${token({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
];
for (const [what, make] of badTokens) {
  test(`401 in plain text for ${what}`, async () => {
    const response = await fetch(`${store.url}/apple/production/inApps/v1/transactions/${bought}`, {
      headers: { authorization: `Bearer ${make()}` },
    });
    assert.deepEqual(
      [response.status, response.headers.get('content-type'), await response.text()],
      [401, 'text/plain', 'Unauthenticated'],
    );
  });
}

function claims(changed: object = {}) {
  const { issuerId, bundleId } = store.credentials;
  const iat = seconds();
  return {
    iss: issuerId,
    iat,
    exp: iat + 300,
    aud: 'appstoreconnect-v1',
    bid: bundleId,
    ...changed,
  };
}

function token(changed: object = {}, header: object = {}, key = apiKey()): string {
  const content = [
    { alg: 'ES256', kid: store.credentials.keyId, typ: 'JWT', ...header },
    claims(changed),
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

function hmacToken(): string {
  const content = token({}, { alg: 'HS256' }).split('.').slice(0, 2).join('.');
  const secret = store.credentials.privateKey;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function apiKey() {
  return createPrivateKey(store.credentials.privateKey);
}

async function unreadableBody(): Promise<void> {
  const response = await fetch(`${store.url}/apple/production/inApps/v1/notifications/history`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: '{',
  });
  const body = (await response.json()) as { errorCode: number; errorMessage: string };
  throw new APIException(response.status, body.errorCode, body.errorMessage);
}

async function foreignRevision(): Promise<void> {
  const { revision } = await api.getTransactionHistory(
    lifelong,
    null,
    {},
    GetTransactionHistoryVersion.V2,
  );
  await history(`revision=${revision}`);
}

async function extendEnded(): Promise<void> {
  const { transactionId } = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
  });
  await store.control(`/apple/transactions/${transactionId}/expire`);
  await extend({}, transactionId);
}

async function extendThrice(): Promise<void> {
  const { transactionId } = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
  });
  await extend({}, transactionId);
  await extend({}, transactionId);
  await extend({}, transactionId);
}
