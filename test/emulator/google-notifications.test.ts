// Developer notifications of the emulated Google Play: their content, their token, their delivery.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';
import { OAuth2Client } from 'google-auth-library';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { day, packageName, startPlay } from './google-play.ts';

interface Pushed {
  authorization: string;
  envelope: {
    message: { attributes: object; data: string; messageId: string; publishTime: string };
    subscription: string;
  };
}

const play = await startPlay();
const now = () => play.clock.now();
const decode = ({ envelope }: Pushed) =>
  JSON.parse(Buffer.from(envelope.message.data, 'base64').toString());

// The game's endpoint: keeps what arrives, answers with `status`, and wakes whoever waits.
const inbox: Pushed[] = [];
let status = 204;
const endpoint = createServer(async (request, response) => {
  const envelope = (await json(request)) as Pushed['envelope'];
  inbox.push({ authorization: String(request.headers.authorization), envelope });
  response.writeHead(status).end();
  endpoint.emit('arrived');
}).listen(0, '127.0.0.1');
await once(endpoint, 'listening');
after(() => endpoint.close());
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/rtdn?app=1`;

async function arrived(count: number): Promise<Pushed[]> {
  while (inbox.length < count) await once(endpoint, 'arrived');
  return inbox.slice(0, count);
}
/** The notifications that follow from what `act` does, without the fields that all share. */
async function follows(count: number, act: () => Promise<unknown>) {
  inbox.length = 0;
  await act();
  const events = (await arrived(count)).map(decode);
  for (const { version, packageName: named, eventTimeMillis } of events) {
    assert.deepEqual(
      { version, named, eventTimeMillis: typeof eventTimeMillis },
      { version: '1.0', named: packageName, eventTimeMillis: 'string' },
    );
  }
  return events
    .map(({ version: _v, packageName: _p, eventTimeMillis: _e, ...content }) => content)
    .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}
const subscriptionEvent = (notificationType: number, purchaseToken: string) => ({
  subscriptionNotification: { version: '1.0', notificationType, purchaseToken },
});
const productEvent = (notificationType: number, purchaseToken: string) => ({
  oneTimeProductNotification: {
    version: '1.0',
    notificationType,
    purchaseToken,
    sku: 'demo.gems',
  },
});
const voidedEvent = (
  purchaseToken: string,
  orderId: string,
  productType: 1 | 2,
  refundType: 1 | 2 = 1,
) => ({ voidedPurchaseNotification: { purchaseToken, orderId, productType, refundType } });

beforeEach(async () => {
  status = 204;
  await play.control('/reset');
  await play.control('/google/notifications', { url });
  inbox.length = 0;
});

test('a push has the envelope of Pub/Sub', async () => {
  const { messageId } = await play.control('/google/notifications/test');
  const [pushed] = await arrived(1);
  assert.ok(pushed);
  const { data, ...message } = pushed.envelope.message;
  assert.deepEqual(
    { ...pushed.envelope, message },
    {
      message: { attributes: {}, messageId, publishTime: new Date(now()).toISOString() },
      subscription: 'projects/tollgate-emulator/subscriptions/play-notifications',
    },
  );
  assert.match(messageId, /^\d{16}$/);
  assert.deepEqual(JSON.parse(Buffer.from(data, 'base64').toString()), {
    version: '1.0',
    packageName,
    eventTimeMillis: String(now()),
    testNotification: { version: '1.0' },
  });
});

test("a push carries a token that Google's own library verifies", async () => {
  const email = 'push@game.iam.gserviceaccount.com';
  await play.control('/google/notifications', { url, audience: 'tollgate', email });
  await play.control('/google/notifications/test');
  const [pushed] = await arrived(1);
  const idToken = String(pushed?.authorization).replace(/^Bearer /, '');
  const verifier = new OAuth2Client({
    endpoints: { oauth2FederatedSignonPemCertsUrl: `${play.url}/google/oauth2/v1/certs` },
  });
  const ticket = await verifier.verifyIdToken({ idToken, audience: 'tollgate' });
  const { iat = 0, exp, ...claims } = ticket.getPayload() ?? {};
  assert.equal(exp, iat + 3600);
  assert.deepEqual(claims, {
    aud: 'tollgate',
    azp: '114200000000000000001',
    email,
    email_verified: true,
    iss: 'https://accounts.google.com',
    sub: '114200000000000000001',
  });
  await assert.rejects(verifier.verifyIdToken({ idToken, audience: 'another' }));
  const [header, payload, signature = ''] = idToken.split('.');
  const broken = `${header}.${payload}.${signature.split('').reverse().join('')}`;
  await assert.rejects(verifier.verifyIdToken({ idToken: broken, audience: 'tollgate' }));
});

test('without an audience the token is meant for the address, and the JWKS verifies it too', async () => {
  await play.control('/google/notifications/test');
  const [pushed] = await arrived(1);
  const idToken = String(pushed?.authorization).replace(/^Bearer /, '');
  const keys = createRemoteJWKSet(new URL(`${play.url}/google/oauth2/v3/certs`));
  const { payload } = await jwtVerify(idToken, keys, { audience: url });
  const { google } = (await play.call('GET', '/control/trust')).body;
  assert.equal(payload.email, google.pushEmail);
});

test('one-time purchases notify when they are paid, cancelled and voided', async () => {
  let bought = { purchaseToken: '', orderId: '' };
  const buy = (fields: object) => async () => {
    bought = await play.control('/google/purchases', fields);
  };
  const step = (name: string, body: object = {}) =>
    play.control(`/google/purchases/${bought.purchaseToken}/${name}`, body);

  assert.deepEqual(await follows(1, buy({})), [productEvent(1, bought.purchaseToken)]);
  assert.deepEqual(await follows(1, () => step('refund')), [
    voidedEvent(bought.purchaseToken, bought.orderId, 2),
  ]);
  await buy({ state: 'pending' })();
  assert.deepEqual(await follows(1, () => step('cancel')), [productEvent(2, bought.purchaseToken)]);
  await buy({ state: 'pending', quantity: 2 })();
  assert.deepEqual(await follows(1, () => step('pay')), [productEvent(1, bought.purchaseToken)]);
  assert.deepEqual(await follows(1, () => step('refund', { quantity: 1 })), [
    voidedEvent(bought.purchaseToken, bought.orderId, 2, 2),
  ]);
  assert.deepEqual(await follows(1, () => play.advance(3 * day)), [
    voidedEvent(bought.purchaseToken, bought.orderId, 2),
  ]);
});

test('subscriptions notify every change by its number', async () => {
  const { purchaseToken: token, orderId } = await play.control('/google/subscriptions', {});
  await arrived(1);
  await play.api.purchases.subscriptions.acknowledge({
    packageName,
    subscriptionId: 'demo.monthly',
    token,
  });
  const step =
    (name: string, body: object = {}) =>
    () =>
      play.control(`/google/subscriptions/${token}/${name}`, body);
  const steps: [number, () => Promise<unknown>][] = [
    [2, step('renew')],
    [3, step('cancel')],
    [7, step('restart')],
    [6, step('grace')],
    [5, step('hold')],
    [1, step('recover')],
    [11, step('pause', { atPeriodEnd: true })],
    [10, step('pause')],
    [1, step('resume')],
    [17, step('replace', { productId: 'gold', mode: 'deferred' })],
    [2, () => play.advance(30 * day)],
    [3, step('cancel')],
    [13, () => play.advance(30 * day)],
  ];
  for (const [type, act] of steps) {
    assert.deepEqual(await follows(1, act), [subscriptionEvent(type, token)]);
  }
  assert.deepEqual(await follows(1, step('refund', { revoke: true })), [
    voidedEvent(token, `${orderId}..3`, 1),
  ]);
});

test('a new subscription, a replaced, a deferred, a revoked and a pending one notify too', async () => {
  let bought = { purchaseToken: '', orderId: '' };
  const subscribe =
    (fields: object = {}) =>
    async () => {
      bought = await play.control('/google/subscriptions', fields);
    };
  assert.deepEqual(await follows(1, subscribe()), [subscriptionEvent(4, bought.purchaseToken)]);

  const old = bought.purchaseToken;
  const replaced = await follows(2, async () => {
    bought = await play.control(`/google/subscriptions/${old}/replace`, { productId: 'gold' });
  });
  assert.deepEqual(replaced, [
    subscriptionEvent(13, old),
    subscriptionEvent(4, bought.purchaseToken),
  ]);

  const { purchaseToken: token, orderId } = bought;
  const { subscriptionsv2 } = play.api.purchases;
  const { etag } = (await subscriptionsv2.get({ packageName, token })).data;
  const deferralContext = { deferDuration: '86400s', ...(etag && { etag }) };
  assert.deepEqual(
    await follows(1, () =>
      subscriptionsv2.defer({ packageName, token, requestBody: { deferralContext } }),
    ),
    [subscriptionEvent(9, token)],
  );
  assert.deepEqual(await follows(2, () => play.control(`/google/subscriptions/${token}/revoke`)), [
    subscriptionEvent(12, token),
    voidedEvent(token, orderId, 1),
  ]);

  await subscribe({ state: 'pending' })();
  assert.deepEqual(
    await follows(1, () => play.control(`/google/subscriptions/${bought.purchaseToken}/cancel`)),
    [subscriptionEvent(20, bought.purchaseToken)],
  );
});

test('each event is dated by when it fell due, however far the clock moved', async () => {
  const started = now();
  const { purchaseToken: token } = await play.control('/google/subscriptions', {});
  await play.api.purchases.subscriptions.acknowledge({
    packageName,
    subscriptionId: 'demo.monthly',
    token,
  });
  await arrived(1);
  await play.advance(95 * day);
  const events = (await arrived(4)).map((pushed) => Number(decode(pushed).eventTimeMillis));
  assert.deepEqual(
    events.sort((one, other) => one - other),
    [0, 30, 60, 90].map((days) => started + days * day),
  );
});

test('a refused push is tried again, later and later, with the same message id', async () => {
  // A release answers when the attempts are made, so nothing has to be waited for.
  const attemptAfter = async (act: () => Promise<unknown>) => {
    await play.control('/google/notifications/hold');
    await act();
    return (await play.control('/google/notifications/release')).notifications;
  };
  status = 500;
  const [first] = await attemptAfter(() => play.control('/google/notifications/test'));
  assert.deepEqual(first.attempts, [{ at: now(), result: 'refused', status: 500 }]);
  assert.equal(first.dueAt, now() + 10_000);
  assert.deepEqual(await attemptAfter(() => play.advance(9_999)), []);
  const [second] = await attemptAfter(() => play.advance(1));
  assert.equal(second.dueAt, now() + 20_000);
  status = 200;
  const [third] = await attemptAfter(() => play.advance(20_000));
  assert.equal(third.attempts.length, 3);
  assert.equal(third.dueAt, undefined);
  assert.deepEqual(
    inbox.map(({ envelope }) => envelope.message.messageId),
    [first.messageId, first.messageId, first.messageId],
  );
});

test('notifications can be held back, let go and delivered twice', async () => {
  assert.deepEqual(await play.control('/google/notifications/hold'), { held: true });
  const { messageId } = await play.control('/google/notifications/test');
  const released = await play.control('/google/notifications/release');
  assert.equal(released.held, false);
  assert.deepEqual(
    released.notifications.map((delivery: { messageId: string }) => delivery.messageId),
    [messageId],
  );
  const again = await play.control('/google/notifications/redeliver', { messageId });
  assert.deepEqual(
    again.attempts.map(({ result }: { result: string }) => result),
    ['delivered', 'delivered'],
  );
  assert.deepEqual(
    inbox.map(({ envelope }) => envelope.message.messageId),
    [messageId, messageId],
  );
});

test('only the package that registered is notified, and bad registrations are refused', async () => {
  const refused: [string, object, number, string][] = [
    ['', {}, 400, 'url is required.'],
    ['', { url: 'ftp://example.com' }, 400, 'url must be an http or https URL.'],
    [
      '/test',
      { packageName: 'org.other.game' },
      400,
      'No address is registered for org.other.game.',
    ],
    ['/redeliver', { messageId: '1' }, 404, 'There is no notification 1.'],
  ];
  for (const [path, body, code, error] of refused) {
    assert.deepEqual(await play.call('POST', `/control/google/notifications${path}`, body), {
      status: code,
      body: { error },
    });
  }
  await play.control('/google/purchases', { packageName: 'org.other.game' });
  const sent = await follows(1, () => play.control('/google/purchases', {}));
  assert.equal(sent.length, 1);
  assert.equal(inbox.length, 1);
});

test('an address on the topic of the studio gets the messages of all packages, with the same ids', async () => {
  await play.control('/google/notifications', { url, allPackages: true, audience: 'studio' });
  await play.control('/google/notifications/test');
  await play.control('/google/notifications/test', { packageName: 'com.tollgate.other' });
  const pushed = await arrived(3);
  assert.deepEqual(pushed.map((each) => decode(each).packageName).toSorted(), [
    packageName,
    packageName,
    'com.tollgate.other',
  ]);
  assert.equal(new Set(pushed.map(({ envelope }) => envelope.message.messageId)).size, 2);
  const both = { url, allPackages: true, packageName };
  assert.equal((await play.call('POST', '/control/google/notifications', both)).status, 400);
});

test("a forged push is returned, not sent, and Google's library refuses its tokens or leaves the e-mail to us", async () => {
  const verifier = new OAuth2Client({
    endpoints: { oauth2FederatedSignonPemCertsUrl: `${play.url}/google/oauth2/v1/certs` },
  });
  const notification = { voidedPurchaseNotification: { purchaseToken: 'made-up' } };
  const passed: string[] = [];
  const kinds = [
    'other-key',
    'other-audience',
    'other-issuer',
    'other-email',
    'unverified-email',
    'expired',
  ];
  for (const kind of ['no-token', ...kinds]) {
    const forged = await play.control('/google/notifications/forge', { kind, notification });
    const event = JSON.parse(Buffer.from(forged.body.message.data, 'base64').toString());
    assert.deepEqual(
      [event.packageName, event.voidedPurchaseNotification],
      [packageName, notification.voidedPurchaseNotification],
    );
    const { authorization } = forged.headers;
    if (kind === 'no-token') {
      assert.equal(authorization, undefined);
      continue;
    }
    const idToken = authorization.replace(/^Bearer /, '');
    const check = verifier.verifyIdToken({ idToken, audience: url });
    await check.then(
      () => passed.push(kind),
      () => {},
    );
  }
  // The library leaves the e-mail to its caller.
  assert.deepEqual(passed, ['other-email', 'unverified-email']);
  assert.equal(inbox.length, 0);
});
