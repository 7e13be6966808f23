// Steering the whole emulator: faults of every kind, the clock, reset, export and import, bad input.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createApple } from '../../emulator/apple/market.ts';
import { hostMarkets } from '../../emulator/host.ts';
import { createSteam } from '../../emulator/steam/market.ts';
import { until } from '../support/process.ts';
import { startAppStore } from './apple-store.ts';

const store = await startAppStore();
const wireUrl = `${store.url}/apple/production/inApps/v1/transactions/1`;
const fault = (body: object) => store.control('/faults', { market: 'apple', ...body });
const reach = async (url = wireUrl, init?: RequestInit) => {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
};
const healthy = [401, 'Unauthenticated'];

test('a fault strikes as many requests as its count says, and is listed until then', async () => {
  assert.deepEqual(await fault({ kind: '500', count: 2 }), {
    faults: [{ market: 'apple', kind: '500', count: 2 }],
  });
  const broken = [
    500,
    '{"errorCode":5000001,"errorMessage":"An unknown error occurred. Please try again."}',
  ];
  assert.deepEqual(await reach(), broken);
  assert.deepEqual((await store.call('GET', '/control/faults')).body, {
    faults: [{ market: 'apple', kind: '500', count: 1 }],
  });
  assert.deepEqual(await reach(), broken);
  assert.deepEqual(await reach(), healthy);
  assert.deepEqual((await store.call('GET', '/control/faults')).body, { faults: [] });
});

test('timeout: the request is taken and never answered', async () => {
  await fault({ kind: 'timeout', count: 1 });
  const patience = new AbortController();
  const answer = fetch(wireUrl, { signal: patience.signal });
  await until(async () => (await store.call('GET', '/control/faults')).body.faults.length === 0);
  patience.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  assert.deepEqual(await reach(), healthy);
});

test('reset: the connection breaks', async () => {
  await fault({ kind: 'reset', count: 1 });
  await assert.rejects(fetch(wireUrl), { message: 'fetch failed' });
  assert.deepEqual(await reach(), healthy);
});

test('429: the market answers with its own form of Retry-After', async () => {
  await fault({ kind: '429', count: 1 });
  assert.deepEqual(await reach(), [
    429,
    '{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}',
  ]);
});

test('garbage: 200 with bytes that are not JSON', async () => {
  await fault({ kind: 'garbage', count: 1 });
  const response = await fetch(wireUrl);
  assert.equal(response.status, 200);
  await assert.rejects(response.json(), SyntaxError);
});

test('slow: the answer comes after the delay', async () => {
  await fault({ kind: 'slow', count: 1, delayMs: 60 });
  const begun = performance.now();
  assert.deepEqual(await reach(), healthy);
  assert.ok(performance.now() - begun >= 59);
});

test('lost: the work is done and the answer never arrives', async () => {
  const { transactionId } = await store.control('/apple/transactions');
  await fault({ kind: 'lost', count: 1 });
  await assert.rejects(store.production.finishTransaction(transactionId));
  const { body } = await store.call('GET', `/control/apple/transactions/${transactionId}`);
  assert.equal(body.finished, true);
});

test('a fault with a path strikes only there, and control is never struck', async () => {
  await fault({ kind: 'reset', count: 1, path: '/history/' });
  assert.deepEqual(await reach(), healthy);
  await assert.rejects(reach(`${store.url}/apple/production/inApps/v2/history/1`));

  await fault({ kind: 'reset', rate: 1 });
  assert.equal((await store.call('GET', '/control/state')).status, 200);
  await assert.rejects(reach());
  assert.deepEqual((await store.call('DELETE', '/control/faults')).body, { faults: [] });
  assert.deepEqual(await reach(), healthy);
});

test('a rate strikes by chance, and the same seed strikes the same requests', async () => {
  const run = async () => {
    const seeded = await startAppStore({ seed: 7 });
    await seeded.control('/faults', { market: 'apple', kind: '500', rate: 0.5 });
    const statuses: unknown[] = [];
    for (let n = 0; n < 40; n += 1) {
      const [status] = await reach(`${seeded.url}/apple/production/x`);
      statuses.push(status);
    }
    return statuses;
  };
  const [first, second] = [await run(), await run()];
  assert.deepEqual(first, second);
  assert.deepEqual([...new Set(first)].toSorted(), [401, 500]);
});

