// Google's notices: believed only with their OIDC token, and then Google Play is asked.
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { EITHER } from '../../support/databases.ts';
import type { Gate, TestApp } from '../../support/harness.ts';
import { type Markets, marketSuite } from '../../support/markets.ts';
import {
  cyclesOf,
  DAY,
  MONTH,
  openSubscriptionShop,
  PLAN,
  PUSH_EMAIL,
} from '../subscription-shop.ts';

const kindsOf = async (gate: Gate, { appid }: TestApp) => {
  const rows = await gate.service.context.storage.db
    .selectFrom('market_notice')
    .select(['kind', 'state'])
    .where('appid', '=', appid)
    .orderBy('said_at')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, state }) => [kind, state]);
};

/** The key that Google's push tokens are signed with. */
async function googleKey({ control }: Markets): Promise<KeyObject> {
  const { markets } = await control('/export');
  return createPrivateKey(markets.google.keys.push.privateKey);
}

marketSuite(
  'notices of Google Play',
  (gate, markets) => {
    test('a renewal is read from Google Play and recorded', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      await shop.pass(MONTH);
      assert.deepEqual(await shop.release(), [200, 200]);
      assert.deepEqual(await cyclesOf(gate, shop.app), [
        [bought.orderId, PLAN, 0, 1],
        [`${bought.orderId}..0`, PLAN, 0, 0],
      ]);
      assert.deepEqual(await kindsOf(gate, shop.app), [
        ['subscription.4', 'applied'],
        ['subscription.2', 'applied'],
      ]);
      const [status] = await shop.status();
      assert.equal(status.expiresDate, gate.now + MONTH);
    });

    test('while Google Play is away the notice is kept, and looked after later', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      await shop.subscribeGoogle();
      await markets.fault('google', '429', { rate: 1, path: 'subscriptionsv2' });
      assert.deepEqual(await shop.release(), [200]);
      assert.deepEqual(await kindsOf(gate, shop.app), [['subscription.4', 'waiting']]);
      await markets.clearFaults();
      gate.now += DAY;
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await kindsOf(gate, shop.app), [['subscription.4', 'applied']]);
      assert.equal((await cyclesOf(gate, shop.app)).length, 1);
    });

    test('a voided payment cancels its cycle', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.release();
      await shop.google(bought, 'revoke');
      await shop.release();
      assert.deepEqual(await cyclesOf(gate, shop.app), [[bought.orderId, PLAN, 1, 0]]);
      const [status] = await shop.status();
      assert.deepEqual([status.status, status.active, status.refundDate], ['expired', false, null]);
    });

    test('a change of plan is a new subscription of the same account, with its payload', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle({ obfuscatedExternalAccountId: undefined });
      await shop.verify('GOOGLE', bought.purchaseToken, { iapPayload: 'mine' });
      const next = await shop.google(bought, 'replace', { productId: 'vip.max' });
      await shop.release();
      const rows = await shop.status();
      assert.deepEqual(rows.map(({ productId, active }) => [productId, active]).toSorted(), [
        ['vip.max', true],
        [PLAN, false],
      ]);
      const { data } = (await shop.verify('GOOGLE', next.purchaseToken)).body;
      assert.equal(data.servicePayload, 'mine');
    });

    test('grace, hold and pause are told apart', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const bought = await shop.subscribeGoogle();
      await shop.verify('GOOGLE', bought.purchaseToken);
      await gate.service.payment.jobs.turn();
      const seen: unknown[] = [];
      for (const step of ['grace', 'hold', 'recover', 'pause', 'resume', 'expire']) {
        gate.now += 1_000;
        await shop.google(bought, step);
        await shop.release();
        const [{ status, active }] = await shop.status();
        seen.push([step, status, active]);
      }
      assert.deepEqual(seen, [
        ['grace', 'grace', true],
        ['hold', 'hold', false],
        ['recover', 'active', true],
        ['pause', 'paused', false],
        ['resume', 'active', true],
        ['expire', 'expired', false],
      ]);
    });

    test('a test notice is kept', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      await shop.registerNotices();
      const packageName = await packageOf(gate, shop.app);
      await markets.control('/google/notifications/test', { packageName });
      assert.deepEqual(await shop.release(), [200]);
      assert.deepEqual(await kindsOf(gate, shop.app), [['test', 'kept']]);
    });

    test('forged notices change nothing, are not kept, and are answered 400; unknown kinds are kept', async () => {
      const shop = await openSubscriptionShop(gate, markets);
      const packageName = await packageOf(gate, shop.app);
      const path = `/market/v1/google/${shop.app.appid}`;
      const audience = `https://example.com/google/${shop.app.appid}`;
      const key = await googleKey(markets);
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      const envelope = (name: string) => ({
        message: {
          messageId: '1',
          data: encoded({
            packageName: name,
            subscriptionNotification: { notificationType: 4, purchaseToken: 'x' },
          }),
        },
      });
      const token = async (claims: object = {}, signer = key) => {
        const seconds = Math.floor(gate.now / 1_000);
        const jwt = new SignJWT({
          aud: audience,
          email: PUSH_EMAIL,
          email_verified: true,
          sub: '1',
          iss: 'https://accounts.google.com',
          iat: seconds,
          exp: seconds + 3_600,
          ...claims,
        });
        return `Bearer ${await jwt.setProtectedHeader({ alg: 'RS256' }).sign(signer)}`;
      };
      const forgeries: [string, string | undefined, object][] = [
        ['no token', undefined, envelope(packageName)],
        ['no bearer', 'Basic abc', envelope(packageName)],
        ['nonsense', 'Bearer a.b.c', envelope(packageName)],
        ['other key', await token({}, other), envelope(packageName)],
        ['other audience', await token({ aud: 'https://example.com' }), envelope(packageName)],
        ['other issuer', await token({ iss: 'https://example.com' }), envelope(packageName)],
        ['other account', await token({ email: 'me@example.com' }), envelope(packageName)],
        ['not verified', await token({ email_verified: false }), envelope(packageName)],
        [
          'expired',
          await token({ exp: Math.floor(gate.now / 1_000) - 3_600 }),
          envelope(packageName),
        ],
        ['no envelope', await token(), {}],
      ];
      for (const [name, authorization, body] of forgeries) {
        const answer = await gate.post(path, body, authorization ? { authorization } : {});
        assert.deepEqual(
          [name, answer.status, answer.body],
          [name, 400, { error: 'forged', message: 'The signature is not valid.' }],
        );
      }
      assert.deepEqual(await kindsOf(gate, shop.app), []);
      const strange = {
        message: { messageId: '2', data: encoded({ packageName, newsOf2030: {} }) },
      };
      const kept = await gate.post(path, strange, { authorization: await token() });
      assert.deepEqual([kept.status, kept.body], [200, { received: true }]);
      assert.deepEqual(await kindsOf(gate, shop.app), [['unknown', 'kept']]);
      const genuine = await gate.post(path, envelope(packageName), {
        authorization: await token(),
      });
      assert.deepEqual([genuine.status, genuine.body], [200, { received: true }]);
      await gate.service.payment.jobs.turn();
      // Google Play knows no such token, and asking again would not help.
      assert.deepEqual(await kindsOf(gate, shop.app), [
        ['subscription.4', 'failed'],
        ['unknown', 'kept'],
      ]);
    });
  },
  { kinds: EITHER },
);

const encoded = (event: object): string => Buffer.from(JSON.stringify(event)).toString('base64');

async function packageOf(gate: Gate, { appid }: TestApp): Promise<string> {
  const { settings } = await gate.service.context.storage.db
    .selectFrom('market_setting')
    .select('settings')
    .where('appid', '=', appid)
    .where('market', '=', 'GOOGLE')
    .executeTakeFirstOrThrow();
  return JSON.parse(settings).package_name;
}
