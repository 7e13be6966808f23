// The StoreKit 1 receipts of the emulated App Store, read by Apple's own utility.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReceiptUtility } from '@apple/app-store-server-library';
import { readAppReceipt } from '../../src/payment/markets/apple/app-receipt.ts';
import { startAppStore } from './apple-store.ts';

const store = await startAppStore();
const utility = new ReceiptUtility();
const read = (receipt: string) => readAppReceipt(Buffer.from(receipt, 'base64'));
const idsOf = (receipt: string) => read(receipt)?.purchases.map((each) => each.transactionId);
const buy = (fields: object = {}) => store.control('/apple/transactions', fields);

test("Apple's utility finds the transaction in an app receipt", async () => {
  for (const environment of ['Production', 'Sandbox']) {
    const { transactionId, appReceipt } = await buy({ environment });
    assert.equal(utility.extractTransactionIdFromAppReceipt(appReceipt), transactionId);
  }
});

test("Apple's utility finds the transaction in a transaction receipt", async () => {
  const { transactionId } = await buy();
  const { body } = await store.call('GET', `/control/apple/transactions/${transactionId}`);
  const id = utility.extractTransactionIdFromTransactionReceipt(body.transactionReceipt);
  assert.equal(id, transactionId);
});

test('an app receipt has the purchases of its customer, and the fields that StoreKit 1 knew', async () => {
  const appAccountToken = crypto.randomUUID();
  const gems = await buy({ appAccountToken, productId: 'gems', purchaseDate: 1_700_000_000_000 });
  const vip = await buy({
    appAccountToken,
    productId: 'vip',
    type: 'Auto-Renewable Subscription',
    purchaseDate: 1_700_000_001_000,
    expiresDate: 4_000_000_000_000,
  });
  assert.deepEqual(read(vip.appReceipt), {
    bundleId: 'com.tollgate.demo',
    purchases: [
      {
        transactionId: gems.transactionId,
        originalTransactionId: gems.transactionId,
        productId: 'gems',
        purchasedAt: 1_700_000_000_000,
        isSubscription: false,
      },
      {
        transactionId: vip.transactionId,
        originalTransactionId: vip.transactionId,
        productId: 'vip',
        purchasedAt: 1_700_000_001_000,
        isSubscription: true,
      },
    ],
  });
  assert.equal(utility.extractTransactionIdFromAppReceipt(vip.appReceipt), gems.transactionId);
});

test('a consumable that the app has finished is no longer in the receipt', async () => {
  const appAccountToken = crypto.randomUUID();
  const first = await buy({ appAccountToken });
  await store.production.finishTransaction(first.transactionId);
  const second = await buy({ appAccountToken });
  assert.deepEqual(idsOf(second.appReceipt), [second.transactionId]);
});

test('bytes that are no receipt, and any beginning of one, are no receipt', async () => {
  const { appReceipt } = await buy();
  const bytes = Buffer.from(appReceipt, 'base64');
  for (let length = 0; length < bytes.length; length += 7) {
    assert.equal(readAppReceipt(bytes.subarray(0, length)), undefined);
  }
  for (const text of ['', '3000', '30800000', '3082ffff', '30847fffffff', '0500', '3003020101']) {
    assert.equal(readAppReceipt(Buffer.from(text, 'hex')), undefined);
  }
});

test('a receipt signed under another root looks the same, and names what nobody sold', async () => {
  const forged = await store.control('/apple/forge', {
    kind: 'app-receipt-other-root',
    payload: { transactionId: '123456789012345', productId: 'gems' },
  });
  assert.deepEqual(Object.keys(forged), ['appReceipt']);
  assert.equal(utility.extractTransactionIdFromAppReceipt(forged.appReceipt), '123456789012345');
  const { status } = await store.call('GET', '/control/apple/transactions/123456789012345');
  assert.equal(status, 404);
});
