// Players are 64-bit integers, exact from the wire to the database and back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import { actionsOn, logIn, registerType, restriction, restrictionOf } from './players.ts';

const LARGEST = 9_223_372_036_854_775_807n;

suite(
  'player ids',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    for (const { path, call, says } of GENERATIONS) {
      const set = (player: unknown) =>
        call(gate, app, '/game/block/set', restriction(gate, player as bigint));
      const release = (player_id: unknown) => call(gate, app, '/game/block/delete', { player_id });

      describe(path('/game/block'), () => {
        test('9007199254740992 and 9007199254740993 are two people', async () => {
          const [even, odd] = [9_007_199_254_740_992n, 9_007_199_254_740_993n];
          assertSays(await set(odd), says(0));
          assert.equal(await restrictionOf(gate, app, even), null);
          assert.equal((await restrictionOf(gate, app, odd)).player_id, odd);
          assertSays(await release(even), says(2002));
          assertSays(await set(even), says(0));
          assertSays(await release(odd), says(0));
          assert.equal((await restrictionOf(gate, app, even)).player_id, even);
          assert.equal(await restrictionOf(gate, app, odd), null);
          assertSays(await release(even), says(0));
        });

        for (const player of [1, 9_007_199_254_740_991, LARGEST - 1n, LARGEST]) {
          test(`${player} is a player`, async () => {
            assertSays(await set(player), says(0));
            assert.equal((await restrictionOf(gate, app, player)).player_id, player);
            assert.deepEqual((await actionsOn(gate, app, player)).at(-1), 'registered');
            assert.equal((await logIn(gate, app, player)).restriction.player_id, player);
            assertSays(await release(player), says(0));
          });
        }

        test('1e3 and 1000.0 are ways to write the integer 1000', async () => {
          assertSays(await set(JSON.rawJSON('1e3')), says(0));
          assert.equal((await restrictionOf(gate, app, 1_000)).player_id, 1_000);
          assertSays(await release(JSON.rawJSON('1000.0')), says(0));
          for (const zeros of ['1000.0000000000000000', '100000000000000000000e-17']) {
            assertSays(await release(JSON.rawJSON(zeros)), says(2002));
          }
        });

        const strangers = [
          '0',
          '-0',
          '-1',
          '1.5',
          '9223372036854775808',
          '18446744073709551616',
          '-9223372036854775808',
          '1e300',
          '9007199254740993.5',
          // A double has no room for these fractions.
          '77.0000000000000001',
          '4503599627370496.3',
          '1000000000000.00001',
          '7700000000000000001e-17',
          '"123"',
          '""',
          'true',
          'null',
          '[]',
          '[5]',
          '{}',
        ];
        for (const json of strangers) {
          test(`${json} is no player`, async () => {
            const parsed = JSON.parse(json);
            const value = typeof parsed === 'number' ? JSON.rawJSON(json) : parsed;
            assertSays(await set(value), says(4000, { field: 'player_id' }));
            assertSays(await release(value), says(4000, { field: 'player_id' }));
          });
        }
      });
    }
  },
  { kinds: EITHER },
);
