// What is known about a disputed purchase: the logins of its player and the purchases of its account, among others.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Facts } from '../../../src/payment/disputes/facts.ts';
import { factsOf } from '../../../src/payment/disputes/facts-store.ts';
import { ERASED_PLAYER } from '../../../src/payment/ledger/erasures-store.ts';
import type { DisputeTable } from '../../../src/storage/schema.ts';
import { type Apps, among, openApps, type Scene } from '../../support/decoys.ts';
import { inApp, suite } from '../../support/harness.ts';
import { orderScene, purchaseScene, reportScene } from '../scenes.ts';

const DAY_MS = 86_400_000;
const PAID = Date.UTC(2026, 10, 15, 12);
const OPENED = PAID + 60 * DAY_MS;
const MONTH_BEFORE = PAID - 30 * DAY_MS;

const login = (row: Scene['row'], but: Scene['but'] = []): Scene => ({
  table: 'login',
  row: { player_id: 7, logged_in_at: PAID, logged_out_at: null, ...row },
  key: (number) => ({ login_id: `login-${number}`, did: 1 + number }),
  but,
});
const order = (row: Scene['row'] = {}): Scene =>
  orderScene({ provider: 'PG', created_at: PAID - 1_000, paid_at: PAID, ...row });
const purchase = (row: Scene['row'] = {}, but: Scene['but'] = []): Scene =>
  purchaseScene({ purchased_at: null, verified_at: PAID - DAY_MS, claimed: 1, ...row }, but);

