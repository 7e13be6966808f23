// tollgate figures: a difference is found and named, and a rebuild removes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLedger } from '../payment/queries/records.ts';
import { type Gate, MASTER_KEY, PUBLIC_URL, START, suite } from '../support/harness.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

suite('tollgate figures', (gate) => {
  test('verify compares with the purchases, rebuild makes them anew', async () => {
    const { app, record } = await openLedger(gate);
    const { appid } = app;
    await record({ purchased_at: START, price: '9.99' });
    const { db } = gate.service.context.storage;
    // It follows what is not followed yet.
    const right = { appid, purchases_up_to: 1, sums: 21, differences: 0 };
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
        `error: 1 of 21 sums of ${appid} differ from the purchases; the first: money total  month 1793491200000 USD is 1 998 0 0 0 0 0 and should be 1 999 0 0 0 0 0. Run tollgate figures rebuild ${appid}.\n`,
      ],
    );
    const rebuild = ['figures', 'rebuild', appid];
    assert.deepEqual(await tollgateJson(variables(gate), rebuild), right);
    assert.deepEqual(await tollgateJson(variables(gate), verify), right);
  });
});
