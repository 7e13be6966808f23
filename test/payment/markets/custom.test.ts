// A market of the studio's own over the wire: addresses, answers that are replayed, late, long or redirected, and a new key.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createMarket } from '../../../examples/custom-market/market.ts';
import { createShop } from '../../../examples/custom-market/shop.ts';
import { sign } from '../../../examples/custom-market/signing.ts';
import type { Job } from '../../../src/background/jobs.ts';
import { anyAddress, isPublicAddress } from '../../../src/outbox/relay/address-guard.ts';
import { custom } from '../../../src/payment/markets/custom/market.ts';
import type { CustomApp } from '../../../src/payment/markets/custom/settings.ts';
import { createMarketHttp, type MarketHttp } from '../../../src/payment/markets/http.ts';
import type { Verdict } from '../../../src/payment/markets/market.ts';
import { customAcknowledgeJob } from '../../../src/payment/notices/custom-acknowledge.ts';
import { customChanges } from '../../../src/payment/notices/custom-changes.ts';
import type { MarketApps } from '../../../src/payment/settings/market-apps.ts';
import { createLog } from '../../../src/start/log.ts';
import type { Storage } from '../../../src/storage/storage.ts';

const [KEY, NEW_KEY] = [
  'the-key-of-this-studio-and-of-nobody',
  'the-key-after-it-and-of-nobody-else-',
];
const APPID = 'com.studio.game';
const now = () => Date.now();

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

const shop = createShop({ now, notify() {} });
const sale = shop.sell({ appid: APPID, productId: 'gems.100', price: '9.90', currency: 'USD' });
let key = KEY;
const market = createMarket({ shop, key: () => key, now });
const right: Handle = async (request, response, body) => {
  const answer = await market(
    String(request.url).split('/').at(-1) as string,
    request.headers,
    body,
  );
  response.writeHead(answer.status, answer.headers).end(answer.body);
};

let handle: Handle = right;
let server: Server;
let http: MarketHttp;

before(async () => {
  server = createServer(async (request, response) => {
    handle(request, response, await text(request));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  http = createMarketHttp({ clock: now, mayReach: anyAddress, attemptMs: 5_000, totalMs: 5_000 });
});
after(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});

const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
let apps = 0;

/** Each has its own circuit breaker. */
function appAt(
  address = `${origin()}/tollgate`,
  secrets: CustomApp['secrets'] = { key: KEY },
): CustomApp {
  apps += 1;
  const settings = { address };
  const environment = 'production' as const;
  return { appid: APPID, gameIndex: apps, createdAt: 0, environment, settings, secrets };
}

const adapterWith = (client: MarketHttp) =>
  custom.create({ http: client, addresses: {}, clock: now, log: createLog('silent') });

async function verify(app = appAt(), client?: MarketHttp): Promise<Verdict> {
  const own = client ?? createMarketHttp({ clock: now, mayReach: anyAddress });
  const request = { receipt: sale.receipt, productId: 'gems.100', accountUuid: '' };
  const verdict = await adapterWith(own).verifyPurchase(app, request);
  if (!client) await own.close();
  return verdict;
}

async function isUnavailable(reason: RegExp, handler: Handle, app?: CustomApp): Promise<void> {
  handle = handler;
  const verdict = await verify(app);
  handle = right;
  assert.ok('unavailable' in verdict, JSON.stringify(verdict));
  assert.match(verdict.unavailable, reason);
}

const isAccepted = (verdict: Verdict): boolean => 'accepted' in verdict;

test('what is right passes, whether or not the address ends with a slash', async () => {
  for (const end of ['', '/', '//'])
    assert.ok(isAccepted(await verify(appAt(`${origin()}/shop${end}`))));
});

test('an answer to another call is none, although it is genuine', async () => {
  await isUnavailable(/signed for another call/, async (_request, response, body) => {
    const replayed = await market('verify', sign(KEY, 'msg_before', body, now()), body);
    response.writeHead(200, replayed.headers).end(replayed.body);
  });
});

test('the call itself is no answer, and an answer is no notification', async () => {
  await isUnavailable(/signed for another call/, (request, response, body) => {
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': signature,
    } = request.headers;
    const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
    response.writeHead(200, headers as Record<string, string>).end(body);
  });
  const { notices } = adapterWith(http);
  const { body, headers } = await market('verify', sign(KEY, 'msg_1', '{}', now()), '{}');
  assert.equal(await notices.authenticate?.(appAt(), headers, '', body), 'forged');
});

test('answers of another time, without a signature, too long, or elsewhere', async () => {
  await isUnavailable(/more than five minutes away/, async (request, response, body) => {
    const id = `${request.headers['webhook-id']}:answer`;
    response.writeHead(200, sign(KEY, id, body, now() - 400_000)).end(body);
  });
  await isUnavailable(/not signed/, (_request, response) => response.end('{"purchase":null}'));
  await isUnavailable(/exceeds the size limit/, (_request, response) =>
    response.end('x'.repeat(1_100_000)),
  );
  let followed = 0;
  await isUnavailable(/answered 302/, (request, response) => {
    followed += 1;
    response.writeHead(302, { location: `${origin()}${request.url}` }).end();
  });
  assert.equal(followed, 1);
});

