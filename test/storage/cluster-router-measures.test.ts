// On a cluster (TEST_CITUS_URL), by the engine's own counts: the consequences of a refund stay on the node of its project.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { openShop, refund, short } from '../measures/shop.ts';
import { suite } from '../support/harness.ts';
import { staysOnOneNode } from './router.ts';

if (process.env.TEST_CITUS_URL === undefined) {
  describe('measures of one project on a cluster', () => {
    test('stay on one node', { skip: 'TEST_CITUS_URL names no cluster' }, () => {});
  });
} else {
  suite(
    'measures of one project on a cluster',
    (gate) => {
      test('a refund is reported, and the player logs in and is looked at', async () => {
        const shop = await openShop(gate);
        await shop.rule();
        const player = await shop.customer();
        const purchase = await shop.buy(player);
        await staysOnOneNode(gate, () => shop.report(purchase, refund('given')));
        // It looks for marks in all projects.
        await shop.turn();
        assert.deepEqual(short(await shop.effects(player)), [['active', null, 1, null]]);
        await staysOnOneNode(gate, async () => {
          const { body } = await shop.login(player.playerId);
          assert.equal(body.debt.length, 1);
          await admin(gate, 'GET', `${shop.path}/measures/effects?player_id=${player.playerId}`);
          await admin(gate, 'GET', `${shop.path}/measures/flags`);
          await admin(gate, 'GET', `${shop.path}/players/${player.playerId}/debt`);
        });
      });
    },
    { kinds: ['postgres'], adminToken: ADMIN_TOKEN },
  );
}
