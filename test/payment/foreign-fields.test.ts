// Every payment call ignores the fields that only other calls have, whatever their values are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EITHER } from '../support/databases.ts';
import type { Answer } from '../support/harness.ts';
import { marketSuite } from '../support/markets.ts';
import {
  FINALIZE,
  GEMS,
  INIT,
  ITEM_RESULT,
  openOrderShop,
  PAY_PAGE,
  RESTORE,
  STEAM_ID,
  VERIFY,
} from './orders/order-shop.ts';
import { ACCOUNT, appleRequest, openAppleShop } from './shop.ts';
import { openSubscriptionShop, STATUS_PATH, SUBSCRIPTION_PATH } from './subscription-shop.ts';

interface Call {
  readonly body: object;
  readonly headers: Record<string, string>;
}

/** Of every JSON type, and what parsers, numbers and databases trip over. */
const VALUES: readonly unknown[] = [
  'x',
  '',
  'a\u0000b',
  'x'.repeat(300),
  -1.5,
  1e300,
  9_223_372_036_854_775_808n,
  true,
  [],
  [null],
  {},
  { price: 'x' },
];

/** Each order has its own number, receipt and page. */
const OWN = /"(orderId|storeTransactionId|serviceReceipt|payUrl)":"[^"]*"/g;
const shown = ({ status, body }: Answer): string =>
  `${status} ${JSON.stringify(body, (_key, each) => (typeof each === 'bigint' ? String(each) : each))}`.replace(
    OWN,
    '"$1":""',
  );

marketSuite(
  'fields of other calls',
  (gate, markets) => {
    const bodies = (): Map<string, readonly string[]> => {
      const { paths } = gate.service.app.swagger() as unknown as {
        paths: Record<string, Record<string, Described>>;
      };
      return new Map(
        Object.entries(paths).flatMap(([path, { post, put }]) => {
          const content = Object.values((post ?? put)?.requestBody?.content ?? {})[0];
          return content ? [[path, Object.keys(content.schema.properties ?? {})]] : [];
        }),
      );
    };

    const purchase = async (): Promise<Call> => {
      const shop = await openAppleShop(gate, markets);
      const { signedTransaction } = await shop.buy();
      const body = appleRequest(signedTransaction, { price: 9.99, currency: 'USD' });
      await gate.post(VERIFY, body, shop.headers);
      return { body, headers: shop.headers };
    };
    const subscription = async (): Promise<Call> => {
      const shop = await openSubscriptionShop(gate, markets);
      const { purchaseToken: serviceReceipt } = await shop.subscribeGoogle();
      const said = { country: 'KR', language: 'ko', providerId: 'GOOGLE', requestType: 1 };
      const body = { accountUuid: ACCOUNT, serviceReceipt, ...said };
      await gate.post(SUBSCRIPTION_PATH, body, shop.headers);
      return { body, headers: shop.headers };
    };

    const CALLS: Record<string, () => Promise<Call>> = {
      [VERIFY]: purchase,
      [SUBSCRIPTION_PATH]: subscription,
      [STATUS_PATH]: async () => ({ ...(await subscription()), body: { accountUuid: ACCOUNT } }),
      '/payment/v1/transactions': async () => {
        const startDate = new Date(gate.now - 60_000).toISOString();
        return { ...(await purchase()), body: { providerId: 'APPLE', startDate } };
      },
      '/payment/v1/owned': async () => ({
        ...(await purchase()),
        body: { accountUuid: ACCOUNT },
      }),
      [INIT]: async () => {
        const { player: headers } = await openOrderShop(gate, markets);
        return { body: { productId: GEMS, steamId: STEAM_ID, quantity: 2 }, headers };
      },
      [PAY_PAGE]: async () => {
        const { player: headers } = await openOrderShop(gate, markets);
        return { body: { productId: GEMS, currency: 'USD' }, headers };
      },
      [RESTORE]: async () => {
        const shop = await openOrderShop(gate, markets);
        await shop.paid();
        return { body: {}, headers: shop.player };
      },
      [FINALIZE]: async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await shop.approved();
        await shop.verify(serviceReceipt);
        return { body: { orderId }, headers: shop.player };
      },
      [ITEM_RESULT]: async () => {
        const shop = await openOrderShop(gate, markets);
        const { serviceReceipt } = await shop.approved();
        const { serviceTransactionId } = (await shop.verify(serviceReceipt)).body.data;
        return { body: { serviceTransactionId, result: 1 }, headers: shop.player };
      },
    };

    test('every call of the payment interface has a case here', async () => {
      await gate.service.app.ready();
      const paths = [...bodies().keys()].filter((path) => path.startsWith('/payment/v1/'));
      assert.deepEqual(paths.sort(), Object.keys(CALLS).sort());
    });

    for (const [path, call] of Object.entries(CALLS)) {
      test(`${path} ignores fields that it does not have`, async () => {
        const { body, headers } = await call();
        const own = new Set(bodies().get(path));
        const foreign = [...new Set([...bodies().values()].flat())].filter(
          (name) => !own.has(name),
        );
        assert.ok(foreign.includes('skip_blocked') && foreign.length > 50);
        const expected = await gate.post(path, body, headers);
        assert.equal(expected.status, 200, shown(expected));
        for (const value of VALUES) {
          const more = Object.fromEntries(foreign.map((name) => [name, value]));
          const answer = await gate.post(path, { ...more, ...body }, headers);
          assert.equal(shown(answer), shown(expected), typeof value);
        }
      });
    }

    test('a part of a request ignores unknown fields too', async () => {
      const shop = await openOrderShop(gate, markets);
      const customer = { email: 'a@example.com', price: 'x', nickname: 7 };
      assert.equal((await shop.payPage({ customer })).status, 200);
    });
  },
  { kinds: EITHER },
);

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { properties?: object } }>>;
  };
}
