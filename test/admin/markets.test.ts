// Market settings through the admin API: secrets go in and never come out.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { MARKET_CODES } from '../../src/payment/markets/markets.ts';
import { readMarketSecrets, setMarket } from '../../src/payment/settings/market-settings.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin, newestAudit, problem } from './caller.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const p8 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const licence = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const pem = ({ privateKey }: { privateKey: KeyObject }): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const file = { type: 'service_account', client_email: 'a@b', private_key: pem(rsa) };
const account = JSON.stringify(file);
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const MARKETS = {
  APPLE: {
    settings: { bundle_id: 'com.a', app_apple_id: 5, issuer_id: 'i', key_id: 'k' },
    defaults: { accept_sandbox: true },
    secrets: { private_key: p8 },
  },
  GOOGLE: {
    settings: { package_name: 'com.a', push_audience: 'aud' },
    defaults: { after_verify: 'acknowledge', answer_refund_requests: false },
    secrets: { licence_key: licence, service_account: account },
  },
  STEAM: {
    settings: { steam_app_id: 480 },
    defaults: { amount_divisor: 100 },
    secrets: { publisher_key: 'steam-secret' },
  },
  PG: {
    settings: { gateway: 'STRIPE', success_url: 'https://a/done' },
    defaults: {},
    secrets: { api_secret: 'pg-secret', webhook_secret: 'pg-hook' },
  },
} as const;

