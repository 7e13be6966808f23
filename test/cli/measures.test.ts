// tollgate measures: rules, dry run, effects and flags from the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../admin/caller.ts';
import { openShop, REFUND_RULE, refund } from '../measures/shop.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

suite(
  'tollgate measures',
  (gate) => {
    test('create, show, change, switch, adopt, debt, dry run, effects, release, flags, close, delete', async () => {
      const json = (...args: string[]) => tollgateJson(variables(gate), ['measures', ...args]);
      const now = gate.now;
      // The command has the clock of the machine.
      gate.now = Date.now();
      try {
        const shop = await openShop(gate);
        const { appid } = shop.app;
        const created = await tollgateJson(
          variables(gate),
          ['measures', 'create', appid],
          JSON.stringify(REFUND_RULE),
        );
        const { rule_id } = created;
        assert.deepEqual([created.name, created.state], ['Refunds', 'watch']);
        const recent = { restricted: 0, flagged: 0 };
        const listed = { ...created, recent, type_missing: false };
        assert.deepEqual(await json('list', appid), { items: [listed] });
        assert.deepEqual(await json('show', appid, rule_id), created);

        const changed = await tollgateJson(
          variables(gate),
          ['measures', 'change', appid, rule_id],
          JSON.stringify({ until: { paid_again: true }, exempt: ['9007199254740993'] }),
        );
        assert.deepEqual(changed.until, { paid_again: true });
        const exempt = { player_ids: ['9007199254740993'] };
        assert.deepEqual(await json('exempt', appid, rule_id), exempt);
        const ready = await tollgate(variables(gate), ['measures', 'ready-types']);
        assert.match(ready.stdout, /^refund_abuse {2}Refund abuse$/m);
        const adopted = await json('adopt', appid, 'refund_abuse');
        assert.deepEqual([adopted.block_type, adopted.type_en_name], [2, 'Refund abuse']);

        gate.now = Date.now();
        const [watched, player] = [await shop.customer(), await shop.customer()];
        await shop.report(await shop.buy(watched), refund('given'));
        await shop.turn();
        const { items: flags } = await json('flags', appid);
        assert.deepEqual(
          flags.map((flag: { player_id: number; flag: string }) => [flag.player_id, flag.flag]),
          [[Number(watched.playerId), 'watch']],
        );
        const closed = await json('close', appid, flags[0].effect_id, '--note', 'Fine.');
        assert.deepEqual([closed.status, closed.note], ['released', 'Fine.']);

        const on = await json('switch', appid, rule_id, 'on');
        assert.equal(on.state, 'on');
        gate.now = Date.now();
        const purchase = await shop.buy(player);
        await shop.report(purchase, refund('given'));
        await shop.turn();
        const ofPurchase = ['--service-transaction-id', `AP_${purchase.number}`];
        const { items } = await json('effects', appid, '--status', 'active', ...ofPurchase);
        assert.deepEqual(
          items.map((effect: { player_id: number }) => effect.player_id),
          [Number(player.playerId)],
        );
        const owed = await json('debt', appid, String(player.playerId));
        assert.deepEqual(
          [owed.debt[0].amount, owed.debt[0].purchases[0].service_transaction_id, owed.settled],
          ['9.99', `AP_${purchase.number}`, []],
        );
        const released = await json('release', appid, items[0].effect_id, '--comment', 'Sorry.');
        assert.deepEqual([released.status, released.note], ['released', 'Sorry.']);
        assert.equal(await shop.restriction(player), null);

        const earlier = await shop.buy(watched);
        await shop.report(earlier, refund('given', Date.now() - 60_000));
        const run = await tollgate(variables(gate), ['measures', 'dry-run', appid, rule_id]);
        assert.match(
          run.stdout,
          new RegExp(
            [
              '^\\S+ to \\S+: 3 restrictions and 0 flags of 2 players, 0 exempt',
              `\\S+  player ${player.playerId}  step 1  AP_${purchase.number} refund`,
              `\\S+  player ${watched.playerId}  step 2  AP_1 refund`,
              `\\S+  player ${watched.playerId}  step 1  AP_${earlier.number} refund\n$`,
            ].join('\n'),
          ),
        );
        await json('delete', appid, rule_id, '--yes');
        assert.deepEqual(await json('list', appid), { items: [] });
      } finally {
        gate.now = now;
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
