// A restriction that is no longer the player's current one is not sent, and is in the log as superseded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLaneState } from '../../../src/outbox/backlog.ts';
import type { App } from '../../../src/tenants/directory.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { suite } from '../../support/harness.ts';
import { accept, answer } from '../game-server.ts';
import {
  createProject,
  laneOf,
  logOf,
  named,
  openRelay,
  type Project,
  players,
} from '../project.ts';

const SECOND = 1_000;

suite(
  'superseded notifications',
  (gate) => {
    const waiting = async (app: Project) =>
      (await readLaneState(gate.service.context.storage.db, laneOf(app), gate.now)).waiting;
    const resultsOf = async (app: Project) =>
      (await logOf(gate, app)).map(({ number, result, message_count, error }) => ({
        number,
        result,
        message_count,
        error,
      }));

    const ends = (app: Project) =>
      app.server.told().map((data) => data.map(({ end_date }) => end_date));

    /** Restricts the player 1 in another app of the project. */
    async function secondApp({ gameIndex }: Project) {
      const other = await gate.createApp({ gameIndex });
      const { directory, restrictions } = gate.service;
      const second = (await directory.app(other.appid)) as App;
      const actor = { kind: 'key', name: 'test' } as const;
      const text = (language: 'ko' | 'en') => ({ language, reason: 'reason' });
      await restrictions.types.register(second, {
        type_status: 'O',
        type_name: 'type',
        type_en_name: 'type',
        reasons: [text('ko'), text('en')],
      });
      const period = { status: 'B', block_type: 1, start_date: '2026-01-01 00:00:00' } as const;
      return {
        set: (end_date: string) =>
          restrictions.set(second, { player_id: 1n, ...period, end_date }, { actor }),
        release: () => restrictions.release(second, 1n, { actor }),
      };
    }
    type Second = Awaited<ReturnType<typeof secondApp>>;

    test('a player released before sending is not announced', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict(players(1n, 3));
      await app.release(2n);
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), [[1n, 3n]]);
      assert.deepEqual(await resultsOf(app), [
        {
          number: 0,
          result: 'superseded',
          message_count: 1,
          error: 'not sent, because they changed since: 2',
        },
        { number: 1, result: 'delivered', message_count: 2, error: null },
      ]);
    });

    test('when nobody of them is restricted any more, nothing is sent and nothing waits', async (t) => {
      const app = await createProject(gate, t);
      const all = players(1n, 250);
      await app.restrict(all);
      for (const player of all) await app.release(player);
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), []);
      assert.equal(await waiting(app), 0);
      const log = await logOf(gate, app);
      assert.deepEqual(
        log.map(({ result, message_count }) => [result, message_count]),
        [
          ['superseded', 200],
          ['superseded', 50],
        ],
      );
    });

    test('a period that is over before sending is not announced, though nobody has recorded its end', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict([1n], '2026-11-15 12:00:10');
      await app.restrict([2n]);
      gate.now = Math.max(gate.now, Date.UTC(2026, 10, 15, 12, 0, 10)) + SECOND;
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), [[2n]]);
    });

    test('a period in its last second is announced', async (t) => {
      const app = await createProject(gate, t);
      gate.now += 10 * SECOND - (gate.now % SECOND);
      await app.restrict([1n], new Date(gate.now).toISOString().slice(0, 19).replace('T', ' '));
      gate.now += SECOND - 1;
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), [[1n]]);
    });

    test('a player changed twice appears once, with the newest data, however far apart', async (t) => {
      const app = await createProject(gate, t);
      await app.restrict([1n]);
      await app.restrict(players(2n, 300));
      await app.restrict([1n], '2031-01-01 00:00:00');
      await openRelay(gate, t).turn();
      const told = app.server.told().flat();
      assert.equal(told.length, 301);
      assert.deepEqual(
        told.filter(({ player_id }) => player_id === 1).map(({ end_date }) => end_date),
        ['2031-01-01 00:00:00'],
      );
    });

    test('a retry leaves out who changed since: a new message on the same schedule', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(answer(500, ''));
      await app.restrict(players(1n, 4));
      await relay.turn();
      await app.release(2n);
      await app.restrict([3n], '2035-01-01 00:00:00');
      gate.now += 5 * SECOND;
      await relay.turn();
      gate.now += 30 * SECOND - 1;
      await relay.turn();
      assert.equal(app.server.received.length, 2, 'the second failure waits for 30 s');
      app.server.behave(accept);
      gate.now += 1;
      await relay.turn();
      assert.deepEqual(named(app), [[1n, 2n, 3n, 4n], [1n, 4n], [1n, 4n], [3n]]);
      const [first, second, third] = app.server.received;
      assert.notEqual(second?.headers['webhook-id'], first?.headers['webhook-id']);
      assert.equal(third?.headers['webhook-id'], second?.headers['webhook-id']);
      assert.equal(third?.body, second?.body);
      const results = (await resultsOf(app)).map(({ number, result }) => `${number} ${result}`);
      assert.deepEqual(results.sort(), [
        '1 delivered',
        '1 status',
        '2 status',
        '2 superseded',
        '3 delivered',
      ]);
    });

    test('a player released while the batch is halved is not in its halves', async (t) => {
      const app = await createProject(gate, t);
      app.server.behave((response, received) => {
        if (app.server.received.length > 1) return accept(response, received);
        void Promise.all([app.release(1n), app.release(4n)]).then(() =>
          response.end('{"result_code":7}'),
        );
      });
      await app.restrict(players(1n, 4));
      await openRelay(gate, t).turn();
      assert.deepEqual(named(app), [[1n, 2n, 3n, 4n], [2n], [3n]]);
    });

    test('a release in another app of the project does not silence the player', async (t) => {
      const app = await createProject(gate, t);
      const second = await secondApp(app);
      const relay = openRelay(gate, t);
      await app.restrict([1n]);
      await second.set('2040-01-01 00:00:00');
      await second.release();
      await relay.turn();
      assert.deepEqual(ends(app), [['2030-01-01 00:00:00']]);
      await app.restrict([1n], '2031-01-01 00:00:00');
      await second.set('2041-01-01 00:00:00');
      await relay.turn();
      assert.deepEqual(ends(app), [['2030-01-01 00:00:00'], ['2041-01-01 00:00:00']]);
    });

    test('an import that tells nobody does not silence a notification that waits', async (t) => {
      const app = await createProject(gate, t);
      const relay = openRelay(gate, t);
      app.server.behave(answer(500, ''));
      await app.restrict([1n, 2n]);
      await relay.turn();
      const line = { line: 2, status: 'B', block_type: 1, start_date: '2026-11-15 00:00:00' };
      const lines = [
        { ...line, player_id: 1, end_date: '2032-01-01 00:00:00' },
        { ...line, line: 3, player_id: 3, end_date: '2032-01-01 00:00:00' },
      ];
      const path = `/apps/${app.appid}/restrictions/import`;
      const { status, body } = await admin(gate, 'POST', path, { lines, extend: true });
      assert.deepEqual([status, body.extended, body.new], [200, 1, 1], JSON.stringify(body));
      app.server.behave(accept);
      gate.now += 5 * SECOND;
      await relay.turn();
      assert.deepEqual(named(app).slice(1), [[2n], [1n]]);
      assert.deepEqual(ends(app).slice(1), [['2030-01-01 00:00:00'], ['2032-01-01 00:00:00']]);
    });

    for (const [how, end] of [
      ['released', (second: Second) => second.release()],
      [
        'over',
        async () => {
          gate.now = Math.max(gate.now, Date.UTC(2040, 0, 1, 0, 0, 1));
          await gate.service.restrictions.expire();
        },
      ],
    ] as const) {
      test(`what was left out for a restriction in another app is told once that one is ${how} untold`, async (t) => {
        const app = await createProject(gate, t);
        const second = await secondApp(app);
        const relay = openRelay(gate, t);
        app.server.behave(answer(500, ''));
        await app.restrict([1n], '2050-01-01 00:00:00');
        await relay.turn();
        await second.set('2040-01-01 00:00:00');
        gate.now += 5 * SECOND;
        await relay.turn();
        await end(second);
        app.server.behave(accept);
        gate.now += 30 * SECOND;
        await relay.turn();
        const [first, left] = ['2050-01-01 00:00:00', '2040-01-01 00:00:00'];
        assert.deepEqual(ends(app), [[first], [left], [first]]);
        assert.equal(await waiting(app), 0);
        await second.set('2060-01-01 00:00:00');
        await relay.turn();
        await second.release();
        await relay.turn();
        assert.deepEqual(ends(app).slice(3), [['2060-01-01 00:00:00']], 'a release sends nothing');
      });
    }
  },
  { adminToken: ADMIN_TOKEN },
);