suite(
  'admin market settings',
  (gate) => {
    for (const [market, { settings, defaults, secrets }] of Object.entries(MARKETS)) {
      test(`${market}: settings are filled up, secrets are never read back`, async () => {
        const { appid } = await gate.createApp({ appid: `com.${market}` });
        const path = `/apps/${appid}/markets/${market}`;
        const detail = `The app ${appid} has no settings for ${market}.`;
        const none = await admin(gate, 'GET', path);
        assert.deepEqual(none.body, problem('not_found', path, detail));
        const record = {
          appid,
          market,
          settings: { ...defaults, ...settings },
          secrets_set: Object.keys(secrets),
          updated_at: NOW,
        };
        const set = await admin(gate, 'PUT', path, { settings, secrets });
        assert.deepEqual([set.status, set.body], [200, record]);
        assert.deepEqual((await admin(gate, 'GET', path)).body, record);
        const list = await admin(gate, 'GET', `/apps/${appid}/markets`);
        assert.deepEqual(list.body, { items: [record] });
        const [row] = await newestAudit(gate, 1);
        assert.deepEqual([row.action, row.before, row.after], ['market.set', null, record]);
        const { context } = gate.service;
        const clear = await readMarketSecrets(context, appid, market as keyof typeof MARKETS);
        assert.deepEqual(clear, { settings: record.settings, secrets });
        const stored = await context.storage.db
          .selectFrom('market_setting')
          .selectAll()
          .where('appid', '=', appid)
          .executeTakeFirstOrThrow();
        for (const secret of Object.values(secrets)) {
          assert.ok(!JSON.stringify(stored).includes(JSON.stringify(secret).slice(1, -1)));
        }
      });
    }

    test('secrets that are not sent stay, null removes one', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/PG`;
      const { settings, secrets } = MARKETS.PG;
      await admin(gate, 'PUT', path, { settings, secrets });
      const changed = { ...settings, success_url: 'https://shop.example/paid' };
      const kept = await admin(gate, 'PUT', path, { settings: changed });
      assert.deepEqual(kept.body.settings, changed);
      assert.deepEqual(kept.body.secrets_set, ['api_secret', 'webhook_secret']);
      const removed = await admin(gate, 'PUT', path, { settings, secrets: { api_secret: null } });
      assert.deepEqual(removed.body.secrets_set, ['webhook_secret']);
    });

    for (const [market, name, value] of [
      ['APPLE', 'private_key', 'not a key'],
      ['APPLE', 'private_key', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ] as const) {
      test(`${market}: a ${name} that cannot be one is refused (${value.slice(0, 18)})`, async () => {
        const app = await gate.createApp();
        const path = `/apps/${app.appid}/markets/${market}`;
        const { settings } = MARKETS[market];
        const answer = await admin(gate, 'PUT', path, { settings, secrets: { [name]: value } });
        assert.equal(answer.status, 400);
        assert.equal(answer.body.errors[0].field, `secrets.${name}`);
        assert.ok(!JSON.stringify(answer.body).includes(value));
        assert.equal((await admin(gate, 'GET', path)).status, 404);
      });
    }

    test('PG: a Stripe key of the wrong mode is refused, also one that is stored already', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/PG`;
      const { settings } = MARKETS.PG;
      const detail =
        'api_secret is a test key of Stripe, but this environment is production. Use a live key (sk_live_… or rk_live_…).';
      const refused = problem('invalid_request', path, detail, [
        { field: 'secrets.api_secret', message: detail },
      ]);
      for (const api_secret of ['sk_test_1', 'rk_test_1']) {
        const answer = await admin(gate, 'PUT', path, { settings, secrets: { api_secret } });
        assert.deepEqual([answer.status, answer.body], [400, refused]);
      }
      assert.equal((await admin(gate, 'GET', path)).status, 404);
      // As an earlier release stored it.
      const sandbox = { ...gate.service.context, environment: 'sandbox' } as const;
      const stored = {
        appid,
        market: 'PG',
        settings,
        secrets: { api_secret: 'sk_test_1' },
      } as const;
      expectDone(await setMarket(sandbox, SYSTEM, stored));
      assert.deepEqual((await admin(gate, 'PUT', path, { settings })).body, refused);
      for (const api_secret of ['sk_live_1', 'rk_live_1']) {
        const answer = await admin(gate, 'PUT', path, { settings, secrets: { api_secret } });
        assert.equal(answer.status, 200);
      }
    });
    test('PG: what only easy pay has is refused for other methods', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/PG`;
      const save = (method: object) => {
        const pay_methods = [{ channel_key: 'channel-key-1', pay_method: 'EASY_PAY', ...method }];
        const settings = { gateway: 'PORTONE', store_id: 'store-1', pay_methods };
        return admin(gate, 'PUT', path, { settings });
      };
      for (const [name, value] of [
        ['easy_pay_provider', 'TOSSPAY'],
        ['naverpay_category', 'ETC/ETC'],
      ] as const) {
        const { status, body } = await save({ [name]: value });
        assert.deepEqual([status, body.settings.pay_methods[0][name]], [200, value]);
        const field = `settings.pay_methods.0.${name}`;
        const message = `${name} needs pay_method EASY_PAY, not CARD.`;
        assert.deepEqual(
          (await save({ [name]: value, pay_method: 'CARD' })).body,
          problem('invalid_request', path, message, [{ field, message }]),
        );
      }
      for (const wrong of [{ easy_pay_provider: 'SOMEPAY' }, { naverpay_category: 'ETC' }]) {
        assert.equal((await save(wrong)).status, 400);
      }
    });
    test('PG: a channel of PortOne of the wrong mode is refused, alone and among pay methods', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/PG`;
      const portone = { gateway: 'PORTONE', store_id: 'store-1' };
      const method = (channel_key: string) => ({ channel_key, pay_method: 'CARD' });
      const settingsWith = [
        ['channel_key', (key: string) => ({ ...portone, channel_key: key })],
        [
          'pay_methods.1.channel_key',
          (key: string) => ({
            ...portone,
            pay_methods: [method('channel-key-3f0c2a52-5a0b-4a0e-9a55-0d9e4a1f2b60'), method(key)],
          }),
        ],
      ] as const;
      for (const [field, settingsOf] of settingsWith) {
        const message = `${field} is a test channel of PortOne, but this environment is production. Use the key of a live channel.`;
        const refused = problem('invalid_request', path, message, [
          { field: `settings.${field}`, message },
        ]);
        for (const key of ['channel-key-test', 'channel-key-kakaopay-test', 'Channel-Key-TEST ']) {
          const answer = await admin(gate, 'PUT', path, { settings: settingsOf(key) });
          assert.deepEqual([answer.status, answer.body], [400, refused]);
        }
        assert.equal((await admin(gate, 'GET', path)).status, field === 'channel_key' ? 404 : 200);
        for (const key of ['channel-key-live', 'channel-key-0d9e4a1f-test-0001']) {
          const answer = await admin(gate, 'PUT', path, { settings: settingsOf(key) });
          assert.equal(answer.status, 200);
        }
      }
    });

    for (const [market, name, more] of [
      ['APPLE', 'bundle_id', { app_apple_id: 5 }],
      ['GOOGLE', 'package_name', {}],
    ] as const) {
      test(`${market}: ${name} is trimmed, and white space inside is refused`, async () => {
        const { appid } = await gate.createApp();
        const path = `/apps/${appid}/markets/${market}`;
        const put = (value: string) =>
          admin(gate, 'PUT', path, { settings: { [name]: value, ...more } });
        const message = `${name} contains white space or invisible characters. Copy it exactly as the store shows it; upper and lower case count.`;
        const refused = problem('invalid_request', path, message, [
          { field: `settings.${name}`, message },
        ]);
        for (const value of [
          'com. exact',
          'com.\texact',
          'com.exact\u200b',
          '\u2060com.exact',
          ' ',
        ]) {
          const answer = await put(value);
          assert.deepEqual([answer.status, answer.body], [400, refused], JSON.stringify(value));
        }
        assert.equal((await admin(gate, 'GET', path)).status, 404);
        const saved = await put(' com.exact\n');
        assert.deepEqual([saved.status, saved.body.settings[name]], [200, 'com.exact']);
        const other = await gate.createApp();
        const taken = await admin(gate, 'PUT', `/apps/${other.appid}/markets/${market}`, {
          settings: { [name]: 'com.exact ', ...more },
        });
        assert.equal(taken.status, 400);
        const inCapitals = await admin(gate, 'PUT', `/apps/${other.appid}/markets/${market}`, {
          settings: { [name]: 'com.Exact', ...more },
        });
        assert.deepEqual([inCapitals.status, inCapitals.body.settings[name]], [200, 'com.Exact']);
      });
    }
    const SEND_FILE = 'Send the text of the JSON key file from the Google Cloud console.';
    const COPY_KEY = 'Copy the licence key from the Play Console, in one line.';
    for (const [name, value, message] of [
      ['service_account', 'not json', `is not a JSON object. ${SEND_FILE}`],
      ['service_account', '[]', `is not a JSON object. ${SEND_FILE}`],
      ['service_account', '{"type":"service_account"}', `has no client_email. ${SEND_FILE}`],
      [
        'service_account',
        JSON.stringify({ ...file, private_key: undefined }),
        `has no private_key. ${SEND_FILE}`,
      ],
      [
        'service_account',
        JSON.stringify({ ...file, type: 'authorized_user' }),
        `has another type than service_account. ${SEND_FILE}`,
      ],
      [
        'service_account',
        JSON.stringify({ installed: { client_id: 'x' } }),
        `is the file of an OAuth client, not of a service account. ${SEND_FILE}`,
      ],
      [
        'service_account',
        JSON.stringify({ ...file, private_key: file.private_key.replaceAll('\n', '') }),
        'has a private_key that is not a readable PEM private key. Send the JSON key file unchanged, with the line breaks of the key.',
      ],
      [
        'service_account',
        JSON.stringify({ ...file, private_key: pem(ec) }),
        `has a private_key that is not an RSA key. ${SEND_FILE}`,
      ],
      ['licence_key', 'a-licence', `is not base64. ${COPY_KEY}`],
      ['licence_key', 'AAAA', `is base64, but not of a public key. ${COPY_KEY}`],
      [
        'licence_key',
        ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
        `is a public key, but not an RSA key. ${COPY_KEY}`,
      ],
    ] as const) {
      test(`GOOGLE: what is wrong with a ${name}: ${message.slice(0, 50)} (${value.slice(0, 8)})`, async () => {
        const { appid } = await gate.createApp();
        const path = `/apps/${appid}/markets/GOOGLE`;
        const { settings } = MARKETS.GOOGLE;
        const answer = await admin(gate, 'PUT', path, { settings, secrets: { [name]: value } });
        const errors = [{ field: `secrets.${name}`, message: `${name} ${message}` }];
        assert.deepEqual([answer.status, answer.body.errors], [400, errors]);
        assert.equal((await admin(gate, 'GET', path)).status, 404);
      });
    }

    test('each market has its own shape', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/STEAM`;
      const settings = { steam_app_id: '480', bundle_id: 'x' };
      const { body } = await admin(gate, 'PUT', path, { settings, secrets: { api_secret: 'x' } });
      const errors = [
        { field: 'settings.bundle_id', message: 'is not a known field' },
        { field: 'settings.steam_app_id', message: 'must be an integer' },
        { field: 'secrets.api_secret', message: 'is not a known field' },
      ];
      assert.deepEqual(body.errors, errors);
    });

    test('an unknown market is 400 to read and 404 to set', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/XBOX`;
      const message = `must be one of ${MARKET_CODES.join(', ')}`;
      const errors = [{ field: 'market', message }];
      assert.deepEqual(
        (await admin(gate, 'GET', path)).body,
        problem('invalid_request', path, `market ${message}.`, errors),
      );
      assert.equal((await admin(gate, 'PUT', path, { settings: {} })).status, 404);
    });

    test('settings are removed once; an unknown app is 404', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/STEAM`;
      await admin(gate, 'PUT', path, { settings: { steam_app_id: 481 } });
      assert.equal((await admin(gate, 'DELETE', path)).status, 204);
      assert.equal((await admin(gate, 'DELETE', path)).status, 404);
      const unknown = '/apps/nobody/markets/STEAM';
      const put = await admin(gate, 'PUT', unknown, { settings: { steam_app_id: 481 } });
      assert.deepEqual(put.body, problem('not_found', unknown, 'There is no app nobody.'));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

suite(
  'market settings of sandbox',
  (gate) => {
    test('PG: a live channel of PortOne is refused, a test channel is not', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/PG`;
      const put = (channel_key: string) =>
        admin(gate, 'PUT', path, { settings: { gateway: 'PORTONE', channel_key } });
      const message =
        'channel_key is a live channel of PortOne, but this environment is sandbox. Use the key of a test channel.';
      assert.deepEqual(
        (await put('channel-key-live')).body,
        problem('invalid_request', path, message, [{ field: 'settings.channel_key', message }]),
      );
      assert.equal((await put('channel-key-test')).status, 200);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN, environment: 'sandbox' },
);
