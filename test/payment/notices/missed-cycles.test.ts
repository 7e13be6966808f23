// Cycles that no notification reported are read from the App Store's history and Google Play's orders, each once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject } from '../../support/harness.ts';
import { marketSuite } from '../../support/markets.ts';
import { openGoogleShop } from '../google-shop.ts';
import { ACCOUNT } from '../shop.ts';
import { cyclesOf, DAY, grossOf, MONTH, PLAN, SUBSCRIPTION_PATH } from '../subscription-shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
type Json = any;

marketSuite('cycles missed in an outage', (gate, markets) => {
  const turn = () => gate.service.payment.jobs.turn();

  /** A verified subscription whose renewals nobody reports. */
  async function open(fields: object = {}) {
    const shop = await openGoogleShop(gate, markets);
    const bought = await shop.subscribeApple(fields);
    await shop.verify('APPLE', bought.signedTransaction, { iapPayload: 'mine' });
    await shop.events();
    const { appid } = shop.app;
    return {
      ...shop,
      bought,
      cycles: async () => (await cyclesOf(gate, shop.app)).map(([, ...rest]) => rest),
      rows: () =>
        gate.service.context.storage.db
          .selectFrom('purchase')
          .selectAll()
          .where('appid', '=', appid)
          .orderBy('purchased_at')
          .execute(),
      gross: () => grossOf(gate, shop.app),
    };
  }

  const renewals = (count: number) => Array(count).fill([PLAN, 0, 0]);

  test('the next renewal brings those before it, with their prices and dates', async () => {
    const start = gate.now;
    const shop = await open();
    for (let month = 0; month < 3; month += 1) await shop.pass(MONTH);
    await shop.registerNotices();
    await shop.pass(MONTH);
    await shop.release();
    assert.deepEqual(await shop.cycles(), [[PLAN, 0, 1], ...renewals(4)]);
    const rows = await shop.rows();
    assert.deepEqual(
      rows.map(({ price, purchased_at, account_uuid }) => [price, purchased_at, account_uuid]),
      [0, 1, 2, 3, 4].map((month) => ['9.99', start + month * MONTH, ACCOUNT]),
    );
    assert.equal(await shop.gross(), 5 * 999);
    const types = (await shop.events()).map(({ type }) => type);
    assert.deepEqual(types, ['subscription.renewed']);
    const [status] = await shop.status();
    assert.deepEqual([status.status, status.expiresDate], ['active', gate.now + MONTH]);
  });

  test('so does a look-up after the end, and two verifications of the same moment', async () => {
    const shop = await open();
    for (let month = 0; month < 3; month += 1) await shop.pass(MONTH);
    await shop.status();
    await turn();
    assert.deepEqual(await shop.cycles(), [[PLAN, 0, 1], ...renewals(3)]);
    for (let month = 0; month < 3; month += 1) await shop.pass(MONTH);
    const request = {
      accountUuid: ACCOUNT,
      serviceReceipt: shop.bought.signedTransaction,
      country: 'US',
      language: 'en',
      providerId: 'APPLE',
      requestType: 1,
    };
    const services = [gate.service, await gate.secondService()];
    await Promise.all(
      services.map((each) => inject(each, 'POST', SUBSCRIPTION_PATH, request, shop.headers)),
    );
    await Promise.all(services.map(({ payment }) => payment.jobs.turn()));
    assert.deepEqual(await shop.cycles(), [[PLAN, 0, 1], ...renewals(5), [PLAN, 0, 1]]);
    assert.equal(await shop.gross(), 7 * 999);
  });

  test('a refund of one that was missed counts, too', async () => {
    const start = gate.now;
    const shop = await open();
    for (let month = 0; month < 2; month += 1) await shop.pass(MONTH);
    const sold = (await markets.control('/apple/transactions')).transactions;
    const missed = sold.find(
      ({ originalTransactionId, purchaseDate }: Json) =>
        originalTransactionId === shop.bought.originalTransactionId &&
        purchaseDate === start + MONTH,
    );
    await shop.apple(missed, 'refund');
    await shop.status();
    await turn();
    assert.deepEqual(await shop.cycles(), [
      [PLAN, 0, 1],
      [PLAN, 1, 0],
      [PLAN, 0, 0],
    ]);
    assert.equal(await shop.gross(), 3 * 999);
  });

  test('while the App Store does not answer, the job waits; without a gap it does not ask', async () => {
    const shop = await open();
    const history = async () => {
      const { body } = await gate.service.app.inject({ method: 'GET', url: '/metrics' });
      return /market_seconds_count.*operation="apple.transactionHistory".* (\d+)/.exec(body)?.[1];
    };
    const before = await history();
    await shop.pass(MONTH);
    await shop.status();
    await turn();
    assert.equal(await history(), before);
    for (let month = 0; month < 2; month += 1) await shop.pass(MONTH);
    await markets.fault('apple', '500', { rate: 1, path: 'history' });
    await shop.status();
    await turn();
    assert.equal((await shop.cycles()).length, 3);
    await markets.clearFaults();
    gate.now += DAY;
    await turn();
    assert.deepEqual(await shop.cycles(), [[PLAN, 0, 1], ...renewals(3)]);
  });

  for (const provider of ['APPLE', 'GOOGLE'] as const) {
    /** Google Play takes back after three days what nobody acknowledges. */
    const periodMs = DAY / 2;
    async function silent(periods: number) {
      const shop = await openGoogleShop(gate, markets);
      const bought =
        provider === 'APPLE'
          ? (await shop.subscribeApple({ periodMs })).signedTransaction
          : (await shop.subscribeGoogle({ periodMs })).purchaseToken;
      for (let period = 0; period < periods; period += 1) await shop.pass(periodMs);
      return { shop, bought };
    }

    test(`${provider}: cycles from before the first verification are on record, and are no news`, async () => {
      const { shop, bought } = await silent(3);
      const first = (await shop.verify(provider, bought)).body.data;
      await turn();
      assert.equal(first.serviceDuplicated, false);
      const cycles = (await cyclesOf(gate, shop.app)).map(([, ...rest]) => rest);
      assert.deepEqual(cycles, [...renewals(3), [PLAN, 0, 1]]);
      await shop.pass(DAY / 4);
      await turn();
      const types = (await shop.events()).map(({ type }) => type);
      assert.deepEqual(types, ['purchase.verified']);
    });

    test(`${provider}: cycles from before the app was created are not read`, async () => {
      const { shop, bought } = await silent(2);
      const { db } = gate.service.context.storage;
      const { appid } = shop.app;
      const set = { created_at: gate.now - 1 };
      await db.updateTable('app').set(set).where('appid', '=', appid).execute();
      await shop.pass(periodMs);
      await shop.verify(provider, bought);
      await turn();
      const cycles = (await cyclesOf(gate, shop.app)).map(([, ...rest]) => rest);
      assert.deepEqual(cycles, [...renewals(1), [PLAN, 0, 1]]);
    });
  }
});
