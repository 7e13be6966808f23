// What the order tests share: Steam and the gateways from the emulator, an app, a player who buys.
import { after, beforeEach } from 'node:test';
import { type Emulator, hostMarkets } from '../../../emulator/host.ts';
import { createPortone } from '../../../emulator/portone/market.ts';
import { createSteam } from '../../../emulator/steam/market.ts';
import { createStripe } from '../../../emulator/stripe/market.ts';
import { SYSTEM } from '../../../src/audit/audit.ts';
import type { Service } from '../../../src/service.ts';
import type { OrderTable } from '../../../src/storage/schema.ts';
import { type ProductInput, setProduct } from '../../../src/tenants/products.ts';
import {
  type Answer,
  expectDone,
  type Gate,
  inject,
  NOBODY,
  type SuiteOptions,
  suite,
  type TestApp,
} from '../../support/harness.ts';
import { type Markets, setUpMarket, steer } from '../../support/markets.ts';

export const INIT = '/payment/v1/purchase/init';
export const PAY_PAGE = '/payment/v1/order/pay-page-url';
export const RESTORE = '/payment/v1/purchase/restore';
export const FINALIZE = '/payment/v1/purchase/finalize';
export const ITEM_RESULT = '/payment/v1/item/result';
export const VERIFY = '/payment/v1/purchase/verify';

export const GEMS = 'gems.100';
export const STEAM_ID = '76561197960287930';
export const ACCOUNT = '0c4e7c1e-5a7b-4d0f-9d5c-1f0d0e6f7a01';
export const STEAM_APP_ID = 480;
export const SHOP_URL = 'https://shop.test/paid';
export const LEFT_URL = 'https://shop.test/left';

const PRODUCT: ProductInput = {
  name: '100 gems',
  kind: 'consumable',
  prices: [
    { currency: 'USD', amount: '9.90' },
    { currency: 'KRW', amount: '12000' },
  ],
  steam_item_id: 1001,
  descriptions: { en: 'A bag of gems', ko: '보석 주머니' },
};

type Headers = Record<string, string>;

/** Steam and the gateways live by the clock of the service. */
export function orderSuite(
  name: string,
  define: (gate: Gate, markets: Markets) => void,
  options: SuiteOptions = {},
): void {
  let emulator: Emulator | undefined;
  const markets = {} as Markets;
  const prepare = async (gate: Gate) => {
    const creators = [createSteam, createStripe, createPortone];
    emulator = await hostMarkets(creators, { seed: 3, now: () => gate.now });
    const url = await emulator.listen(0);
    Object.assign(markets, steer(url));
    const addresses = {
      steamUrl: `${url}/steam`,
      stripeUrl: url,
      portoneUrl: url,
      portoneScriptUrl: `${url}/v2/browser-sdk.js`,
    };
    return { ...(await options.prepare?.(gate)), markets: { ...NOBODY, ...addresses } };
  };
  const defineWithin = (gate: Gate): void => {
    beforeEach(() => markets.clearFaults());
    after(async () => {
      await emulator?.close();
      emulator = undefined;
    });
    define(gate, markets);
  };
  suite(name, defineWithin, { ...options, prepare });
}

export interface OrderShop {
  readonly app: TestApp;
  readonly server: Headers;
  /** The player's own calls. */
  readonly player: Headers;
  login(playerId: number | bigint, accountUuid?: string): Promise<Headers>;
  /** Opens a STEAM order. */
  init(fields?: object): Promise<Answer>;
  /** Opens a PG order. */
  payPage(fields?: object): Promise<Answer>;
  /** Opens a STEAM order that the player approves. */
  approved(fields?: object): Promise<SteamSale>;
  /** Opens a PG order that the buyer pays. */
  paid(fields?: object): Promise<{ readonly orderId: string; readonly serviceReceipt: string }>;
  verify(receipt: string, fields?: object, service?: Service): Promise<Answer>;
  restore(headers?: Headers): Promise<Answer>;
  post(path: string, body: object, headers?: Headers): Promise<Answer>;
  order(orderId: string): Promise<OrderTable | undefined>;
}

export interface SteamSale {
  readonly orderId: string;
  readonly storeTransactionId: string;
  readonly serviceReceipt: string;
}

export interface OrderShopOptions {
  readonly gateway?: 'STRIPE' | 'PORTONE';
  readonly product?: Partial<ProductInput>;
  /** More settings of the gateway. */
  readonly settings?: object;
}

