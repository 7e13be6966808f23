// The console's Check button: the market itself says whether an app's credentials work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { marketSuite, setUpMarket } from '../support/markets.ts';
import { ADMIN_TOKEN, admin, problem } from './caller.ts';

marketSuite(
  'admin market check',
  (gate, markets) => {
    test('a code and one sentence from the market, whatever the settings', async () => {
      const app = await gate.createApp();
      const path = `/apps/${app.appid}/markets/STEAM/check`;
      const { steam } = await markets.control('/credentials');
      await setUpMarket(gate, app, 'STEAM', { steam_app_id: 480 }, { publisher_key: steam.key });
      const good = await admin(gate, 'POST', path);
      const fine = {
        ok: true,
        code: 'accepted',
        details: {},
        text: 'Steam accepts the publisher key.',
      };
      assert.deepEqual([good.status, good.body], [200, fine]);
      await setUpMarket(gate, app, 'STEAM', { steam_app_id: 480 }, { publisher_key: 'personal' });
      const bad = await admin(gate, 'POST', path);
      assert.deepEqual(
        [bad.status, bad.body],
        [
          200,
          {
            ok: false,
            code: 'refused',
            details: { reason: 'Steam answered 403', app: '480' },
            text: 'Steam rejects the key (Steam answered 403). Use a publisher Web API key, not a personal one, with access to app 480. If the key is bound to server addresses, add the outgoing address of this server to it at Steamworks.',
          },
        ],
      );
    });

    test('without settings there is nothing to check', async () => {
      const { appid } = await gate.createApp();
      const path = `/apps/${appid}/markets/APPLE/check`;
      const answer = await admin(gate, 'POST', path);
      assert.equal(answer.status, 404);
      const detail = `The app ${appid} has no settings for APPLE.`;
      assert.deepEqual(answer.body, problem('not_found', path, detail));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
