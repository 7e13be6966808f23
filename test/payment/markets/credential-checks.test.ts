// Checking an app's credentials at each market: one sentence for everything that can be wrong.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { buildEmulator } from '../../../emulator/app.ts';
import { createApple } from '../../../emulator/apple/market.ts';
import { type Emulator, hostMarkets } from '../../../emulator/host.ts';
import { systemClock } from '../../../src/base/clock.ts';
import type { Adapter } from '../../../src/payment/markets/description.ts';
import { createMarketHttp, type MarketHttp } from '../../../src/payment/markets/http.ts';
import type { Market, MarketApp } from '../../../src/payment/markets/market.ts';
import { createMarkets, type MarketAddresses } from '../../../src/payment/markets/markets.ts';
import { createLog } from '../../../src/start/log.ts';
import { EITHER } from '../../support/databases.ts';
import { freshMarkets } from '../../support/fresh-markets.ts';
import { addressesOf, type Markets, steer } from '../../support/markets.ts';
import { APP_APPLE_ID, BUNDLE_ID } from '../shop.ts';
import { createGoogleApp, googleSuite, PACKAGE } from './google-market.ts';

type Values = Readonly<Record<string, unknown>>;

interface Setup {
  readonly environment?: 'production' | 'sandbox';
  readonly settings?: Values;
  readonly secrets?: Values;
}

