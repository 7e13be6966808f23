// What the tests of external sales share: a web shop whose buyers come from apps of both stores.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { AppAt } from '../../../src/payment/markets/markets.ts';
import type { ExternalReportTable } from '../../../src/storage/schema.ts';
import type { Gate } from '../../support/harness.ts';
import { type Markets, setUpMarket } from '../../support/markets.ts';
import {
  ACCOUNT,
  GEMS,
  type OrderShop,
  type OrderShopOptions,
  openOrderShop,
  PAY_PAGE,
} from '../orders/order-shop.ts';
import { APP_APPLE_ID, BUNDLE_ID } from '../shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

export interface ExternalShop extends OrderShop {
  /** The buyer leaves the app in the App Store. */
  appleVisit(fields?: object): Promise<{ readonly externalPurchaseId: string; token: string }>;
  /** The buyer leaves the app in Google Play. */
  googleVisit(): Promise<string>;
  /** Apple asks about a token that was not reported; the status of our answer. */
  ask(externalPurchaseId: string): Promise<number>;
  /** Opens an order. */
  open(fields: object): Promise<string>;
  /** Opens an order and pays it; `buyer` says tax and country. */
  sell(fields: object, buyer?: object): Promise<string>;
  act(orderId: string, what: string, fields?: object): Promise<void>;
  /** Does all jobs that are due. */
  work(): Promise<void>;
  /** Ours, in the order in which they are sent. */
  reports(subject: string): Promise<ExternalReportTable[]>;
  atApple(): Promise<Json[]>;
  atGoogle(): Promise<Json[]>;
}

export interface ExternalShopOptions extends OrderShopOptions {
  readonly apple?: object;
  readonly google?: object;
}

const LOGIN_MS = 12 * 3_600_000;

export async function openExternalShop(
  gate: Gate,
  markets: Markets,
  { apple = {}, google = {}, ...options }: ExternalShopOptions = {},
): Promise<ExternalShop> {
  const shop = await openOrderShop(gate, markets, options);
  const { appid, gameIndex } = shop.app;
  const { context, payment } = gate.service;
  const { db } = context.storage;
  const credentials = await markets.control('/credentials');
  const { issuerId: issuer_id, keyId: key_id, privateKey: private_key } = credentials.apple;
  const bundle_id = `${BUNDLE_ID}.${appid}`;
  await setUpMarket(
    gate,
    shop.app,
    'APPLE',
    {
      ...{ bundle_id, app_apple_id: APP_APPLE_ID, issuer_id, key_id },
      report_external_sales: true,
      ...apple,
    },
    { private_key },
  );
  const packageName = `com.tollgate.${appid.replaceAll('-', '_')}`;
  await setUpMarket(
    gate,
    shop.app,
    'GOOGLE',
    { package_name: packageName, report_external_sales: true, ...google },
    { service_account: JSON.stringify(credentials.google.serviceAccount) },
  );
  const app = { bundleId: bundle_id, appAppleId: APP_APPLE_ID };
  const work = async () => {
    await payment.jobs.turn();
  };
  const read = async (orderId: string) => {
    const pg = (await payment.marketApps(appid, 'PG')) as AppAt<'PG'>;
    assert.equal(await payment.orders.pg.readMissed(pg, orderId, false), undefined);
  };

  const loginAgain = async () => {
    const server = { 'x-app-id': appid, authorization: `Bearer ${await gate.token(shop.app)}` };
    const player = { appid, player_id: 1, account_uuid: ACCOUNT };
    const { body } = await gate.post('/auth/v1/login', player, server);
    return { 'x-app-id': appid, authorization: `Bearer ${body.access_token}` };
  };
  let login = { headers: Promise.resolve(shop.player), until: gate.now + LOGIN_MS };
  const external: ExternalShop = {
    ...shop,
    work,
    appleVisit: (fields = {}) => markets.control('/apple/external-tokens', { ...app, ...fields }),
    googleVisit: async () =>
      (await markets.control('/google/external-tokens', { packageName })).externalTransactionToken,
    async ask(externalPurchaseId) {
      const { app: server } = gate.service;
      if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
      const { port } = server.server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/market/v1/apple/${appid}`;
      await markets.control('/apple/notifications/hold', {});
      await markets.control('/apple/notifications', { ...app, url });
      const tokenCreationDate = gate.now;
      const asked = { ...app, externalPurchaseId, tokenCreationDate };
      await markets.control('/apple/external-purchases', asked);
      const { notifications } = await markets.control('/apple/notifications/release', {});
      return notifications.at(-1).attempts.at(-1).status;
    },
    async open(fields) {
      // Logins last for a day.
      if (gate.now >= login.until) {
        login = { headers: loginAgain(), until: gate.now + LOGIN_MS };
      }
      const order = { productId: GEMS, currency: 'USD', ...fields };
      const { body } = await shop.post(PAY_PAGE, order, await login.headers);
      return body.data.orderId;
    },
    async sell(fields, buyer = {}) {
      const orderId = await external.open(fields);
      await external.act(orderId, 'pay', buyer);
      return orderId;
    },
    async act(orderId, what, fields = {}) {
      await markets.control(`/pg/orders/${orderId}/${what}`, fields);
      await read(orderId);
    },
    reports: (subject) =>
      db
        .selectFrom('external_report')
        .selectAll()
        .where('game_index', '=', gameIndex)
        .where('subject', '=', subject)
        .orderBy('position')
        .execute(),
    async atApple() {
      const { reports } = await markets.control('/apple/external-reports');
      return reports.filter((each: Json) => each.bundleId === bundle_id);
    },
    async atGoogle() {
      const { externalTransactions } = await markets.control('/google/external-transactions');
      return externalTransactions.filter((each: Json) => each.packageName === packageName);
    },
  };
  return external;
}
