// The overview: figures that follow every change, by the hour and by type, and never drift.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, toMicros } from '../../src/tenants/counters.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { DAY, HOUR, newPlayer, registerType, restrict } from '../restriction/players.ts';
import { type Gate, START, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';

const iso = (at: number): string => new Date(at).toISOString();

async function overview(gate: Gate, app: TestApp, from: number, to: number, more = '') {
  const query = `from=${iso(from)}&to=${iso(to)}${more}`;
  return admin(gate, 'GET', `/apps/${app.appid}/overview?${query}`);
}

const active = (type: number, value: number) => ({
  metric: 'restriction.active',
  dimension: String(type),
  value,
});

suite(
  'console overview',
  (gate) => {
    test('what happens is counted by hour and type, and how many are restricted now', async () => {
      const app = await gate.createApp();
      for (let type = 0; type < 2; type++) await registerType(gate, app);
      const [a, b, c] = [newPlayer(), newPlayer(), newPlayer()];
      const release = (player_id: number) =>
        callGeneration2(gate.service, app, '/game/block/delete', { player_id });
      await Promise.all([a, b, c].map((player) => restrict(gate, app, player)));
      await restrict(gate, app, a, { skip_blocked: true });
      gate.now += HOUR;
      await restrict(gate, app, a, { block_type: 2 });
      await restrict(gate, app, b, { status: 'P' });
      await release(b);
      await release(b);
      const series = (verb: string, type: number, at: number, value: number) => ({
        metric: `restriction.${verb}`,
        dimension: String(type),
        points: [{ at: iso(at), value }],
      });
      const { status, body } = await overview(gate, app, START, gate.now + HOUR);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        from: iso(START),
        to: iso(START + 2 * HOUR),
        step: 'hour',
        now: [active(1, 1), active(2, 1)],
        series: [
          series('changed', 1, START + HOUR, 1),
          series('changed', 2, START + HOUR, 1),
          series('registered', 1, START, 3),
          series('released', 1, START + HOUR, 1),
        ],
      });
      gate.now = START + 3 * DAY;
      while ((await gate.service.restrictions.expire()) > 0);
      const later = await overview(gate, app, START, gate.now + HOUR, '&step=day');
      assert.deepEqual(later.body.now, [active(1, 0), active(2, 0)]);
      const midnight = START - 12 * HOUR;
      assert.deepEqual(
        later.body.series.map((each: { metric: string; points: object[] }) => [
          each.metric,
          each.points,
        ]),
        [
          ['restriction.changed', [{ at: iso(midnight), value: 1 }]],
          ['restriction.changed', [{ at: iso(midnight), value: 1 }]],
          ['restriction.expired', [{ at: iso(midnight + 3 * DAY), value: 1 }]],
          ['restriction.expired', [{ at: iso(midnight + 3 * DAY), value: 1 }]],
          ['restriction.registered', [{ at: iso(midnight), value: 3 }]],
          ['restriction.released', [{ at: iso(midnight), value: 1 }]],
        ],
      );
      gate.now = START;
    });

    test('amounts are exact, also beyond what a double holds', async () => {
      const app = await gate.createApp();
      const { db } = gate.service.context.storage;
      const amount = (text: string) => ({
        gameIndex: app.gameIndex,
        appid: app.appid,
        metric: 'purchase.amount',
        dimension: 'PG KRW',
        value: toMicros(text),
      });
      await count(db, START, [amount('9007199254.740993'), amount('0.5')]);
      await count(db, START, [amount('1200')]);
      const { body } = await overview(gate, app, START, START + HOUR);
      assert.deepEqual(body.series, [
        {
          metric: 'purchase.amount',
          dimension: 'PG KRW',
          points: [{ at: iso(START), value: 9007200455240993n }],
        },
      ]);
      assert.equal(toMicros('9.99'), 9_990_000n);
    });

    test('days are those on the clock of the app', async () => {
      const app = await gate.createApp({ timeZone: 'Asia/Seoul' });
      const { db } = gate.service.context.storage;
      const { appid, gameIndex } = app;
      const one = { gameIndex, appid, metric: 'purchase.verified', dimension: 'PG', value: 1 };
      const midnight = START + 3 * HOUR;
      for (const at of [midnight - HOUR, midnight, midnight + HOUR]) await count(db, at, [one]);
      const { body } = await overview(gate, app, START, midnight + DAY, '&step=day');
      assert.deepEqual(
        [body.from, body.series],
        [
          iso(midnight - DAY),
          [
            {
              metric: 'purchase.verified',
              dimension: 'PG',
              points: [
                { at: iso(midnight - DAY), value: 1 },
                { at: iso(midnight), value: 2 },
              ],
            },
          ],
        ],
      );
    });

    test('a range that ends before it begins, or is too long, is refused', async () => {
      const app = await gate.createApp();
      for (const to of [START, START - 1, START + 401 * DAY]) {
        assert.equal((await overview(gate, app, START, to)).status, 400);
      }
      assert.equal((await overview(gate, app, START, START + 400 * DAY)).body.step, 'day');
      const nothing = await overview(gate, app, START, START + DAY);
      assert.deepEqual([nothing.body.now, nothing.body.series], [[], []]);
    });

    test('figures go with the app', async () => {
      const app = await gate.createApp();
      await registerType(gate, app);
      await restrict(gate, app, newPlayer());
      assert.equal((await admin(gate, 'DELETE', `/apps/${app.appid}`)).status, 204);
      const { db } = gate.service.context.storage;
      const rows = await db
        .selectFrom('counter')
        .selectAll()
        .where('appid', '=', app.appid)
        .execute();
      assert.deepEqual(rows, []);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
