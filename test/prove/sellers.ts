// The four markets as a buyer knows them: what is bought at the emulator, and how the service gets to hear of it.
import assert from 'node:assert/strict';
import type { Market } from '../../src/storage/schema.ts';
import type { Markets } from '../support/markets.ts';
import { ACCOUNT, type MarketInput, PRODUCT, type ProofApp } from './proof-app.ts';
import { type Insist, outcomeOf, type Seller } from './purchases.ts';

/** The app that the emulated stores sell by default. */
const STORE_APP = 'com.tollgate.demo';
const APP_APPLE_ID = 1_234_567_890;
const STEAM_ID = '76561197960287930';

/** Each sells in another way; new markets sell like one of them. */
export type Proved = Extract<Market, 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG'>;

/** The settings of the app at each market, with the emulator's credentials. */
export async function marketInputs(markets: Markets): Promise<Record<Proved, MarketInput>> {
  const { apple, google, steam, stripe } = await markets.control('/credentials');
  const keyOfApple = { issuer_id: apple.issuerId, key_id: apple.keyId };
  return {
    APPLE: {
      settings: { bundle_id: STORE_APP, app_apple_id: APP_APPLE_ID, ...keyOfApple },
      secrets: { private_key: apple.privateKey },
    },
    GOOGLE: {
      settings: { package_name: STORE_APP },
      secrets: { service_account: JSON.stringify(google.serviceAccount) },
    },
    STEAM: { settings: { steam_app_id: 480 }, secrets: { publisher_key: steam.key } },
    PG: { settings: { gateway: 'STRIPE' }, secrets: { api_secret: stripe.liveSecretKey } },
  };
}

export function openSellers(app: ProofApp, markets: Markets): Record<Proved, Seller> {
  let players = 0;

  const verify = (providerId: Market) => async (serviceReceipt: string) => {
    const request = { accountUuid: ACCOUNT, serviceReceipt, productId: PRODUCT, requestType: 1 };
    const path = '/payment/v1/purchase/verify';
    return outcomeOf(await app.asServer(path, { ...request, providerId }));
  };
  const newPlayer = (insist: Insist) => {
    const playerId = ++players;
    return insist(() => app.login(playerId));
  };

  return {
    APPLE: {
      provider: 'APPLE',
      unpaid: 'refused',
      verify: verify('APPLE'),
      async sell(isPaid) {
        const { transactionId, signedTransaction } = isPaid
          ? await markets.control('/apple/transactions', {
              productId: PRODUCT,
              environment: 'Production',
            })
          : await markets.control('/apple/forge', { kind: 'payload-changed' });
        return { key: transactionId, receipt: signedTransaction };
      },
    },
    GOOGLE: {
      provider: 'GOOGLE',
      unpaid: 'pending',
      verify: verify('GOOGLE'),
      async sell(isPaid) {
        const sale = { productId: PRODUCT, state: isPaid ? 'purchased' : 'pending' };
        const { orderId, purchaseToken } = await markets.control('/google/purchases', sale);
        return { key: orderId, receipt: purchaseToken };
      },
    },
    STEAM: steamSeller(markets, {
      verify: verify('STEAM'),
      async open(insist) {
        const player = await newPlayer(insist);
        const wish = { productId: PRODUCT, steamId: STEAM_ID };
        return insist(() => app.asPlayer(player, '/payment/v1/purchase/init', wish));
      },
    }),
    PG: {
      provider: 'PG',
      unpaid: 'pending',
      verify: verify('PG'),
      async sell(isPaid, insist) {
        const player = await newPlayer(insist);
        const wish = { productId: PRODUCT, currency: 'USD' };
        const open = () => app.asPlayer(player, '/payment/v1/order/pay-page-url', wish);
        const { orderId } = await insist(open);
        if (isPaid) await markets.control(`/pg/orders/${orderId}/pay`, {});
        const restore = () => app.asPlayer(player, '/payment/v1/purchase/restore', {});
        const orders: { orderId: string; serviceReceipt: string }[] = await insist(restore);
        assert.deepEqual(
          orders.map((each) => each.orderId),
          isPaid ? [orderId] : [],
          'what is paid, and nothing else, has a receipt',
        );
        return { key: orderId, receipt: orders[0]?.serviceReceipt };
      },
    },
  };
}

/** STEAM, whichever way its orders are opened; its own books say how often money was taken. */
export function steamSeller(
  markets: Markets,
  shop: Pick<Seller, 'verify'> & {
    open(insist: Insist): Promise<{ readonly orderId: string; readonly serviceReceipt: string }>;
  },
): Seller {
  return {
    provider: 'STEAM',
    unpaid: 'pending',
    verify: shop.verify,
    async sell(isPaid, insist) {
      const { orderId, serviceReceipt } = await shop.open(insist);
      if (isPaid) await markets.control(`/steam/orders/${orderId}/approve`, {});
      return { key: orderId, receipt: serviceReceipt };
    },
    async inspect({ key }, isPaid) {
      const { status, charges } = await markets.control(`/steam/orders/${key}`);
      const expected = isPaid
        ? { status: 'Succeeded', charges: 1 }
        : { status: 'Init', charges: 0 };
      assert.deepEqual({ status, charges }, expected, key);
    },
  };
}
