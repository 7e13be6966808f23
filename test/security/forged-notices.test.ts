// Notifications that no market sent, or not like this: refused, nothing recorded; a replayed one counts once.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { openOrderShop } from '../payment/orders/order-shop.ts';
import { newAccount } from '../payment/shop.ts';
import {
  cyclesOf,
  openSubscriptionShop,
  type SubscriptionShop,
} from '../payment/subscription-shop.ts';
import { EITHER } from '../support/databases.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import type { Forgery } from './gallery.ts';

const FORGED = { error: 'forged', message: 'The signature is not valid.' };
const FORGED_WEBHOOK = { error: 'forged', message: 'The webhook signature is not valid.' };

type Headers = Record<string, string>;

function kept(gate: Gate, { appid }: TestApp): Promise<{ body: string }[]> {
  const { db } = gate.service.context.storage;
  return db.selectFrom('market_notice').select('body').where('appid', '=', appid).execute();
}

const read = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
const write = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

marketSuite(
  'forged notifications',
  (gate, markets) => {
    /** An app that Apple has told something, and the body that told it. */
    async function toldByApple(): Promise<{ shop: SubscriptionShop; genuine: string }> {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      await shop.subscribeApple();
      await shop.release();
      const [notice] = await kept(gate, shop.app);
      return { shop, genuine: notice?.body ?? '' };
    }

    interface Parts {
      readonly header: string;
      readonly payload: string;
      readonly signature: string;
      readonly shop: SubscriptionShop;
    }
    const rewritten =
      (change: (header: { x5c: string[] }) => object) =>
      ({ header, payload, signature }: Parts): string =>
        `${write(change(read(header)))}.${payload}.${signature}`;
    const jws = (make: (parts: Parts) => string | Promise<string>) => async (parts: Parts) =>
      JSON.stringify({ signedPayload: await make(parts) });

    const APPLE: Record<Forgery<'appleNotices'>, (parts: Parts) => Promise<string>> = {
      'a changed payload': jws(
        ({ header, payload, signature }) =>
          `${header}.${write({ ...read(payload), notificationUUID: newAccount() })}.${signature}`,
      ),
      'no signature (alg none)': jws(
        ({ header, payload }) => `${write({ ...read(header), alg: 'none' })}.${payload}.`,
      ),
      'another algorithm (HS256)': jws(rewritten((header) => ({ ...header, alg: 'HS256' }))),
      'two certificates instead of three': jws(
        rewritten((header) => ({ ...header, x5c: header.x5c.slice(0, 2) })),
      ),
      'no certificates': jws(rewritten(({ x5c: _, ...header }) => header)),
      'a truncated signature': jws(
        ({ header, payload, signature }) => `${header}.${payload}.${signature.slice(0, -4)}`,
      ),
      'two parts': jws(({ header, payload }) => `${header}.${payload}`),
      'signed under another root': jws(
        async () =>
          (await markets.control('/apple/forge', { kind: 'other-root' })).signedTransaction,
      ),
      'a transaction as a notification': jws(
        async ({ shop }) => (await shop.subscribeApple()).signedTransaction,
      ),
      "another app's notification": async () => (await toldByApple()).genuine,
      'no JSON': async () => 'not JSON',
    };

    for (const [name, forge] of Object.entries(APPLE)) {
      test(`App Store, ${name}: 400`, async () => {
        const { shop, genuine } = await toldByApple();
        const [header = '', payload = '', signature = ''] =
          JSON.parse(genuine).signedPayload.split('.');
        const before = [await kept(gate, shop.app), await cyclesOf(gate, shop.app)];
        const body = await forge({ header, payload, signature, shop });
        const answer = await gate.post(`/market/v1/apple/${shop.app.appid}`, body);
        assert.deepEqual([answer.status, answer.body], [400, FORGED]);
        assert.deepEqual([await kept(gate, shop.app), await cyclesOf(gate, shop.app)], before);
      });
    }

    test('App Store, a notification that is sent again counts once', async () => {
      const { shop, genuine } = await toldByApple();
      const before = [await kept(gate, shop.app), await cyclesOf(gate, shop.app)];
      const answer = await gate.post(`/market/v1/apple/${shop.app.appid}`, genuine);
      assert.deepEqual([answer.status, answer.body], [200, { received: true }]);
      assert.deepEqual([await kept(gate, shop.app), await cyclesOf(gate, shop.app)], before);
    });

    const GOOGLE: Record<Forgery<'googleNotices'>, string> = {
      'no token': 'no-token',
      'a token of another key': 'other-key',
      'another audience': 'other-audience',
      'another issuer': 'other-issuer',
      'another e-mail address': 'other-email',
      'an e-mail address that is not verified': 'unverified-email',
      'an expired token': 'expired',
    };

    for (const [name, kind] of Object.entries(GOOGLE)) {
      test(`Google Play, ${name}: 400`, async () => {
        const shop = await openSubscriptionShop(gate, markets);
        await shop.registerNotices();
        const notification = { voidedPurchaseNotification: { purchaseToken: 'made-up' } };
        const { packageName } = shop;
        const forged = await markets.control('/google/notifications/forge', {
          kind,
          packageName,
          notification,
        });
        const path = `/market/v1/google/${shop.app.appid}`;
        const answer = await gate.post(path, forged.body, forged.headers);
        assert.deepEqual([answer.status, answer.body], [400, FORGED]);
        assert.deepEqual(await kept(gate, shop.app), []);
      });
    }

    /** Gateways date their signatures by the wall clock. */
    const seconds = (): number => Math.floor(Date.now() / 1_000);
    const TEN_MINUTES = 600;

    const mac = (secret: string | Buffer, text: string, form: 'hex' | 'base64'): string =>
      createHmac('sha256', secret).update(text).digest(form);

    interface Webhook {
      readonly body: string;
      readonly headers: Headers;
    }

    function stripe(body: string, secret: string, at = seconds()): Webhook {
      const signature = mac(secret, `${at}.${body}`, 'hex');
      return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } };
    }
    const STRIPE: Record<Forgery<'stripeNotices'>, (body: string, secret: string) => Webhook> = {
      'no signature': (body) => ({ body, headers: {} }),
      'signed with another secret': (body) => stripe(body, 'whsec_another'),
      'a changed body': (body, secret) => ({ ...stripe(body, secret), body: `${body} ` }),
      'a signature that is ten minutes old': (body, secret) =>
        stripe(body, secret, seconds() - TEN_MINUTES),
      'a signature from ten minutes ahead': (body, secret) =>
        stripe(body, secret, seconds() + TEN_MINUTES),
      'a timestamp that is no number': (body, secret) => ({
        body,
        // What a reader that takes it for a number has signed.
        headers: { 'stripe-signature': `t=soon,v1=${mac(secret, `NaN.${body}`, 'hex')}` },
      }),
      'a timestamp with more behind it': (body, secret) =>
        changed(stripe(body, secret), /t=\d+/, '$&abc'),
      'two timestamps': (body, secret) => changed(stripe(body, secret), 't=', 't=1,t='),
      'no v1 signature': (body, secret) => changed(stripe(body, secret), 'v1=', 'v0='),
      'no timestamp': (body, secret) => changed(stripe(body, secret), /t=\d+,/, ''),
      'another timestamp': (body, secret) => {
        const signedAt = seconds();
        return changed(stripe(body, secret, signedAt), /t=\d+/, `t=${signedAt - 1}`);
      },
    };

    function changed({ body, headers }: Webhook, from: string | RegExp, to: string): Webhook {
      const signature = headers['stripe-signature']?.replace(from, to) ?? '';
      return { body, headers: { 'stripe-signature': signature } };
    }

    function portone(body: string, secret: string, at = seconds(), id = 'wh_1'): Webhook {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${mac(key, `${id}.${at}.${body}`, 'base64')}`,
      };
      return { body, headers };
    }
    const withHeaders = ({ body, headers }: Webhook, more: Headers): Webhook => ({
      body,
      headers: { ...headers, ...more },
    });
    const PORTONE: Record<Forgery<'portoneNotices'>, (body: string, secret: string) => Webhook> = {
      'no signature': (body) => ({ body, headers: {} }),
      'signed with another secret': (body) => portone(body, 'whsec_AAAA'),
      'a changed body': (body, secret) => ({ ...portone(body, secret), body: `${body} ` }),
      'a signature that is ten minutes old': (body, secret) =>
        portone(body, secret, seconds() - TEN_MINUTES),
      'a signature from ten minutes ahead': (body, secret) =>
        portone(body, secret, seconds() + TEN_MINUTES),
      'no v1 signature': (body, secret) => {
        const { headers } = portone(body, secret);
        const signature = headers['webhook-signature']?.replace('v1,', 'v2,') ?? '';
        return { body, headers: { ...headers, 'webhook-signature': signature } };
      },
      'no timestamp': (body, secret) => {
        const { 'webhook-timestamp': _, ...headers } = portone(body, secret).headers;
        return { body, headers: headers as Headers };
      },
      'another id': (body, secret) => withHeaders(portone(body, secret), { 'webhook-id': 'wh_2' }),
    };

    for (const [gateway, forgeries, genuine] of [
      ['STRIPE', STRIPE, stripe],
      ['PORTONE', PORTONE, portone],
    ] as const) {
      const name = gateway.toLowerCase();

      /** A paid order that nobody has heard of, and what a webhook about it says. */
      async function paidOrder() {
        gate.now = Date.now();
        const shop = await openOrderShop(gate, markets, { gateway });
        const { orderId } = (await shop.payPage()).body.data;
        await markets.control(`/pg/orders/${orderId}/pay`, {});
        const { paymentId } = await markets.control(`/pg/orders/${orderId}`);
        const secret: string = (await markets.control('/credentials'))[name].webhookSecret;
        const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' };
        const object = { id: paymentId, object: 'payment_intent', metadata: { orderId } };
        const body = JSON.stringify(
          gateway === 'STRIPE'
            ? { ...event, livemode: true, data: { object } }
            : {
                type: 'Transaction.Paid',
                timestamp: '',
                data: { paymentId: orderId, storeId: '' },
              },
        );
        return { shop, orderId, secret, body, path: `/market/v1/pg/${name}/${shop.app.appid}` };
      }

      for (const [title, forge] of Object.entries(forgeries)) {
        test(`${gateway}, ${title}: 400`, async () => {
          const { shop, orderId, secret, body, path } = await paidOrder();
          const forged = forge(body, secret);
          const answer = await gate.post(path, forged.body, forged.headers);
          assert.deepEqual([answer.status, answer.body], [400, FORGED_WEBHOOK]);
          assert.deepEqual(await kept(gate, shop.app), []);
          assert.equal((await shop.order(orderId))?.state, 'open');
        });
      }

      test(`${gateway}, the same webhook with its signature is received, and counts once`, async () => {
        const { shop, secret, body, path } = await paidOrder();
        const { headers } = genuine(body, secret);
        for (let time = 0; time < 2; time += 1) {
          const answer = await gate.post(path, body, headers);
          assert.deepEqual([answer.status, answer.body], [200, { received: true }]);
        }
        assert.equal((await kept(gate, shop.app)).length, 1);
      });
    }
  },
  { kinds: EITHER },
);