export async function openOrderShop(
  gate: Gate,
  markets: Markets,
  { gateway = 'STRIPE', product = {}, settings = {} }: OrderShopOptions = {},
): Promise<OrderShop> {
  const app = await gate.createApp();
  const { context } = gate.service;
  const isLive = context.environment === 'production';
  const { steam, stripe, portone } = await markets.control('/credentials');
  const { appid } = app;
  expectDone(
    await setProduct(context, SYSTEM, { appid, product_id: GEMS, ...PRODUCT, ...product }),
  );
  await setUpMarket(
    gate,
    app,
    'STEAM',
    { steam_app_id: STEAM_APP_ID },
    { publisher_key: steam.key },
  );
  await setUpMarket(
    gate,
    app,
    'PG',
    {
      gateway,
      success_url: SHOP_URL,
      cancel_url: LEFT_URL,
      ...(gateway === 'PORTONE' && { store_id: isLive ? portone.storeId : portone.testStoreId }),
      ...settings,
    },
    gateway === 'STRIPE'
      ? {
          api_secret: isLive ? stripe.liveSecretKey : stripe.secretKey,
          webhook_secret: stripe.webhookSecret,
        }
      : {
          api_secret: isLive ? portone.secret : portone.testSecret,
          webhook_secret: portone.webhookSecret,
        },
  );
  const server = { 'x-app-id': appid, authorization: `Bearer ${await gate.token(app)}` };
  const login = async (playerId: number | bigint, account_uuid?: string): Promise<Headers> => {
    const answer = await gate.post(
      '/auth/v1/login',
      { appid, player_id: playerId, account_uuid },
      server,
    );
    return { 'x-app-id': appid, authorization: `Bearer ${answer.body.access_token}` };
  };
  const player = await login(1, ACCOUNT);
  const init = (fields: object = {}) =>
    gate.post(INIT, { productId: GEMS, steamId: STEAM_ID, ...fields }, player);
  const payPage = (fields: object = {}) =>
    gate.post(PAY_PAGE, { productId: GEMS, currency: 'USD', ...fields }, player);
  const restore = (headers: Headers = player) => gate.post(RESTORE, {}, headers);
  return {
    app,
    server,
    player,
    login,
    init,
    payPage,
    restore,
    async approved(fields) {
      const { data } = (await init(fields)).body;
      await markets.control(`/steam/orders/${data.orderId}/approve`, {});
      return data;
    },
    async paid(fields) {
      const { orderId } = (await payPage(fields)).body.data;
      await markets.control(`/pg/orders/${orderId}/pay`, {});
      const { data } = (await restore()).body;
      return data.find((each: { orderId: string }) => each.orderId === orderId);
    },
    verify: (receipt, fields = {}, service = gate.service) =>
      inject(service, 'POST', VERIFY, { ...request(receipt), ...fields }, server),
    post: (path, body, headers = player) => gate.post(path, body, headers),
    order: (order_id) =>
      context.storage.db
        .selectFrom('purchase_order')
        .selectAll()
        .where('appid', '=', appid)
        .where('order_id', '=', order_id)
        .executeTakeFirst(),
  };
}

/** PG says so in the fields. */
const request = (serviceReceipt: string) => ({
  accountUuid: ACCOUNT,
  serviceReceipt,
  productId: GEMS,
  providerId: 'STEAM',
  requestType: 1,
});

const OUTCOMES = {
  INVALID_REQUEST: [1001, 'payment_forbidden', 'The request is not valid'],
  UNAUTHORIZED_REQUEST: [1002, 'payment_forbidden', 'Authentication failed'],
  FORBIDDEN_REQUEST: [1003, 'payment_forbidden', 'The request is not allowed'],
  INVALID_RECEIPT: [2001, 'verify_error', 'The receipt is not valid'],
  PRICE_VERIFY_FAIL: [2002, 'verify_error', 'The price differs'],
  RECEIPT_VERIFY_FAIL: [2003, 'verify_error', 'The sealed receipt is forged or altered'],
  PAYMENT_PENDING: [2004, 'verify_error', 'The purchase is not paid yet'],
  MARKET_UNAVAILABLE: [5001, 'verify_error', 'The market could not be asked'],
} as const;

/** The whole body of a refusal. */
export function problem(
  instance: string,
  message: keyof typeof OUTCOMES,
  detail: string,
  errors?: readonly { readonly field: string; readonly message: string }[],
) {
  const [outcome, code, title] = OUTCOMES[message];
  return {
    type: `/errors/payment/${code}`,
    title,
    status: outcome >= 5_000 ? 500 : 400,
    detail,
    instance,
    code,
    outcome: { code: outcome, message },
    ...(errors && { errors }),
  };
}

/** A refusal because of one field that the schema lets through. */
export const wrongField = (instance: string, field: string, message: string) =>
  problem(instance, 'INVALID_REQUEST', `The field ${field} ${message}.`, [{ field, message }]);

/** `data` of a verified purchase; what the test does not say is as usual. */
export const verified = (fields: object) => ({
  data: {
    serviceAccountUuidCompare: 9,
    serviceCurrency: 'USD',
    serviceDuplicated: false,
    serviceGameServerPriceVerifyKey: null,
    servicePayload: null,
    servicePrice: 9.9,
    serviceProductId: GEMS,
    serviceProviderId: 'STEAM',
    servicePurchaseCancelState: 0,
    servicePurchaseTest: 'N',
    serviceQuantity: 1,
    serviceReceiptVerifyResult: null,
    ...fields,
  },
  meta: null,
});

export const FORGED = problem(
  VERIFY,
  'RECEIPT_VERIFY_FAIL',
  'The receipt is not the sealed receipt of this order. Send it exactly as it was issued.',
);

/** A genuine receipt beside the number of another order. */
export const anotherOrder = (orderId: string, sent: string, field = 'orderId') =>
  problem(
    VERIFY,
    'RECEIPT_VERIFY_FAIL',
    `The receipt is for order ${orderId}, but ${field} is ${sent}. Send the number of that order, or leave ${field} out.`,
  );

export const UNAVAILABLE = problem(
  VERIFY,
  'MARKET_UNAVAILABLE',
  'The market did not answer correctly, so nothing was verified or recorded. Send the same request again.',
);
