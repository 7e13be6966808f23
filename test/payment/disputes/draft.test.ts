// The evidence that is drafted: what is known, for each reason, and nothing that is not.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { draftOf, gapsOf } from '../../../src/payment/disputes/draft.ts';
import { type FactPurchase, type Facts, sumsOf } from '../../../src/payment/disputes/facts.ts';
import { refusalOf } from '../../../src/payment/disputes/send-job.ts';
import { textsFor } from '../../../src/payment/disputes/texts.ts';
import { problemOf } from '../../../src/payment/markets/pg/stripe/evidence.ts';

const PAID = Date.UTC(2026, 10, 15, 12);
const MINUTE = 60_000;

const purchase = (
  serviceId: string,
  at: number,
  more: Partial<FactPurchase> = {},
): FactPurchase => ({
  serviceId,
  productId: 'gems.100',
  amount: '9.90',
  currency: 'USD',
  at,
  delivered: true,
  chargeId: undefined,
  ...more,
});

const FACTS: Facts = {
  game: 'Castle',
  order: {
    id: 'H7',
    productId: 'gems.100',
    quantity: 2,
    amount: '19.80',
    currency: 'USD',
    createdAt: PAID - MINUTE,
    paidAt: PAID,
    paymentId: 'pi_7',
    accountUuid: '0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01',
  },
  playerId: 20_001n,
  purchase: {
    serviceId: 'PG_7',
    language: 'ko',
    delivery: 1,
    deliveryAt: PAID + MINUTE,
    refunded: false,
  },
  product: { name: '100 gems', descriptions: { en: 'A bag of gems', ko: '보석 주머니' } },
  logins: [
    { did: 11n, at: PAID - 60 * MINUTE, until: null },
    { did: 12n, at: PAID + 60 * MINUTE, until: PAID + 90 * MINUTE },
  ],
  earlier: [purchase('PG_3', PAID - 48 * 60 * MINUTE), purchase('AP_1', PAID - 96 * 60 * MINUTE)],
  alike: [],
};
const TEXTS = {
  language: 'ko',
  refund_policy: '7일 이내에 환불합니다.',
  refund_policy_shown: 'Shown above the pay button.',
  terms: '약관',
};