suite('facts of a dispute', (gate) => {
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const facts = async (): Promise<Facts> => {
    const dispute = { order_id: '1', opened_at: OPENED } as DisputeTable;
    const found = await factsOf(await inApp(gate.service, apps.app.appid), dispute);
    return found ?? assert.fail('no order');
  };
  /** By the minute after the payment. */
  const putLogins = async (minutes: readonly number[]): Promise<void> => {
    const { appid, gameIndex } = apps.app;
    await gate.service.context.storage.db
      .insertInto('login')
      .values(
        minutes.map((minute, index) => ({
          ...{ appid, game_index: gameIndex, player_id: 7n, login_id: `more-${minute}` },
          ...{ did: BigInt(1_000 + index), logged_in_at: PAID + minute * 60_000 },
          ...{ account_uuid: null, logged_out_at: PAID + minute * 60_000 },
        })),
      )
      .execute();
  };
  const minutes = async () => (await facts()).logins.map(({ at }) => (at - PAID) / 60_000);

  test('logins of the player, from a month before the payment until the dispute', async () => {
    await check.put(order());
    const but = [
      { player_id: 8 },
      { logged_in_at: MONTH_BEFORE - 1 },
      { logged_in_at: OPENED + 1 },
    ];
    for (const at of [MONTH_BEFORE, PAID, PAID + 1, OPENED]) {
      await check.put(login({ logged_in_at: at }, but));
      assert.deepEqual((await facts()).logins, [{ did: 1n, at, until: null }]);
    }
  });

  test('however often the player logs in later or before, those at the payment are there', async () => {
    await check.put(order());
    await check.put(login({ player_id: 8 }));
    const numbers = Array.from({ length: 501 }, (_, index) => 1 + index);
    await putLogins(numbers.map((number) => 10 + number));
    assert.deepEqual(
      await minutes(),
      numbers.slice(0, 100).map((number) => 10 + number),
    );
    await putLogins(numbers.map((number) => -number));
    assert.deepEqual(await minutes(), [
      ...numbers
        .slice(0, 55)
        .map((number) => -number)
        .reverse(),
      ...numbers.slice(0, 45).map((number) => 10 + number),
    ]);
  });

  test('an order of a player who was erased has no logins', async () => {
    await check.put(order({ player_id: ERASED_PLAYER }));
    await check.put(login({}));
    assert.deepEqual([(await facts()).playerId, (await facts()).logins], [null, []]);
  });

  const known = {
    serviceId: 'AP_10',
    productId: 'p',
    amount: '9.99',
    currency: 'USD',
    at: PAID - DAY_MS,
    delivered: true,
    chargeId: 'ch_1',
  };
  const bought = {
    ...{ product_id: 'p', delivery: 1 },
    market_result: '{"latest_charge":{"id":"ch_1"}}',
  };

  test('purchases of the account that count, at all markets', async () => {
    await check.put(order());
    const but = [
      { account_uuid: 'other' },
      { cancel_state: 1 },
      { test: 1 },
      { ownership: 'FAMILY_SHARED' },
      { verified_at: PAID + 2 * DAY_MS + 1 },
    ];
    await check.put(purchase(bought, but));
    const { earlier, alike } = await facts();
    assert.deepEqual({ earlier, alike }, { earlier: [known], alike: [known] });
    await check.put(purchase({ ...bought, verified_at: PAID + 2 * DAY_MS }, but));
    const later = await facts();
    assert.deepEqual([later.earlier, later.alike], [[], [{ ...known, at: PAID + 2 * DAY_MS }]]);
    await check.put(purchase({ ...bought, purchased_at: PAID - 1, delivery: 3 }, but));
    assert.deepEqual((await facts()).earlier, [{ ...known, at: PAID - 1, delivered: false }]);
  });

  test('an order without an account has no other purchases', async () => {
    await check.put(order({ account_uuid: '' }));
    await check.put(purchase({ ...bought, account_uuid: '' }));
    const { earlier, alike } = await facts();
    assert.deepEqual({ earlier, alike }, { earlier: [], alike: [] });
  });

  test('the newest purchases come first, and the 500 newest are read', async () => {
    await check.put(order());
    const older = Array.from({ length: 500 }, (_, index) => ({
      verified_at: PAID - DAY_MS - index - 1,
    }));
    await check.put(purchase({}, older));
    assert.deepEqual(
      (await facts()).earlier.map(({ serviceId }) => serviceId),
      Array.from({ length: 500 }, (_, index) => `AP_${10 + index}`),
    );
  });

  test('what was refunded or disputed before does not count', async () => {
    await check.put(order());
    await check.put(purchase({ verified_at: PAID - DAY_MS }, [{}, {}]));
    await check.put(reportScene({ state: 'partial' }));
    const { db } = gate.service.context.storage;
    const { appid, gameIndex: game_index } = apps.app;
    await db
      .insertInto('purchase_cancellation')
      .values({
        ...reportScene().row,
        ...{ appid, game_index, unique_key: 'key-1', cause: 'dispute du_1', state: 'won' },
      } as never)
      .execute();
    assert.deepEqual(
      (await facts()).earlier.map(({ serviceId }) => serviceId),
      ['AP_12'],
    );
  });

  test('the order with its purchase, refund and product', async () => {
    await check.put(order({ quantity: 2, amount: '19.80', store_transaction_id: 'pi_7' }));
    await check.put(login({ player_id: 8 }));
    const own = purchase({
      ...{ provider: 'PG', delivery: 1, delivery_at: PAID + 1, language: 'ko' },
    });
    await check.put({ ...own, key: () => ({ ...own.key(0), unique_key: '1' }) });
    const product = (name: string) => JSON.stringify({ name, descriptions: { en: 'A bag' } });
    await check.put({
      table: 'product',
      row: { definition: product('Gems'), updated_at: PAID },
      key: (number) => ({ product_id: number === 0 ? 'p' : 'q' }),
      but: [{ definition: product('Gold') }],
      ofApp: true,
    });
    const verified = {
      ...{ serviceId: 'PG_10', language: 'ko' },
      ...{ delivery: 1, deliveryAt: PAID + 1, refunded: false },
    };
    const expected = {
      game: apps.app.appid,
      order: {
        ...{ id: '1', productId: 'p', quantity: 2, amount: '19.80', currency: 'USD' },
        ...{ createdAt: PAID - 1_000, paidAt: PAID, paymentId: 'pi_7', accountUuid: 'account' },
      },
      playerId: 7n,
      purchase: verified,
      product: { name: 'Gems', descriptions: { en: 'A bag' } },
      ...{ logins: [], earlier: [], alike: [] },
    };
    assert.deepEqual(await facts(), expected);
    const report = reportScene({ provider: 'PG' });
    await check.put({ ...report, key: () => ({ unique_key: '1' }) });
    assert.deepEqual(await facts(), { ...expected, purchase: { ...verified, refunded: true } });
    const { db } = gate.service.context.storage;
    await db.updateTable('purchase').set({ claimed: 0 }).execute();
    await db.deleteFrom('product').execute();
    const { purchase: _, product: __, ...bare } = expected;
    assert.deepEqual(await facts(), bare);
  });
});