test('the clock moves to a time or by a span, and goes on from there', async () => {
  const at = Date.parse('2031-05-06T07:08:09Z');
  for (const now of [at, '2031-05-06T07:08:09Z']) {
    const moved = await store.control('/clock', { now });
    assert.ok(moved.now >= at && moved.now < at + 1000);
  }
  const further = await store.control('/clock', { advanceMs: -3_600_000 });
  assert.ok(further.now >= at - 3_600_000 && further.now < at - 3_599_000);
  const { body } = await store.call('GET', '/control/clock');
  assert.ok(body.now >= further.now);
});

test('a purchase is dated by the emulated clock', async () => {
  const { now } = await store.control('/clock', { now: '2040-01-01T00:00:00Z' });
  const { signedTransaction } = await store.control('/apple/transactions');
  const { purchaseDate = 0 } = await store.verify.verifyAndDecodeTransaction(signedTransaction);
  assert.ok(purchaseDate >= now && purchaseDate < now + 1000);
});

test('reset forgets purchases and faults and keeps the keys', async () => {
  const { transactionId } = await store.control('/apple/transactions');
  await fault({ kind: 'reset', count: 5 });
  const before = (await store.call('GET', '/control/trust')).body;
  assert.deepEqual(await store.control('/reset'), { reset: true });
  const { body } = await store.call('GET', '/control/state');
  assert.deepEqual(body.faults, []);
  assert.deepEqual(body.markets, {
    apple: { transactions: 0, customers: 0, subscriptions: 0, consumptionAnswers: 0 },
  });
  assert.deepEqual(await store.call('GET', `/control/apple/transactions/${transactionId}`), {
    status: 404,
    body: { error: `There is no transaction ${transactionId}.` },
  });
  assert.deepEqual((await store.call('GET', '/control/trust')).body, before);
});

test('an export makes another emulator the same market', async () => {
  const twin = await startAppStore();
  const subscribed = await store.control('/apple/transactions', {
    type: 'Auto-Renewable Subscription',
    appAccountToken: crypto.randomUUID(),
  });
  const single = await store.control('/apple/transactions', { orderId: 'MGIFT' });
  await store.control(`/apple/transactions/${single.transactionId}/refund`);
  const exported = (await store.call('GET', '/control/export')).body;
  assert.deepEqual(await twin.control('/import', exported), { imported: true });
  assert.deepEqual((await twin.call('GET', '/control/export')).body.markets, exported.markets);
  assert.deepEqual((await twin.call('GET', '/control/trust')).body.apple, store.trust);

  const { body } = await twin.call('GET', `/control/apple/transactions/${single.transactionId}`);
  const payload = await store.verify.verifyAndDecodeTransaction(body.signedTransaction);
  assert.ok(payload.revocationDate);
  await twin.control('/clock', { advanceMs: 31 * 24 * 3_600_000 });
  const { body: renewed } = await twin.call('GET', '/control/state');
  assert.deepEqual(renewed.markets.apple, {
    transactions: 3,
    customers: 2,
    subscriptions: 1,
    consumptionAnswers: 0,
  });
  const next = await twin.control(`/apple/transactions/${subscribed.transactionId}/renew`);
  assert.notEqual(next.transactionId, subscribed.transactionId);
});

test('an export of an earlier release lacks the markets that are new', async () => {
  const earlier = await hostMarkets([createApple]);
  const bought = await earlier.app.inject({ method: 'POST', url: '/control/apple/transactions' });
  const state = (await earlier.app.inject('/control/export')).json();
  await earlier.close();
  const later = await hostMarkets([createApple, createSteam], { state });
  const { transactionId } = bought.json();
  const found = await later.app.inject(`/control/apple/transactions/${transactionId}`);
  assert.equal(found.statusCode, 200);
  const { markets: names } = (await later.app.inject('/control/state')).json();
  assert.deepEqual(Object.keys(names), ['apple', 'steam']);
  await later.close();
});