describe('drafts', () => {
  test('a delivered purchase has everything, in the language of the buyer', () => {
    assert.deepEqual(draftOf('fraudulent', FACTS, TEXTS), {
      uncategorized_text: [
        'The buyer says that they did not make this payment. It was made from within the game Castle, by somebody who was signed in to the player account below. The account was used on 2 devices around the purchase. It had made 2 purchases before that nobody disputed or refunded.',
        [
          'Receipt',
          'Order H7: product gems.100, quantity 2, 19.80 USD.',
          'Opened in the game at 2026-11-15 11:59:00 UTC by player account 0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01 (player 20001).',
          'Paid at 2026-11-15 12:00:00 UTC, payment pi_7.',
          'Recorded as PG_7.',
        ].join('\n'),
        [
          'Earlier purchases of the account without a dispute or refund: 2, since 2026-11-11 12:00:00 UTC, 19.80 USD in all.',
          '2026-11-13 12:00:00 UTC  PG_3  gems.100  9.90 USD  delivered',
          '2026-11-11 12:00:00 UTC  AP_1  gems.100  9.90 USD  delivered',
        ].join('\n'),
        'Terms of service:\n약관',
      ].join('\n\n'),
      product_description:
        '100 gems (product gems.100), quantity 2.\n\n보석 주머니\n\nA virtual item of the game Castle. It is delivered electronically to the player account; nothing is shipped.',
      service_date: '2026-11-15 12:01:00 UTC',
      access_activity_log: [
        'Logins of the player account and what happened to the order. IP addresses are not recorded.',
        '2026-11-15 11:00:00 UTC  player 20001 logged in on device 11',
        '2026-11-15 11:59:00 UTC  order H7 opened in the game',
        '2026-11-15 12:00:00 UTC  order H7 paid',
        '2026-11-15 12:01:00 UTC  gems.100 delivered to the player account',
        '2026-11-15 13:00:00 UTC  player 20001 logged in on device 12, until 2026-11-15 13:30:00 UTC',
      ].join('\n'),
      refund_policy_disclosure:
        'Shown above the pay button.\n\nRefund policy:\n7일 이내에 환불합니다.',
    });
    assert.deepEqual(gapsOf(FACTS, TEXTS), []);
  });

  test('what is not known is left out, and named', () => {
    const { purchase: _, product: __, ...rest } = FACTS;
    const bare: Facts = { ...rest, playerId: null, logins: [], earlier: [] };
    const draft = draftOf(null, bare, undefined);
    assert.deepEqual(Object.keys(draft), [
      'uncategorized_text',
      'product_description',
      'access_activity_log',
    ]);
    assert.match(
      draft.uncategorized_text ?? '',
      /^This payment is for a virtual item.* The game has not reported a delivery\.\n/,
    );
    assert.ok(!(draft.uncategorized_text ?? '').includes('(player'));
    assert.deepEqual(gapsOf(bare, undefined), [
      'not_verified',
      'not_delivered',
      'no_logins',
      'no_product_description',
      'no_refund_policy',
    ]);
  });

  const first = (reason: string, facts: Facts = FACTS) =>
    draftOf(reason, facts, TEXTS).uncategorized_text?.split('\n')[0];
  const delivery = (result: 1 | 2 | 3 | null): Facts => ({
    ...FACTS,
    purchase: { ...(FACTS.purchase as NonNullable<Facts['purchase']>), delivery: result },
  });

  test('each reason has its summary', () => {
    const reasons = [
      'fraudulent',
      'unrecognized',
      'product_not_received',
      'product_unacceptable',
      'duplicate',
      'subscription_canceled',
      'credit_not_processed',
      'general',
    ];
    const summaries = reasons.map((reason) => first(reason));
    assert.equal(new Set(summaries).size, reasons.length);
    assert.equal(first('bank_cannot_process'), first('general'));
    assert.match(first('unrecognized') ?? '', /does not recognise .* 2 devices .* 2 purchases/);
    assert.match(first('product_unacceptable') ?? '', /not as described.*delivered it to/);
    assert.match(
      first('fraudulent', { ...FACTS, logins: [], earlier: [] }) ?? '',
      /below\. It has no earlier purchases\.$/,
    );
    const once = { ...FACTS, logins: FACTS.logins.slice(1), earlier: FACTS.earlier.slice(1) };
    assert.match(first('fraudulent', once) ?? '', /on one device .* made one purchase before/);
  });

  test('the delivery is told as the game reported it', () => {
    for (const [result, words] of [
      [1, /The game delivered it to the player account/],
      [2, /the delivery was cancelled/],
      [3, /took it back later/],
      [null, /has not reported a delivery/],
    ] as const) {
      assert.match(first('product_not_received', delivery(result)) ?? '', words);
      const draft = draftOf('product_not_received', delivery(result), TEXTS);
      assert.equal('service_date' in draft, result === 1);
      assert.equal('refund_refusal_explanation' in draft, result === 1);
    }
  });

  test('a refund on record is said', () => {
    const refunded: Facts = {
      ...FACTS,
      purchase: { ...(FACTS.purchase as NonNullable<Facts['purchase']>), refunded: true },
    };
    assert.match(first('credit_not_processed') ?? '', /No refund .* on record/);
    assert.match(first('credit_not_processed', refunded) ?? '', /A refund .* is on record/);
    assert.ok('refund_refusal_explanation' in draftOf('credit_not_processed', FACTS, TEXTS));
  });

  test('duplicates are listed, and the charge is named when it is the only one', () => {
    const other = purchase('PG_6', PAID - MINUTE, { chargeId: 'ch_6' });
    const one = draftOf('duplicate', { ...FACTS, alike: [other] }, TEXTS);
    assert.equal(one.duplicate_charge_id, 'ch_6');
    assert.match(one.duplicate_charge_explanation ?? '', /order H7 of .*\n.*PG_6/);
    const two = draftOf('duplicate', { ...FACTS, alike: [other, other] }, TEXTS);
    assert.equal('duplicate_charge_id' in two, false);
    assert.equal('duplicate_charge_explanation' in draftOf('duplicate', FACTS, TEXTS), false);
    assert.match(first('duplicate') ?? '', /no other payment/);
    assert.equal(
      'duplicate_charge_id' in draftOf('fraudulent', { ...FACTS, alike: [other] }, TEXTS),
      false,
    );
  });

  test('a cancelled subscription: it was a single charge', () => {
    assert.match(
      draftOf('subscription_canceled', FACTS, TEXTS).cancellation_rebuttal ?? '',
      /single charge/,
    );
    const texts = { language: 'en', cancellation_policy: 'Any time.' };
    const draft = draftOf('subscription_canceled', FACTS, texts);
    assert.equal(draft.cancellation_policy_disclosure, 'Cancellation policy:\nAny time.');
  });

  test('no field is longer than the bank reads', () => {
    const logins = Array.from({ length: 1_000 }, (_, index) => ({
      did: 9_007_199_254_740_993n,
      at: PAID + index * MINUTE,
      until: null,
    }));
    const draft = draftOf('fraudulent', { ...FACTS, logins }, TEXTS);
    assert.equal(draft.access_activity_log?.length, 20_000);
    assert.ok(draft.access_activity_log?.endsWith('\n[…]'));
    assert.equal(problemOf(draft), undefined);
  });
});

