// An app at the market under test: it verifies, its rows and events are read.
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { setProduct } from '../../../src/tenants/products.ts';
import { admin } from '../../admin/caller.ts';
import { expectDone, type Gate, inject } from '../../support/harness.ts';
import { type Markets, setUpMarket } from '../../support/markets.ts';
import { PATH } from '../shop.ts';
import type { Driver, Stage } from './driver.ts';

export const ACCOUNT = '5c0ffee0-0000-4000-8000-0000000000a1';
export const GEMS = 'gems.100';
export const PLAN = 'vip.monthly';
export const PRICE = { amount: '9.90', currency: 'USD' } as const;

export async function openStage(gate: Gate, markets: Markets, driver: Driver): Promise<Stage> {
  const { context } = gate.service;
  const { db } = context.storage;
  const { market } = driver;
  const app = await gate.createApp();
  const { appid, gameIndex: game_index } = app;
  expectDone(
    await setProduct(context, SYSTEM, {
      appid,
      product_id: GEMS,
      name: '100 gems',
      kind: 'consumable',
      prices: [PRICE],
      steam_item_id: 1001,
      descriptions: { en: 'A bag of gems' },
    }),
  );
  const lane = { game_index, channel: 'purchase' } as const;
  // Nobody listens: what would be sent is read.
  expectDone(await registerReceiver(context, SYSTEM, { ...lane, url: 'https://game.test/events' }));
  const { settings, secrets } = driver.setUp(await markets.control('/credentials'), appid);
  await setUpMarket(gate, app, market, settings, secrets);
  let token = { text: await gate.token(app), until: gate.now + 30 * 60_000 };
  let seen = 0;
  let players = 0;
  const others: string[] = [];

  async function headers(): Promise<Record<string, string>> {
    if (gate.now > token.until) {
      token = { text: await gate.token(app), until: gate.now + 30 * 60_000 };
    }
    return { 'x-app-id': appid, authorization: `Bearer ${token.text}` };
  }
  const post = async (path: string, body: object, service = gate.service) =>
    inject(service, 'POST', path, body, await headers());
  const { book } = gate.service.payment.orders;
  const claim = { accountUuid: ACCOUNT, providerId: market, requestType: 1 };

  const stage: Stage = {
    gate,
    app,
    control: markets.control,
    headers,
    async login(account_uuid) {
      players += 1;
      const player = { appid, player_id: players, account_uuid };
      const { body } = await post('/auth/v1/login', player);
      return { 'x-app-id': appid, authorization: `Bearer ${body.access_token}` };
    },
    post: (path, body, own) => gate.post(path, body, own),
    asAdmin: (method, path, body) => admin(gate, method, path, body),
    // As restore would give it, also to who has not paid.
    async receiptOf(orderId) {
      const order = await book.find(app, orderId);
      if (!order) throw new Error(`There is no order ${orderId}.`);
      return book.receiptOf(order);
    },
    async another() {
      const other = await openStage(gate, markets, driver);
      others.push(other.app.appid);
      return other;
    },
    async closeOthers() {
      if (others.length === 0) return;
      await db.deleteFrom('market_setting').where('appid', 'in', others).execute();
    },
    verify: ({ receipt }, fields = {}, service = gate.service) =>
      post(PATH, { ...claim, serviceReceipt: receipt, productId: GEMS, ...fields }, service),
    subscribe: ({ receipt }, fields = {}) =>
      post('/payment/v1/subscription/verify', {
        ...claim,
        serviceReceipt: receipt,
        country: 'US',
        language: 'en',
        ...fields,
      }),
    status: async () =>
      (await post('/payment/v1/subscription/status', { accountUuid: ACCOUNT })).body.data,
    useSecrets: (changed) => setUpMarket(gate, app, market, settings, changed),
    purchases: () =>
      db.selectFrom('purchase').selectAll().where('appid', '=', appid).orderBy('number').execute(),
    async cancelState({ transactionId }) {
      const rows = await stage.purchases();
      return rows.find((row) => row.provider_transaction_id === transactionId)?.cancel_state;
    },
    async events() {
      const rows = await db
        .selectFrom('outbox')
        .select(['seq', 'payload'])
        .where('game_index', '=', game_index)
        .where('channel', '=', 'purchase')
        .where('seq', '>', seen)
        .orderBy('seq')
        .execute();
      seen = rows.at(-1)?.seq ?? seen;
      return rows.map(({ payload }) => JSON.parse(payload).type);
    },
  };
  return stage;
}
