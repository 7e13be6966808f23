// POST /game/block/delete and /v2/game/block/delete: releasing a restriction (interface 3.1, 4.3, 4.8).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import {
  actionsOn,
  DAY,
  historyOf,
  newPlayer,
  registerType,
  restrict,
  restriction,
  restrictionOf,
  SECOND,
} from './players.ts';

const PATH = '/game/block/delete';

suite(
  'release access restriction',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    for (const { path, call, says } of GENERATIONS) {
      const release = (fields: object) => call(gate, app, PATH, { ...fields });

      describe(path(PATH), () => {
        for (const status of ['P', 'B']) {
          test(`${status} becomes none, and a second release is 2002`, async () => {
            const player_id = newPlayer();
            await restrict(gate, app, player_id, { status });
            assertSays(await release({ player_id }), says(0));
            assert.equal(await restrictionOf(gate, app, player_id), null);
            assertSays(await release({ player_id }), says(2002));
            assert.deepEqual(await actionsOn(gate, app, player_id), ['registered', 'released']);
          });
        }

        test('a player who never was restricted is 2002 and leaves no history', async () => {
          const player_id = newPlayer();
          assertSays(await release({ player_id }), says(2002));
          assert.deepEqual(await actionsOn(gate, app, player_id), []);
        });

        test("another app's restriction is neither seen nor released", async () => {
          const other = await gate.createApp({ gameIndex: app.gameIndex });
          const player_id = newPlayer();
          await restrict(gate, app, player_id);
          assertSays(await call(gate, other, PATH, { player_id }), says(2002));
          assert.notEqual(await restrictionOf(gate, app, player_id), null);
        });

        test('a restriction that has not begun can be released', async () => {
          const player_id = newPlayer();
          await restrict(gate, app, player_id, {
            start_date: '2099-01-01 00:00:00',
            end_date: '2099-01-02 00:00:00',
          });
          assertSays(await release({ player_id }), says(0));
          assert.deepEqual(await actionsOn(gate, app, player_id), ['registered', 'released']);
        });

        test('a restriction whose end has passed is 2002, and the history says expired', async () => {
          const player_id = newPlayer();
          await restrict(gate, app, player_id);
          gate.now += DAY + SECOND;
          assertSays(await release({ player_id }), says(2002));
          assert.deepEqual(await actionsOn(gate, app, player_id), ['registered', 'expired']);
        });

        test('a released player can be restricted again', async () => {
          const player_id = newPlayer();
          await restrict(gate, app, player_id);
          assertSays(await release({ player_id }), says(0));
          await restrict(gate, app, player_id, { status: 'P' });
          const { player_id: _, ...after } = restriction(gate, player_id, { status: 'P' });
          const last = (await historyOf(gate, app, player_id)).at(-1);
          assert.deepEqual(
            { action: last.action, before: last.before, after: last.after },
            { action: 'registered', before: null, after },
          );
        });

        for (const player_id of [undefined, null, '123', 0, -1, 1.5, 9223372036854775808n, {}]) {
          test(`player_id ${player_id} (${typeof player_id}) is an invalid parameter`, async () => {
            assertSays(await release({ player_id }), says(4000, { field: 'player_id' }));
          });
        }
      });
    }
  },
  { kinds: EITHER },
);
