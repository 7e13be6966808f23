// subscription/verify and subscription/status at both stores (2.5, 4.9).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type SubscriptionInput, unwrap } from '../../sdk/src/index.ts';
import { tollgate } from './app-server.ts';
import { control } from './client.ts';
import { assertProblem, dataOf, UUID } from './contract.ts';
import { withoutEmulator } from './settings.ts';
import {
  type AppleSale,
  assertOneFirst,
  buyAtApple,
  type GoogleSale,
  verifiedSubscription,
  verifySubscription,
  whileFailing,
} from './shop.ts';

const PATH = 'subscription/verify';
const PLAN = 'pass_monthly';
const MONTH_MS = 30 * 86_400_000;

interface Store {
  readonly providerId: 'APPLE' | 'GOOGLE';
  subscribe(accountUuid: string, fields?: object): Promise<Subscribed>;
}
interface Subscribed {
  readonly receipt: string;
  readonly firstOrder: string;
  step(name: string): Promise<void>;
}

const apple: Store = {
  providerId: 'APPLE',
  async subscribe(appAccountToken, fields = {}) {
    const sale: AppleSale = await buyAtApple({
      type: 'Auto-Renewable Subscription',
      productId: PLAN,
      periodMs: MONTH_MS,
      price: 4_990,
      appAccountToken,
      ...fields,
    });
    return {
      receipt: sale.signedTransaction,
      firstOrder: sale.originalTransactionId,
      step: (name) => control(`apple/transactions/${sale.transactionId}/${name}`, {}),
    };
  },
};

const google: Store = {
  providerId: 'GOOGLE',
  async subscribe(obfuscatedExternalAccountId, fields = {}) {
    const sale = await control<GoogleSale>('google/subscriptions', {
      productId: PLAN,
      periodMs: MONTH_MS,
      priceMicros: 4_990_000,
      currency: 'USD',
      obfuscatedExternalAccountId,
      ...fields,
    });
    return {
      receipt: sale.purchaseToken,
      firstOrder: sale.orderId,
      step: (name) => control(`google/subscriptions/${sale.purchaseToken}/${name}`, {}),
    };
  },
};

const statusOf = async (accountUuid: string) =>
  unwrap(await tollgate.subscriptions.status({ accountUuid }));

for (const store of [apple, google]) {
  const { providerId } = store;
  const verify = ({ receipt }: Pick<Subscribed, 'receipt'>, fields: object) =>
    verifySubscription({ providerId, serviceReceipt: receipt, ...fields });
  const verified = ({ receipt }: Subscribed, fields: Partial<SubscriptionInput>) =>
    verifiedSubscription({ providerId, serviceReceipt: receipt, ...fields });

  describe(`${providerId}: subscription/verify`, { skip: withoutEmulator }, () => {
    test('every field of the result', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      const { serviceTransactionId, serviceReceiptVerifyResult, serviceExpiresDate, ...rest } =
        dataOf(await verify(bought, { accountUuid, iapPayload: 'slot 3' }));
      assert.deepEqual(rest, {
        serviceAccountUuidCompare: 1,
        serviceAutoRenewProductId: PLAN,
        serviceCurrency: 'USD',
        serviceDuplicated: false,
        serviceOriginalStoreTransactionId: bought.firstOrder,
        servicePayload: 'slot 3',
        servicePrice: 4.99,
        serviceProductId: PLAN,
        serviceQuantity: 1,
        serviceRefundDate: null,
        serviceStoreTransactionId: bought.firstOrder,
      });
      assert.match(serviceTransactionId, UUID);
      assert.ok(serviceReceiptVerifyResult);
      const days = (Number(serviceExpiresDate) - Date.now()) / 86_400_000;
      assert.ok(days > 29 && days < 31, `expires in ${days} days`);
    });

    test('a repeat is a duplicate with the first transaction id; a renewal is a new cycle', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      const first = await verified(bought, { accountUuid, iapPayload: 'slot 3' });
      const again = await verified(bought, { accountUuid });
      assert.equal(again.serviceDuplicated, true);
      assert.equal(again.serviceTransactionId, first.serviceTransactionId);
      assert.equal(again.servicePayload, 'slot 3');

      await bought.step('renew');
      const next = await verified(bought, { accountUuid });
      assert.equal(next.serviceDuplicated, false);
      assert.notEqual(next.serviceTransactionId, first.serviceTransactionId);
      assert.equal(next.serviceOriginalStoreTransactionId, bought.firstOrder);
      assert.equal(next.servicePayload, 'slot 3', 'restored for the same account');
      assert.ok(Number(next.serviceExpiresDate) > Number(first.serviceExpiresDate));
    });

    test('of many at once exactly one is no duplicate', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      await assertOneFirst(() => verified(bought, { accountUuid }));
    });

    test('another account: compare 2, and nothing of the first payload', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      await verified(bought, { accountUuid, iapPayload: 'slot 3' });
      const { serviceAccountUuidCompare, servicePayload } = await verified(bought, {
        accountUuid: randomUUID(),
      });
      assert.deepEqual([serviceAccountUuidCompare, servicePayload], [2, null]);
    });

    test('without renewal the next product is null', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      await bought.step('cancel');
      const { serviceAutoRenewProductId } = await verified(bought, { accountUuid });
      assert.equal(serviceAutoRenewProductId, null);
    });

    test(`refunded: serviceRefundDate is ${providerId === 'APPLE' ? 'the time' : 'null'}`, async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      await bought.step('refund');
      const { serviceRefundDate } = await verified(bought, { accountUuid });
      if (providerId === 'GOOGLE') assert.equal(serviceRefundDate, null);
      else assert.ok(Math.abs(Number(serviceRefundDate) - Date.now()) < 3_600_000);
    });

    test('INVALID_RECEIPT: no receipt of this store', async () => {
      const answer = await verify({ receipt: 'text' }, {});
      assertProblem(answer, 'INVALID_RECEIPT', PATH);
    });

    test('MARKET_UNAVAILABLE while the store cannot answer; then the same request passes', async () => {
      const accountUuid = randomUUID();
      const bought = await store.subscribe(accountUuid);
      const path = providerId === 'APPLE' ? bought.firstOrder : bought.receipt;
      const market = providerId === 'APPLE' ? 'apple' : 'google';
      await whileFailing(market, '500', path, async () =>
        assertProblem(await verify(bought, { accountUuid }), 'MARKET_UNAVAILABLE', PATH),
      );
      assert.equal((await verified(bought, { accountUuid })).serviceDuplicated, false);
    });

    test('subscription/status tells how it stands', async () => {
      const accountUuid = randomUUID();
      assert.deepEqual(await statusOf(accountUuid), []);
      const bought = await store.subscribe(accountUuid);
      await verified(bought, { accountUuid });
      const standing = async () => {
        const [status, ...others] = await statusOf(accountUuid);
        assert.deepEqual(others, []);
        return status;
      };
      const { originalStoreTransactionId, productId, status, active } = (await standing()) ?? {};
      assert.deepEqual(
        [originalStoreTransactionId, productId, status, active],
        [bought.firstOrder, PLAN, 'active', true],
      );
      await bought.step('expire');
      await verified(bought, { accountUuid });
      assert.equal((await standing())?.active, false);
    });
  });
}
