// All purchases of a window as a file, through the admin API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PurchaseTable } from '../../../src/storage/schema.ts';
import { DAY, iso, openLedger } from '../../payment/queries/records.ts';
import { EITHER } from '../../support/databases.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin, problem } from '../caller.ts';

const HEAD =
  'transaction_id,service_transaction_id,kind,provider,store_transaction_id,product_id,quantity,amount,currency,purchase_date,purchase_date_source,verified_date,cancel_state,test,account_uuid,server_id,delivery\r\n';

const line = (row: PurchaseTable, serviceTransactionId: string): string =>
  `${row.transaction_id},${serviceTransactionId},${row.kind},${row.provider},${row.provider_transaction_id},${row.product_id},1,9.99,USD,${iso(row.purchased_at ?? 0)},STORE_PAYMENT,${iso(row.verified_at)},0,0,${row.account_uuid},,\r\n`;

suite(
  'admin purchase file',
  (gate) => {
    const file = (appid: string, query: string) =>
      admin(gate, 'GET', `/apps/${appid}/purchases/file?${query}`);
    const since = () => `from=${iso(gate.now - DAY)}`;

    test('CSV: a head, then the purchases of each provider, newest first', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      const first = await ledger.record();
      gate.now += 1;
      const google = await ledger.record({ provider: 'GOOGLE' });
      const cycle = await ledger.record({ kind: 'subscription' });
      const answer = await file(appid, since());
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(
        answer.headers['content-disposition'],
        `attachment; filename="purchases-${appid}.csv"`,
      );
      assert.equal(
        answer.body,
        HEAD + line(cycle, cycle.transaction_id) + line(first, 'AP_1') + line(google, 'GO_2'),
      );
    });

    test('NDJSON: one object per line, of one provider and window', async () => {
      const ledger = await openLedger(gate);
      await ledger.record({ provider: 'GOOGLE' });
      const early = await ledger.record({ price: null, currency: null, server_id: 'w1' });
      gate.now += 1_000;
      await ledger.record();
      const query = `format=ndjson&provider=APPLE&${since()}&to=${iso(gate.now - 1)}`;
      const answer = await file(ledger.app.appid, query);
      assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8');
      const expected = {
        transaction_id: early.transaction_id,
        service_transaction_id: 'AP_2',
        kind: 'consumable',
        provider: 'APPLE',
        store_transaction_id: early.provider_transaction_id,
        product_id: early.product_id,
        quantity: 1,
        amount: null,
        currency: null,
        purchase_date: iso(gate.now - 1_000),
        purchase_date_source: 'STORE_PAYMENT',
        verified_date: iso(gate.now - 1_000),
        cancel_state: 0,
        test: 0,
        account_uuid: early.account_uuid,
        server_id: 'w1',
        delivery: null,
      };
      assert.deepEqual(answer.body, expected);
    });

    test('more than one page of the database', async () => {
      const ledger = await openLedger(gate);
      const { record, app } = ledger;
      const rows = await Promise.all(Array.from({ length: 1_001 }, () => record()));
      const { body } = await file(app.appid, since());
      const ids = body.split('\r\n').slice(1, -1);
      assert.deepEqual(
        ids.map((text: string) => text.split(',', 1)[0]),
        rows
          .map((row) => row.transaction_id)
          .sort()
          .toReversed(),
      );
    });

    test('a formula in an id is plain text in a spreadsheet', async () => {
      const ledger = await openLedger(gate);
      await ledger.record({ product_id: '=1+1' });
      const { body } = await file(ledger.app.appid, since());
      assert.equal(body.includes(",'=1+1,"), true);
    });

    for (const [query, detail, field, message = detail] of [
      ['from=2026-11-15T25:00:00Z', 'This date or time does not exist.', 'from'],
      ['from=2026-02-30T00:00:00Z', 'This date or time does not exist.', 'from'],
      ['from=2026-11-15T12:00:00Z&to=2026-11-15T11:00:00Z', 'to is earlier than from.', 'to'],
    ]) {
      test(`${query}: a clear refusal`, async () => {
        const { appid } = await gate.createApp();
        const answer = await file(appid, `${query}`);
        const path = `/apps/${appid}/purchases/file`;
        const errors = [{ field: `${field}`, message: `${message}` }];
        assert.deepEqual(answer.body, problem('invalid_request', path, `${detail}`, errors));
      });
    }

    test('an unknown app is not found', async () => {
      const answer = await file('nobody', since());
      const path = '/apps/nobody/purchases/file';
      assert.deepEqual(answer.body, problem('not_found', path, 'There is no app nobody.'));
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
