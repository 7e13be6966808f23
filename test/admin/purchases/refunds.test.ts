// The list of refunds: by when the money went back, whoever told of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iso, type Ledger, openLedger } from '../../payment/queries/records.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin } from '../caller.ts';

suite(
  'admin refunds',
  (gate) => {
    const refunds = async ({ app }: Ledger, params: Record<string, string> = {}) => {
      const path = `/apps/${app.appid}/refunds?${new URLSearchParams(params)}`;
      const { status, body } = await admin(gate, 'GET', path);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    const shortly = ({ items }: { items: Record<string, string>[] }) =>
      items.map((item) => [item.service_transaction_id, item.state, item.refunded_at]);

    test('the newest refund first, however old the purchase is', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const start = gate.now;
      const keys = [];
      for (const provider of ['APPLE', 'GOOGLE', 'STEAM'] as const) {
        keys.push(await ledger.record({ provider }));
      }
      await ledger.record({ refunded: true });
      assert.deepEqual(shortly(await refunds(ledger)), [['AP_4', 'refunded', iso(start)]]);
      const { db } = gate.service.context.storage;
      for (const [index, { provider, unique_key }] of keys.toReversed().entries()) {
        await db
          .updateTable('purchase')
          .set({ cancel_state: 1, cancel_said_at: start + 1_000 + index })
          .where('appid', '=', appid)
          .where('provider', '=', provider)
          .where('unique_key', '=', unique_key)
          .execute();
      }
      const all = [
        ['AP_1', 'refunded', iso(start + 1_002)],
        ['GO_2', 'refunded', iso(start + 1_001)],
        ['ST_3', 'refunded', iso(start + 1_000)],
        ['AP_4', 'refunded', iso(start)],
      ];
      assert.deepEqual(shortly(await refunds(ledger)), all);
      assert.deepEqual(shortly(await refunds(ledger, { provider: 'APPLE' })), [all[0], all[3]]);
      const window = { from: iso(start + 1_000), to: iso(start + 1_001) };
      assert.deepEqual(shortly(await refunds(ledger, window)), all.slice(1, 3));
      const first = await refunds(ledger, { limit: '3' });
      assert.deepEqual(shortly(first), all.slice(0, 3));
      const second = await refunds(ledger, { limit: '3', after: first.next });
      assert.deepEqual([shortly(second), second.next], [all.slice(3), null]);
    });

    test('only test purchases, or none: in the list, its count and its file', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      await ledger.record({ refunded: true });
      await ledger.record({ refunded: true, test: 1 });
      await ledger.record({ refunded: true, provider: 'GOOGLE' });
      const ids = async (params: Record<string, string>) =>
        shortly(await refunds(ledger, params)).map(([id]) => id);
      assert.deepEqual(await ids({}), ['GO_5', 'AP_3', 'AP_1']);
      assert.deepEqual(await ids({ test: 'N' }), ['GO_5', 'AP_1']);
      assert.deepEqual(await ids({ test: 'Y' }), ['AP_3']);
      assert.deepEqual(await ids({ test: 'N', provider: 'APPLE', sort: 'refunded_at' }), ['AP_1']);
      const read = async (path: string) =>
        (await admin(gate, 'GET', `/apps/${appid}/refunds/${path}`)).body;
      assert.deepEqual(await read('count?test=N'), { count: 2, is_exact: true });
      const file = String(await read('file?test=Y'))
        .trim()
        .split('\n');
      assert.deepEqual(
        file.slice(1).map((line) => line.split(',')[0]),
        ['AP_3'],
      );
    });

    test('an app without refunds, and one that is not there', async () => {
      const ledger = await openLedger(gate);
      await ledger.record();
      assert.deepEqual(await refunds(ledger), { items: [], next: null });
      assert.equal((await admin(gate, 'GET', '/apps/nobody/refunds')).status, 404);
      const path = `/apps/${ledger.app.appid}/refunds`;
      assert.equal((await admin(gate, 'GET', `${path}?account_uuid=x`)).status, 400);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
