// GOOGLE receipts that somebody made up, changed or borrowed: all refused, none recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Forgery as Name } from '../../security/gallery.ts';
import { EITHER } from '../../support/databases.ts';
import {
  type Bought,
  createGoogleApp,
  googleSuite,
  purchasesOf,
  signedReceipt,
  verify,
} from '../markets/google-market.ts';
import { PRODUCT, refusal } from '../shop.ts';

const SIGNATURE =
  'The signature does not match purchase_data. Send the original JSON unchanged, and check the licence key.';
const FORM =
  'A JSON receipt needs purchase_data (the original purchase JSON as a string) and signature.';
const NEVER_ISSUED = 'The receipt or productId has a format that Google Play never issues.';

interface Forgery {
  readonly receipt: string;
  readonly productId?: string;
}

googleSuite(
  'forged GOOGLE receipts',
  (gate, google) => {
    const forged = async (kind: string): Promise<Forgery> => {
      const { purchaseToken } = await google.buy();
      return {
        receipt: signedReceipt(await google.control('/google/forge', { kind, purchaseToken })),
      };
    };
    const signed = async (change: (bought: Bought) => object): Promise<Forgery> => ({
      receipt: JSON.stringify(change(await google.buy())),
    });
    const token = async (change: (purchaseToken: string) => string): Promise<Forgery> => ({
      receipt: change((await google.buy()).purchaseToken),
    });

    const gallery: Record<Name<'google'>, [() => Promise<Forgery>, string]> = {
      'purchase JSON written anew': [() => forged('reserialised'), SIGNATURE],
      'signed with another licence key': [() => forged('wrong-key'), SIGNATURE],
      'another product in the signed JSON': [() => forged('changed'), SIGNATURE],
      'the signature of another purchase': [
        async () => {
          const [one, other] = [await google.buy(), await google.buy()];
          return { receipt: signedReceipt({ ...one, signature: other.signature }) };
        },
        SIGNATURE,
      ],
      'an empty signature': [
        () => signed(({ purchaseData }) => ({ purchase_data: purchaseData, signature: '' })),
        SIGNATURE,
      ],
      'no signature': [() => signed(({ purchaseData }) => ({ purchase_data: purchaseData })), FORM],
      'purchase JSON as an object instead of its text': [
        () =>
          signed(({ purchaseData, signature }) => ({
            purchase_data: JSON.parse(purchaseData),
            signature,
          })),
        FORM,
      ],
      'a truncated signed receipt': [
        async () => ({ receipt: signedReceipt(await google.buy()).slice(0, -9) }),
        FORM,
      ],
      "another product's signed receipt": [
        async () => ({ receipt: signedReceipt(await google.buy({ productId: 'gems.1' })) }),
        'The purchase does not contain productId gems.100.',
      ],
      "another app's signed receipt": [
        async () => ({
          receipt: signedReceipt(await google.buy({ packageName: 'com.tollgate.other' })),
        }),
        'The purchase is for another app: its package is not com.tollgate.demo.',
      ],
      "another product's token": [
        async () => ({ receipt: (await google.buy({ productId: 'gems.1' })).purchaseToken }),
        'The purchase token is for another product than productId.',
      ],
      "another app's token": [
        async () => ({
          receipt: (await google.buy({ packageName: 'com.tollgate.other' })).purchaseToken,
        }),
        'Google Play rejects the purchase token: invalid (400).',
      ],
      "a subscription's token": [
        async () => ({
          receipt: (await google.control('/google/subscriptions', { productId: PRODUCT }))
            .purchaseToken,
        }),
        'Google Play rejects the purchase token: invalid (400).',
      ],
      'a truncated token': [
        () => token((text) => text.slice(0, -1)),
        'Google Play rejects the purchase token: invalid (400).',
      ],
      'a token with one letter changed': [
        () => token((text) => text.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))),
        'Google Play rejects the purchase token: purchaseTokenNotFound (404).',
      ],
      'a token that leads to another call': [
        () => token((text) => `${text}/../../voidedpurchases?token=`),
        'Google Play rejects the purchase token: invalid (400).',
      ],
      'a token that climbs out of its path': [async () => ({ receipt: '..' }), NEVER_ISSUED],
      'a token with a line break': [() => token((text) => `${text}\r\nhost: x`), NEVER_ISSUED],
      'a token that no address could hold': [
        async () => ({ receipt: 'a'.repeat(60_000) }),
        NEVER_ISSUED,
      ],
      'a product id that climbs out of its path': [
        async () => ({ receipt: (await google.buy()).purchaseToken, productId: '..' }),
        NEVER_ISSUED,
      ],
    };

    for (const [name, [forge, detail]] of Object.entries(gallery)) {
      test(`${name}: INVALID_RECEIPT`, async () => {
        const app = await createGoogleApp(gate, google);
        const { receipt, productId = PRODUCT } = await forge();
        const { status, body } = await verify(gate, app, receipt, { productId });
        assert.equal(status, 400);
        const outcome = { code: 2001, message: 'INVALID_RECEIPT' };
        assert.deepEqual(body, refusal(outcome, 'The receipt is not valid', detail));
        assert.deepEqual(await purchasesOf(gate, app), []);
      });
    }

    test('a forged signature is refused before Google is asked', async () => {
      const app = await createGoogleApp(gate, google);
      const { receipt } = await forged('wrong-key');
      await verify(gate, app, receipt);
      assert.deepEqual(google.calls, []);
    });

    test('what the signed JSON says about the payment counts for nothing', async () => {
      const app = await createGoogleApp(gate, google);
      const bought = await google.buy();
      assert.equal(JSON.parse(bought.purchaseData).purchaseState, 0);
      await google.control(`/google/purchases/${bought.purchaseToken}/cancel`, {});
      const { body } = await verify(gate, app, signedReceipt(bought));
      assert.equal(body.data.servicePurchaseCancelState, 1);
    });

    test('without a licence key a signed receipt is INVALID_REQUEST, which names it; its token passes', async () => {
      const app = await createGoogleApp(gate, google, { secrets: { licence_key: null } });
      const bought = await google.buy();
      const { status, body } = await verify(gate, app, signedReceipt(bought));
      assert.deepEqual([status, body.outcome.message], [400, 'INVALID_REQUEST']);
      assert.equal(
        body.detail,
        'A signed receipt can be checked only with the licence key of the app. Set licence_key in the GOOGLE settings of the app, or send the purchase token.',
      );
      assert.equal((await verify(gate, app, bought.purchaseToken)).status, 200);
    });

    test('a receipt is good for its own app only: another app of the same Google account is refused', async () => {
      const other = await createGoogleApp(gate, google, {
        settings: { package_name: 'com.tollgate.other' },
      });
      const bought = await google.buy();
      for (const receipt of [bought.purchaseToken, signedReceipt(bought)]) {
        const { body } = await verify(gate, other, receipt);
        assert.equal(body.outcome.message, 'INVALID_RECEIPT');
      }
    });
  },
  { kinds: EITHER },
);
