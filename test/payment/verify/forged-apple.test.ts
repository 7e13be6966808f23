// The gallery of forged App Store receipts: every one is INVALID_RECEIPT and leaves no record.
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import type { Forgery } from '../../security/gallery.ts';
import { EITHER } from '../../support/databases.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import { type AppleShop, countPurchases, openAppleShop, PRODUCT, refusal } from '../shop.ts';

const NOT_SIGNED =
  'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.';
const invalidReceipt = (detail: string) =>
  refusal({ code: 2_001, message: 'INVALID_RECEIPT' }, 'The receipt is not valid', detail);

/** Made by the emulator with its own keys, each wrong in one way. */
const KINDS = {
  'no signature (alg none)': 'alg-none',
  'the public key as an HMAC secret (HS256)': 'hs256',
  'a chain of another root': 'other-root',
  'a leaf without Apple’s mark': 'missing-leaf-oid',
  'an intermediate without Apple’s mark': 'missing-intermediate-oid',
  'a leaf that acts as an authority': 'leaf-as-ca',
  'an expired chain': 'expired-chain',
  'a leaf on another curve': 'other-curve',
  'a changed payload': 'payload-changed',
  'a changed header': 'header-changed',
  'a truncated signature': 'truncated',
  'two certificates instead of three': 'two-certificates',
} as const satisfies Partial<Record<Forgery<'apple'>, string>>;

const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Made from a good receipt. */
const CHANGES: Record<
  Exclude<Forgery<'apple'>, keyof typeof KINDS>,
  (good: string, other: string) => string
> = {
  'the signature of another receipt': (good, other) =>
    `${good.slice(0, good.lastIndexOf('.'))}.${other.split('.')[2]}`,
  'the payload of another receipt': (good, other) => {
    const [header, , signature] = good.split('.');
    return `${header}.${other.split('.')[1]}.${signature}`;
  },
  'a payload that is written anew': (good) => {
    const [header, payload, signature] = good.split('.');
    const { transactionId, ...rest } = decode(payload);
    return `${header}.${encode({ ...rest, transactionId })}.${signature}`;
  },
  'a key of its own in the header': (good) => {
    const [header, payload] = good.split('.');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const content = `${encode({ ...decode(header), jwk })}.${payload}`;
    return `${content}.${signature(content, privateKey.export({ type: 'pkcs8', format: 'pem' }))}`;
  },
  'a key on another curve': (good) => {
    const [header, payload] = good.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const content = `${encode({ ...decode(header), alg: 'ES384' })}.${payload}`;
    return `${content}.${signature(content, privateKey.export({ type: 'pkcs8', format: 'pem' }))}`;
  },
  'a key id that is a path': (good) => {
    const [header, payload] = good.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const content = `${encode({ ...decode(header), kid: '../../dev/null' })}.${payload}`;
    return `${content}.${signature(content, privateKey.export({ type: 'pkcs8', format: 'pem' }))}`;
  },
  'the certificates in another order': (good) => {
    const [header, payload, signed] = good.split('.');
    const { x5c, ...rest } = decode(header);
    return `${encode({ ...rest, x5c: x5c.toReversed() })}.${payload}.${signed}`;
  },
  'letters that look the same to a careless reader': (good) => {
    // U+0141 loses its upper byte in Latin-1 and becomes A.
    const [header = '', payload = '', signed] = good.split('.');
    return `${header}.${payload.replaceAll('A', '\u0141')}.${signed}`;
  },
  'four parts': (good) => `${good}.e30`,
  'two parts': (good) => good.slice(0, good.lastIndexOf('.')),
  'an empty signature': (good) => good.slice(0, good.lastIndexOf('.') + 1),
  'a blank at the end': (good) => `${good} `,
  'a line break in the middle': (good) => good.replace('.', '.\n'),
};

const signature = (content: string, pem: string | Buffer): string =>
  sign('sha256', Buffer.from(content), {
    key: createPrivateKey(pem),
    dsaEncoding: 'ieee-p1363',
  }).toString('base64url');

marketSuite(
  'forged APPLE receipts',
  (gate, markets) => {
    async function isRejection(
      shop: AppleShop,
      receipt: string,
      detail = NOT_SIGNED,
    ): Promise<void> {
      const before = await countPurchases(gate);
      const answer = await shop.verify(receipt);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, invalidReceipt(detail));
      assert.equal(await countPurchases(gate), before);
    }

    for (const [name, kind] of Object.entries(KINDS)) {
      test(`${name} is refused, also after good receipts`, async () => {
        const shop = await openAppleShop(gate, markets);
        const receipt = await forge(markets, kind);
        await isRejection(shop, receipt);
        const { signedTransaction } = await shop.buy();
        assert.equal((await shop.verify(signedTransaction)).status, 200);
        await isRejection(shop, receipt);
      });
    }

    for (const [name, change] of Object.entries(CHANGES)) {
      test(`${name} is refused`, async () => {
        const shop = await openAppleShop(gate, markets);
        const good = (await shop.buy()).signedTransaction;
        const other = (await shop.buy({ quantity: 7 })).signedTransaction;
        const forged = change(good, other);
        assert.notEqual(forged, good);
        await isRejection(shop, forged);
      });
    }

    test('text that is no receipt at all is refused', async () => {
      const shop = await openAppleShop(gate, markets);
      for (const text of ['x', 'a.b.c', '..', '{}', 'e30.e30.e30', 'bnVsbA.bnVsbA.bnVsbA']) {
        await isRejection(shop, text);
      }
    });

    test('a receipt of Xcode, which nobody signs, is refused', async () => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const [header, payload, signed] = signedTransaction.split('.');
      for (const environment of ['Xcode', 'LocalTesting']) {
        const local = encode({ ...decode(payload), environment });
        await isRejection(shop, `${header}.${local}.${signed}`);
      }
    });

    test('another bundle and another environment are refused though Apple signed them', async () => {
      const shop = await openAppleShop(gate, markets, { settings: { accept_sandbox: false } });
      const bundle = await shop.buy({ bundleId: 'com.example.other' });
      await isRejection(
        shop,
        bundle.signedTransaction,
        'The receipt is for another app: its bundle id is not com.tollgate.demo.',
      );
      const sandbox = await shop.buy({ environment: 'Sandbox' });
      await isRejection(
        shop,
        sandbox.signedTransaction,
        'The receipt is from the sandbox App Store, and accept_sandbox is off for this app.',
      );
    });

    test('with API credentials too, a forged receipt is refused without asking the App Store', async () => {
      const shop = await openAppleShop(gate, markets, { asks: true });
      await markets.fault('apple', '500', { count: 1 });
      await isRejection(shop, await forge(markets, 'payload-changed'));
      const { faults } = await markets.control('/faults');
      assert.equal(faults.length, 1);
      await markets.clearFaults();
    });
  },
  { kinds: EITHER },
);

async function forge(markets: Markets, kind: string): Promise<string> {
  const payload = { productId: PRODUCT, environment: 'Production', type: 'Consumable' };
  return (await markets.control('/apple/forge', { kind, payload })).signedTransaction;
}