describe('a check of market credentials', () => {
  let emulator: Emulator;
  let markets: Markets;
  let addresses: MarketAddresses;
  let http: MarketHttp;
  // biome-ignore lint/suspicious/noExplicitAny: the credentials of five markets
  let credentials: any;
  let apps = 0;

  before(async () => {
    emulator = await buildEmulator({ state: await freshMarkets() });
    markets = steer(await emulator.listen(0));
    addresses = await addressesOf(markets);
    credentials = await markets.control('/credentials');
    http = createMarketHttp({ clock: systemClock, attemptMs: 60_000, totalMs: 60_000 });
  });
  afterEach(() => markets.clearFaults());
  after(async () => {
    await http.close();
    await emulator.close();
  });

  /** Every check is of a new app, which nothing has happened to yet. */
  function check(market: Market, setup: Setup, where: MarketAddresses = addresses) {
    const app = { environment: 'production', settings: {}, secrets: {}, ...setup };
    const log = createLog('silent');
    apps += 1;
    const checked = { appid: `app-${apps}`, ...app } as unknown as MarketApp;
    const adapters = createMarkets({ http, addresses: where, clock: systemClock, log });
    return (adapters[market] as Adapter).check(checked);
  }

  function appleSetup(settings: Values = {}, secrets: Values = {}): Setup {
    const { issuerId, keyId, privateKey } = credentials.apple;
    const ids = { bundle_id: BUNDLE_ID, app_apple_id: APP_APPLE_ID };
    return {
      settings: { ...ids, issuer_id: issuerId, key_id: keyId, ...settings },
      secrets: { private_key: privateKey, ...secrets },
    };
  }
  const strange = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const REFUSED_KEY = {
    ok: false,
    code: 'refused',
    details: {},
    text: 'The App Store rejects the API key. Check issuer_id, key_id, private_key and bundle_id, and that the key is not revoked.',
  };

  test('APPLE: a key that works, in both environments', async () => {
    for (const environment of ['production', 'sandbox'] as const) {
      assert.deepEqual(await check('APPLE', { ...appleSetup(), environment }), {
        ok: true,
        code: 'accepted',
        details: {},
        text: 'The App Store accepts the API key.',
      });
    }
  });

  test('APPLE: no key at all is a choice, a part of one is a mistake', async () => {
    const none = appleSetup(
      { issuer_id: undefined, key_id: undefined },
      { private_key: undefined },
    );
    assert.deepEqual(await check('APPLE', none), {
      ok: true,
      code: 'no_api_key',
      details: {},
      text: 'No App Store Server API key is set. Receipts are verified by their signature only.',
    });
    assert.deepEqual(await check('APPLE', appleSetup({ issuer_id: undefined, key_id: '' })), {
      ok: false,
      code: 'incomplete',
      details: { missing: ['issuer_id', 'key_id'] },
      text: 'The App Store Server API key is incomplete. Set issuer_id and key_id.',
    });
  });

  test('APPLE: a key that is no key', async () => {
    assert.deepEqual(await check('APPLE', appleSetup({}, { private_key: 'p8' })), {
      ok: false,
      code: 'unreadable_secret',
      details: { secret: 'private_key' },
      text: 'The private_key is not a P-256 private key in PEM form. Send the text of the SubscriptionKey_….p8 file from App Store Connect.',
    });
  });

  test('APPLE: a wrong key id, issuer or key', async () => {
    for (const setup of [
      appleSetup({ key_id: 'OTHER' }),
      appleSetup({ issuer_id: 'other' }),
      appleSetup({}, { private_key: strange }),
    ]) {
      assert.deepEqual(await check('APPLE', setup), REFUSED_KEY);
    }
  });

  test('APPLE: an app that the App Store does not know', async () => {
    await markets.control('/apple/errors', { errorCode: 4040003, count: 1 });
    assert.deepEqual(await check('APPLE', appleSetup()), {
      ok: false,
      code: 'unknown_app',
      details: { app: BUNDLE_ID },
      text: `The App Store has no app ${BUNDLE_ID}. Check bundle_id.`,
    });
  });

  test('APPLE: an app before its first release is known in the sandbox only', async () => {
    const other = await hostMarkets([createApple]);
    try {
      const where = { ...addresses, appleUrl: `${await other.listen(0)}/apple/production` };
      assert.deepEqual(await check('APPLE', appleSetup(), where), {
        ok: true,
        code: 'sandbox_only',
        details: {},
        text: 'The App Store accepts the API key in the sandbox only, which is normal before the first release of an app.',
      });
    } finally {
      await other.close();
    }
  });

  const googleSetup = (secrets: Values = {}, settings: Values = {}): Setup => ({
    settings: { package_name: PACKAGE, ...settings },
    secrets: {
      service_account: JSON.stringify(credentials.google.serviceAccount),
      licence_key: credentials.google.licenceKey,
      ...secrets,
    },
  });

  test('GOOGLE: an account that may do everything', async () => {
    assert.deepEqual(await check('GOOGLE', googleSetup()), {
      ok: true,
      code: 'accepted',
      details: {},
      text: 'Google Play accepts the service account.',
    });
    assert.deepEqual(await check('GOOGLE', googleSetup({ licence_key: undefined })), {
      ok: true,
      code: 'no_licence_key',
      details: {},
      text: 'Google Play accepts the service account. Set a licence key to verify signed receipts too; without it, only purchase tokens work.',
    });
  });

  test('GOOGLE: no account, and one that cannot be read', async () => {
    assert.deepEqual(await check('GOOGLE', googleSetup({ service_account: undefined })), {
      ok: false,
      code: 'incomplete',
      details: { missing: ['service_account'] },
      text: 'Set a service account for Google Play.',
    });
    assert.deepEqual(await check('GOOGLE', googleSetup({ service_account: '{}' })), {
      ok: false,
      code: 'unreadable_secret',
      details: { secret: 'service_account' },
      text: 'The service_account has no client_email. Send the text of the JSON key file from the Google Cloud console.',
    });
    const unreadable = JSON.stringify({ client_email: 'a@b', private_key: 'k' });
    assert.deepEqual(await check('GOOGLE', googleSetup({ service_account: unreadable })), {
      ok: false,
      code: 'unreadable_secret',
      details: { secret: 'service_account' },
      text: 'The service_account has a private_key that is not a readable PEM private key. Send the JSON key file unchanged, with the line breaks of the key.',
    });
  });

  test('GOOGLE: an account that Google does not know', async () => {
    const stranger = { ...credentials.google.serviceAccount, client_email: 'nobody@test' };
    const found = await check('GOOGLE', googleSetup({ service_account: JSON.stringify(stranger) }));
    assert.deepEqual(found, {
      ok: false,
      code: 'refused',
      details: {
        reason:
          'Google rejects the sign-in of the service account (HTTP 400, invalid_grant, The account of the assertion was not found.).',
      },
      text: 'Google rejects the sign-in of the service account (HTTP 400, invalid_grant, The account of the assertion was not found.).',
    });
  });

  test('GOOGLE: an account without rights to the package', async () => {
    const account = await markets.control('/google/service-accounts', { permissions: false });
    const found = await check('GOOGLE', googleSetup({ service_account: JSON.stringify(account) }));
    assert.deepEqual(found, mayNot('read purchases', 'view_orders'));
  });

  test('STEAM: a key that works, none, and one that Steam refuses', async () => {
    const settings = { steam_app_id: 480, amount_divisor: 100 };
    const { key } = credentials.steam;
    for (const environment of ['production', 'sandbox'] as const) {
      const setup = { environment, settings, secrets: { publisher_key: key } };
      assert.deepEqual(await check('STEAM', setup), {
        ok: true,
        code: 'accepted',
        details: {},
        text: 'Steam accepts the publisher key.',
      });
    }
    assert.deepEqual(await check('STEAM', { settings }), {
      ok: false,
      code: 'incomplete',
      details: { missing: ['publisher_key'] },
      text: 'Set a publisher key for Steam.',
    });
    assert.deepEqual(await check('STEAM', { settings, secrets: { publisher_key: 'personal' } }), {
      ok: false,
      code: 'refused',
      details: { reason: 'Steam answered 403', app: '480' },
      text: 'Steam rejects the key (Steam answered 403). Use a publisher Web API key, not a personal one, with access to app 480. If the key is bound to server addresses, add the outgoing address of this server to it at Steamworks.',
    });
  });

  test('PG at STRIPE: keys that work, none, one that Stripe refuses, no webhook secret', async () => {
    const settings = { gateway: 'STRIPE' };
    const { secretKey, liveSecretKey, webhookSecret: webhook_secret } = credentials.stripe;
    for (const [environment, api_secret] of [
      ['sandbox', secretKey],
      ['production', liveSecretKey],
    ] as const) {
      const secrets = { api_secret, webhook_secret };
      assert.deepEqual(await check('PG', { environment, settings, secrets }), {
        ok: true,
        code: 'accepted',
        details: {},
        text: 'Stripe accepts the key.',
      });
    }
    assert.deepEqual(await check('PG', { settings }), {
      ok: false,
      code: 'incomplete',
      details: { missing: ['api_secret'] },
      text: 'Set the api_secret of Stripe.',
    });
    assert.deepEqual(await check('PG', { settings, secrets: { api_secret: 'sk_live_other' } }), {
      ok: false,
      code: 'refused',
      details: { reason: 'Stripe does not accept the API key' },
      text: 'Stripe rejects the credentials (Stripe does not accept the API key): check api_secret.',
    });
    assert.deepEqual(await check('PG', { settings, secrets: { api_secret: liveSecretKey } }), {
      ok: false,
      code: 'no_webhook_secret',
      details: {},
      text: 'Stripe accepts the key, but its webhooks are rejected until you set webhook_secret.',
    });
  });

  test('PG at STRIPE: a key of the wrong mode is named, whatever Stripe thinks of it', async () => {
    const settings = { gateway: 'STRIPE' };
    const { secretKey, liveSecretKey } = credentials.stripe;
    assert.deepEqual(await check('PG', { settings, secrets: { api_secret: secretKey } }), {
      ok: false,
      code: 'wrong_mode',
      details: { mode: 'test' },
      text: 'api_secret is a test key of Stripe, but this environment is production. Use a live key (sk_live_… or rk_live_…).',
    });
    for (const api_secret of [liveSecretKey, 'rk_live_other']) {
      const sandbox = { environment: 'sandbox', settings, secrets: { api_secret } } as const;
      assert.deepEqual(await check('PG', sandbox), {
        ok: false,
        code: 'wrong_mode',
        details: { mode: 'live' },
        text: 'api_secret is a live key of Stripe, but this environment is sandbox. Use a test key (sk_test_… or rk_test_…).',
      });
    }
  });

  test('PG at PORTONE: a secret that works, one that PortOne refuses, another store', async () => {
    const { secret: api_secret, webhookSecret: webhook_secret, storeId } = credentials.portone;
    const secrets = { api_secret, webhook_secret };
    const setup = (store_id: string, more: Values = {}) => ({
      settings: { gateway: 'PORTONE', store_id },
      secrets: { ...secrets, ...more },
    });
    assert.deepEqual(await check('PG', setup(storeId)), {
      ok: true,
      code: 'accepted',
      details: {},
      text: 'PortOne accepts the key.',
    });
    assert.deepEqual(await check('PG', setup(storeId, { api_secret: 'other' })), {
      ok: false,
      code: 'refused',
      details: { reason: 'PortOne answered 401' },
      text: 'PortOne rejects the credentials (PortOne answered 401): check api_secret and store_id.',
    });
    assert.deepEqual(await check('PG', setup('store-other')), {
      ok: false,
      code: 'refused',
      details: { reason: 'PortOne answered 403' },
      text: 'PortOne rejects the credentials (PortOne answered 403): check api_secret and store_id.',
    });
  });
});

