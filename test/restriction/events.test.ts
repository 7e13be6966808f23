// Events about restrictions: sent to the event receiver of a project that asks for them, in order.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { startGameServer } from '../outbox/game-server.ts';
import { openRelay } from '../outbox/project.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, generation2 } from './generations.ts';
import { DAY, dateText, newPlayer, registerType, restrict, restriction } from './players.ts';

const RECEIVER = 'https://game.example/events';
const { call, says } = generation2;

suite(
  'events about restrictions',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await setReceiver({ restriction_events: true });
    });

    const setReceiver = (fields: object, channel = 'purchase', of = app) =>
      admin(gate, 'PUT', `/projects/${of.gameIndex}/receivers/${channel}`, {
        url: RECEIVER,
        skip_test: true,
        ...fields,
      });

    const queued = async (of = app) => {
      const { db } = gate.service.context.storage;
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('game_index', '=', of.gameIndex)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      return rows.map(({ payload }) => JSON.parse(payload));
    };
    const about = async (player: number) =>
      (await queued()).filter(({ data }) => data.playerId === player);
    const typesAbout = async (player: number) =>
      (await about(player)).map(({ type, data }) =>
        [type, data.reason, data.actorKind].filter(Boolean).join(' '),
      );

    test('off until asked for, kept by later changes, and a setting of the event receiver alone', async () => {
      const other = await gate.createApp();
      await registerType(gate, other);
      const first = await setReceiver({}, 'purchase', other);
      assert.ok(!('restriction_events' in first.body));
      await restrict(gate, other, newPlayer());
      assert.deepEqual(await queued(other), []);
      assert.equal(
        (await setReceiver({ restriction_events: true }, 'purchase', other)).status,
        200,
      );
      const kept = await setReceiver({ bearer: 'bearer-of-the-event-server' }, 'purchase', other);
      assert.equal(kept.body.restriction_events, true);
      await restrict(gate, other, newPlayer());
      assert.equal((await queued(other)).length, 1);
      await setReceiver({ restriction_events: false }, 'purchase', other);
      await restrict(gate, other, newPlayer());
      assert.equal((await queued(other)).length, 1);
      const wrong = await setReceiver({ restriction_events: true }, 'restriction', other);
      assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'restriction_events']);
    });

    test('set, replaced, released and expired, in the order of the history, never with the comment', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      const page = `/apps/${app.appid}/players/${player}/restriction`;
      const { player_id: _, ...fields } = restriction(gate, player, { status: 'P' });
      const comment = 'between operators';
      assert.equal((await admin(gate, 'PUT', page, { ...fields, comment })).status, 200);
      assertSays(await call(gate, app, '/game/block/delete', { player_id: player }), says(0));
      await restrict(gate, app, player);
      gate.now += 2 * DAY;
      await gate.service.restrictions.expire();
      assert.deepEqual(await typesAbout(player), [
        'restriction.set client',
        'restriction.released replaced admin',
        'restriction.set admin',
        'restriction.released released client',
        'restriction.set client',
        'restriction.expired system',
      ]);
      const [first, replaced, second] = await about(player);
      const { start_date, end_date } = fields;
      assert.deepEqual(first, {
        type: 'restriction.set',
        timestamp: new Date(gate.now - 2 * DAY).toISOString(),
        data: {
          appid: app.appid,
          playerId: player,
          scope: 'login',
          status: 'B',
          blockType: 1,
          startDate: start_date,
          endDate: end_date,
          actorKind: 'client',
        },
      });
      assert.deepEqual([replaced.data.status, second.data.status], ['B', 'P']);
      assert.ok(!JSON.stringify(await queued()).includes(comment));
    });

    test('of every scope; a call that changes nothing sends none', async () => {
      const player = newPlayer();
      const scoped = { ...restriction(gate, player), scope: 'chat' };
      assertSays(await call(gate, app, '/game/block/scope/set', scoped), says(0));
      const again = { ...scoped, skip_blocked: true };
      assertSays(await call(gate, app, '/game/block/scope/set', again), says(0));
      assertSays(await call(gate, app, '/game/block/delete', { player_id: player }), says(2002));
      const unknown = { ...scoped, block_type: 99 };
      assertSays(await call(gate, app, '/game/block/scope/set', unknown), says(4011));
      assert.deepEqual(
        (await about(player)).map(({ type, data }) => [type, data.scope]),
        [['restriction.set', 'chat']],
      );
    });

    test('a restriction after one that has ended: expired first, then set', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      gate.now += 2 * DAY;
      await restrict(gate, app, player);
      assert.deepEqual(await typesAbout(player), [
        'restriction.set client',
        'restriction.expired system',
        'restriction.set client',
      ]);
    });

    test('many players in one call, each once, in the order of the call', async () => {
      const players = Array.from({ length: 5 }, newPlayer);
      const users = players.map((player) => restriction(gate, player));
      const before = (await queued()).length;
      assertSays(
        await call(gate, app, '/game/block/bulk/set', { users }),
        says(0, { data: { results: users.map(resultOf) } }),
      );
      const sent = (await queued()).slice(before);
      assert.deepEqual(
        sent.map(({ data }) => data.playerId),
        players,
      );
    });

    test('they arrive through the relay with 64-bit ids; an erased player is in none that wait', async (t) => {
      const server = await startGameServer();
      t.after(() => server.close());
      const [erased, kept] = [newPlayer(), 9_007_199_254_740_993n];
      await restrict(gate, app, erased);
      assertSays(await call(gate, app, '/game/block/delete', { player_id: erased }), says(0));
      await restrict(gate, app, kept, { end_date: dateText(gate.now + 9 * DAY) });
      assert.equal((await about(erased)).length, 2);
      const page = `/apps/${app.appid}/players/${erased}/erasure`;
      const asked = await admin(gate, 'POST', page, { confirm: String(erased) });
      assert.equal(asked.status, 200, JSON.stringify(asked.body));
      await gate.service.erasures.turn();
      gate.now += DAY;
      await gate.service.erasures.turn();
      assert.deepEqual(await about(erased), []);
      await setReceiver({ url: server.url, new_key: true });
      await openRelay(gate, t).turn();
      const bodies = server.received.map(({ body }) => body).join();
      assert.match(bodies, /"playerId":9007199254740993,"scope":"login"/);
      assert.ok(!bodies.includes(String(erased)));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

const resultOf = ({ player_id }: { player_id: number | bigint }) => ({
  player_id,
  result_code: 0,
  result_msg: 'SUCCESS',
});
