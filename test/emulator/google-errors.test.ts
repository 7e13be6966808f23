// Every documented error of the emulated Google Play and of its sign-in.
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { SignJWT } from 'jose';
import {
  type Answer,
  day,
  failure,
  packageName,
  scope,
  startPlay,
  tokenError,
} from './google-play.ts';

const play = await startPlay();
const { products, productsv2, subscriptions, subscriptionsv2 } = play.api.purchases;
const { orders } = play.api;
const productId = 'demo.gems';
const unknownToken = `${'a'.repeat(24)}.AO-J1${'A'.repeat(70)}`;
const unknownOrder = 'GPA.0000-0000-0000-00000';

const buy = async (fields: object = {}): Promise<string> =>
  (await play.control('/google/purchases', fields)).purchaseToken;
const subscribe = async (fields: object = {}): Promise<string> =>
  (await play.control('/google/subscriptions', fields)).purchaseToken;

const invalidToken = tokenError(400, 'invalid', 'Invalid Value');
const tokenNotFound = tokenError(404, 'purchaseTokenNotFound', 'The purchase token was not found.');
const tokenGone = tokenError(
  410,
  'purchaseTokenNoLongerValid',
  'The purchase token is no longer valid.',
);
const wrongProduct = tokenError(
  400,
  'purchaseTokenDoesNotMatchProductId',
  'The purchase token does not match the product id.',
);
const notOwned = tokenError(
  400,
  'productNotOwnedByUser',
  'The user does not own this item any more.',
);

test('a malformed token, another package and another kind of purchase are invalid', async () => {
  const token = await buy();
  const subscription = await subscribe();
  const refused = [
    products.get({ packageName, productId, token: 'not a token' }),
    products.get({ packageName: 'org.other.game', productId, token }),
    products.get({ packageName, productId, token: subscription }),
    productsv2.getproductpurchasev2({ packageName, token: subscription }),
    subscriptionsv2.get({ packageName, token }),
  ];
  for (const request of refused) assert.deepEqual(await failure(request), invalidToken);
});

test('a token nobody knows is not found', async () => {
  const refused = [
    products.get({ packageName, productId, token: unknownToken }),
    productsv2.getproductpurchasev2({ packageName, token: unknownToken }),
    subscriptionsv2.get({ packageName, token: unknownToken }),
    products.consume({ packageName, productId, token: unknownToken }),
  ];
  for (const request of refused) assert.deepEqual(await failure(request), tokenNotFound);
});

test('a token does not answer for another product', async () => {
  const token = await buy();
  const subscription = await subscribe();
  const refused = [
    products.get({ packageName, productId: 'other', token }),
    products.acknowledge({ packageName, productId: 'other', token }),
    subscriptions.acknowledge({ packageName, subscriptionId: 'other', token: subscription }),
  ];
  for (const request of refused) assert.deepEqual(await failure(request), wrongProduct);
});

test('the token of a deleted account is gone', async () => {
  const token = await buy();
  const subscription = await subscribe();
  await play.control(`/google/purchases/${token}/forget`);
  await play.control(`/google/subscriptions/${subscription}/forget`);
  assert.deepEqual(await failure(products.get({ packageName, productId, token })), tokenGone);
  assert.deepEqual(
    await failure(subscriptionsv2.get({ packageName, token: subscription })),
    tokenGone,
  );
});

test('a subscription that ended over sixty days ago is no longer available', async () => {
  const token = await subscribe();
  await play.advance(3 * day + 60 * day + 1);
  assert.deepEqual(
    await failure(subscriptionsv2.get({ packageName, token })),
    tokenError(
      410,
      'subscriptionPurchaseNoLongerAvailable',
      'The subscription expired too long ago to be shown.',
    ),
  );
});

