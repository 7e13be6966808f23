// What a change leaves for the game server: a row in the outbox, written with the change (interface 3.1, 4.2 rule 4).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import { expectDone, suite, type TestApp } from '../support/harness.ts';
import { assertSays, GENERATIONS } from './generations.ts';
import { dateText, historyOf, newPlayer, registerType, restriction, SECOND } from './players.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

suite('outbox of restrictions', (gate) => {
  let told: TestApp;
  let untold: TestApp;
  before(async () => {
    told = await gate.createApp();
    untold = await gate.createApp();
    for (const app of [told, untold]) await registerType(gate, app);
    expectDone(
      await registerReceiver(gate.service.context, SYSTEM, {
        game_index: told.gameIndex,
        channel: 'restriction',
        url: 'https://game.example/restricted',
      }),
    );
  });

  const queued = (app: TestApp, player: number | bigint) =>
    gate.service.context.storage.db
      .selectFrom('outbox')
      .selectAll()
      .where('game_index', '=', app.gameIndex)
      .where('subject', '=', String(player))
      .orderBy('seq')
      .execute();

  for (const { path, call, says } of GENERATIONS) {
    const set = (app: TestApp, fields: object, headers = {}) =>
      call(gate, app, '/game/block/set', { ...fields }, { ...headers });

    describe(path('/game/block/set'), () => {
      test('a registration and a change leave one row each, in the order of the history', async () => {
        const player = newPlayer();
        const first = restriction(gate, player);
        const second = restriction(gate, player, { status: 'P', end_date: '2099-01-01 00:00:00' });
        const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
        assertSays(await set(told, first, { traceparent }), says(0));
        assertSays(await set(told, second), says(0));
        const rows = await queued(told, player);
        const history = await historyOf(gate, told, player);
        const payload = ({ player_id, status, start_date, end_date }: typeof first) =>
          `{"player_id":${player_id},"status":"${status}","start_date":"${start_date}","end_date":"${end_date}"}`;
        assert.deepEqual(
          rows.map((row) => ({ seq: row.seq, payload: row.payload, created_at: row.created_at })),
          [first, second].map((fields, index) => ({
            seq: history[index].seq,
            payload: payload(fields),
            created_at: gate.now,
          })),
        );
        assert.ok(rows[0]?.traceparent?.startsWith(`00-${TRACE}-`));
      });

      test('a skip_blocked that changes nothing, a refusal and a release leave none', async () => {
        const player = newPlayer();
        assertSays(await set(told, restriction(gate, player)), says(0));
        const again = { skip_blocked: true, status: 'P' };
        assertSays(await set(told, restriction(gate, player, again)), says(0));
        assertSays(await set(told, restriction(gate, player, { block_type: 99 })), says(4011));
        assertSays(await set(told, restriction(gate, player, { did: 5 })), says(4013));
        const over = { end_date: dateText(gate.now - SECOND) };
        const late = restriction(gate, player, { ...over, start_date: over.end_date });
        assertSays(await set(told, late), says(4000, { field: 'end_date', detail: 'in the past' }));
        assertSays(await call(gate, told, '/game/block/delete', { player_id: player }), says(0));
        assert.equal((await queued(told, player)).length, 1);
      });

      test('without a game server nothing is queued', async () => {
        const player = newPlayer();
        assertSays(await set(untold, restriction(gate, player)), says(0));
        assert.deepEqual(await queued(untold, player), []);
      });
    });
  }

  test('a 64-bit player id is queued digit for digit', async () => {
    const player = 9_007_199_254_740_993n;
    const [{ call, says }] = GENERATIONS;
    assertSays(await call(gate, told, '/game/block/set', restriction(gate, player)), says(0));
    const [row] = await queued(told, player);
    assert.match(row?.payload ?? '', /^\{"player_id":9007199254740993,/);
  });
});
