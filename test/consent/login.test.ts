// What a login with a download costs, and a login at the very moment at which consent is withdrawn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { newPlayer } from '../restriction/players.ts';
import { marketSuite } from '../support/markets.ts';
import { newDownload, newInstall, openFamily } from './parent.ts';

marketSuite(
  'logins from downloads',
  (gate, markets) => {
    test('a login without a download costs no statement more, one from a known download a single one', async () => {
      let statements = 0;
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          statements += 1;
          return result;
        },
      };
      const { storage } = gate.service.context;
      const watched = { ...storage, db: storage.db.withPlugin(counting), close: async () => {} };
      const service = await gate.secondService({ storage: watched });
      const family = await openFamily(gate, markets);
      const [player_id, app_transaction_id] = [newPlayer(), newDownload()];
      const login = async (more: object): Promise<number> => {
        statements = 0;
        const answer = await service.app.inject({
          method: 'POST',
          url: '/auth/v1/login',
          headers: family.headers,
          payload: { appid: family.app.appid, player_id, did: 9, ...more },
        });
        assert.equal(answer.statusCode, 200);
        return statements;
      };
      /** The least of some: what is remembered may be read again in between. */
      const cost = async (more: object): Promise<number> => {
        const costs: number[] = [];
        for (let time = 0; time < 4; time += 1) costs.push(await login(more));
        return Math.min(...costs);
      };
      await cost({});
      await cost({ app_transaction_id });
      const plain = await cost({});
      assert.ok(plain > 0);
      assert.equal(await cost({ app_transaction_id: null, install_id: '' }), plain);
      assert.equal(await cost({ app_transaction_id }), plain + 1);
      await cost({ install_id: 'i-1' });
      assert.equal(await cost({ app_transaction_id, install_id: 'i-1' }), plain + 1);
    });

    test('ids with blanks, of other letters or too long are refused', async () => {
      const family = await openFamily(gate, markets);
      for (const [field, value] of [
        ['app_transaction_id', '12 34'],
        ['app_transaction_id', 1234],
        ['install_id', 'é'],
        ['install_id', 'x'.repeat(256)],
      ] as const) {
        const body = { appid: family.app.appid, player_id: newPlayer(), [field]: value };
        const answer = await gate.post('/auth/v1/login', body, family.headers);
        assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request']);
        assert.match(answer.body.message, new RegExp(field));
      }
    });

    test('whoever logs in while consent is withdrawn is met by one of the two', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      for (let time = 0; time < 6; time += 1) {
        const [player, install_id] = [newPlayer(), newInstall()];
        const file = `install_id,time\n${install_id},${new Date(gate.now).toISOString()}\n`;
        await Promise.all([
          family.logIn(player, { install_id }),
          family.import(file),
          family.logIn(player, { install_id }),
        ]);
        assert.equal((await family.restriction(player)).actor_kind, 'consent');
        assert.equal((await family.history(player)).length, 1);
        const events = await family.events();
        const own = events.filter((event) => 'playerId' in event && event.playerId === player);
        assert.equal(own.length, 1);
      }
    });

    test('apps do not share downloads, not even of one project', async () => {
      const [family, other] = [await openFamily(gate, markets), await openFamily(gate, markets)];
      await other.restrictFrom();
      const [player, install_id] = [newPlayer(), newInstall()];
      await family.import(`id,time\n${install_id},${new Date(gate.now).toISOString()}\n`);
      const login = await other.logIn(player, { install_id });
      assert.equal(typeof login.access_token, 'string');
    });
  },
  { adminToken: ADMIN_TOKEN },
);