const RIGHTS = {
  view_orders: 'View financial data, orders, and cancellation survey responses',
  manage_orders: 'Manage orders and subscriptions',
};
const mayNot = (name: string, right: keyof typeof RIGHTS) => ({
  ok: false,
  code: 'missing_right',
  details: { right, reason: 'Google Play answered 403 permissionDenied', app: PACKAGE },
  text: `The service account may not ${name} of ${PACKAGE} (Google Play answered 403 permissionDenied). Grant it “${RIGHTS[right]}” in the Play Console, or correct the package name.`,
});

googleSuite(
  'a check of Google Play rights',
  (gate, google) => {
    for (const [name, part, right] of [
      ['read orders', '/orders/', 'view_orders'],
      ['acknowledge purchases', ':acknowledge', 'manage_orders'],
    ] as const) {
      test(`an account that may not ${name} is told which right it lacks`, async () => {
        const { appid } = await createGoogleApp(gate, google);
        const reason = { reason: 'permissionDenied' };
        const body = JSON.stringify({ error: { code: 403, errors: [reason] } });
        google.intercept = (call) => (call.includes(part) ? { status: 403, body } : undefined);
        const found = await gate.service.payment.checkMarket(appid, 'GOOGLE');
        assert.deepEqual(found, mayNot(name, right));
      });
    }

    test('an app without settings for the market has nothing to check', async () => {
      const { appid } = await gate.createApp();
      assert.equal(await gate.service.payment.checkMarket(appid, 'GOOGLE'), undefined);
    });
  },
  { kinds: EITHER },
);
