// Flags: what a rule in watch would do, players on the same device, and closing them; and the events of measures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin, newestAudit } from '../admin/caller.ts';
import { newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite } from '../support/harness.ts';
import { openShop, REFUND_RULE, refund, short } from './shop.ts';

suite(
  'flags of measures',
  (gate) => {
    test('a rule in watch only flags; the flag is closed with a note', async () => {
      const shop = await openShop(gate);
      await shop.rule(REFUND_RULE, 'watch');
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects(player)), [['flagged', 'watch', null, null]]);
      assert.equal(await shop.restriction(player), null);
      const flags = `${shop.path}/measures/flags`;
      const open = (await admin(gate, 'GET', flags)).body;
      assert.deepEqual(open, { items: await shop.effects(player), next: null });
      const [flag] = open.items;
      const closed = await admin(gate, 'POST', `${flags}/${flag.effect_id}/close`, {
        note: 'A family member.',
      });
      const end = {
        status: 'released',
        ended_at: new Date(gate.now).toISOString(),
        end_reason: 'operator',
        closed_by: 'TOLLGATE_ADMIN_TOKEN',
        note: 'A family member.',
      };
      assert.deepEqual([closed.status, closed.body], [200, { ...flag, ...end }]);
      assert.deepEqual((await admin(gate, 'GET', flags)).body, { items: [], next: null });
      const { body } = await admin(gate, 'GET', `${flags}?state=closed`);
      assert.deepEqual(body, { items: [{ ...flag, ...end }], next: null });
      const [entry] = await newestAudit(gate, 1, 'measure.close');
      assert.deepEqual(entry.after, { rule: 'Refunds', note: 'A family member.' });
      // Its purchase never flags again.
      await shop.report(purchase, refund('restored'));
      await shop.report(purchase, refund('given', gate.now + 5_000));
      await shop.turn();
      assert.equal((await shop.effects(player)).length, 1);
    });

    test('open flags are listed page by page, oldest first', async () => {
      const shop = await openShop(gate);
      await shop.rule({ ...REFUND_RULE, measure: { action: 'flag' } });
      for (let count = 0; count < 5; count += 1) {
        await shop.report(await shop.buy(await shop.customer()), refund('given'));
        await shop.turn();
      }
      const ids: string[] = [];
      let after = '';
      for (;;) {
        const path = `${shop.path}/measures/flags?limit=2${after}`;
        const { body } = await admin(gate, 'GET', path);
        ids.push(...body.items.map(({ effect_id }: { effect_id: string }) => effect_id));
        if (body.next === null) break;
        after = `&after=${body.next}`;
      }
      assert.equal(ids.length, 5);
      assert.deepEqual(ids, ids.toSorted());
    });

    test('players on the same device are flagged, never restricted, and free again when it is undone', async () => {
      const shop = await openShop(gate);
      await shop.rule({
        ...REFUND_RULE,
        measure: { ...REFUND_RULE.measure, same_device: 'flag' },
      });
      const player = await shop.customer();
      const [friend, stranger] = [BigInt(newPlayer()), BigInt(newPlayer())];
      const { body } = await shop.login(player.playerId);
      await shop.login(friend, { did: body.did });
      await shop.login(stranger);
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      const [source] = await shop.effects(player);
      const [flag, ...others] = await shop.effects({ playerId: friend });
      assert.deepEqual(others, []);
      assert.deepEqual(
        [flag.status, flag.flag, flag.source_effect_id, flag.causes],
        ['flagged', 'same_device', source.effect_id, source.causes],
      );
      assert.equal(await shop.restriction({ playerId: friend }), null);
      assert.deepEqual(await shop.effects({ playerId: stranger }), []);
      const devices = await admin(gate, 'GET', `${shop.path}/players/${friend}/devices`);
      const [shared] = devices.body.items.flatMap(
        (device: { other_players: { restriction: object }[] }) => device.other_players,
      );
      assert.deepEqual(
        [shared.player_id, shared.restriction.block_type],
        [Number(player.playerId), 1],
      );
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual(short(await shop.effects({ playerId: friend })), [
        ['lifted', 'same_device', null, 'undone'],
      ]);
    });

    test('the app server is told by events what was done and what ended it', async () => {
      const shop = await openShop(gate);
      const { gameIndex, appid } = shop.app;
      const receiver = { url: 'http://127.0.0.1:1/', key: 'game-server-key-of-the-tests' };
      await admin(gate, 'PUT', `/projects/${gameIndex}/receivers/purchase`, receiver);
      const rule_id = await shop.rule();
      await shop.rule({
        name: 'Silent',
        when: { causes: ['refund'] },
        measure: { action: 'flag', event: false },
      });
      const player = await shop.customer();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      await shop.turn();
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', gameIndex)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      const events = rows
        .map(({ payload }) => JSON.parse(payload))
        .filter(({ type }) => type.startsWith('measure.'));
      const [effect] = (await shop.effects(player)).filter(
        (each: { rule_id: string }) => each.rule_id === rule_id,
      );
      const data = {
        appid,
        playerId: Number(player.playerId),
        ruleId: rule_id,
        ruleName: 'Refunds',
        effectId: effect.effect_id,
        kind: 'restriction',
        blockType: 1,
        step: 1,
        until: Date.parse(effect.until),
      };
      const purchases = [
        {
          providerId: 'APPLE',
          transactionId: purchase.transaction_id,
          serviceTransactionId: `AP_${purchase.number}`,
          productId: purchase.product_id,
          cause: 'refund',
        },
      ];
      const timestamp = new Date(gate.now).toISOString();
      assert.deepEqual(events, [
        { type: 'measure.taken', timestamp, data: { ...data, purchases } },
        { type: 'measure.lifted', timestamp, data: { ...data, reason: 'undone', purchases } },
      ]);
    });

    test('the metrics count effects, ends, flags and marks', async () => {
      const shop = await openShop(gate);
      await shop.rule();
      const player = await shop.customer();
      const read = async () => {
        const { body } = await gate.send('GET', '/metrics');
        const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
        const environment = 'environment="production"';
        return {
          restrictions: value(
            `tollgate_measure_effects_total\\{kind="restriction",${environment}\\}`,
          ),
          undone: value(`tollgate_measure_ends_total\\{reason="undone",${environment}\\}`),
          marks: value(`tollgate_measure_marks\\{${environment}\\}`),
          flags: value(`tollgate_measure_flags_open\\{${environment}\\}`),
        };
      };
      await shop.turn();
      const before = await read();
      const purchase = await shop.buy(player);
      await shop.report(purchase, refund('given'));
      assert.equal((await read()).marks, before.marks + 1);
      await shop.turn();
      await shop.report(purchase, refund('restored'));
      await shop.turn();
      assert.deepEqual(await read(), {
        restrictions: before.restrictions + 1,
        undone: before.undone + 1,
        marks: before.marks,
        flags: before.flags,
      });
      await shop.rule({ ...REFUND_RULE, name: 'Watched' }, 'watch');
      await shop.report(await shop.buy(await shop.customer()), refund('given'));
      await shop.turn();
      assert.equal((await read()).flags, before.flags + 1);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
