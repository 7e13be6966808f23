// The device of a restriction: `did` is verified against the login history (interface 4.2 rule 2, 4013).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import { actionsOn, logIn, logOut, newPlayer, registerType, restriction } from './players.ts';

const PATH = '/game/block/set';

suite(
  'did of a restriction',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    for (const { path, call, says } of GENERATIONS) {
      const setOn = (player: number, did: number | bigint, more = {}) =>
        call(gate, app, PATH, restriction(gate, player, { did, ...more }));

      describe(path(PATH), () => {
        test('passes while the player is logged in on the device, with a new did or a given one', async () => {
          const player = newPlayer();
          const fresh = await logIn(gate, app, player);
          assertSays(await setOn(player, fresh.did), says(0));
          const other = newPlayer();
          const given = await logIn(gate, app, other, { did: other });
          assert.equal(given.did, other);
          assertSays(await setOn(other, other), says(0));
        });

        test('is 4013 on a device nobody has logged in on, and nothing is written', async () => {
          const player = newPlayer();
          assertSays(await setOn(player, newPlayer()), says(4013));
          assert.deepEqual(await actionsOn(gate, app, player), []);
        });

        test('is 4013 while logged out', async () => {
          const player = newPlayer();
          const login = await logIn(gate, app, player);
          await logOut(gate, login.access_token);
          assertSays(await setOn(player, login.did), says(4013));
          const again = await logIn(gate, app, player, { did: login.did });
          assertSays(await setOn(player, again.did), says(0));
        });

        test('is 4013 for the player before, once another has logged in on the device', async () => {
          const [first, second] = [newPlayer(), newPlayer()];
          const { did } = await logIn(gate, app, first);
          await logIn(gate, app, second, { did });
          assertSays(await setOn(first, did), says(4013));
          assertSays(await setOn(second, did), says(0));
        });

        test('is 4013 for a login of another app', async () => {
          const other = await gate.createApp({ gameIndex: app.gameIndex });
          await registerType(gate, other);
          const player = newPlayer();
          const { did } = await logIn(gate, other, player);
          assertSays(await setOn(player, did), says(4013));
          assertSays(await call(gate, other, PATH, restriction(gate, player, { did })), says(0));
        });

        test('is verified on each of the devices a player is logged in on', async () => {
          const player = newPlayer();
          const [phone, tablet] = [await logIn(gate, app, player), await logIn(gate, app, player)];
          assert.notEqual(phone.did, tablet.did);
          assertSays(await setOn(player, phone.did), says(0));
          await logOut(gate, phone.access_token);
          assertSays(await setOn(player, phone.did), says(4013));
          assertSays(await setOn(player, tablet.did), says(0));
        });

        test('a restriction does not end the login: the same did passes again', async () => {
          const player = newPlayer();
          const { did } = await logIn(gate, app, player);
          assertSays(await setOn(player, did, { status: 'P' }), says(0));
          assertSays(await setOn(player, did), says(0));
          assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'changed']);
        });

        test('a login while restricted counts, too', async () => {
          const player = newPlayer();
          assertSays(await call(gate, app, PATH, restriction(gate, player)), says(0));
          const login = await logIn(gate, app, player);
          assert.equal(login.access_token, null);
          assertSays(await setOn(player, login.did), says(0));
        });

        test('is not judged where skip_blocked meets a live restriction', async () => {
          const player = newPlayer();
          const { did, access_token } = await logIn(gate, app, player);
          const skip = { skip_blocked: true };
          assertSays(await setOn(newPlayer(), did, skip), says(4013));
          assertSays(await setOn(player, did, skip), says(0));
          // The answer was lost, the player has been logged out, and the call is repeated.
          await logOut(gate, access_token);
          assertSays(await setOn(player, did, skip), says(0));
          assertSays(await setOn(player, did), says(4013));
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
        });

        test('an unregistered type is told before a did that cannot be verified', async () => {
          assertSays(await setOn(newPlayer(), newPlayer(), { block_type: 99 }), says(4011));
        });

        test('64-bit dids are told apart', async () => {
          const player = newPlayer();
          const did = 9_007_199_254_740_993n + 2n * BigInt(player);
          await logIn(gate, app, player, { did });
          assertSays(await setOn(player, did - 1n), says(4013));
          assertSays(await setOn(player, did), says(0));
        });
      });
    }
  },
  { kinds: EITHER },
);
