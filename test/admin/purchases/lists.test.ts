// Lists of purchases, refunds, refused verifications and changes: order, number of entries, and the file of what is filtered.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { PurchaseTable } from '../../../src/storage/schema.ts';
import { iso, type Ledger, openLedger } from '../../payment/queries/records.ts';
import { suite } from '../../support/harness.ts';
import { ADMIN_TOKEN, admin } from '../caller.ts';

const OTHER = '11111111-0000-4000-8000-00000000e002';

suite(
  'lists of sales',
  (gate) => {
    const read = async ({ app }: Ledger, path: string) => {
      const answer = await admin(gate, 'GET', `/apps/${app.appid}/${path}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body;
    };
    const ids = ({ items }: { items: { service_transaction_id: string }[] }): string[] =>
      items.map((item) => item.service_transaction_id);
    /** The second column of a file of purchases, the first of a file of refunds. */
    const cells = (text: string, column: number): (string | undefined)[] =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[column]);

    test('purchases: oldest first, page by page, with filters; counted; the file has what is filtered', async () => {
      const ledger = await openLedger(gate);
      const stranger = await openLedger(gate);
      await stranger.record();
      const rows: PurchaseTable[] = [];
      for (const fields of [
        {},
        { provider: 'GOOGLE', account_uuid: OTHER },
        { refunded: true },
        { account_uuid: OTHER },
      ] as const) {
        gate.now += 1_000;
        rows.push(await ledger.record(fields));
      }
      await ledger.login(77, OTHER);
      const first = await read(ledger, 'purchases?sort=verified_at&limit=3');
      assert.deepEqual(ids(first), ['AP_1', 'GO_2', 'AP_3']);
      const second = await read(ledger, `purchases?sort=verified_at&limit=3&after=${first.next}`);
      assert.deepEqual([ids(second), second.next], [['AP_5'], null]);
      const ofPlayer = await read(ledger, 'purchases?sort=verified_at&player_id=77');
      assert.deepEqual(ids(ofPlayer), ['GO_2', 'AP_5']);
      const window = `from=${iso(rows[1]?.verified_at ?? 0)}&to=${iso(rows[2]?.verified_at ?? 0)}`;
      assert.deepEqual(ids(await read(ledger, `purchases?sort=verified_at&${window}`)), [
        'GO_2',
        'AP_3',
      ]);

      const store = rows[3]?.provider_transaction_id;
      for (const [query, count, file] of [
        ['', 4, ['AP_5', 'AP_3', 'AP_1', 'GO_2']],
        ['sort=verified_at', 4, ['AP_1', 'GO_2', 'AP_3', 'AP_5']],
        ['state=refunded', 1, ['AP_3']],
        ['state=valid&provider=APPLE', 2, ['AP_5', 'AP_1']],
        [`account_uuid=${OTHER}`, 2, ['AP_5', 'GO_2']],
        ['player_id=77&sort=verified_at', 2, ['GO_2', 'AP_5']],
        [`player_id=77&${window}`, 1, ['GO_2']],
        ['player_id=78', 0, []],
        [`store_transaction_id=${store}`, 1, ['AP_5']],
        ['service_transaction_id=AP_3&state=valid', 0, []],
        [window, 2, ['AP_3', 'GO_2']],
      ] as const) {
        const total = await read(ledger, `purchases/count?${query}`);
        assert.deepEqual(total, { count, is_exact: true }, query);
        assert.deepEqual(cells(await read(ledger, `purchases/file?${query}`), 1), file, query);
      }
    });

    test('refunds: oldest first, counted, and as a file of what is filtered', async () => {
      const ledger = await openLedger(gate);
      for (const provider of ['APPLE', 'GOOGLE', 'APPLE'] as const) {
        gate.now += 1_000;
        await ledger.record({ provider, refunded: true });
      }
      await ledger.record();
      const first = await read(ledger, 'refunds?sort=refunded_at&limit=2');
      assert.deepEqual(ids(first), ['AP_1', 'GO_3']);
      const second = await read(ledger, `refunds?sort=refunded_at&after=${first.next}`);
      assert.deepEqual(ids(second), ['AP_5']);
      assert.deepEqual(await read(ledger, 'refunds/count'), { count: 3, is_exact: true });
      const apple = await read(ledger, 'refunds/count?provider=APPLE');
      assert.deepEqual(apple, { count: 2, is_exact: true });
      const file = await read(ledger, 'refunds/file?provider=APPLE&sort=refunded_at');
      assert.deepEqual(cells(file, 0), ['AP_1', 'AP_5']);
      assert.equal(
        file.split('\r\n', 1)[0],
        'service_transaction_id,transaction_id,kind,provider,store_transaction_id,product_id,quantity,amount,currency,purchased_at,verified_at,state,refunded_at,dispute,refunded_by,ownership,claimed,test,account_uuid,server_id,delivery,undelivered,player_id',
      );
    });

    test('refused verifications: oldest first, counted, and as a file', async () => {
      const ledger = await openLedger(gate);
      const { appid, gameIndex: game_index } = ledger.app;
      const { db } = gate.service.context.storage;
      for (const [index, outcome] of ['INVALID_RECEIPT', 'PAYMENT_PENDING'].entries()) {
        await db
          .insertInto('refused_verification')
          .values({
            game_index,
            appid,
            refused_id: `${index}`.repeat(22),
            first_at: gate.now + index,
            last_at: gate.now + index,
            times: 1,
            kind: 'consumable',
            provider: 'APPLE',
            account_uuid: randomUUID(),
            product_id: '=1+1',
            transaction_id: null,
            price: null,
            currency: null,
            outcome,
            reason: 'No, thank you',
            answer: null,
            receipt_hash: 'h'.repeat(43),
          })
          .execute();
      }
      const first = await read(ledger, 'refused-verifications?sort=first_at&limit=1');
      assert.equal(first.items[0].outcome, 'INVALID_RECEIPT');
      const second = await read(
        ledger,
        `refused-verifications?sort=first_at&limit=1&after=${first.next}`,
      );
      assert.equal(second.items[0].outcome, 'PAYMENT_PENDING');
      const total = await read(ledger, 'refused-verifications/count?outcome=PAYMENT_PENDING');
      assert.deepEqual(total, { count: 1, is_exact: true });
      const file = await read(ledger, 'refused-verifications/file?outcome=PAYMENT_PENDING');
      assert.deepEqual(cells(file, 0), ['1'.repeat(22)]);
      assert.ok(file.includes(",'=1+1,") && file.includes('"No, thank you"'), file);
    });

    test('the audit log: oldest first, counted, and as a file of what is filtered', async () => {
      const { app } = await openLedger(gate);
      const audit = async (path: string) =>
        (await admin(gate, 'GET', `/audit${path}game_index=${app.gameIndex}`)).body;
      for (const name of ['One', 'Two']) {
        gate.now += 1_000;
        await admin(gate, 'PATCH', `/projects/${app.gameIndex}`, { name });
      }
      const since = `from=${iso(gate.now - 1_000)}&action=project&`;
      const { items } = await audit(`?sort=at&${since}`);
      assert.deepEqual(
        items.map(({ after }: { after: { name: string } }) => after.name),
        ['One', 'Two'],
      );
      const first = await audit(`?sort=at&limit=1&${since}`);
      const second = await audit(`?sort=at&limit=1&after=${first.next}&${since}`);
      assert.deepEqual([...first.items, ...second.items], items);
      assert.deepEqual(await audit(`/count?${since}`), { count: 2, is_exact: true });
      const none = await audit(`/count?actor=nobody&to=${iso(gate.now)}&`);
      assert.deepEqual(none, { count: 0, is_exact: true });
      const text = await audit(`/file?sort=at&${since}`);
      const lines = text.split('\r\n');
      assert.equal(lines[0], 'audit_id,at,actor_kind,actor,action,game_index,target,before,after');
      assert.deepEqual(
        cells(text, 0),
        items.map(({ audit_id }: { audit_id: string }) => audit_id),
      );
      assert.ok(lines[2].includes('""name"":""Two""'), text);
    });
  },
  { adminToken: ADMIN_TOKEN },
);
