// The example of a market of one's own: its checks pass it, and find what is wrong with others.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { type Asked, checkMarket, type Result } from '../../examples/custom-market/check.ts';
import { type Answer, createMarket, type Market } from '../../examples/custom-market/market.ts';
import { createShop, type SmallShop } from '../../examples/custom-market/shop.ts';
import { problemOf, sign } from '../../examples/custom-market/signing.ts';

const KEY = 'the-key-of-this-studio-and-of-nobody-else';
const APP = 'com.studio.game';
const FOLDER = fileURLToPath(new URL('../../examples/custom-market/', import.meta.url));
const now = () => Date.now();

const shop = createShop({ now, notify() {} });
const right = createMarket({ shop, key: () => KEY, now });
const terms = { appid: APP, productId: 'gems.100', price: '9.90', currency: 'USD' };

const asked: Omit<Asked, 'address'> = { key: KEY, appid: APP, ...receiptsIn(shop) };

function receiptsIn({ sell, subscribe, giveBack }: SmallShop) {
  const refunded = sell(terms);
  giveBack(refunded, { state: 'full' });
  return {
    receipt: sell({ ...terms, account: '5c0ffee0-0000-4000-8000-0000000000a1' }).receipt,
    pending: sell({ ...terms, isPaid: false }).receipt,
    refunded: refunded.receipt,
    subscription: subscribe({ ...terms, productId: 'vip' }, 1_000_000).receipt,
  };
}

let market: Market = right;
let server: Server;
let address: string;