test('an import that is not an export changes nothing', async () => {
  const before = (await store.call('GET', '/control/export')).body;
  const broken = { ...before, markets: { apple: { ...before.markets.apple, store: {} } } };
  const cases: [unknown, string][] = [
    [{}, 'This is not an export of this emulator.'],
    [{ ...before, version: 2 }, 'This is not an export of this emulator.'],
    [{ ...before, markets: {} }, 'This is not an export of this emulator.'],
    [broken, 'The export is damaged; nothing was changed.'],
  ];
  for (const [body, error] of cases) {
    const answer = await store.call('POST', '/control/import', body);
    assert.deepEqual(answer, { status: 400, body: { error } });
  }
  assert.deepEqual((await store.call('GET', '/control/export')).body.markets, before.markets);
});

test('a state file carries an emulator over a restart and is private', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emulator-'));
  after(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, 'state.json');
  const first = await hostMarkets([createApple], { stateFile });
  const bought = await first.app.inject({ method: 'POST', url: '/control/apple/transactions' });
  const { transactionId } = bought.json();
  await first.close();
  assert.equal((await stat(stateFile)).mode & 0o777, 0o600);
  assert.equal(JSON.parse(await readFile(stateFile, 'utf8')).version, 1);

  const second = await hostMarkets([createApple], { stateFile });
  const found = await second.app.inject(`/control/apple/transactions/${transactionId}`);
  assert.equal(found.statusCode, 200);
  await second.close();
  const saved = JSON.parse(await readFile(stateFile, 'utf8'));
  const cases: [unknown, string][] = [
    [{ version: 0 }, 'This is not an export of this emulator.'],
    [{ ...saved, markets: { apple: {} } }, 'The export is damaged; nothing was changed.'],
  ];
  for (const [state, message] of cases) {
    await writeFile(stateFile, JSON.stringify(state));
    await assert.rejects(hostMarkets([createApple], { stateFile }), { message });
  }
});

test('the demo settings of the page are what was put', async () => {
  const demo = { url: 'http://127.0.0.1:8080', appid: 'com.tollgate.demo' };
  assert.deepEqual((await store.call('GET', '/control/demo')).body, {});
  assert.deepEqual((await store.call('PUT', '/control/demo', demo)).body, demo);
  assert.deepEqual((await store.call('GET', '/control/demo')).body, demo);
});

test('the admin token of the demo stays with the emulator', async () => {
  const demo = { url: 'http://127.0.0.1:8080', appid: 'com.tollgate.demo' };
  const put = await store.call('PUT', '/control/demo', { ...demo, admin_token: 'secret' });
  assert.deepEqual(put.body, demo);
  assert.deepEqual((await store.call('GET', '/control/demo')).body, demo);
});

test('without the demo project nothing is delivered, and a sentence says why', async () => {
  await store.call('PUT', '/control/demo', {});
  const { status, body } = await store.call('POST', '/control/demo/deliveries', {});
  const error = 'This works while `npm start` runs, with its demo project.';
  assert.deepEqual([status, body], [400, { error }]);
  assert.deepEqual((await store.call('GET', '/control/demo/players')).body, { players: [] });
});

test('a service that does not answer is named', async () => {
  const url = 'http://127.0.0.1:9';
  const demo = { url, appid: 'a', client_id: 'c', client_secret: 's', admin_url: url };
  await store.call('PUT', '/control/demo', { ...demo, admin_token: 'secret' });
  const { status, body } = await store.call('POST', '/control/demo/deliveries', {});
  assert.deepEqual([status, body], [502, { error: `Tollgate does not answer at ${url}.` }]);
});

test('the page is served with a policy that forbids everything inline', async () => {
  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/page.css', 'text/css; charset=utf-8'],
    ['/page.js', 'text/javascript; charset=utf-8'],
  ]) {
    const response = await fetch(`${store.url}${path}`);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, type]);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    const text = await response.text();
    assert.ok(text.length > 0);
    assert.doesNotMatch(text, /<script>|<style|style="|onclick="|https:\/\//);
  }
});

