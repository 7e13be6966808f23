// The overview: figures that follow every change, by the hour and by type, and never drift.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLedger } from '../payment/queries/records.ts';
import { callGeneration2 } from '../restriction/generations.ts';
import { DAY, HOUR, newPlayer, registerType, restrict } from '../restriction/players.ts';
import { countAt } from '../support/counts.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, START, suite, type TestApp } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';

const iso = (at: number): string => new Date(at).toISOString();

async function overview(gate: Gate, app: TestApp, from: number, to: number, more = '') {
  await gate.service.restrictionFigures.turn();
  await gate.service.payment.figures.turn();
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
      const sold = (value: number) =>
        countAt(db, app, START, [['purchase.amount', 'PG JOD', value]]);
      await sold(9_007_199_254_740);
      await sold(0.493);
      const { body } = await overview(gate, app, START, START + HOUR);
      assert.deepEqual(body.series, [
        {
          metric: 'purchase.amount',
          dimension: 'PG JOD',
          points: [{ at: iso(START), value: 9007199254740493000n }],
        },
      ]);
    });

    test('days are those on the clock of the app, also when clocks go back', async () => {
      const app = await gate.createApp({ timeZone: 'America/New_York' });
      const { db } = gate.service.context.storage;
      // The day on which clocks go back has 25 hours.
      const midnight = Date.UTC(2026, 10, 1, 4);
      const next = midnight + 25 * HOUR;
      for (const at of [midnight - 1, midnight, next - 1, next]) {
        const happened = [
          ['purchase.verified', 'PG', 1],
          ['market.calls', 'PG ok', 1],
        ] as const;
        await countAt(db, app, at, happened, 'America/New_York');
      }
      const { body } = await overview(gate, app, midnight + HOUR, next + DAY, '&step=day');
      const points = [
        { at: iso(midnight), value: 2 },
        { at: iso(next), value: 1 },
      ];
      assert.deepEqual(
        [body.from, body.series],
        [
          iso(midnight),
          [
            { metric: 'market.calls', dimension: 'PG ok', points },
            { metric: 'purchase.verified', dimension: 'PG', points },
          ],
        ],
      );
    });

    test('refunds: partial ones count, reversed ones and won disputes do not; the same as revenue says', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      const refund = { kind: 'refund', reportedAt: START } as const;
      const dispute = { kind: 'dispute', id: 'd', reportedAt: START } as const;
      const later = { reportedAt: START + HOUR };
      for (const reports of [
        [],
        [{ ...refund, state: 'given' }],
        [
          { ...refund, state: 'given' },
          { ...refund, ...later, state: 'restored' },
        ],
        [{ ...refund, state: 'partial', amount: '1.00' }],
        [
          { ...dispute, state: 'open' },
          { ...dispute, ...later, state: 'won' },
        ],
        [{ ...dispute, state: 'open' }],
      ] as const) {
        const purchase = await ledger.record({ purchased_at: START });
        for (const report of reports) await ledger.report(purchase, report);
      }
      const tried = await ledger.record({ purchased_at: START, test: 1 });
      await ledger.report(tried, { ...refund, state: 'given' });
      const series = (metric: string, dimension: string, ...points: [number, number][]) => ({
        metric,
        dimension,
        points: points.map(([at, value]) => ({ at: iso(at), value })),
      });
      const { body } = await overview(gate, app, START, START + 2 * HOUR);
      assert.deepEqual(body.series, [
        series('purchase.amount', 'APPLE USD', [START, 6 * 9_990_000]),
        series('purchase.amount', 'APPLE USD test', [START, 9_990_000]),
        series('purchase.refunded', 'APPLE', [START, 5], [START + HOUR, -2]),
        series('purchase.refunded', 'APPLE test', [START, 1]),
        series(
          'purchase.refunded.amount',
          'APPLE USD',
          [START, 4 * 9_990_000 + 1_000_000],
          [START + HOUR, -2 * 9_990_000],
        ),
        series('purchase.refunded.amount', 'APPLE USD test', [START, 9_990_000]),
        series('purchase.verified', 'APPLE', [START, 6]),
        series('purchase.verified', 'APPLE test', [START, 1]),
      ]);
      const day = iso(START).slice(0, 10);
      const path = `/apps/${app.appid}/figures/revenue?from=${day}&to=${day}&step=day`;
      const { totals } = (await admin(gate, 'GET', path)).body;
      assert.deepEqual(
        totals.map(({ purchases, refunds, disputes, net }: Record<string, unknown>) => [
          ...[purchases, refunds, disputes, net],
        ]),
        [[6, 2, 1, '38.96']],
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
        .selectFrom('activity_count')
        .selectAll()
        .where('appid', '=', app.appid)
        .execute();
      assert.deepEqual(rows, []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
