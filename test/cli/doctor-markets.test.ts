// `tollgate doctor` and the markets: a sentence for each app and market, from the market itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { MASTER_KEY } from '../support/harness.ts';
import { marketSuite, setUpMarket } from '../support/markets.ts';
import { tollgate } from './tollgate.ts';

marketSuite(
  'tollgate doctor at the markets',
  (gate, markets) => {
    test('every app is asked about at each of its markets, in their order', async () => {
      gate.now = Date.now();
      const [one, two] = [
        await gate.createApp({ appid: 'com.one' }),
        await gate.createApp({ appid: 'com.two' }),
      ];
      const { steam, stripe } = await markets.control('/credentials');
      await setUpMarket(gate, two, 'STEAM', { steam_app_id: 481 }, { publisher_key: 'personal' });
      await setUpMarket(gate, one, 'STEAM', { steam_app_id: 480 }, { publisher_key: steam.key });
      const secrets = { api_secret: stripe.liveSecretKey, webhook_secret: stripe.webhookSecret };
      await setUpMarket(gate, one, 'PG', { gateway: 'STRIPE' }, secrets);
      const variables = {
        ...gate.database.variables,
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
        SANDBOX_PORT: 'off',
        STEAM_URL: `${markets.url}/steam`,
        STRIPE_URL: markets.url,
      };
      const { code, stdout } = await tollgate(variables, ['doctor']);
      assert.equal(code, 1);
      assert.deepEqual(stdout.trimEnd().split('\n').slice(-3), [
        'ok    production: App com.one at PG: Stripe accepts the key.',
        'ok    production: App com.one at STEAM: Steam accepts the publisher key.',
        'WRONG production: App com.two at STEAM: Steam rejects the key (Steam answered 403). Use a publisher Web API key, not a personal one, with access to app 481. If the key is bound to server addresses, add the outgoing address of this server to it at Steamworks.',
      ]);
    });
  },
  { kinds: EITHER },
);