const strict = await startAppStore();
const { transactionId } = await strict.control('/apple/transactions');
const badInput: [string, unknown, string][] = [
  ['/clock', {}, 'Give either now or advanceMs.'],
  ['/clock', { now: 1, advanceMs: 1 }, 'Give either now or advanceMs.'],
  ['/clock', { now: 'soon' }, 'now must be a time in Unix milliseconds or ISO 8601.'],
  ['/clock', { advanceMs: 1.5 }, 'advanceMs must be an integer.'],
  ['/clock', [], 'The body must be a JSON object.'],
  ['/clock', { later: 1 }, 'Unknown field later; known are now, advanceMs.'],
  ['/faults', {}, 'market is required.'],
  ['/faults', { market: 'apple' }, 'kind is required.'],
  ['/faults', { market: 'moon', kind: 'slow', count: 1 }, 'market must be one of apple.'],
  ['/faults', { market: 'apple', kind: 'slow' }, 'Give either count or rate.'],
  ['/faults', { market: 'apple', kind: 'slow', count: 1, rate: 1 }, 'Give either count or rate.'],
  [
    '/faults',
    { market: 'apple', kind: 'slow', rate: 2 },
    'rate must be a number of at least 0 up to 1.',
  ],
  [
    '/faults',
    { market: 'apple', kind: 'slow', count: 0 },
    'count must be an integer of at least 1.',
  ],
  ['/apple/transactions', { price: '1' }, 'price must be an integer of at least 0.'],
  [
    '/apple/transactions',
    { environment: 'Xcode' },
    'environment must be one of Production, Sandbox.',
  ],
  ['/apple/transactions', { appAccountToken: 'me' }, 'appAccountToken must be a UUID.'],
  [
    '/apple/transactions',
    { transactionId: 'abc' },
    'transactionId must be a string of up to 15 digits.',
  ],
  [
    '/apple/transactions',
    { type: 'Auto-Renewable Subscription', subscriptionPeriod: 'monthly' },
    'subscriptionPeriod must be an ISO 8601 duration such as P1M.',
  ],
  ['/apple/transactions', { omit: 'price' }, 'omit must be a list of payload field names.'],
  [
    '/apple/transactions',
    { type: 'Auto-Renewable Subscription', renewalInfo: { autoRenewStatus: 2 } },
    'renewalInfo.autoRenewStatus must be 0 or 1.',
  ],
  ['/apple/transactions', { commitmentInfo: 1 }, 'commitmentInfo must be an object.'],
  [
    `/apple/transactions/${transactionId}/renew`,
    {},
    `Transaction ${transactionId} is not a subscription.`,
  ],
  [`/apple/transactions/${transactionId}/reverse-refund`, {}, 'The transaction is not revoked.'],
  ['/apple/notifications', {}, 'url is required.'],
  ['/apple/notifications', { url: 'ftp://x' }, 'url must be an http or https URL.'],
  ['/apple/notifications/redeliver', {}, 'notificationUUID is required.'],
  ['/apple/errors', { errorCode: 1 }, 'errorCode is not a documented error.'],
  ['/apple/forge', { kind: 'alg-none', payload: 1 }, 'The body must be a JSON object.'],
  ['/apple/forge', {}, 'kind is required.'],
];
for (const [path, body, error] of badInput) {
  test(`400 for ${path} with ${JSON.stringify(body)}`, async () => {
    const answer = await strict.call('POST', `/control${path}`, body);
    assert.deepEqual(answer, { status: 400, body: { error } });
  });
}

test('what is not JSON, or not said to be, gets a sentence too', async () => {
  const send = async (contentType: string) => {
    const headers = { 'content-type': contentType };
    return reach(`${store.url}/control/clock`, { method: 'POST', headers, body: '{' });
  };
  assert.deepEqual(await send('application/json'), [400, '{"error":"The body is not JSON."}']);
  assert.deepEqual(await send('text/plain'), [
    400,
    '{"error":"Send the body as application/json."}',
  ]);
});

test('unknown ids and calls are 404, what exists already is 409', async () => {
  assert.deepEqual(await store.call('POST', '/control/apple/transactions/1/refund', {}), {
    status: 404,
    body: { error: 'There is no transaction 1.' },
  });
  const notificationUUID = 'nope';
  assert.deepEqual(
    await store.call('POST', '/control/apple/notifications/redeliver', { notificationUUID }),
    { status: 404, body: { error: 'There is no notification nope.' } },
  );
  assert.deepEqual(await store.call('GET', '/control/nothing'), {
    status: 404,
    body: { error: 'There is no control call GET /control/nothing.' },
  });
  const { transactionId: taken } = await store.control('/apple/transactions');
  assert.deepEqual(
    await store.call('POST', '/control/apple/transactions', { transactionId: taken }),
    { status: 409, body: { error: `Transaction ${taken} already exists.` } },
  );
});
