// Devices: a restriction of the login may include them, and then nobody else logs in on them until it ends.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { EITHER } from '../support/databases.ts';
import { inject, suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, generation2 } from './generations.ts';
import {
  DAY,
  dateText,
  HOUR,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restriction,
} from './players.ts';

const { call, says } = generation2;

suite(
  'restricted devices',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
      await admin(gate, 'PUT', `/apps/${app.appid}/types/1/appeals`, { allowed: true });
    });

    const page = (player: number) => `/apps/${app.appid}/players/${player}`;
    const read = async (player: number) => (await admin(gate, 'GET', page(player))).body;
    const set = (player: number, more = {}) =>
      call(gate, app, '/game/block/scope/set', {
        ...restriction(gate, player),
        scope: 'login',
        with_devices: true,
        ...more,
      });
    /** A restricted player with a device, and another player. */
    const pair = async (more = {}) => {
      const [cause, other] = [newPlayer(), newPlayer()];
      const { did } = await logIn(gate, app, cause);
      gate.now += 1_000;
      assertSays(await set(cause, more), says(0));
      return { cause, other, did };
    };
    const isOpen = async (player: number, did: number) =>
      (await logIn(gate, app, player, { did })).access_token !== null;

    test('another player on the device gets that restriction, and nothing of the restricted player', async () => {
      const { cause, other, did } = await pair();
      const { access_token, restriction: told } = await logIn(gate, app, other, { did });
      assert.equal(access_token, null);
      const own = (await logIn(gate, app, cause)).restriction;
      assert.ok('appeal_code' in own && !('by_device' in own));
      const { appeal_code: _, ...shown } = own;
      assert.deepEqual(told, {
        ...shown,
        player_id: other,
        support_code: told.support_code,
        by_device: true,
      });
      assert.ok(!told.support_code.includes(cause.toString(36).toUpperCase()));
      assert.ok(await isOpen(other, newPlayer()), 'on another device');
      assert.ok((await logIn(gate, app, other)).access_token, 'on a new device');
      assert.deepEqual((await read(cause)).with_devices, [did]);
      assert.deepEqual((await read(other)).by_device, [{ did, player_id: cause }]);
    });

    test('off by default, and the calls of the interface do not know it', async () => {
      for (const { call: send } of GENERATIONS) {
        const [cause, other] = [newPlayer(), newPlayer()];
        const { did } = await logIn(gate, app, cause);
        const fields = { ...restriction(gate, cause), with_devices: true };
        await send(gate, app, '/game/block/set', fields);
        assert.ok(await isOpen(other, did));
        assert.ok(!('with_devices' in (await read(cause))));
      }
      const wrong = await set(newPlayer(), { scope: 'chat' });
      const detail = 'only with the scope login';
      assertSays(wrong, says(4000, { field: 'with_devices', detail }));
    });

    test('ends with its cause: released, expired, or changed to one without', async () => {
      const released = await pair();
      assertSays(
        await call(gate, app, '/game/block/delete', { player_id: released.cause }),
        says(0),
      );
      const changed = await pair();
      assertSays(await set(changed.cause, { with_devices: false }), says(0));
      const expired = await pair({ end_date: dateText(gate.now + HOUR) });
      assert.ok(!(await isOpen(expired.other, expired.did)));
      gate.now += 2 * HOUR;
      for (const { cause, other, did } of [released, changed, expired]) {
        assert.ok(await isOpen(other, did));
        await gate.service.restrictions.expire();
        assert.ok(!('with_devices' in (await read(cause))));
      }
    });

    test('a change that says nothing keeps it; one that has not begun does not count yet', async () => {
      const kept = await pair();
      await restrict(gate, app, kept.cause, { status: 'P' });
      assert.ok(!(await isOpen(kept.other, kept.did)));
      const later = await pair({
        start_date: dateText(gate.now + DAY),
        end_date: dateText(gate.now + 2 * DAY),
      });
      assert.ok(await isOpen(later.other, later.did));
      gate.now += DAY;
      assert.ok(!(await isOpen(later.other, later.did)));
    });

    test('one action excepts a player, another ends the exception', async () => {
      const { other, did } = await pair({ status: 'P' });
      const exception = `${page(other)}/device-exception`;
      assert.equal((await admin(gate, 'PUT', exception)).body.device_exception, true);
      assert.ok(await isOpen(other, did));
      assert.ok(!('device_exception' in (await admin(gate, 'DELETE', exception)).body));
      assert.ok(!(await isOpen(other, did)));
    });

    test('the last ten devices, and only of this app', async () => {
      const cause = newPlayer();
      const dids: number[] = [];
      for (let count = 0; count < 11; count++) {
        gate.now += 1_000;
        dids.push((await logIn(gate, app, cause)).did);
      }
      assertSays(await set(cause), says(0));
      const other = newPlayer();
      assert.ok(await isOpen(other, dids[0] as number), 'the oldest is free');
      for (const did of dids.slice(1)) assert.ok(!(await isOpen(other, did)));
      const elsewhere = await gate.createApp();
      const answer = await logIn(gate, elsewhere, other, { did: dids[10] });
      assert.ok(answer.access_token);
    });

    test('the first restriction with devices of an app counts at once, in every process', async () => {
      const fresh = await gate.createApp();
      await registerType(gate, fresh);
      const other = await gate.secondService();
      const logInThere = async (did: number) => {
        const headers = { authorization: `Bearer ${await gate.token(fresh)}` };
        const body = { appid: fresh.appid, player_id: newPlayer(), did };
        return (await inject(other, 'POST', '/auth/v1/login', body, headers)).body;
      };
      assert.ok((await logInThere(1)).access_token);
      const cause = newPlayer();
      const { did } = await logIn(gate, fresh, cause);
      const fields = { ...restriction(gate, cause), scope: 'login', with_devices: true };
      assertSays(await call(gate, fresh, '/game/block/scope/set', fields), says(0));
      assert.equal((await logIn(gate, fresh, newPlayer(), { did })).access_token, null);
      assert.equal((await logInThere(did)).access_token, null);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
