// The sealed receipt: one order, one text; whatever is changed in either is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../../src/base/vault.ts';
import { createSeal, type SealedOrder } from '../../../src/payment/orders/seal.ts';

const sealOf = (key: number, ...previous: readonly number[]) =>
  createSeal(
    createVault({
      masterKey: Buffer.alloc(32, key),
      previousKeys: previous.map((each) => Buffer.alloc(32, each)),
      environment: 'production',
    }),
  );
const seal = sealOf(7);
const ORDER: SealedOrder = {
  appid: 'com.tollgate.demo',
  provider: 'STEAM',
  orderId: '3854183394403206838',
  amount: '9.90',
  currency: 'USD',
  createdAt: 1_794_744_000_000,
};

test('sealing an order twice gives the same text, on another process too', () => {
  const elsewhere = sealOf(7);
  assert.equal(seal.seal(ORDER), seal.seal({ ...ORDER }));
  assert.equal(seal.seal(ORDER), elsewhere.seal(ORDER));
});

test('the receipt shows nothing of the order, and gives back its number to us', () => {
  const receipt = seal.seal(ORDER);
  assert.match(receipt, /^v1\.[A-Za-z0-9_-]+$/);
  const bytes = Buffer.from(receipt.slice(3), 'base64url').toString('latin1');
  for (const value of [ORDER.appid, ORDER.orderId, 'USD', '9.90']) {
    assert.ok(!bytes.includes(value), value);
  }
  assert.equal(seal.orderIdOf(receipt), ORDER.orderId);
  assert.ok(seal.fits(receipt, ORDER));
});

test('the receipt of an order is the same in every release, because players keep theirs', () => {
  assert.equal(
    seal.seal(ORDER),
    'v1.2QSYKetzOOd2dy_IvXbbwFTfs9uaSd4YarnJxOXfDuym7jWnkCq27MIsohANOoELtNi5x_NlEejrwWZwfsg6nQcePjaBpfpckDCANSni-EmGKvG3m3okEK54WJ9fnJ7wPS3CEyhD-bvRRg',
  );
});

const CHANGES: readonly Partial<SealedOrder>[] = [
  { appid: 'com.tollgate.other' },
  { provider: 'PG' },
  { orderId: '3854183394403206839' },
  { amount: '9.91' },
  { currency: 'EUR' },
  { createdAt: ORDER.createdAt + 1 },
];
for (const change of CHANGES) {
  test(`an order with another ${Object.keys(change)} has another receipt and another nonce`, () => {
    const [receipt, other] = [seal.seal(ORDER), seal.seal({ ...ORDER, ...change })];
    assert.notEqual(receipt.slice(0, 19), other.slice(0, 19));
    assert.ok(!seal.fits(other, ORDER));
    assert.ok(!seal.fits(receipt, { ...ORDER, ...change }));
  });
}

test('every changed character is noticed', () => {
  const receipt = seal.seal(ORDER);
  for (let at = 3; at < receipt.length; at++) {
    const letter = receipt[at] === 'A' ? 'B' : 'A';
    const changed = receipt.slice(0, at) + letter + receipt.slice(at + 1);
    assert.ok(!seal.fits(changed, ORDER), `at ${at}`);
    // The last character may carry bits that mean nothing; the text differs all the same.
    if (at < receipt.length - 1) assert.equal(seal.orderIdOf(changed), undefined, `at ${at}`);
  }
});

test('what was not sealed here has no order number', () => {
  const receipt = seal.seal(ORDER);
  const stranger = sealOf(8);
  for (const text of [
    '',
    'v1.',
    'v1.AAAA',
    receipt.slice(0, -1),
    receipt.slice(3),
    `v2${receipt}`,
    `v2.${receipt.slice(3)}`,
  ]) {
    assert.equal(seal.orderIdOf(text), undefined, text);
  }
  assert.equal(stranger.orderIdOf(receipt), undefined);
  assert.ok(!stranger.fits(receipt, ORDER));
});

test('receipts of a previous master key still fit; new ones are sealed under the current', () => {
  const [before, both, after] = [sealOf(7), sealOf(8, 7), sealOf(8)];
  const receipt = before.seal(ORDER);
  assert.equal(both.orderIdOf(receipt), ORDER.orderId);
  assert.ok(both.fits(receipt, ORDER));
  assert.ok(!both.fits(receipt, { ...ORDER, amount: '9.91' }));
  assert.equal(both.seal(ORDER), after.seal(ORDER));
  assert.equal(both.seal(ORDER), both.seal({ ...ORDER }));
  assert.notEqual(both.seal(ORDER), receipt);
});