before(async () => {
  server = createServer(async (request, response) => {
    const call = (request.url ?? '').split('/').at(-1) as string;
    const answer = await market(call, request.headers, await text(request));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tollgate/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const CHECKS = 24;

async function failing(variant: Market, slowMs?: number): Promise<string[]> {
  market = variant;
  const results: Result[] = [];
  const refundable = shop.sell(terms).receipt;
  const all = { ...asked, address, refundable };
  for await (const each of checkMarket(all, slowMs)) results.push(each);
  assert.equal(results.length, CHECKS);
  return results.filter(({ problem }) => problem !== undefined).map(({ check }) => check);
}

/** A market whose answers are changed before they are signed. */
const saying =
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the fields of its call
    (change: (answer: any, call: string, asked: any) => unknown): Market =>
    async (call, headers, body) => {
      const answer = await right(call, headers, body);
      if (answer.status !== 200) return answer;
      const said = JSON.parse(answer.body);
      const changed = JSON.stringify(change(said, call, JSON.parse(body)) ?? said);
      const id = answer.headers['webhook-id'] as string;
      return { ...answer, headers: sign(KEY, id, changed, now()), body: changed };
    };

/** One that answers whatever the signature is, if that is wrong in this way. */
const trusting =
  (isTrusted: (problem: string, headers: Parameters<Market>[1]) => boolean): Market =>
  (call, headers, body) => {
    const problem = problemOf(KEY, headers, body, now());
    const isRight = problem === undefined || !isTrusted(problem, headers);
    return right(call, isRight ? headers : sign(KEY, 'any', body, now()), body);
  };

const sent =
  (change: (answer: Answer) => Answer): Market =>
  async (...call) =>
    change(await right(...call));

const inPurchase = (fields: object): Market =>
  saying(({ purchase, ...rest }) => purchase && { ...rest, purchase: { ...purchase, ...fields } });

const FIELDS = 'a purchase has the documented fields';
const UNKNOWN = 'a receipt that does not exist is unknown';
const SIGNED = 'a signed call is answered, and the answer is signed for it';
const CHANGES = 'changes have the documented fields, and their order';

let seen = 0;

const BROKEN: readonly (readonly [name: string, variant: Market, ...found: string[]])[] = [
  ['answers 500', sent((answer) => ({ ...answer, status: 500 })), SIGNED],
  ['redirects', sent((answer) => ({ ...answer, status: 302 })), SIGNED],
  ['does not sign', sent((answer) => ({ ...answer, headers: {} })), SIGNED],
  ['changes the answer', sent((answer) => ({ ...answer, body: `${answer.body} ` })), SIGNED],
  [
    'signs with the id of the call',
    async (call, headers, body) => {
      const answer = await right(call, headers, body);
      const id = String(headers['webhook-id']);
      return { ...answer, headers: sign(KEY, id, answer.body, now()) };
    },
    SIGNED,
  ],
  ['says the price as a number', inPurchase({ price: 9.9 }), FIELDS],
  ['says the time as a number', inPurchase({ purchasedAt: 1 }), FIELDS],
  ['leaves test out', inPurchase({ test: undefined }), FIELDS],
  ['says another state', inPurchase({ state: 'complete' }), FIELDS],
  ['has another form of refund', inPurchase({ refund: { state: 'yes' } }), FIELDS],
  ['names another app', inPurchase({ appid: 'x' }), 'it names the app that Tollgate asks for'],
  [
    'makes a new id each time',
    saying(({ purchase }) => {
      seen += 1;
      return purchase && { purchase: { ...purchase, transactionId: `t${seen}` } };
    }),
    'asked again, and by many at once, it is the same purchase',
  ],
  [
    'sells to every app',
    saying(({ purchase }, call, { appid, receipt }) => {
      const found = shop.verify({ appid: APP, receipt, environment: 'production' });
      const bought = 'purchase' in found ? found.purchase : null;
      return call === 'verify' && !purchase && bought && { purchase: { ...bought, appid } };
    }),
    'another app does not get it',
  ],
  [
    'answers 404 about unknown receipts',
    sent((answer) =>
      /^\{"purchase":null/.test(answer.body) ? { ...answer, status: 404 } : answer,
    ),
    UNKNOWN,
  ],
  ['says undefined of them', saying(({ purchase }) => purchase === null && {}), UNKNOWN],
  [
    'fails at long receipts',
    async (...call) =>
      call[2].length > 10_000 ? { status: 413, headers: {}, body: '' } : right(...call),
    'text that is no receipt is unknown',
  ],
  [
    'needs no signature',
    trusting((problem) => problem.includes('not signed')),
    'a call without a signature is refused',
  ],
  [
    'takes any signature',
    trusting((problem) => problem.includes('of another key')),
    'a call with another key is refused',
    'a call that was changed on its way is refused',
  ],
  [
    'takes old calls',
    trusting((problem, headers) => problem.includes('five minutes') && isPast(headers)),
    'a call of ten minutes ago is refused',
  ],
  [
    'takes calls of the future',
    trusting((problem, headers) => problem.includes('five minutes') && !isPast(headers)),
    'a call of in ten minutes is refused',
  ],
  [
    'reads one signature',
    (call, headers, body) => {
      const [first] = String(headers['webhook-signature'] ?? '').split(' ');
      return right(call, { ...headers, 'webhook-signature': first }, body);
    },
    'with two signatures, one that is right is enough',
  ],
  [
    'refuses new fields',
    async (...call) =>
      call[2].includes('invented') ? { status: 400, headers: {}, body: '' } : right(...call),
    'fields that are not known yet are ignored',
  ],
  [
    'forgets acknowledgements',
    inPurchase({ acknowledged: false }),
    'a purchase is acknowledged, and twice is the same',
  ],
  [
    'acknowledges everything',
    saying((_said, call) => call === 'acknowledge' && { acknowledged: true }),
    'what does not exist is not acknowledged',
  ],
  [
    'begins the list at its beginning',
    saying(({ next }, call, { from }) => {
      const environment = 'production';
      return (
        call === 'changes' &&
        from === null && { ...shop.changes({ from: 1, appid: APP, environment }), next }
      );
    }),
    'the list of changes says where it ends',
  ],
  [
    'lists changes backwards',
    saying(({ changes, next }, call) => call === 'changes' && { changes: changes.reverse(), next }),
    CHANGES,
  ],
  [
    'has changes without a receipt',
    saying(
      ({ changes, next }, call) =>
        call === 'changes' && { changes: changes.map(({ id }: { id: string }) => ({ id })), next },
    ),
    CHANGES,
  ],
  [
    'counts on without a change',
    saying(
      ({ changes, next }, call, { from }) =>
        call === 'changes' && from !== null && { changes, next: next + 1 },
    ),
    'at its end the list is empty, and next stays',
  ],
  [
    'sells what is not paid',
    saying(
      ({ purchase }) =>
        purchase?.state === 'pending' && { purchase: { ...purchase, state: 'paid' } },
    ),
    'a purchase that is not paid is pending',
  ],
  ['forgets refunds', inPurchase({ refund: null }), 'a purchase that was refunded says so'],
  [
    'refunds once more for each repetition',
    async (call, headers, body) => {
      const { key, ...asked } = JSON.parse(body);
      if (call !== 'refund') return right(call, headers, body);
      const anew = JSON.stringify({ ...asked, key: randomUUID() });
      const id = String(headers['webhook-id']);
      return right(call, sign(KEY, id, anew, now()), anew);
    },
    'a refund is made once, however often it is asked for',
  ],
  [
    'has subscriptions without cycles',
    saying(
      ({ subscription }) => subscription && { subscription: { ...subscription, cycle: null } },
    ),
    'a subscription has the documented fields',
  ],
];

const secondsOf = (headers: Parameters<Market>[1]) => Number(headers['webhook-timestamp']);
const isPast = (headers: Parameters<Market>[1]): boolean => secondsOf(headers) < now() / 1_000;

test('the example passes', async () => {
  assert.deepEqual(await failing(right), []);
});

for (const [name, variant, ...found] of BROKEN) {
  test(`a market that ${name} is found out`, async () => {
    const failed = await failing(variant);
    assert.deepEqual(
      found.filter((each) => !failed.includes(each)),
      [],
    );
  });
}

test('every check finds something', () => {
  const found = new Set(BROKEN.flatMap(([, , ...names]) => names));
  // That of the time is for itself.
  assert.equal(found.size, CHECKS - 1);
});

test('a market that is late is found out', async () => {
  assert.deepEqual(await failing(right, 0), ['an answer comes in time']);
});

test('a library of Standard Webhooks takes the signatures, and signs the same', () => {
  const webhook = new Webhook(Buffer.from(KEY), { format: 'raw' });
  const headers = sign(KEY, 'msg_1', '{"a":1}', now());
  assert.deepEqual(webhook.verify('{"a":1}', headers), { a: 1 });
  const signature = webhook.sign('msg_1', new Date(), '{"a":1}');
  const seconds = String(Math.floor(now() / 1_000));
  const named = { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds };
  assert.equal(
    problemOf(KEY, { ...named, 'webhook-signature': signature }, '{"a":1}', now()),
    undefined,
  );
});

test('as its README says: the server answers, and the checks say so', async () => {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, MARKET_KEY: KEY, PORT: '0' };
  const shopping = spawn(process.execPath, [`${FOLDER}server.ts`], { env });
  try {
    const [line] = await once(createInterface(shopping.stdout), 'line');
    const url = String(line).split(' ').at(-1) as string;
    const bought = await fetch(`${url}/buy`, {
      method: 'POST',
      body: JSON.stringify({ appid: APP, productId: 'gems.100' }),
    });
    const { receipt } = (await bought.json()) as { receipt: string };
    const args = [`${FOLDER}check.ts`, url, '--appid', APP, '--receipt', receipt];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    assert.match(stdout, /^ok {4}a signed call.*\nThe market is ready\.\n$/s);
    const wrong = { ...env, MARKET_KEY: `${KEY}-of-others` };
    const refused = await promisify(execFile)(process.execPath, args, { env: wrong }).catch(
      (error: { code: number; stdout: string }) => error,
    );
    assert.equal('code' in refused && refused.code, 1);
    assert.match(refused.stdout, /verify answered 401/);
  } finally {
    shopping.kill();
  }
});
