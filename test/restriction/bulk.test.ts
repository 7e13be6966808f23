// POST /v2/game/block/bulk/set and /bulk/delete: up to 1,000 players a call, a result for each. Beyond the interface.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, generation2, MESSAGES, NO_DATE } from './generations.ts';
import {
  actionsOn,
  DAY,
  dateText,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restriction,
} from './players.ts';

const SET = '/game/block/bulk/set';
const DELETE = '/game/block/bulk/delete';

suite(
  'bulk restriction',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    const { call, says } = generation2;
    const bulk = (path: string, users: unknown) => call(gate, app, path, { users });
    const result = (player: number | bigint | undefined, code: number, field?: string) => ({
      ...(player !== undefined && { player_id: player }),
      result_code: code,
      result_msg: field ? `${MESSAGES[code]}: ${field}` : MESSAGES[code],
    });

    test('each entry has a result of its own, in the order of the request', async () => {
      const [good, typeless, dated, deviceless, big] = [
        newPlayer(),
        newPlayer(),
        newPlayer(),
        newPlayer(),
        9_007_199_254_740_993n,
      ];
      const { did } = await logIn(gate, app, good);
      const users = [
        restriction(gate, good, { did }),
        restriction(gate, typeless, { block_type: 9_007_199_254_740_993n }),
        restriction(gate, dated, { start_date: 'x' }),
        restriction(gate, deviceless, { did: 5 }),
        restriction(gate, good, { skip_blocked: true, status: 'P' }),
        {},
        { ...restriction(gate, good), player_id: 'x' },
        { ...restriction(gate, good), player_id: JSON.rawJSON('77.0000000000000001') },
        restriction(gate, big, { status: 'P', did: '', skip_blocked: null }),
      ];
      const results = [
        result(good, 0),
        result(typeless, 4011),
        result(dated, 4000, `start_date: ${NO_DATE}`),
        result(deviceless, 4013),
        result(good, 0),
        result(undefined, 4000, 'player_id'),
        result(undefined, 4000, 'player_id'),
        result(undefined, 4000, 'player_id'),
        result(big, 0),
      ];
      assertSays(await bulk(SET, users), says(0, { data: { results } }));
      assert.deepEqual(await actionsOn(gate, app, good), ['registered']);

      const released = [good, typeless, big].map((player_id) => ({ player_id }));
      assertSays(
        await bulk(DELETE, released),
        says(0, { data: { results: [result(good, 0), result(typeless, 2002), result(big, 0)] } }),
      );
      assert.deepEqual(await actionsOn(gate, app, good), ['registered', 'released']);
    });

    test('skip_blocked is 0 for a restricted player before the period, the type and the did', async () => {
      const [restricted, free] = [newPlayer(), newPlayer()];
      await restrict(gate, app, restricted);
      const past = dateText(gate.now - DAY);
      const wrong = {
        start_date: past,
        end_date: past,
        block_type: 77,
        did: 5,
        skip_blocked: true,
      };
      const users = [restricted, free].map((player) => restriction(gate, player, wrong));
      const results = [result(restricted, 0), result(free, 4000, 'end_date: in the past')];
      assertSays(await bulk(SET, users), says(0, { data: { results } }));
      assert.deepEqual(await actionsOn(gate, app, restricted), ['registered']);
    });

    test('1,000 entries are taken, 1,001 and none are not', async () => {
      const players = Array.from({ length: 1_000 }, newPlayer);
      const users = players.map((player) => restriction(gate, player));
      const results = players.map((player) => result(player, 0));
      assertSays(await bulk(SET, users), says(0, { data: { results } }));
      const released = players.map((player_id) => ({ player_id }));
      assertSays(await bulk(DELETE, released), says(0, { data: { results } }));
      for (const path of [SET, DELETE]) {
        const one = [...released, { player_id: newPlayer() }];
        assertSays(await bulk(path, one), says(4000, { field: 'users' }));
        assertSays(await bulk(path, []), says(4000, { field: 'users' }));
      }
    });

    test('users has to be a list of objects', async () => {
      for (const path of [SET, DELETE]) {
        for (const users of [undefined, null, {}, 'x', 5]) {
          assertSays(await bulk(path, users), says(4000, { field: 'users' }));
        }
        assertSays(await bulk(path, [{ player_id: 1 }, 5]), says(4000, { field: 'users[1]' }));
        assertSays(await bulk(path, [null]), says(4000, { field: 'users[0]' }));
      }
    });
  },
  { kinds: EITHER },
);
