// POST /game/block/set and /v2/game/block/set: registering and changing a restriction (interface 3.1, 4.2, 4.7).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS, NO_DATE } from './generations.ts';
import {
  actionsOn,
  DAY,
  dateText,
  HOUR,
  historyOf,
  newPlayer,
  registerType,
  restriction,
  restrictionOf,
  TEMPORARY_TYPE,
} from './players.ts';

const PATH = '/game/block/set';

suite(
  'register access restriction',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      assert.equal(await registerType(gate, app), 1);
      assert.equal(await registerType(gate, app, TEMPORARY_TYPE), 2);
    });

    for (const { number, path, call, says } of GENERATIONS) {
      const set = (fields: object, headers = {}) =>
        call(gate, app, PATH, { ...fields }, { ...headers });
      const told = async (player: number) => {
        const found = await restrictionOf(gate, app, player);
        return found && { status: found.status, type: found.block_type, end: found.end_date };
      };

      describe(path(PATH), () => {
        test('none becomes P', async () => {
          const player = newPlayer();
          assertSays(await set(restriction(gate, player, { status: 'P' })), says(0));
          assert.deepEqual(await told(player), {
            status: 'P',
            type: 1,
            end: dateText(gate.now + DAY),
          });
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
        });

        test('none becomes B', async () => {
          const player = newPlayer();
          assertSays(await set(restriction(gate, player)), says(0));
          assert.deepEqual(await told(player), {
            status: 'B',
            type: 1,
            end: dateText(gate.now + DAY),
          });
        });

        for (const [from, to] of ['PP', 'PB', 'BP', 'BB']) {
          test(`${from} becomes ${to}: type and period are replaced`, async () => {
            const player = newPlayer();
            const end_date = dateText(gate.now + 2 * DAY);
            assertSays(await set(restriction(gate, player, { status: from })), says(0));
            const change = restriction(gate, player, { status: to, block_type: 2, end_date });
            assertSays(await set(change), says(0));
            assert.deepEqual(await told(player), { status: to, type: 2, end: end_date });
            assert.deepEqual(await actionsOn(gate, app, player), ['registered', 'changed']);
          });
        }

        for (const status of ['P', 'B']) {
          test(`skip_blocked leaves an existing ${status} unchanged and answers 0`, async () => {
            const player = newPlayer();
            assertSays(await set(restriction(gate, player, { status })), says(0));
            const before = await restrictionOf(gate, app, player);
            const other = { status: 'P', block_type: 2, skip_blocked: true };
            assertSays(await set(restriction(gate, player, other)), says(0));
            assert.deepEqual(await restrictionOf(gate, app, player), before);
            assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
          });
        }

        test('skip_blocked registers a player without a restriction', async () => {
          const player = newPlayer();
          assertSays(await set(restriction(gate, player, { skip_blocked: true })), says(0));
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
        });

        test('skip_blocked false changes an existing restriction', async () => {
          const player = newPlayer();
          assertSays(await set(restriction(gate, player)), says(0));
          const change = restriction(gate, player, { block_type: 2, skip_blocked: false });
          assertSays(await set(change), says(0));
          assert.equal((await told(player))?.type, 2);
        });

        test('skip_blocked on a restricted player is 0 before the type is judged', async () => {
          const player = newPlayer();
          const unknown = restriction(gate, player, { block_type: 77, skip_blocked: true });
          assertSays(await set(unknown), says(4011));
          assertSays(await set(restriction(gate, player)), says(0));
          assertSays(await set(unknown), says(0));
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
        });

        test('skip_blocked on a restricted player is 0 before the period is judged', async () => {
          const player = newPlayer();
          const [past, later] = [dateText(gate.now - DAY), dateText(gate.now + DAY)];
          const over = { start_date: past, end_date: past, skip_blocked: true };
          const reversed = { start_date: later, end_date: past, skip_blocked: true };
          assertSays(
            await set(restriction(gate, player, over)),
            says(4000, { field: 'end_date', detail: 'in the past' }),
          );
          assertSays(
            await set(restriction(gate, player, reversed)),
            says(4000, { field: 'start_date', detail: 'later than end_date' }),
          );
          assertSays(await set(restriction(gate, player)), says(0));
          const before = await restrictionOf(gate, app, player);
          const wrongLater = { block_type: 77, did: 5 };
          for (const period of [over, reversed]) {
            assertSays(await set(restriction(gate, player, { ...period, ...wrongLater })), says(0));
          }
          assert.deepEqual(await restrictionOf(gate, app, player), before);
          assert.deepEqual(await actionsOn(gate, app, player), ['registered']);
        });

        test('the period is judged before the type and the did', async () => {
          const past = { start_date: dateText(gate.now - DAY), end_date: dateText(gate.now - DAY) };
          assertSays(
            await set(restriction(gate, newPlayer(), { ...past, block_type: 77, did: 5 })),
            says(4000, { field: 'end_date', detail: 'in the past' }),
          );
        });

        test('skip_blocked does not excuse the shape of the parameters', async () => {
          const player = newPlayer();
          assertSays(await set(restriction(gate, player)), says(0));
          const wrong: readonly [object, { field: string; detail?: string }][] = [
            [{ status: 'X' }, { field: 'status' }],
            [{ end_date: undefined }, { field: 'end_date' }],
            [{ did: 'x' }, { field: 'did' }],
            [{ end_date: '2026-02-30 00:00:00' }, { field: 'end_date', detail: NO_DATE }],
          ];
          for (const [change, more] of wrong) {
            const fields = restriction(gate, player, { ...change, skip_blocked: true });
            assertSays(await set(fields), says(4000, more));
          }
        });

        const huge = [2 ** 53, 1e300, 9_007_199_254_740_993n, -(10n ** 30n)];
        for (const block_type of [3, 0, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER, ...huge]) {
          test(`the unregistered type ${block_type} is 4011 and changes nothing`, async () => {
            const player = newPlayer();
            assertSays(await set(restriction(gate, player, { block_type })), says(4011));
            assert.equal(await restrictionOf(gate, app, player), null);
            assert.deepEqual(await actionsOn(gate, app, player), []);
          });
        }

        test('a type of another app is unregistered', async () => {
          const other = await gate.createApp();
          const answer = await call(gate, other, PATH, restriction(gate, newPlayer()));
          assertSays(answer, says(4011));
        });

        const wrong: readonly [string, unknown][] = [
          ['player_id', undefined],
          ['player_id', null],
          ['player_id', '123'],
          ['player_id', true],
          ['player_id', [1]],
          ['status', undefined],
          ['status', null],
          ['status', 'p'],
          ['status', 'N'],
          ['status', ''],
          ['status', 1],
          ['block_type', undefined],
          ['block_type', null],
          ['block_type', '1'],
          ['block_type', 1.5],
          ['block_type', true],
          ['start_date', undefined],
          ['start_date', null],
          ['start_date', 20261115],
          ['end_date', undefined],
          ['end_date', null],
          ['end_date', {}],
          ['skip_blocked', 'true'],
          ['skip_blocked', 1],
          ['did', '5'],
          ['did', 0],
          ['did', 1.5],
          ['did', -5],
        ];
        for (const [field, value] of wrong) {
          test(`${field} ${show(value)} is an invalid parameter`, async () => {
            const player = newPlayer();
            const answer = await set(restriction(gate, player, { [field]: value }));
            assertSays(answer, says(4000, { field }));
            assert.deepEqual(await actionsOn(gate, app, player), []);
          });
        }

        for (const [name, absent] of [
          ['null', null],
          ['empty text', ''],
        ] as const) {
          test(`${name} stands for an absent optional field, and unknown fields are ignored`, async () => {
            const player = newPlayer();
            const fields = {
              skip_blocked: absent,
              did: absent,
              memo: 'x',
              nested: { did: 'y', z: [null] },
            };
            assertSays(await set(restriction(gate, player, fields)), says(0));
            assert.equal((await told(player))?.status, 'B');
          });
        }

        for (const iscrypt of [undefined, '1', '', '00', 'false']) {
          test(`the header ISCRYPT ${show(iscrypt)} is an invalid parameter`, async () => {
            const answer = await set(restriction(gate, newPlayer()), { ISCRYPT: iscrypt });
            assertSays(answer, says(4000, { field: 'ISCRYPT' }));
          });
        }

        test('the history tells who did what, with the values before and after', async () => {
          const player = newPlayer();
          const first = restriction(gate, player);
          const second = restriction(gate, player, { status: 'P', block_type: 2 });
          assertSays(await set(first), says(0));
          gate.now += HOUR;
          assertSays(await set(second), says(0));
          const actor =
            number === 1
              ? { kind: 'key', name: await keyIdOf(app) }
              : { kind: 'client', name: app.clientId };
          const [registered, changed] = await historyOf(gate, app, player);
          const { player_id: _one, ...before } = first;
          const { player_id: _two, ...after } = second;
          const at = (time: number) => new Date(time).toISOString();
          assert.deepEqual(
            [registered, changed],
            [
              {
                seq: registered.seq,
                at: at(gate.now - HOUR),
                action: 'registered',
                actor,
                comment: null,
                before: null,
                after: before,
              },
              {
                seq: changed.seq,
                at: at(gate.now),
                action: 'changed',
                actor,
                comment: null,
                before,
                after,
              },
            ],
          );
          assert.ok(registered.seq < changed.seq);
        });
      });
    }

    async function keyIdOf({ appid }: TestApp): Promise<string> {
      const known = await gate.service.directory.app(appid);
      return known?.keys[0]?.keyId ?? '';
    }
  },
  { kinds: EITHER },
);

function show(value: unknown): string {
  return typeof value === 'bigint' ? `${value}` : (JSON.stringify(value) ?? 'missing');
}
