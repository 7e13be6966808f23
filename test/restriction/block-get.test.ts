// POST /v2/game/block/get: what keeps a player out, in the player's language. Beyond the interface.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, generation2 } from './generations.ts';
import { DAY, dateText, newPlayer, registerType, restrict, TEMPORARY_TYPE } from './players.ts';

suite(
  '/v2/game/block/get',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await registerType(gate, app, TEMPORARY_TYPE);
    });

    const { call, says } = generation2;
    const get = (fields: object) => call(gate, app, '/game/block/get', { ...fields });
    const supportCode = (player: number, type: number) =>
      `${app.gameIndex}-${player.toString(36).toUpperCase()}-${type}`;

    test('null for a player without a restriction', async () => {
      const data = { restriction: null, debt: [] };
      assertSays(await get({ player_id: newPlayer() }), says(0, { data }));
    });

    test('a restriction with title and reason in the wanted language, English by default', async () => {
      const player_id = newPlayer();
      await restrict(gate, app, player_id, { block_type: 2 });
      const restriction = {
        player_id,
        status: 'B',
        block_type: 2,
        type_status: 'N',
        title: 'On hold',
        reason: 'We are looking into it.',
        start_date: dateText(gate.now),
        end_date: dateText(gate.now + DAY),
        in_effect: true,
        support_code: supportCode(player_id, 2),
      };
      const korean = { ...restriction, title: '일시 제한', reason: '조사하고 있습니다.' };
      assertSays(await get({ player_id }), says(0, { data: { restriction, debt: [] } }));
      assertSays(
        await get({ player_id, language: 'tl' }),
        says(0, { data: { restriction, debt: [] } }),
      );
      assertSays(
        await get({ player_id, language: 'ko' }),
        says(0, { data: { restriction: korean, debt: [] } }),
      );
    });

    test('a policy restriction has no title', async () => {
      const player_id = newPlayer();
      await restrict(gate, app, player_id, { status: 'P' });
      const restriction = {
        player_id,
        status: 'P',
        block_type: 1,
        type_status: 'O',
        title: null,
        reason: 'You broke the rules.',
        start_date: dateText(gate.now),
        end_date: dateText(gate.now + DAY),
        in_effect: true,
        support_code: supportCode(player_id, 1),
      };
      assertSays(await get({ player_id }), says(0, { data: { restriction, debt: [] } }));
    });

    test('an unknown language or player id is an invalid parameter', async () => {
      assertSays(await get({ player_id: 1, language: 'xx' }), says(4000, { field: 'language' }));
      assertSays(await get({ player_id: '1' }), says(4000, { field: 'player_id' }));
      assertSays(await get({}), says(4000, { field: 'player_id' }));
    });

    test('a type that another process has just registered is known', async () => {
      const other = await gate.secondService();
      const known = await other.directory.app(app.appid);
      assertSays(
        await get({ player_id: newPlayer() }),
        says(0, { data: { restriction: null, debt: [] } }),
      );
      assert.ok(known);
      const type = await other.restrictions.types.register(known, TEMPORARY_TYPE);
      assert.ok('block_type' in type);
      const player_id = newPlayer();
      await restrict(gate, app, player_id, type);
      const { restriction } = (await get({ player_id })).body.data;
      assert.deepEqual([restriction.block_type, restriction.title], [type.block_type, 'On hold']);
    });
  },
  { kinds: EITHER },
);