test('what was refunded is not owned, and what is pending is not payable for', async () => {
  const refunded = await buy();
  await play.control(`/google/purchases/${refunded}/refund`);
  const ended = await subscribe();
  await play.control(`/google/subscriptions/${ended}/revoke`);
  const target = { packageName, productId, token: refunded };
  const subscriptionId = 'demo.monthly';
  for (const request of [
    products.acknowledge(target),
    products.consume(target),
    subscriptions.acknowledge({ packageName, subscriptionId, token: ended }),
  ]) {
    assert.deepEqual(await failure(request), notOwned);
  }

  const pending = await buy({ state: 'pending' });
  assert.deepEqual(
    await failure(products.acknowledge({ packageName, productId, token: pending })),
    tokenError(400, 'invalidPurchaseState', 'The purchase is not paid yet.'),
  );
  const pendingSubscription = await subscribe({ state: 'pending' });
  assert.deepEqual(
    await failure(
      subscriptions.acknowledge({ packageName, subscriptionId, token: pendingSubscription }),
    ),
    tokenError(400, 'invalidPurchaseState', 'The subscription is not in a state that allows this.'),
  );
});

test('changes to a subscription are refused by the name of what is wrong', async () => {
  const token = await subscribe();
  const requests: [string, string, Promise<unknown>][] = [
    [
      'cancellationContext.cancellationType',
      'Invalid Value',
      subscriptionsv2.cancel({ packageName, token, requestBody: {} }),
    ],
    [
      'revocationContext',
      'Invalid Value',
      subscriptionsv2.revoke({ packageName, token, requestBody: { revocationContext: {} } }),
    ],
    [
      'revocationContext.itemBasedRefund.productId',
      'Invalid Value',
      subscriptionsv2.revoke({
        packageName,
        token,
        requestBody: { revocationContext: { itemBasedRefund: { productId: 'other' } } },
      }),
    ],
    [
      'deferralContext.deferDuration',
      'Defer by one day to one year.',
      subscriptionsv2.defer({
        packageName,
        token,
        requestBody: { deferralContext: { deferDuration: '60s' } },
      }),
    ],
  ];
  for (const [name, message, request] of requests) {
    assert.deepEqual(await failure(request), tokenError(400, 'invalid', message, name));
  }
});

test('orders: unknown, of another package, malformed, too many, twice, too old', async () => {
  const { orderId } = await play.control('/google/purchases', {});
  const orderNotFound = tokenError(
    404,
    'orderNotFound',
    'The order was not found for this application.',
    'orderId',
  );
  for (const request of [
    orders.get({ packageName, orderId: unknownOrder }),
    orders.get({ packageName: 'org.other.game', orderId }),
    orders.refund({ packageName, orderId: unknownOrder }),
    orders.batchget({ packageName, orderIds: [orderId, unknownOrder] }),
  ]) {
    assert.deepEqual(await failure(request), orderNotFound);
  }
  assert.deepEqual(
    await failure(orders.get({ packageName, orderId: 'H123' })),
    tokenError(400, 'invalid', 'Invalid Value', 'orderId'),
  );
  const invalidBatch = tokenError(400, 'invalid', 'Invalid Value', 'orderIds');
  for (const orderIds of [
    [],
    [orderId, orderId],
    Array.from({ length: 1001 }, (_, i) => i.toString(36)),
  ]) {
    assert.deepEqual(await failure(orders.batchget({ packageName, orderIds })), invalidBatch);
  }

  const old = await play.control('/google/purchases', {});
  const kept = { packageName, productId, token: old.purchaseToken };
  await products.acknowledge(kept);
  await play.advance(3 * 365 * day + 1);
  assert.deepEqual(
    await failure(orders.refund({ packageName, orderId: old.orderId })),
    tokenError(400, 'invalid', 'Orders older than three years cannot be refunded.', 'orderId'),
  );
});

