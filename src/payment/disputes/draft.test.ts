// The evidence that is drafted: what is known, for each reason, and nothing that is not.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemOf } from '../markets/pg/stripe/evidence.ts';
import { draftOf, gapsOf, textsFor } from './draft.ts';
import type { FactPurchase, Facts } from './facts.ts';

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

type Verified = NonNullable<Facts['purchase']>;

const VERIFIED: Verified = {
  serviceId: 'PG_7',
  language: 'ko',
  delivery: 1,
  deliveryAt: PAID + MINUTE,
  refunded: false,
};
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
  purchase: VERIFIED,
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

const verified = (more: Partial<Verified>): Facts => ({
  ...FACTS,
  purchase: { ...VERIFIED, ...more },
});

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
    const bare: Facts = {
      ...rest,
      order: { ...FACTS.order, paidAt: null, paymentId: null },
      playerId: null,
      logins: [],
      earlier: [],
    };
    assert.deepEqual(draftOf(null, bare, undefined), {
      uncategorized_text: [
        'This payment is for a virtual item of the game Castle, bought from within the game. The game has not reported a delivery.',
        '',
        'Receipt',
        'Order H7: product gems.100, quantity 2, 19.80 USD.',
        'Opened in the game at 2026-11-15 11:59:00 UTC by player account 0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01.',
      ].join('\n'),
      product_description:
        'gems.100 (product gems.100), quantity 2.\n\nA virtual item of the game Castle. It is delivered electronically to the player account; nothing is shipped.',
      access_activity_log: [
        'Logins of the player account and what happened to the order. IP addresses are not recorded.',
        '2026-11-15 11:59:00 UTC  order H7 opened in the game',
      ].join('\n'),
    });
    assert.deepEqual(gapsOf(bare, undefined), [
      'not_verified',
      'not_delivered',
      'no_logins',
      'no_product_description',
      'no_refund_policy',
    ]);
    const unpaid = draftOf('product_not_received', bare, undefined);
    assert.equal('refund_refusal_explanation' in unpaid, false);
  });

  test('a payment without an id of its own', () => {
    const facts = { ...FACTS, order: { ...FACTS.order, paymentId: null } };
    assert.match(
      draftOf('general', facts, TEXTS).uncategorized_text ?? '',
      /\nPaid at 2026-11-15 12:00:00 UTC\.\n/,
    );
  });

  test('each gap by itself', () => {
    const { product: _, ...unnamed } = FACTS;
    const { refund_policy: __, ...unwritten } = TEXTS;
    for (const delivery of [2, 3, null] as const) {
      assert.deepEqual(gapsOf(verified({ delivery }), TEXTS), ['not_delivered']);
    }
    assert.deepEqual(gapsOf({ ...FACTS, logins: [] }, TEXTS), ['no_logins']);
    assert.deepEqual(gapsOf(unnamed, TEXTS), ['no_product_description']);
    assert.deepEqual(gapsOf(FACTS, unwritten), ['no_refund_policy']);
  });

  const first = (reason: string, facts: Facts = FACTS) =>
    draftOf(reason, facts, TEXTS).uncategorized_text?.split('\n')[0];

  test('each reason has its summary', () => {
    const received = 'The game delivered it to the player account, as the record below shows.';
    const history =
      'The account was used on 2 devices around the purchase. It had made 2 purchases before that nobody disputed or refunded.';
    const general = `This payment is for a virtual item of the game Castle, bought from within the game. ${received}`;
    const summaries = {
      fraudulent: `The buyer says that they did not make this payment. It was made from within the game Castle, by somebody who was signed in to the player account below. ${history}`,
      unrecognized: `The buyer does not recognise this payment. It is for a virtual item of the game Castle, bought from within the game. ${history}`,
      product_not_received: `The buyer says that the goods did not arrive. They are a virtual item of the game Castle; nothing is shipped. ${received}`,
      product_unacceptable: `The buyer says that the goods are not as described. They are a virtual item of the game Castle, described below as it is shown in the game. ${received}`,
      duplicate:
        'The buyer says that they were charged twice. There is no other payment of this account for the product within two days.',
      subscription_canceled:
        'The buyer says that a subscription was cancelled before this payment. This payment is no renewal: it is a single charge that the buyer confirmed on the payment page.',
      credit_not_processed:
        'The buyer says that a refund was promised and not paid. No refund of this payment is on record.',
      general,
      bank_cannot_process: general,
    };
    const reasons = Object.keys(summaries);
    assert.deepEqual(
      Object.fromEntries(reasons.map((reason) => [reason, first(reason)])),
      summaries,
    );
    assert.equal(
      first('duplicate', { ...FACTS, alike: [purchase('PG_6', PAID)] }),
      'The buyer says that they were charged twice. Each payment is an order of its own with its own goods, as listed below.',
    );
    assert.equal(
      first('credit_not_processed', verified({ refunded: true })),
      'The buyer says that a refund was promised and not paid. A refund of this payment is on record.',
    );
    const { purchase: _, ...unverified } = FACTS;
    assert.equal(first('credit_not_processed', unverified), summaries.credit_not_processed);
  });

  test('the history of an account, in the singular and when there is none', () => {
    const last = (more: Partial<Facts>) =>
      first('unrecognized', { ...FACTS, ...more })?.split('bought from within the game. ')[1];
    const [login] = FACTS.logins;
    assert.ok(login);
    const earlier = FACTS.earlier.slice(1);
    assert.equal(last({ logins: [], earlier: [] }), 'It has no earlier purchases.');
    assert.equal(
      last({ logins: [login, { ...login, at: PAID }], earlier }),
      'The account was used on one device around the purchase. It had made one purchase before that nobody disputed or refunded.',
    );
  });

  test('the delivery is told as the game reported it', () => {
    for (const [delivery, words] of [
      [1, 'The game delivered it to the player account, as the record below shows.'],
      [2, 'The game reported that the delivery was cancelled.'],
      [3, 'The game delivered it, and took it back later.'],
      [null, 'The game has not reported a delivery.'],
    ] as const) {
      const facts = verified({ delivery });
      const draft = draftOf('product_not_received', facts, TEXTS);
      const summary = draft.uncategorized_text?.split('\n')[0] ?? '';
      assert.equal(summary.split('nothing is shipped. ')[1], words);
      assert.equal('service_date' in draft, delivery === 1);
      assert.equal('refund_refusal_explanation' in draft, delivery === 1);
      assert.equal(draft.access_activity_log?.includes('delivered'), delivery === 1);
    }
    const undated = draftOf('general', verified({ deliveryAt: null }), TEXTS);
    assert.equal('service_date' in undated, false);
    assert.equal(undated.access_activity_log?.includes('delivered'), false);
  });

  test('a refusal to refund is explained where a refund is the reason', () => {
    const { refund_policy: _, ...unwritten } = TEXTS;
    const received = 'The game delivered it to the player account, as the record below shows.';
    for (const reason of ['credit_not_processed', 'product_unacceptable', 'product_not_received']) {
      assert.equal(
        draftOf(reason, FACTS, TEXTS).refund_refusal_explanation,
        `${received}\n\nThe refund policy that applies is quoted in this evidence.`,
      );
      assert.equal(draftOf(reason, FACTS, unwritten).refund_refusal_explanation, received);
      assert.equal(draftOf(reason, FACTS, undefined).refund_refusal_explanation, received);
    }
  });

  test('the description is that of the language, or English', () => {
    const described = (facts: Facts) =>
      draftOf('general', facts, TEXTS).product_description?.split('\n\n')[1];
    const { purchase: _, ...unverified } = FACTS;
    assert.equal(described(FACTS), '보석 주머니');
    assert.equal(described(verified({ language: 'ja' })), 'A bag of gems');
    assert.equal(described(verified({ language: null })), 'A bag of gems');
    assert.equal(described(unverified), 'A bag of gems');
  });

  test('what happens within a second is in the order of the list', () => {
    const facts: Facts = {
      ...verified({ deliveryAt: PAID - 60_000 }),
      order: { ...FACTS.order, createdAt: PAID + 999, paidAt: PAID },
      logins: [{ did: 11n, at: PAID + 1_000, until: null }],
    };
    assert.deepEqual(draftOf('general', facts, TEXTS).access_activity_log?.split('\n').slice(1), [
      '2026-11-15 11:59:00 UTC  gems.100 delivered to the player account',
      '2026-11-15 12:00:00 UTC  order H7 opened in the game',
      '2026-11-15 12:00:00 UTC  order H7 paid',
      '2026-11-15 12:00:01 UTC  player 20001 logged in on device 11',
    ]);
  });

  test('twenty earlier purchases are listed, and all are counted', () => {
    const earlier = Array.from({ length: 21 }, (_, index) =>
      purchase(`PG_${index}`, PAID - index * MINUTE, { delivered: false, amount: null }),
    );
    const { uncategorized_text: text = '' } = draftOf('general', { ...FACTS, earlier }, TEXTS);
    const lines = text.split('\n\n')[2]?.split('\n') ?? [];
    assert.equal(
      lines[0],
      'Earlier purchases of the account without a dispute or refund: 21, since 2026-11-15 11:40:00 UTC.',
    );
    assert.equal(lines[1], '2026-11-15 12:00:00 UTC  PG_0  gems.100');
    assert.equal(lines.length, 1 + 20);
  });

  test('what was paid before is told by currency', () => {
    const earlier = [
      purchase('PG_3', PAID, { amount: '1200', currency: 'KRW' }),
      purchase('PG_2', PAID),
    ];
    const { uncategorized_text: text = '' } = draftOf('general', { ...FACTS, earlier }, TEXTS);
    assert.equal(
      text.split('\n\n')[2]?.split('\n')[0],
      'Earlier purchases of the account without a dispute or refund: 2, since 2026-11-15 12:00:00 UTC, 1200 KRW, 9.90 USD in all.',
    );
  });

  test('duplicates are listed, and the charge is named when it is the only one', () => {
    const other = purchase('PG_6', PAID - MINUTE, { chargeId: 'ch_6' });
    const explained = (alike: readonly FactPurchase[], paidAt: number | null = PAID) => {
      const facts = { ...FACTS, order: { ...FACTS.order, paidAt }, alike };
      const { duplicate_charge_id, duplicate_charge_explanation } = draftOf(
        'duplicate',
        facts,
        TEXTS,
      );
      return [duplicate_charge_id, duplicate_charge_explanation?.split('\n')];
    };
    const orders = 'The other payments of the account for the product are orders of their own:';
    const paid = `This payment is order H7 of 2026-11-15 12:00:00 UTC. ${orders}`;
    const line = '2026-11-15 11:59:00 UTC  PG_6  gems.100  9.90 USD  delivered';
    assert.deepEqual(explained([other]), ['ch_6', [paid, line]]);
    assert.deepEqual(explained([other, other]), [undefined, [paid, line, line]]);
    assert.deepEqual(explained([{ ...other, chargeId: undefined }]), [undefined, [paid, line]]);
    assert.deepEqual(explained([other], null), [
      'ch_6',
      [`This payment is order H7 of 2026-11-15 11:59:00 UTC. ${orders}`, line],
    ]);
    const alone = draftOf('duplicate', FACTS, TEXTS);
    const fraud = draftOf('fraudulent', { ...FACTS, alike: [other] }, TEXTS);
    for (const name of ['duplicate_charge_id', 'duplicate_charge_explanation']) {
      assert.equal(name in alone, false);
      assert.equal(name in fraud, false);
    }
  });

  test('a cancelled subscription: it was a single charge', () => {
    assert.equal(
      draftOf('subscription_canceled', FACTS, TEXTS).cancellation_rebuttal,
      'The payment was a single charge that does not renew by itself, so there was nothing to cancel. The buyer confirmed the amount on the payment page.',
    );
  });

  test('policies are told with when they were shown, as far as they are written', () => {
    const told = (texts: object) => {
      const draft = draftOf('general', FACTS, { language: 'en', ...texts });
      const { cancellation_policy_disclosure, refund_policy_disclosure } = draft;
      return {
        cancellation: cancellation_policy_disclosure,
        refund: refund_policy_disclosure,
        terms: draft.uncategorized_text?.split('\n\n').slice(3).join('\n\n'),
      };
    };
    const none = { cancellation: undefined, refund: undefined, terms: '' };
    assert.deepEqual(told({}), none);
    assert.deepEqual(told({ cancellation_policy: 'Any time.' }), {
      ...none,
      cancellation: 'Cancellation policy:\nAny time.',
    });
    assert.deepEqual(
      told({ cancellation_policy: 'Any time.', cancellation_policy_shown: 'Below.' }),
      {
        ...none,
        cancellation: 'Below.\n\nCancellation policy:\nAny time.',
      },
    );
    assert.deepEqual(told({ refund_policy_shown: 'Above.' }), { ...none, refund: 'Above.' });
    assert.deepEqual(told({ terms: 'Be kind.', terms_shown: 'By a tick.' }), {
      ...none,
      terms: 'By a tick.\n\nTerms of service:\nBe kind.',
    });
  });

  test('no field is longer than the bank reads', () => {
    const logins = Array.from({ length: 1_000 }, (_, index) => ({
      did: 9_007_199_254_740_993n,
      at: PAID + index * MINUTE,
      until: null,
    }));
    const draft = draftOf('fraudulent', { ...FACTS, logins }, TEXTS);
    assert.equal(draft.access_activity_log?.length, 20_000);
    assert.equal(problemOf(draft), undefined);
    const disclosed = (length: number) =>
      draftOf('general', FACTS, { language: 'en', refund_policy_shown: 'x'.repeat(length) })
        .refund_policy_disclosure;
    assert.equal(disclosed(20_000), 'x'.repeat(20_000));
    assert.equal(disclosed(20_001), `${'x'.repeat(19_996)}\n[…]`);
  });
});

test('texts are those of the language, of English, or any', () => {
  const texts = ['ja', 'en', 'zh'].map((language) => ({ language }));
  assert.equal(textsFor(texts, 'zh')?.language, 'zh');
  assert.equal(textsFor(texts, 'zh-TW')?.language, 'zh');
  assert.equal(textsFor([...texts, { language: 'zh-TW' }], 'zh-TW')?.language, 'zh-TW');
  assert.equal(textsFor(texts, 'ko')?.language, 'en');
  assert.equal(textsFor(texts, null)?.language, 'en');
  assert.equal(textsFor([{ language: 'ja' }], 'ko')?.language, 'ja');
  assert.equal(textsFor([], 'ko'), undefined);
});
