// POST /v2/game/block/history: who did what to a player, newest first, in pages. Beyond the interface.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import { suite, type TestApp } from '../support/harness.ts';
import { assertSays, generation1, generation2 } from './generations.ts';
import { newPlayer, registerType, restrict, restriction } from './players.ts';

suite(
  '/v2/game/block/history',
  (gate) => {
    let app: TestApp;
    before(async () => {
      app = await gate.createApp();
      await registerType(gate, app);
    });

    const { call, says } = generation2;
    const history = (fields: object) => call(gate, app, '/game/block/history', { ...fields });

    test('a player to whom nothing happened has an empty history', async () => {
      const data = { history: [], next: null };
      assertSays(await history({ player_id: newPlayer() }), says(0, { data }));
    });

    test('pages follow one another without gap or repetition, newest first', async () => {
      const player_id = newPlayer();
      for (let count = 0; count < 7; count++) await restrict(gate, app, player_id);
      const whole = (await history({ player_id })).body.data;
      assert.equal(whole.history.length, 7);
      assert.equal(whole.next, null);
      const seqs = whole.history.map((entry: { seq: number }) => entry.seq);
      assert.deepEqual(
        seqs,
        seqs.toSorted((one: number, other: number) => other - one),
      );

      const pages = [];
      let before: number | undefined;
      do {
        const { data } = (await history({ player_id, size: 3, before })).body;
        pages.push(data.history);
        before = data.next ?? undefined;
      } while (before !== undefined);
      assert.deepEqual(
        pages.map((page) => page.length),
        [3, 3, 1],
      );
      assert.deepEqual(pages.flat(), whole.history);
    });

    test('a release is told with the values it ended', async () => {
      const player_id = newPlayer();
      await restrict(gate, app, player_id);
      const { player_id: _, ...before } = restriction(gate, player_id);
      assertSays(
        await generation1.call(gate, app, '/game/block/delete', { player_id }),
        generation1.says(0),
      );
      const [newest] = (await history({ player_id, size: 1 })).body.data.history;
      assert.deepEqual(newest, {
        seq: newest.seq,
        at: new Date(gate.now).toISOString(),
        action: 'released',
        actor: { kind: 'key', name: newest.actor.name },
        comment: null,
        before,
        after: null,
      });
    });

    test('size is 1 to 100, before is a number of an earlier answer', async () => {
      const player_id = newPlayer();
      for (const size of [0, 101, -1, 1.5, '5']) {
        assertSays(await history({ player_id, size }), says(4000, { field: 'size' }));
      }
      for (const before of [0, '1', 1.5, JSON.rawJSON('1e300')]) {
        assertSays(await history({ player_id, before }), says(4000, { field: 'before' }));
      }
    });
  },
  { kinds: EITHER },
);
