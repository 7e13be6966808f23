// Restricted users: set and delete, in both generations (2.3, 3.1, 4.2, 4.3, 4.7, 4.8).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { GENERATIONS, generation2 } from './client.ts';
import { assertResult } from './contract.ts';
import { day, logIn, newPlayer, RUNNING, registerType, removeAll, restrict } from './players.ts';

let blockType: number;
let otherType: number;
before(async () => {
  blockType = await registerType();
  otherType = await registerType();
});
after(removeAll);

const FOREVER = { status: 'P', start_date: '2020-01-01 00:00:00', end_date: '2020-01-01 00:00:00' };

/** What is registered for the player, as far as the request said it. */
async function registered(playerId: bigint) {
  const found = unwrap(await tollgate.restrictions.get({ playerId }));
  if (found === null) return null;
  const { status, blockType: block_type, startDate: start_date, endDate: end_date } = found;
  return { status, block_type, start_date, end_date };
}

/** What was done to the player, newest first. */
async function actions(playerId: bigint): Promise<string[]> {
  const { history } = unwrap(await tollgate.restrictions.history({ playerId }));
  return history.map(({ action }) => action);
}

for (const generation of GENERATIONS) {
  const set = (player_id: unknown, fields: object = {}) =>
    generation.call('set', { player_id, block_type: blockType, ...RUNNING, ...fields });
  const release = (player_id: unknown) => generation.call('delete', { player_id });

  describe(`generation ${generation.number}: set`, () => {
    for (const period of [RUNNING, FOREVER]) {
      test(`none becomes ${period.status}`, async () => {
        const player = newPlayer();
        assertResult(await set(player, period), 0, generation);
        assert.deepEqual(await registered(player), { block_type: blockType, ...period });
      });
    }

    test('B becomes P and P becomes B: type and period are replaced', async () => {
      const player = newPlayer();
      await set(player);
      assertResult(await set(player, { ...FOREVER, block_type: otherType }), 0, generation);
      assert.deepEqual(await registered(player), { block_type: otherType, ...FOREVER });
      assertResult(await set(player), 0, generation);
      assert.deepEqual(await registered(player), { block_type: blockType, ...RUNNING });
    });

    test('skip_blocked leaves an existing restriction as it is, and registers a first one', async () => {
      const player = newPlayer();
      const skip = { ...FOREVER, block_type: otherType, skip_blocked: true };
      assertResult(await set(player, { skip_blocked: true }), 0, generation);
      assertResult(await set(player, skip), 0, generation);
      assert.deepEqual(await registered(player), { block_type: blockType, ...RUNNING });
      assertResult(await set(player, { ...skip, skip_blocked: false }), 0, generation);
      assert.deepEqual(await registered(player), { block_type: otherType, ...FOREVER });
    });

    test('of many simultaneous skip_blocked calls exactly one registers', async () => {
      const player = newPlayer();
      const ends = Array.from({ length: 16 }, (_, index) => day(3 + index));
      const answers = await Promise.all(
        ends.map((end_date) => set(player, { end_date, skip_blocked: true })),
      );
      for (const answer of answers) assertResult(answer, 0, generation);
      assert.deepEqual(await actions(player), ['registered']);
    });

    test('start equal to end is a period', async () => {
      const moment = day(1);
      const answer = await set(newPlayer(), { start_date: moment, end_date: moment });
      assertResult(answer, 0, generation);
    });

    test('4000: start later than end, or an end that has passed', async () => {
      const wrong = [
        { start_date: day(2), end_date: day(1) },
        { start_date: day(-9), end_date: day(-8) },
      ];
      for (const period of wrong) assertResult(await set(newPlayer(), period), 4000, generation);
    });

    test('4000: a date of another form, or that is none', async () => {
      const wrong = [
        ...['2099-12-31', '2099-12-31T00:00:00', '2099-12-31 00:00', '2099-2-1 00:00:00'],
        ...['2099-02-30 00:00:00', '2099-12-31 24:00:00', ' 2099-12-31 00:00:00', ''],
      ];
      for (const end_date of wrong) {
        assertResult(await set(newPlayer(), { end_date }), 4000, generation);
        assertResult(await set(newPlayer(), { ...FOREVER, end_date }), 4000, generation);
      }
    });

    test('4000: a field missing or of a wrong kind', async () => {
      const wrong: Record<string, readonly unknown[]> = {
        player_id: [undefined, null, '1', 1.5, 0, -1, 2n ** 63n, true],
        status: [undefined, null, 'p', 'X', 1],
        block_type: [undefined, null, '1', 1.5],
        start_date: [undefined, null, 20_991_231],
        end_date: [undefined, null, 20_991_231],
        skip_blocked: ['true', 1],
        did: ['1', 1.5, 0, -1, 2n ** 63n],
      };
      for (const [name, values] of Object.entries(wrong)) {
        for (const value of values) {
          assertResult(await set(newPlayer(), { [name]: value }), 4000, generation);
        }
      }
    });

    test('null or absent is the same for an optional field; unknown fields are ignored', async () => {
      const fields = { skip_blocked: null, did: null, unknown: { deep: [] } };
      assertResult(await set(newPlayer(), fields), 0, generation);
    });

    test('4011: an unregistered type', async () => {
      const deleted = await registerType();
      await generation.call('type/delete', { block_type: deleted });
      for (const block_type of [0, -1, deleted, Number.MAX_SAFE_INTEGER]) {
        assertResult(await set(newPlayer(), { block_type }), 4011, generation);
      }
    });
  });

  describe(`generation ${generation.number}: set with a did`, () => {
    test('passes while the player is logged in on that device', async () => {
      const player = newPlayer();
      const { did } = await logIn(player);
      assertResult(await set(player, { did }), 0, generation);
    });

    test('4013: logged out, another device, or another player', async () => {
      const player = newPlayer();
      const { did } = await logIn(player);
      assertResult(await set(newPlayer(), { did }), 4013, generation);
      assertResult(await set(player, { did: newPlayer() }), 4013, generation);
      unwrap(await tollgate.players.logout({ playerId: player }));
      assertResult(await set(player, { did }), 4013, generation);
      assert.equal(await registered(player), null);
    });

    test('64-bit dids are told apart to the last digit', async () => {
      const player = newPlayer();
      const did = newPlayer();
      await logIn(player, { did });
      assertResult(await set(player, { did: did ^ 1n }), 4013, generation);
      assertResult(await set(player, { did }), 0, generation);
    });

    test('skip_blocked on a restricted player: 0 before the did is judged', async () => {
      const player = newPlayer();
      await restrict(player, blockType);
      const answer = await set(player, { did: newPlayer(), skip_blocked: true });
      assertResult(answer, 0, generation);
    });
  });

  describe(`generation ${generation.number}: delete`, () => {
    for (const period of [RUNNING, FOREVER]) {
      test(`${period.status} becomes none; a second release is 2002`, async () => {
        const player = newPlayer();
        await set(player, period);
        assertResult(await release(player), 0, generation);
        assert.equal(await registered(player), null);
        assertResult(await release(player), 2002, generation);
      });
    }

    test('2002: never restricted', async () => {
      assertResult(await release(newPlayer()), 2002, generation);
    });

    test('4000: player_id missing or no 64-bit integer', async () => {
      for (const value of [undefined, null, '', '1', 1.5, 0, -1, 2n ** 63n, 2n ** 64n]) {
        assertResult(await release(value), 4000, generation);
      }
    });
  });

  describe(`generation ${generation.number}: 64-bit player ids`, () => {
    test('neighbours beyond 2^53 are two players', async () => {
      const player = newPlayer();
      const neighbour = player ^ 1n;
      assertResult(await set(player), 0, generation);
      assertResult(await release(neighbour), 2002, generation);
      const { body, text } = await generation2.call<{ restriction: { player_id: bigint } }>('get', {
        player_id: player,
      });
      assert.equal(body.data.restriction.player_id, player);
      assert.ok(text.includes(`"player_id":${player}`), 'printed as a number, every digit');
      assertResult(await release(player), 0, generation);
    });
  });
}

describe('a period that is over', () => {
  test('is no restriction: 2002, and skip_blocked does not protect it', async (context) => {
    const player = newPlayer();
    const set = { player_id: player, block_type: blockType, ...RUNNING };
    let end = 0;
    for (let soon = 2_000; ; soon *= 2) {
      end = Date.now() + soon;
      const end_date = new Date(end).toISOString().slice(0, 19).replace('T', ' ');
      const { body } = await generation2.call('set', { ...set, end_date });
      if (body.result_code !== 4000) break;
      // On a busy machine it may be over before the service has read it.
      if (Date.now() < end - 1_000) return context.skip('the app does not count in UTC');
    }
    for (let asked = Date.now(); (await registered(player)) !== null; asked = Date.now()) {
      if (asked > end + 2_000) return context.skip('the app does not count in UTC');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assertResult(await generation2.call('delete', { player_id: player }), 2002, generation2);
    const skip = { ...set, block_type: otherType, skip_blocked: true };
    assertResult(await generation2.call('set', skip), 0, generation2);
    assert.deepEqual(await registered(player), { block_type: otherType, ...RUNNING });
    assert.deepEqual(await actions(player), ['registered', 'expired', 'registered']);
  });
});
