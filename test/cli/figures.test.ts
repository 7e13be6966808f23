// tollgate figures: differences, the figures as CSV, and rates from a file.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, START, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

suite(
  'tollgate figures',
  (gate) => {
    test('verify compares with the purchases, rebuild makes them anew', async () => {
      const { app, record } = await openLedger(gate);
      const { appid } = app;
      await record({ purchased_at: START, price: '9.99' });
      const { db } = gate.service.context.storage;
      // It follows what is not followed yet.
      const right = { appid, purchases_up_to: 1, sums: 28, differences: 0 };
      const verify = ['figures', 'verify', appid];
      assert.deepEqual(await tollgateJson(variables(gate), verify), right);
      await db
        .updateTable('figure_money')
        .set({ gross: 998 })
        .where('appid', '=', appid)
        .where('dimension', '=', 'total')
        .where('grain', '=', 'month')
        .execute();
      const { code, stderr } = await tollgate(variables(gate), verify);
      assert.deepEqual(
        [code, stderr],
        [
          1,
          `error: 1 of 28 sums of ${appid} differ from the purchases; the first: money total  month 1793491200000 USD is 1 998 0 0 0 0 0 and should be 1 999 0 0 0 0 0. Run tollgate figures rebuild ${appid}.\n`,
        ],
      );
      const rebuild = ['figures', 'rebuild', appid];
      assert.deepEqual(await tollgateJson(variables(gate), rebuild), right);
      assert.deepEqual(await tollgateJson(variables(gate), verify), right);
    });

    test('figures are printed as CSV, or as the admin API answers', async () => {
      const { app, record } = await openLedger(gate);
      const { appid, gameIndex } = app;
      await record({ purchased_at: START, price: '9.99' });
      await gate.service.payment.figures.turn();
      const range = ['--from', '2026-11-15', '--to', '2026-11-15', '--step', 'day'];
      const { stdout } = await tollgate(variables(gate), ['figures', 'revenue', appid, ...range]);
      const head =
        'at,value,currency,purchases,gross,refunds,refunded,disputes,disputed,net,cancelled';
      assert.equal(stdout, `${head}\n2026-11-15T00:00:00.000Z,,USD,1,9.99,0,0.00,0,0.00,9.99,0\n`);
      const project = ['figures', 'project-revenue', String(gameIndex), ...range, '--by', 'app'];
      const { stdout: all } = await tollgate(variables(gate), project);
      assert.equal(all, `${head}\n2026-11-15,${appid},USD,1,9.99,0,0.00,0,0.00,9.99,0\n`);
      const restrictions = ['figures', 'restrictions', appid, ...range];
      assert.deepEqual(await tollgateJson(variables(gate), restrictions), {
        time_zone: 'UTC',
        step: 'day',
        is_current: true,
        from: '2026-11-15T00:00:00.000Z',
        to: '2026-11-16T00:00:00.000Z',
        items: [],
        totals: [],
        compared: null,
      });
    });

    test('rates are imported from a file, all lines or none', async (t) => {
      const { gameIndex } = await gate.createApp();
      const folder = mkdtempSync(join(tmpdir(), 'rates-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'rates.csv');
      const command = ['figures', 'import-rates', String(gameIndex), 'USD', file];
      const { db } = gate.service.context.storage;
      const stored = () =>
        db
          .selectFrom('figure_rate')
          .select(['currency', 'day', 'rate'])
          .where('game_index', '=', gameIndex)
          .orderBy('currency')
          .execute();
      writeFileSync(file, 'currency,day,rate\nKRW,2026-11-01,0.00072\nXYZ,2026-11-01,1\n');
      const { code, stderr } = await tollgate(variables(gate), command);
      assert.deepEqual(
        [code, stderr],
        [1, 'error: Line 3: XYZ is not a currency. Use a code of ISO 4217.\n'],
      );
      assert.deepEqual(await stored(), []);
      writeFileSync(file, 'day;currency;rate\n2026-11-01;KRW;0.00072\n2026-11-01;EUR;1.08\n');
      assert.deepEqual(await tollgateJson(variables(gate), command), { rates: 2 });
      assert.deepEqual(await stored(), [
        { currency: 'EUR', day: '2026-11-01', rate: '1.08' },
        { currency: 'KRW', day: '2026-11-01', rate: '0.00072' },
      ]);
    });
  },
  { kinds: EITHER },
);
