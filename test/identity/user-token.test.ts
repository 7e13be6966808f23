// A player's login token: it stops at once, on every process, when the login ends or a restriction begins.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { UserToken } from '../../src/identity/tokens.ts';
import { accessOf } from '../../src/identity/user-access.ts';
import type { Service } from '../../src/service.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import {
  DAY,
  dateText,
  HOUR,
  logIn,
  logOut,
  newPlayer,
  registerType,
  restrict,
  SECOND,
} from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';

suite(
  'user login tokens',
  (gate) => {
    let app: TestApp;
    let services: readonly Service[];
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      services = [gate.service, await gate.secondService()];
    });

    /** Whether the token counts, by each of the processes. */
    async function verdicts(text: string): Promise<boolean[]> {
      const known = await gate.service.directory.app(app.appid);
      assert.ok(known);
      return Promise.all(
        services.map(async ({ tokens, context, restrictions }) => {
          const check = await tokens.check(text);
          assert.ok('token' in check && check.token.use === 'user');
          const { playerId } = check.token;
          const access = await accessOf(context.storage.db, known, check.token, () =>
            restrictions.accessOf(known, playerId),
          );
          return access === 'whole';
        }),
      );
    }
    const release = (player_id: number) =>
      callGeneration2(gate.service, app, '/game/block/delete', { player_id });

    test('counts on every process from the login on', async () => {
      const { access_token } = await logIn(gate, app, newPlayer());
      assert.deepEqual(await verdicts(access_token), [true, true]);
    });

    for (const status of ['P', 'B']) {
      test(`stops at once when a restriction ${status} begins, and counts again after its release`, async () => {
        const player = newPlayer();
        const { access_token } = await logIn(gate, app, player);
        assert.deepEqual(await verdicts(access_token), [true, true]);
        await restrict(gate, app, player, { status });
        assert.deepEqual(await verdicts(access_token), [false, false]);
        await release(player);
        assert.deepEqual(await verdicts(access_token), [true, true]);
      });
    }

    test('counts until a later restriction starts, and again after it has ended', async () => {
      const player = newPlayer();
      const { access_token } = await logIn(gate, app, player);
      await restrict(gate, app, player, {
        start_date: dateText(gate.now + HOUR),
        end_date: dateText(gate.now + 2 * HOUR),
      });
      assert.deepEqual(await verdicts(access_token), [true, true]);
      gate.now += HOUR;
      assert.deepEqual(await verdicts(access_token), [false, false]);
      gate.now += HOUR + SECOND - 1;
      assert.deepEqual(await verdicts(access_token), [false, false]);
      gate.now += 1;
      assert.deepEqual(await verdicts(access_token), [true, true]);
    });

    test('stops at once with its login, not with that of another device', async () => {
      const player = newPlayer();
      const [phone, tablet] = [await logIn(gate, app, player), await logIn(gate, app, player)];
      await logOut(gate, phone.access_token);
      assert.deepEqual(await verdicts(phone.access_token), [false, false]);
      assert.deepEqual(await verdicts(tablet.access_token), [true, true]);
    });

    test('stops at once when another player logs in on the device', async () => {
      const first = await logIn(gate, app, newPlayer());
      await logIn(gate, app, newPlayer(), { did: first.did });
      assert.deepEqual(await verdicts(first.access_token), [false, false]);
    });

    test('carries player, device, login and account, exactly', async () => {
      const player_id = 9_007_199_254_740_993n;
      const account_uuid = '0e02b2c3-58cc-4372-a567-f47ac10bd479';
      const login = await logIn(gate, app, player_id, { account_uuid });
      for (const { tokens } of services) {
        const check = await tokens.check(login.access_token);
        assert.ok('token' in check);
        const { jti: _, loginId: _login, ...token } = check.token as UserToken;
        assert.deepEqual(token, {
          use: 'user',
          appid: app.appid,
          playerId: player_id,
          did: BigInt(login.did),
          accountUuid: account_uuid,
          expiresAt: gate.now + DAY,
        });
      }
    });

    test('ends after a day', async () => {
      const { access_token } = await logIn(gate, app, newPlayer());
      gate.now += DAY;
      for (const { tokens } of services) {
        assert.deepEqual(await tokens.check(access_token), { problem: 'TOKEN_EXPIRED' });
      }
    });
  },
  { kinds: EITHER },
);
