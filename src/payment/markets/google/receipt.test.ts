// Google's receipts, as tables: a token, or the purchase JSON with a signature of the licence key.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import type { PurchaseRequest } from '../market.ts';
import { openSignedPurchase, readReceipt } from './receipt.ts';

const rejected = (detail: string) => ({ rejected: 'INVALID_RECEIPT', detail });
const NEEDS = rejected(
  'A JSON receipt needs purchase_data (the original purchase JSON as a string) and signature.',
);

describe('a receipt', () => {
  const cases: [string, unknown][] = [
    ['token', { purchaseToken: 'token' }],
    [' token', { purchaseToken: ' token' }],
    ['{"purchase_data":"d","signature":"s"}', { data: 'd', signature: 's' }],
    [' {"purchase_data":"d","signature":"s"} ', { data: 'd', signature: 's' }],
    ['{"purchase_data":"d"}', NEEDS],
    ['{"signature":"s"}', NEEDS],
    ['{"purchase_data":{},"signature":"s"}', NEEDS],
    ['{"purchase_data":"d","signature":5}', NEEDS],
    ['{broken', NEEDS],
  ];
  for (const [receipt, read] of cases) {
    test(receipt, () => assert.deepEqual(readReceipt(receipt), read));
  }
});

describe('a signed purchase', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const licence = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const open = (purchase: unknown, change: (data: string) => string = (data) => data) => {
    const data = typeof purchase === 'string' ? purchase : JSON.stringify(purchase);
    const signature = sign('RSA-SHA1', Buffer.from(data), privateKey).toString('base64');
    const request = { productId: 'gems' } as PurchaseRequest;
    return openSignedPurchase({ data: change(data), signature }, licence, 'com.example', request);
  };
  const good = { packageName: 'com.example', productId: 'gems', purchaseToken: 'token' };

  const cases: [string, unknown, unknown][] = [
    ['good', good, { purchaseToken: 'token' }],
    ['with letters of any kind', { ...good, name: '보석' }, { purchaseToken: 'token' }],
    ['of several products', { ...good, productIds: ['a', 'gems'] }, { purchaseToken: 'token' }],
    [
      'of other products',
      { ...good, productIds: ['a'] },
      rejected('The purchase does not contain productId gems.'),
    ],
    [
      'of another product',
      { ...good, productId: 'a' },
      rejected('The purchase does not contain productId gems.'),
    ],
    [
      'of another app',
      { ...good, packageName: 'com.other' },
      rejected('The purchase is for another app: its package is not com.example.'),
    ],
    [
      'that is no JSON',
      'text',
      rejected('The purchase is for another app: its package is not com.example.'),
    ],
    [
      'without a token',
      { ...good, purchaseToken: 5 },
      rejected('The purchase JSON has no purchaseToken.'),
    ],
  ];
  for (const [name, purchase, opened] of cases) {
    test(name, () => assert.deepEqual(open(purchase), opened));
  }

  test('that was changed', () => {
    assert.deepEqual(
      open(good, (data) => `${data} `),
      rejected(
        'The signature does not match purchase_data. Send the original JSON unchanged, and check the licence key.',
      ),
    );
  });
});
