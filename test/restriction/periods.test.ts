// Periods: dates, the app's time zone, and what happens when the end has passed (interface 3.1, 4.2, 4.7).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, generation1, NO_DATE } from './generations.ts';
import {
  actionsOn,
  DAY,
  dateText,
  HOUR,
  historyOf,
  logIn,
  newPlayer,
  registerType,
  restrict,
  restriction,
  restrictionOf,
  SECOND,
} from './players.ts';

const PATH = '/game/block/set';

suite(
  'periods of restrictions',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    for (const { path, call, says } of GENERATIONS) {
      const set = (more: object, player = newPlayer()) =>
        call(gate, app, PATH, restriction(gate, player, more));

      describe(path(PATH), () => {
        const unreal = [
          '2026-11-16',
          '2026-11-16T00:00:00',
          '2026-11-16 00:00',
          '2026-11-16 00:00:00 ',
          ' 2026-11-16 00:00:00',
          '2026-11-16 00:00:00Z',
          '2026-11-16  00:00:00',
          '2026-1-16 00:00:00',
          '26-11-16 00:00:00',
          '12026-11-16 00:00:00',
          '2026/11/16 00:00:00',
          '2026-11-31 00:00:00',
          '2027-02-29 00:00:00',
          '2100-02-29 00:00:00',
          '2026-13-01 00:00:00',
          '2026-00-01 00:00:00',
          '2026-11-00 00:00:00',
          '2026-11-16 24:00:00',
          '2026-11-16 00:60:00',
          '2026-11-16 00:00:60',
          '２０２６-11-16 00:00:00',
          'tomorrow',
          '',
        ];
        test('only YYYY-MM-DD HH:mm:ss of a real date is a date, for P and for B', async () => {
          for (const text of unreal) {
            for (const field of ['start_date', 'end_date']) {
              for (const status of ['P', 'B']) {
                assertSays(
                  await set({ status, [field]: text }),
                  says(4000, { field, detail: NO_DATE }),
                );
              }
            }
          }
        });

        test('the 29th of February of a leap year is a date', async () => {
          const period = { start_date: '2096-02-29 23:59:59', end_date: '2096-02-29 23:59:59' };
          assertSays(await set(period), says(0));
        });

        test('B: a start later than the end is an invalid parameter, an equal one is not', async () => {
          const end_date = dateText(gate.now + HOUR);
          const late = { start_date: dateText(gate.now + HOUR + SECOND), end_date };
          assertSays(
            await set(late),
            says(4000, { field: 'start_date', detail: 'later than end_date' }),
          );
          assertSays(await set({ start_date: end_date, end_date }), says(0));
        });

        test('B: a time later than the end is an invalid parameter, the end itself is not', async () => {
          const start_date = dateText(gate.now - HOUR);
          const over = { start_date, end_date: dateText(gate.now - SECOND) };
          assertSays(await set(over), says(4000, { field: 'end_date', detail: 'in the past' }));
          assertSays(await set({ start_date, end_date: dateText(gate.now) }), says(0));
        });

        test('P: the order of its dates is not judged, and it never expires', async () => {
          const player = newPlayer();
          const dates = { start_date: '2026-11-01 00:00:00', end_date: '2001-01-01 00:00:00' };
          assertSays(await set({ status: 'P', ...dates }, player), says(0));
          gate.now += 3_650 * DAY;
          await gate.service.restrictions.expire();
          const found = await restrictionOf(gate, app, player);
          assert.deepEqual(
            { status: found.status, in_effect: found.in_effect, end_date: found.end_date },
            { status: 'P', in_effect: true, end_date: dates.end_date },
          );
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
          assert.equal((await logIn(gate, app, player)).access_token, null);
          assertSays(await call(gate, app, '/game/block/delete', { player_id: player }), says(0));
        });

        test('before its start a B is registered and keeps nobody out', async () => {
          const player = newPlayer();
          const start = gate.now + HOUR;
          const period = { start_date: dateText(start), end_date: dateText(start + HOUR) };
          assertSays(await set(period, player), says(0));
          assert.equal((await restrictionOf(gate, app, player)).in_effect, false);
          assert.equal(typeof (await logIn(gate, app, player)).access_token, 'string');
          assertSays(await set({ skip_blocked: true }, player), says(0));
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
          gate.now = start;
          assert.equal((await restrictionOf(gate, app, player)).in_effect, true);
          assert.equal((await logIn(gate, app, player)).access_token, null);
        });

        test('B: an end in the current second is allowed, one before it is not', async () => {
          const second = gate.now;
          const start_date = dateText(second - HOUR);
          const player = newPlayer();
          gate.now += SECOND - 1;
          assertSays(await set({ start_date, end_date: dateText(second) }, player), says(0));
          assert.equal((await restrictionOf(gate, app, player)).in_effect, true);
          gate.now += 1;
          assert.equal(await restrictionOf(gate, app, player), null);
          assertSays(
            await set({ start_date, end_date: dateText(second) }, player),
            says(4000, { field: 'end_date', detail: 'in the past' }),
          );
        });

        test('up to its end a B keeps the player out, after its last second login is open', async () => {
          const player = newPlayer();
          assertSays(await set({}, player), says(0));
          gate.now += DAY + SECOND - 1;
          const kept = await logIn(gate, app, player);
          assert.deepEqual([kept.access_token, kept.restriction.in_effect], [null, true]);
          assert.equal((await restrictionOf(gate, app, player)).in_effect, true);
          gate.now += 1;
          const login = await logIn(gate, app, player);
          assert.deepEqual([typeof login.access_token, login.restriction], ['string', null]);
          assert.equal(await restrictionOf(gate, app, player), null);
        });

        test('in its last second a B is live for skip_blocked, release and its type; then for none', async () => {
          const block_type = await registerType(gate, app);
          const [skipped, released] = [newPlayer(), newPlayer()];
          assertSays(await set({ block_type }, skipped), says(0));
          assertSays(await set({ block_type }, released), says(0));
          const release = (player_id: number) =>
            call(gate, app, '/game/block/delete', { player_id });
          const deleteType = () => call(gate, app, '/game/block/type/delete', { block_type });
          gate.now += DAY + SECOND - 1;
          await gate.service.restrictions.expire();
          assertSays(await set({ skip_blocked: true, status: 'P' }, skipped), says(0));
          assertSays(await release(released), says(0));
          assertSays(await deleteType(), says(4012));
          assert.deepEqual(await actionsOn(gate, app, skipped), ['registered']);
          gate.now += 1;
          assertSays(await release(skipped), says(2002));
          assertSays(await deleteType(), says(0));
          assert.deepEqual(await actionsOn(gate, app, skipped), ['registered', 'expired']);
          assert.deepEqual(await actionsOn(gate, app, released), ['registered', 'released']);
        });

        test('skip_blocked does not protect a period that is over', async () => {
          const player = newPlayer();
          assertSays(await set({}, player), says(0));
          gate.now += DAY + SECOND;
          assertSays(await set({ skip_blocked: true, status: 'P' }, player), says(0));
          assert.equal((await restrictionOf(gate, app, player)).status, 'P');
          const actions = await actionsOn(gate, app, player);
          assert.deepEqual(actions, ['registered', 'expired', 'registered']);
        });

        test('a set after the end registers anew instead of changing', async () => {
          const player = newPlayer();
          assertSays(await set({}, player), says(0));
          gate.now += DAY + SECOND;
          assertSays(await set({}, player), says(0));
          const actions = await actionsOn(gate, app, player);
          assert.deepEqual(actions, ['registered', 'expired', 'registered']);
        });
      });
    }

    test('the history says expired exactly once, whoever looks how often', async () => {
      const player = newPlayer();
      await restrict(gate, app, player);
      const { player_id: _, ...before } = restriction(gate, player);
      gate.now += DAY + SECOND;
      const other = await gate.secondService();
      assert.ok((await gate.service.restrictions.expire()) >= 1);
      assert.equal(await other.restrictions.expire(), 0);
      assert.equal(await gate.service.restrictions.expire(), 0);
      const release = { player_id: player };
      assertSays(
        await generation1.call(gate, app, '/game/block/delete', release),
        generation1.says(2002),
      );
      const history = await historyOf(gate, app, player);
      assert.equal(history.length, 2);
      assert.deepEqual(history[1], {
        seq: history[1].seq,
        at: new Date(gate.now).toISOString(),
        action: 'expired',
        actor: { kind: 'system', name: 'expiry' },
        comment: null,
        before,
        after: null,
      });
    });

    /** When a period given in the zone's own time begins and ends, seen from outside. */
    const zones: readonly [string, string, string][] = [
      ['Asia/Seoul', '2030-06-01 09:00:00', '2030-06-01T00:00:00Z'],
      ['Asia/Kathmandu', '2030-06-01 05:45:00', '2030-06-01T00:00:00Z'],
      ['Pacific/Kiritimati', '2030-01-01 00:00:00', '2029-12-31T10:00:00Z'],
      ['America/New_York', '2030-03-10 01:59:59', '2030-03-10T06:59:59Z'],
      ['America/New_York', '2030-03-10 03:00:00', '2030-03-10T07:00:00Z'],
      ['America/New_York', '2030-07-04 00:00:00', '2030-07-04T04:00:00Z'],
      ['Europe/Berlin', '2030-10-27 01:59:59', '2030-10-26T23:59:59Z'],
      ['Europe/Berlin', '2030-10-27 03:00:00', '2030-10-27T02:00:00Z'],
    ];
    for (const [timeZone, text, instant] of zones) {
      test(`${text} in ${timeZone} is ${instant}`, async () => {
        const local = await gate.createApp({ timeZone });
        await registerType(gate, local);
        const player = newPlayer();
        const period = { start_date: '2026-11-15 00:00:00', end_date: text };
        const back = gate.now;
        gate.now = Date.parse(instant) + SECOND - 1;
        assertSays(
          await generation1.call(gate, local, PATH, restriction(gate, player, period)),
          generation1.says(0),
        );
        assert.equal((await restrictionOf(gate, local, player)).end_date, text);
        gate.now += 1;
        assert.equal(await restrictionOf(gate, local, player), null);
        assertSays(
          await generation1.call(gate, local, PATH, restriction(gate, player, period)),
          generation1.says(4000, { field: 'end_date', detail: 'in the past' }),
        );
        gate.now = back;
      });
    }

    /** Start and end as New York writes them, and whether that is a period. */
    const changes: readonly [string, string, string, boolean][] = [
      ['the end after the skipped hour', '2030-03-10 02:30:00', '2030-03-10 03:10:00', true],
      ['both in the skipped hour', '2030-03-10 02:30:00', '2030-03-10 02:40:00', true],
      ['the end in the skipped hour', '2030-03-10 01:30:00', '2030-03-10 02:30:00', true],
      ['the start after the skipped hour', '2030-03-10 03:10:00', '2030-03-10 02:30:00', false],
      ['both in the hour that comes twice', '2030-11-03 01:10:00', '2030-11-03 01:50:00', true],
      ['an end before it there', '2030-11-03 01:50:00', '2030-11-03 01:10:00', false],
    ];
    for (const [name, start_date, end_date, isPeriod] of changes) {
      test(`dates are compared as written around a clock change: ${name}`, async () => {
        const local = await gate.createApp({ timeZone: 'America/New_York' });
        const back = gate.now;
        gate.now = Date.parse('2030-01-01T00:00:00Z');
        await registerType(gate, local);
        for (const { call, says } of GENERATIONS) {
          const player = newPlayer();
          const fields = restriction(gate, player, { start_date, end_date });
          const expected = isPeriod
            ? says(0)
            : says(4000, { field: 'start_date', detail: 'later than end_date' });
          assertSays(await call(gate, local, PATH, fields), expected);
          const found = await restrictionOf(gate, local, player);
          assert.deepEqual(
            found && { start_date: found.start_date, end_date: found.end_date },
            isPeriod ? { start_date, end_date } : null,
          );
        }
        gate.now = back;
      });
    }

    test('a period that starts in the skipped hour is in effect when it ends', async () => {
      const local = await gate.createApp({ timeZone: 'America/New_York' });
      await registerType(gate, local);
      const player = newPlayer();
      const period = { start_date: '2030-03-10 02:30:00', end_date: '2030-03-10 03:10:00' };
      const back = gate.now;
      gate.now = Date.parse('2030-01-01T00:00:00Z');
      await restrict(gate, local, player, period);
      gate.now = Date.parse('2030-03-10T07:10:00.999Z');
      assert.equal((await restrictionOf(gate, local, player)).in_effect, true);
      gate.now += 1;
      assert.equal(await restrictionOf(gate, local, player), null);
      gate.now = back;
    });
  },
  { kinds: EITHER },
);