test('an access token that is missing, made up or revoked is refused, and a new one helps', async () => {
  const own = await startPlay();
  const { purchaseToken: token } = await own.control('/google/purchases', {});
  const url = `${own.url}/google/androidpublisher/v3/applications/${packageName}/purchases/productsv2/tokens/${token}`;
  const message = 'The request carries no access token that is valid.';
  const unauthenticated = {
    error: {
      code: 401,
      message,
      errors: [
        {
          message,
          domain: 'global',
          reason: 'authError',
          location: 'Authorization',
          locationType: 'header',
        },
      ],
    },
  };
  const signIn = () => own.signIn(own.credentials.serviceAccount).getAccessToken();
  const { token: granted } = await signIn();
  const read = (authorization?: string) =>
    fetch(url, { headers: authorization === undefined ? {} : { authorization } });

  assert.equal((await read(`Bearer ${granted}`)).status, 200);
  await own.call('DELETE', '/control/google/access-tokens');
  for (const authorization of [undefined, 'Bearer made-up', `Bearer ${granted}`]) {
    const response = await read(authorization);
    assert.equal(response.status, 401);
    assert.equal(
      response.headers.get('www-authenticate'),
      'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    );
    assert.deepEqual(await response.json(), unauthenticated);
  }
  const { token: renewed } = await signIn();
  assert.equal((await read(`Bearer ${renewed}`)).status, 200);
});

test('a service account without rights to the package is denied', async () => {
  const token = await buy();
  const message = 'The service account has no rights to this application.';
  const denied = {
    status: 403,
    body: {
      error: {
        code: 403,
        message,
        errors: [{ message, domain: 'androidpublisher', reason: 'permissionDenied' }],
      },
    },
  };
  const get = { packageName, productId, token };
  const none = await play.control('/google/service-accounts', { permissions: false });
  assert.deepEqual(await failure(play.client(none).purchases.products.get(get)), denied);
  const elsewhere = await play.control('/google/service-accounts', { packageNames: ['org.a.b'] });
  assert.deepEqual(await failure(play.client(elsewhere).purchases.products.get(get)), denied);
  const everywhere = await play.control('/google/service-accounts', {});
  assert.equal((await play.client(everywhere).purchases.products.get(get)).status, 200);
});

test('a used-up quota answers 429 for its bucket alone and until the minute is over', async () => {
  const token = await buy();
  const { orderId } = await play.control('/google/purchases', {});
  const message = 'The quota of queries per minute is used up.';
  assert.deepEqual(await play.control('/google/quota', { perMinute: 2 }), { perMinute: 2 });
  await play.advance(60_000);
  const get = () => products.get({ packageName, productId, token });
  await get();
  await get();
  assert.deepEqual(await failure(get()), {
    status: 429,
    body: {
      error: {
        code: 429,
        message,
        errors: [{ message, domain: 'usageLimits', reason: 'rateLimitExceeded' }],
      },
    },
  });
  assert.equal((await orders.get({ packageName, orderId })).status, 200);
  await play.advance(60_000);
  assert.equal((await get()).status, 200);
  assert.deepEqual(await play.control('/google/quota', { perMinute: null }), { perMinute: null });
});

test('faults answer 500 and 429 in the form of Google', async () => {
  const token = await buy();
  const forms = [
    ['500', 'Internal error encountered.', 'global', 'backendError'],
    ['429', 'The quota of queries per minute is used up.', 'usageLimits', 'rateLimitExceeded'],
  ] as const;
  for (const [kind, message, domain, reason] of forms) {
    await play.control('/faults', { market: 'google', kind, count: 1, path: '/purchases/' });
    assert.deepEqual(await failure(products.get({ packageName, productId, token })), {
      status: Number(kind),
      body: { error: { code: Number(kind), message, errors: [{ message, domain, reason }] } },
    });
  }
});

test('an unknown path, an unknown verb and an unreadable body are refused in the same form', async () => {
  const message = 'The requested URL was not found on this server.';
  const nowhere = {
    status: 404,
    body: {
      error: { code: 404, message, errors: [{ message, domain: 'global', reason: 'notFound' }] },
    },
  };
  assert.deepEqual(await play.call('GET', '/google/nowhere'), nowhere);
  assert.deepEqual(await play.call('GET', '/androidpublisher/v3/nowhere'), nowhere);

  const token = await buy();
  const { token: bearer } = await play.signIn(play.credentials.serviceAccount).getAccessToken();
  const post = async (verb: string, body: string) => {
    const path = `/google/androidpublisher/v3/applications/${packageName}/purchases/products/${productId}/tokens/${token}`;
    const response = await fetch(`${play.url}${path}:${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  assert.deepEqual(await post('admire', '{}'), nowhere);
  assert.deepEqual(await post('consume', '{'), {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The request body cannot be read.',
        errors: [
          { message: 'The request body cannot be read.', domain: 'global', reason: 'parseError' },
        ],
      },
    },
  });
});

test('control answers bad input about access with a sentence', async () => {
  const refused: [string, unknown, number, string][] = [
    ['/forge', {}, 400, 'kind is required.'],
    ['/forge', { kind: 'gold' }, 400, 'kind must be one of reserialised, wrong-key, changed.'],
    [
      '/forge',
      { kind: 'changed', purchaseToken: 'nobody' },
      404,
      'There is no purchase with the token nobody.',
    ],
    [
      '/service-accounts',
      { packageNames: 'org.a.b' },
      400,
      'packageNames must be a list of package names.',
    ],
    ['/quota', { perMinute: -1 }, 400, 'perMinute must be an integer of at least 0.'],
    ['/quota', { perHour: 1 }, 400, 'Unknown field perHour; known are perMinute.'],
    ['/quota', [], 400, 'The body must be a JSON object.'],
  ];
  for (const [path, body, status, error] of refused) {
    assert.deepEqual(await play.call('POST', `/control/google${path}`, body), {
      status,
      body: { error },
    });
  }
});

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const account = play.credentials.serviceAccount;
let claims: Record<string, unknown>;

beforeEach(() => {
  const iat = Math.floor(Date.now() / 1000);
  const aud = 'https://oauth2.googleapis.com/token';
  claims = { iss: account.client_email, scope, aud, iat, exp: iat + 3600 };
});

function assertion(key = createPrivateKey(account.private_key), alg = 'RS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
}
async function grant(form: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${play.url}/google/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
}

test('a signed assertion is traded for an access token, for either audience', async () => {
  for (const aud of [claims.aud, `${play.url}/google/token`, account.token_uri]) {
    claims.aud = aud;
    const { status, body } = await grant({ grant_type: grantType, assertion: await assertion() });
    const { access_token, ...rest } = body;
    assert.equal(status, 200);
    assert.match(access_token, /^ya29\.c\.[\w-]{64}$/);
    assert.deepEqual(rest, { expires_in: 3599, token_type: 'Bearer' });
  }
});

test('the token endpoint says which part of the form is wrong', async () => {
  assert.deepEqual(await grant({}), {
    status: 400,
    body: { error: 'invalid_request', error_description: 'grant_type is missing.' },
  });
  assert.deepEqual(await grant({ grant_type: 'password' }), {
    status: 400,
    body: {
      error: 'unsupported_grant_type',
      error_description: 'Only the JWT bearer grant is offered.',
    },
  });
  assert.deepEqual(await grant({ grant_type: grantType }), {
    status: 400,
    body: { error: 'invalid_request', error_description: 'assertion is missing.' },
  });
});

test('an assertion is refused for its form, issuer, key, algorithm, audience, time or scope', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cases: [object, string, string, (() => Promise<string>)?][] = [
    [{}, 'invalid_grant', 'The account of the assertion was not found.', async () => 'a.b.c'],
    [{ iss: 'nobody' }, 'invalid_grant', 'The account of the assertion was not found.'],
    [
      {},
      'invalid_grant',
      'The assertion is not valid: signature verification failed.',
      () => assertion(otherKey),
    ],
    [
      {},
      'invalid_grant',
      'The assertion is not valid: "alg" (Algorithm) Header Parameter value not allowed.',
      () => assertion(undefined, 'RS512'),
    ],
    [
      { aud: 'https://example.com' },
      'invalid_grant',
      'The assertion is not valid: unexpected "aud" claim value.',
    ],
    [
      { iat: seconds - 7200, exp: seconds - 3600 },
      'invalid_grant',
      'The assertion is not valid: "exp" claim timestamp check failed.',
    ],
    [{ exp: seconds + 7200 }, 'invalid_grant', 'The assertion is valid for more than an hour.'],
    [
      { iat: seconds + 600, exp: seconds + 900 },
      'invalid_grant',
      'The assertion was issued in the future.',
    ],
    [{ scope: 'openid email' }, 'invalid_scope', 'The scope is not granted.'],
  ];
  const valid = claims;
  for (const [change, error, error_description, make = assertion] of cases) {
    claims = { ...valid, ...change };
    assert.deepEqual(await grant({ grant_type: grantType, assertion: await make() }), {
      status: 400,
      body: { error, error_description },
    });
  }
});
