// What the payment tests share: an app with a caller, and an App Store to buy in.
import { randomUUID } from 'node:crypto';
import { type Answer, type Gate, inject, type TestApp } from '../support/harness.ts';
import { type Markets, setUpMarket } from '../support/markets.ts';

export const PATH = '/payment/v1/purchase/verify';
/** The emulator's customary app. */
export const BUNDLE_ID = 'com.tollgate.demo';
export const APP_APPLE_ID = 1_234_567_890;
export const ACCOUNT = 'a3b1c5d7-0000-4000-8000-00000000e001';

export interface Purchase {
  readonly transactionId: string;
  /** In the e-mail to the buyer. */
  readonly orderId: string;
  readonly signedTransaction: string;
}

export interface AppleShop {
  readonly app: TestApp;
  readonly headers: Record<string, string>;
  /** Buys at the emulated App Store; fields override those of the transaction. */
  buy(fields?: object): Promise<Purchase>;
  refund(purchase: Purchase, fields?: object): Promise<Purchase>;
  verify(receipt: string, fields?: object): Promise<Answer>;
}

export const PRODUCT = 'gems.100';

export interface AppleShopOptions {
  /** With the key of the App Store Server API, so that transactions are read again. */
  readonly asks?: boolean;
  readonly settings?: object;
}

export async function openAppleShop(
  gate: Gate,
  markets: Markets,
  { asks = false, settings = {} }: AppleShopOptions = {},
): Promise<AppleShop> {
  const app = await gate.createApp();
  const { apple } = await markets.control('/credentials');
  await setUpMarket(
    gate,
    app,
    'APPLE',
    {
      bundle_id: BUNDLE_ID,
      app_apple_id: APP_APPLE_ID,
      ...(asks && { issuer_id: apple.issuerId, key_id: apple.keyId }),
      ...settings,
    },
    asks ? { private_key: apple.privateKey } : {},
  );
  const headers = { 'x-app-id': app.appid, authorization: `Bearer ${await gate.token(app)}` };
  return {
    app,
    headers,
    buy: (fields = {}) =>
      markets.control('/apple/transactions', {
        environment: 'Production',
        productId: PRODUCT,
        type: 'Consumable',
        price: 9_990,
        currency: 'USD',
        ...fields,
      }),
    refund: ({ transactionId }, fields = {}) =>
      markets.control(`/apple/transactions/${transactionId}/refund`, fields),
    verify: (receipt, fields = {}) =>
      inject(gate.service, 'POST', PATH, appleRequest(receipt, fields), headers),
  };
}

export const appleRequest = (receipt: string, fields: object = {}): object => ({
  accountUuid: ACCOUNT,
  serviceReceipt: receipt,
  productId: PRODUCT,
  providerId: 'APPLE',
  requestType: 1,
  ...fields,
});

export const newAccount = (): string => randomUUID();

/** How many purchases the database holds. */
export async function countPurchases(gate: Gate): Promise<number> {
  const rows = await gate.service.context.storage.db.selectFrom('purchase').selectAll().execute();
  return rows.length;
}

/** The whole body of a refusal. */
export const refusal = (
  outcome: { code: number; message: string },
  title: string,
  detail: string,
) => ({
  type: `/errors/payment/${codeOf(outcome.code)}`,
  title,
  status: outcome.code >= 5_000 ? 500 : 400,
  detail,
  instance: PATH,
  code: codeOf(outcome.code),
  outcome,
});

function codeOf(outcome: number): string {
  if (outcome === 1_006) return 'app_not_found';
  if (outcome === 5_002) return 'internal_error';
  return outcome < 2_000 ? 'payment_forbidden' : 'verify_error';
}