test('what Stripe would refuse is refused', () => {
  const x = (count: number) => 'x'.repeat(count);
  assert.deepEqual(problemOf({}), { field: '', text: 'The evidence is empty.' });
  assert.deepEqual(problemOf({ product_description: x(20_001) }), {
    field: 'evidence.product_description',
    text: '1 characters too long (maximum 20000).',
  });
  assert.equal(problemOf({ product_description: x(20_000) }), undefined);
  const many = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, x(18_750)]),
  );
  assert.equal(problemOf(many), undefined);
  assert.deepEqual(problemOf({ ...many, i: 'x' }), {
    field: 'evidence',
    text: 'All fields together: 1 characters too long (maximum 150000).',
  });
  assert.equal(problemOf({ receipt: 'file_1A2b3C' }), undefined);
  assert.deepEqual(problemOf({ receipt: 'receipt.pdf' }), {
    field: 'evidence.receipt',
    text: 'Send the id of a file uploaded at Stripe, such as file_1A2b3C.',
  });
});

test('texts are those of the language, of English, or any', () => {
  const texts = ['ja', 'en', 'zh'].map((language) => ({ language }));
  assert.equal(textsFor(texts, 'zh')?.language, 'zh');
  assert.equal(textsFor(texts, 'zh-TW')?.language, 'zh');
  assert.equal(textsFor(texts, 'ko')?.language, 'en');
  assert.equal(textsFor(texts, null)?.language, 'en');
  assert.equal(textsFor([{ language: 'ja' }], 'ko')?.language, 'ja');
  assert.equal(textsFor([], 'ko'), undefined);
});

test('nothing is sent to a dispute that takes nothing', () => {
  const at = 1_000;
  assert.equal(refusalOf({ state: 'open', dueAt: null }, at), undefined);
  assert.equal(refusalOf({ state: 'open', dueAt: at }, at), undefined);
  assert.equal(refusalOf({ state: 'open', dueAt: at - 1 }, at), 'The deadline has passed.');
  assert.equal(
    refusalOf({ state: 'sent', dueAt: at }, at),
    'The dispute was answered at the gateway.',
  );
  assert.equal(refusalOf({ state: 'won', dueAt: at }, at), 'The dispute is over: won.');
});

test('sums are exact, by currency', () => {
  assert.deepEqual(
    sumsOf([
      purchase('1', 0, { amount: '0.10' }),
      purchase('2', 0, { amount: '0.20' }),
      purchase('3', 0, { amount: '1200', currency: 'KRW' }),
      purchase('4', 0, { amount: null, currency: null }),
    ]),
    [
      { currency: 'KRW', amount: '1200' },
      { currency: 'USD', amount: '0.30' },
    ],
  );
});
