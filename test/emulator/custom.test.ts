// The emulated market of a studio's own: what the page offers, and what a saved state holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCustom } from '../../emulator/custom/market.ts';
import { type Emulator, hostMarkets } from '../../emulator/host.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

async function call({ app }: Emulator, path: string, payload?: object): Promise<Json> {
  const method = payload ? 'POST' : 'GET';
  const response = await app.inject({
    method,
    url: `/control${path}`,
    ...(payload && { payload }),
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const shown = async (emulator: Emulator): Promise<Json[]> =>
  (await call(emulator, '/records?market=custom')).records.map((each: Json) => [
    each.state,
    each.actions.map(({ label }: Json) => label),
  ]);

test('the buttons of the page, and what they lead to', async (context) => {
  const emulator = await hostMarkets([createCustom], { seed: 1 });
  context.after(() => emulator.close());
  const { actions } = await call(emulator, '/records?market=custom');
  for (const { path, body } of actions) await call(emulator, path, body);
  await call(emulator, '/custom/purchases', { paid: false, test: true });
  const subscription = ['Renew', 'Stop renewing', 'Refund'];
  assert.deepEqual((await shown(emulator)).sort(), [
    ['active', subscription],
    ['paid', ['Refund']],
    ['pending', ['Pay']],
  ]);
  const { records } = await call(emulator, '/records?market=custom');
  for (const { actions: steps } of records) {
    for (const { path, body = {} } of steps) await call(emulator, path, body);
  }
  const undo = ['Undo the refund'];
  assert.deepEqual((await shown(emulator)).sort(), [
    ['paid', ['Refund']],
    ['refunded', undo],
    ['refunded', undo],
  ]);
});

test('a saved state is the same shop', async (context) => {
  const one = await hostMarkets([createCustom], { seed: 1 });
  const other = await hostMarkets([createCustom], { seed: 2 });
  context.after(() => Promise.all([one.close(), other.close()]));
  const { receipt, purchase } = await call(one, '/custom/purchases', {});
  await call(one, `/custom/purchases/${receipt}/refund`, { state: 'partial', amount: '1.00' });
  await call(other, '/custom/purchases', {});
  await call(other, '/import', await call(one, '/export'));
  assert.deepEqual((await call(other, '/export')).markets, (await call(one, '/export')).markets);
  const found = await call(other, `/custom/purchases/${receipt}`);
  assert.deepEqual(
    [found.purchase.transactionId, found.purchase.refund.amount],
    [purchase.transactionId, '1.00'],
  );
  await call(other, '/reset', {});
  assert.deepEqual((await call(other, '/custom/purchases')).purchases, []);
});
