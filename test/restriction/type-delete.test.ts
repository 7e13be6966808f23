// POST /game/block/type/delete and /v2/game/block/type/delete: removing a type (interface 3.2, 4.1, 4.6).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import {
  actionsOn,
  DAY,
  newPlayer,
  registerType,
  restrict,
  restrictionOf,
  SECOND,
} from './players.ts';

const PATH = '/game/block/type/delete';

suite(
  'delete restriction type',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
    });

    for (const { path, call, says } of GENERATIONS) {
      const remove = (fields: object) => call(gate, app, PATH, { ...fields });
      const release = (player_id: number) => call(gate, app, '/game/block/delete', { player_id });

      describe(path(PATH), () => {
        test('a type is gone after deletion: a second one is 4011', async () => {
          const block_type = await registerType(gate, app);
          assertSays(await remove({ block_type }), says(0));
          assertSays(await remove({ block_type }), says(4011));
        });

        const huge = [2 ** 53, 1e300, 9_007_199_254_740_993n, -(10n ** 30n)];
        for (const block_type of [4711, 0, -1, Number.MAX_SAFE_INTEGER, ...huge]) {
          test(`the type ${block_type} was never registered: 4011`, async () => {
            assertSays(await remove({ block_type }), says(4011));
          });
        }

        test("another app's type is not this app's", async () => {
          const block_type = await registerType(gate, app);
          const other = await gate.createApp({ gameIndex: app.gameIndex });
          assertSays(await call(gate, other, PATH, { block_type }), says(4011));
          assertSays(await remove({ block_type }), says(0));
        });

        for (const status of ['P', 'B']) {
          test(`4012 while a restriction ${status} uses the type, 0 after its release`, async () => {
            const block_type = await registerType(gate, app);
            const player = newPlayer();
            await restrict(gate, app, player, { status, block_type });
            assertSays(await remove({ block_type }), says(4012));
            assertSays(await release(player), says(0));
            assertSays(await remove({ block_type }), says(0));
          });
        }

        test('a change to another type frees the first', async () => {
          const [first, second] = [await registerType(gate, app), await registerType(gate, app)];
          const player = newPlayer();
          await restrict(gate, app, player, { block_type: first });
          await restrict(gate, app, player, { block_type: second });
          assertSays(await remove({ block_type: first }), says(0));
          assertSays(await remove({ block_type: second }), says(4012));
        });

        test('a restriction that has not begun keeps its type', async () => {
          const block_type = await registerType(gate, app);
          const period = { start_date: '2099-01-01 00:00:00', end_date: '2099-01-02 00:00:00' };
          await restrict(gate, app, newPlayer(), { block_type, ...period });
          assertSays(await remove({ block_type }), says(4012));
        });

        test('a period that is over does not keep its type, and the history says expired', async () => {
          const block_type = await registerType(gate, app);
          const player = newPlayer();
          await restrict(gate, app, player, { block_type });
          gate.now += DAY + SECOND - 1;
          assertSays(await remove({ block_type }), says(4012));
          gate.now += 1;
          assertSays(await remove({ block_type }), says(0));
          assert.equal(await restrictionOf(gate, app, player), null);
          assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'expired']);
        });

        for (const block_type of [undefined, null, '1', 1.5, true, [1]]) {
          test(`block_type ${block_type} (${typeof block_type}) is an invalid parameter`, async () => {
            assertSays(await remove({ block_type }), says(4000, { field: 'block_type' }));
          });
        }
      });
    }
  },
  { kinds: EITHER },
);
