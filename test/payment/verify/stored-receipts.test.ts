// Receipts of the App Store are stored without their certificates, and read back byte for byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPurchase } from '../../../src/payment/ledger/purchases-store.ts';
import { EITHER } from '../../support/databases.ts';
import type { Gate, TestApp } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { openAppleShop, PRODUCT, type Purchase } from '../shop.ts';
import { openSubscriptionShop } from '../subscription-shop.ts';

const rowsOf = (gate: Gate, appid: string) =>
  gate.service.context.storage.db
    .selectFrom('purchase')
    .selectAll()
    .where('appid', '=', appid)
    .execute();

const chains = (gate: Gate) =>
  gate.service.context.storage.db.selectFrom('certificate_chain').selectAll().execute();

const payloadOf = (jws: string): string =>
  Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8');

const signatureOf = (jws: string): string => jws.split('.')[2] ?? '';

/** The record as the rest of the program reads it. */
const recordOf = (gate: Gate, { appid, gameIndex }: TestApp, unique_key: string) =>
  findPurchase(gate.service.context.storage.db, {
    game_index: gameIndex,
    appid,
    provider: 'APPLE',
    unique_key,
  });

marketSuite(
  'stored receipts',
  (gate, markets) => {
    test('a refused receipt leaves no chain of certificates', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const answer = await shop.verify(signedTransaction, { price: 1, currency: 'USD' });
      assert.equal(answer.body.outcome.message, 'PRICE_VERIFY_FAIL');
      assert.deepEqual(await chains(gate), []);
    });

    test('one chain of certificates for all purchases of a project', async () => {
      const shops = [await openAppleShop(gate, markets), await openAppleShop(gate, markets)];
      const bought: Purchase[] = [];
      for (const shop of shops) {
        for (let count = 0; count < 3; count += 1) {
          const purchase = await shop.buy();
          assert.equal((await shop.verify(purchase.signedTransaction)).status, 200);
          bought.push(purchase);
        }
      }
      const stored = await chains(gate);
      assert.deepEqual(
        stored.map(({ game_index }) => game_index).sort((one, other) => one - other),
        shops.map(({ app }) => app.gameIndex),
      );
      const rows = (await Promise.all(shops.map(({ app }) => rowsOf(gate, app.appid)))).flat();
      assert.deepEqual(
        rows.map(({ receipt, market_result, chain_hash }) => ({
          receipt,
          market_result,
          chain_hash,
        })),
        bought.map(({ signedTransaction: jws }) => ({
          receipt: `${signatureOf(jws)}..${payloadOf(jws)}`,
          market_result: `[${payloadOf(jws).length},0,0,0]`,
          chain_hash: stored[0]?.chain_hash,
        })),
      );
      for (const [index, { transactionId, signedTransaction }] of bought.entries()) {
        const { app } = shops[index < 3 ? 0 : 1] as (typeof shops)[0];
        const record = await recordOf(gate, app, transactionId);
        assert.equal(record?.receipt, signedTransaction);
        assert.equal(record?.market_result, payloadOf(signedTransaction));
      }
    });

    test('a purchase takes 1,100 bytes of text at most, also when the App Store was asked', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      const purchase = await shop.buy({ appAccountToken: crypto.randomUUID() });
      gate.now += 1_000;
      await markets.control('/clock', { now: gate.now });
      const first = await shop.verify(purchase.signedTransaction);
      const [row] = await rowsOf(gate, shop.app.appid);
      const bytes = Object.values(row ?? {}).reduce<number>(
        (sum, value) => sum + String(value ?? '').length,
        0,
      );
      assert.ok(bytes < 1_100, `${bytes} bytes`);
      const again = await shop.verify(purchase.signedTransaction);
      assert.deepEqual(again.body, {
        data: { ...first.body.data, serviceDuplicated: true },
        meta: null,
      });
      const signedAgain = await markets.control(`/apple/transactions/${purchase.transactionId}`);
      const other = await shop.verify(signedAgain.signedTransaction);
      assert.deepEqual(other.body, {
        data: {
          ...first.body.data,
          serviceDuplicated: true,
          serviceReceipt: signedAgain.signedTransaction,
        },
        meta: null,
      });
    });

    test('a cycle of a subscription comes back with its receipt and answer', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const bought = await shop.subscribeApple();
      const answer = await shop.verify('APPLE', bought.signedTransaction);
      assert.equal(answer.status, 200);
      const [row] = await rowsOf(gate, shop.app.appid);
      assert.notEqual(row?.chain_hash, null);
      const record = await recordOf(gate, shop.app, bought.transactionId);
      assert.deepEqual(
        JSON.parse(record?.market_result ?? ''),
        answer.body.data.serviceReceiptVerifyResult,
      );
      assert.match(record?.receipt ?? '', /^[\w-]{2000,}\.[\w-]+\.[\w-]+$/);
      assert.equal(
        payloadOf(record?.receipt ?? ''),
        JSON.stringify(answer.body.data.serviceReceiptVerifyResult.transaction),
      );
    });

    test('a receipt of an earlier release, stored whole, is a duplicate with the same answer', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction, transactionId } = await shop.buy();
      const first = await shop.verify(signedTransaction);
      await gate.service.context.storage.db
        .updateTable('purchase')
        .set({
          receipt: signedTransaction,
          market_result: payloadOf(signedTransaction),
          chain_hash: null,
        })
        .where('appid', '=', shop.app.appid)
        .execute();
      const again = await shop.verify(signedTransaction);
      assert.deepEqual(again.body, {
        data: { ...first.body.data, serviceDuplicated: true },
        meta: null,
      });
      const record = await recordOf(gate, shop.app, transactionId);
      assert.equal(record?.receipt, signedTransaction);
      assert.equal(record?.product_id, PRODUCT);
    });
  },
  { kinds: EITHER },
);