test('without permission for private addresses none is called, nor is http', async () => {
  const strict = createMarketHttp({ clock: now, mayReach: isPublicAddress });
  let calls = 0;
  handle = (...call) => {
    calls += 1;
    return right(...call);
  };
  const { port } = server.address() as AddressInfo;
  for (const [address, reason] of [
    [`http://127.0.0.1:${port}`, /must start with https/],
    ['http://shop.example', /must start with https/],
    [`https://127.0.0.1:${port}`, /127\.0\.0\.1, which is not a public address/],
    [`https://[::1]:${port}`, /not a public address/],
    ['https://169.254.169.254/latest', /not a public address/],
    [`https://localhost:${port}`, /not a public address/],
  ] as const) {
    const verdict = await verify(appAt(address), strict);
    assert.ok('unavailable' in verdict, address);
    assert.match(verdict.unavailable, reason);
  }
  handle = right;
  assert.equal(calls, 0);
  await strict.close();
});

test('while the key changes, both sides may have the new one first', async () => {
  const both = { key: NEW_KEY, old_key: KEY };
  for (const [atStudio, secrets, passes] of [
    [KEY, both, true],
    [NEW_KEY, both, true],
    [NEW_KEY, { key: NEW_KEY }, true],
    [NEW_KEY, { key: KEY }, false],
  ] as const) {
    key = atStudio;
    const verdict = await verify(appAt(undefined, secrets));
    assert.equal(isAccepted(verdict), passes);
    if ('unavailable' in verdict) assert.equal(verdict.alarm, 'credentials');
  }
  key = KEY;
});

test('without a key nobody is asked', async () => {
  let calls = 0;
  handle = () => {
    calls += 1;
  };
  const { ask } = adapterWith(http);
  assert.ok('unavailable' in (await ask(appAt(undefined, {}), 'changes', { from: null })));
  handle = right;
  assert.equal(calls, 0);
});

test('the check says what is wrong', async () => {
  const { check } = adapterWith(http);
  assert.equal((await check(appAt())).code, 'accepted');
  assert.deepEqual((await check(appAt(undefined, {}))).details, { missing: ['key'] });
  const refused = await check(appAt(undefined, { key: NEW_KEY }));
  assert.deepEqual([refused.ok, refused.code], [false, 'refused']);
  handle = async (request, response) => {
    const body = '{"purchase":"what?"}';
    const id = `${request.headers['webhook-id']}:answer`;
    response.writeHead(200, sign(KEY, id, body, now())).end(body);
  };
  const strange = await check(appAt());
  handle = right;
  assert.deepEqual([strange.ok, strange.code], [false, 'unchecked']);
  assert.match(strange.text, /must answer \{"purchase": null\}/);
});

test('the list of changes: from its end at first, then every change once, page by page', async () => {
  const received: string[] = [];
  const source = customChanges({
    ask: adapterWith(http).ask,
    clock: now,
    notices: {
      async receive(_market, appid, { body, headers }) {
        const { notices } = adapterWith(http);
        assert.equal(await notices.authenticate?.(appAt(), headers, '', body), 'genuine');
        assert.equal(appid, APPID);
        received.push(JSON.parse(body).receipt);
        return 'received';
      },
    },
  });
  const app = appAt();
  const first = await source.read(app, 0);
  assert.deepEqual([first, received], [{ position: 2 }, []]);
  const terms = { appid: APPID, productId: 'gems.100', price: '1', currency: 'USD' };
  const sales = Array.from({ length: 250 }, () => shop.sell(terms).receipt);
  shop.sell({ ...terms, appid: 'com.studio.other' });
  const second = await source.read(app, 2);
  assert.deepEqual([second, received], [{ position: 253 }, sales]);
  assert.deepEqual(await source.read(app, 253), { position: 253 });
  handle = (_request, response) => response.writeHead(500).end();
  const failed = await source.read(app, 253);
  handle = right;
  assert.equal(failed.position, 253);
  assert.ok('unavailable' in failed);
  const strange = await customChanges({
    ask: async () => ({ found: { changes: {}, next: 1 } }),
    clock: now,
    notices: { receive: async () => 'received' },
  }).read(app, 5);
  assert.deepEqual(strange.position, 5);
});

test('what the studio does not acknowledge is given up, and what it does not answer is not', async () => {
  let app: CustomApp | undefined = appAt();
  const act = customAcknowledgeJob({
    // Nothing is recorded of what fails.
    storage: {} as Storage,
    clock: now,
    marketApps: (async () => app) as unknown as MarketApps,
    ask: adapterWith(http).ask,
  });
  const payload = { receipt: sale.receipt, transactionId: 'of another one' };
  const job: Job = {
    appid: APPID,
    gameIndex: 1,
    id: 'a job',
    attempts: 0,
    createdAt: now(),
    payload,
  };
  assert.deepEqual(await act(job), { giveUp: 'There is no such purchase.' });
  handle = (_request, response) => response.writeHead(503).end();
  assert.deepEqual(await act(job), { retry: 'The address answered 503' });
  assert.deepEqual(await act({ ...job, createdAt: now() - 5 * 24 * 60 * 60_000 }), {
    giveUp: 'The address answered 503',
  });
  handle = right;
  app = undefined;
  assert.deepEqual(await act(job), { retry: 'the app has no settings for CUSTOM' });
});
