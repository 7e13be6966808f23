// Sales to buyers who came from Google Play: reported once as external transactions, with their refunds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../../support/databases.ts';
import { marketSuite } from '../../support/markets.ts';
import { openExternalShop } from './external-shop.ts';

const HOUR_MS = 3_600_000;
const micros = (priceMicros: string, currency = 'USD') => ({ priceMicros, currency });

marketSuite(
  'external sales at Google',
  (gate, markets) => {
    test('a paid order becomes an external transaction with our id', async () => {
      const shop = await openExternalShop(gate, markets, { gateway: 'PORTONE' });
      const externalTransactionToken = await shop.googleVisit();
      const orderId = await shop.sell({ externalTransactionToken, currency: 'KRW' });
      await shop.work();
      const [report] = await shop.reports(orderId);
      assert.ok(report);
      const { report_id, state, amount, tax, tax_country, report_by } = report;
      assert.deepEqual(
        { state, amount, tax, tax_country, report_by },
        {
          state: 'sent',
          amount: 12_000_000,
          tax: 1_091_000,
          tax_country: 'KR',
          report_by: gate.now + 24 * HOUR_MS,
        },
      );
      const [{ packageName: _, createTime: __, ...transaction }, ...others] = await shop.atGoogle();
      assert.deepEqual(others, []);
      assert.deepEqual(transaction, {
        externalTransactionId: report_id,
        originalPreTaxAmount: micros('10909000000', 'KRW'),
        originalTaxAmount: micros('1091000000', 'KRW'),
        currentPreTaxAmount: micros('10909000000', 'KRW'),
        currentTaxAmount: micros('1091000000', 'KRW'),
        oneTimeTransaction: {},
        transactionTime: new Date(gate.now).toISOString(),
        transactionState: 'TRANSACTION_REPORTED',
        userTaxAddress: { regionCode: 'KR' },
      });
    });

    test('parts and the rest are refunded there, too', async () => {
      const shop = await openExternalShop(gate, markets);
      const externalTransactionToken = await shop.googleVisit();
      const orderId = await shop.sell({ externalTransactionToken }, { tax: 90, country: 'DE' });
      await shop.act(orderId, 'refund', { amount: 330 });
      await shop.work();
      const [part] = await shop.atGoogle();
      assert.deepEqual(part.currentPreTaxAmount, micros('6000000'));
      await shop.act(orderId, 'refund');
      await shop.work();
      const [whole] = await shop.atGoogle();
      assert.equal(whole.transactionState, 'TRANSACTION_CANCELED');
      assert.deepEqual(
        (await shop.reports(orderId)).map(({ kind, state, amount, tax }) => [
          ...[kind, state, amount, tax],
        ]),
        [
          ['sale', 'sent', 9_900, 900],
          ['refund', 'sent', 3_300, 300],
          ['refund', 'sent', 6_600, 600],
        ],
      );
    });

    test('a dispute is a refund once it is lost; what Google cannot take back is said', async () => {
      const shop = await openExternalShop(gate, markets);
      const externalTransactionToken = await shop.googleVisit();
      const disputed = await shop.sell({ externalTransactionToken });
      await shop.act(disputed, 'dispute');
      await shop.work();
      assert.equal((await shop.reports(disputed)).length, 1);
      await shop.act(disputed, 'dispute/lose');
      await shop.work();
      assert.deepEqual(
        (await shop.reports(disputed)).map(({ kind, state }) => [kind, state]),
        [
          ['sale', 'sent'],
          ['refund', 'sent'],
        ],
      );
      const refunded = await shop.sell({ externalTransactionToken: await shop.googleVisit() });
      await shop.act(refunded, 'refund');
      await shop.work();
      await shop.act(refunded, 'refund/fail');
      await shop.work();
      await shop.act(refunded, 'fraud-warning');
      await shop.work();
      const [, , told, ...others] = await shop.reports(refunded);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [told?.kind, told?.state, told?.refusal],
        [
          'correction',
          'refused',
          'Google Play cannot take back a refund that was reported. Settle it in the Play Console, then close this report.',
        ],
      );
      // Refunded again, Google's books are right by themselves.
      await shop.act(refunded, 'refund');
      await shop.work();
      assert.deepEqual(
        (await shop.reports(refunded)).map(({ kind, state }) => [kind, state]),
        [
          ['sale', 'sent'],
          ['refund', 'sent'],
          ['correction', 'closed'],
        ],
      );
    });

    test('lost answers are settled by reading', async () => {
      const shop = await openExternalShop(gate, markets);
      const externalTransactionToken = await shop.googleVisit();
      const orderId = await shop.sell({ externalTransactionToken });
      // The call is taken, and its answer is lost.
      const path = '/externalTransactions?';
      await markets.fault('google', 'lost', { count: 3, path });
      await shop.work();
      gate.now += HOUR_MS;
      await shop.work();
      await markets.fault('google', 'lost', { count: 3, path: ':refund' });
      await shop.act(orderId, 'refund', { amount: 100 });
      await shop.work();
      gate.now += HOUR_MS;
      await shop.work();
      assert.deepEqual(
        (await shop.reports(orderId)).map(({ state }) => state),
        ['sent', 'sent'],
      );
      assert.equal((await shop.atGoogle()).length, 1);
    });

    test('what Google refuses is shown in its words, and can be sent again', async () => {
      const shop = await openExternalShop(gate, markets);
      const orderId = await shop.sell({ externalTransactionToken: 'made-up' });
      await shop.act(orderId, 'refund', { amount: 100 });
      await shop.work();
      const [sale, refund] = await shop.reports(orderId);
      assert.deepEqual([sale?.state, refund?.state], ['refused', 'due']);
      assert.equal(sale?.refusal, 'Google Play answered 400: invalid: Invalid Value');
    });
  },
  { kinds: EITHER },
);
