// STEAM: the money is taken at most once, whatever becomes of the call, of its answer, or of this process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginCharge } from '../../../src/payment/orders/store.ts';
import { EITHER } from '../../support/databases.ts';
import { setUpMarket } from '../../support/markets.ts';
import {
  type OrderShop,
  openOrderShop,
  orderSuite,
  problem,
  STEAM_APP_ID,
  UNAVAILABLE,
  VERIFY,
} from './order-shop.ts';

/** An intent may be followed by another only after this. */
const QUIET_MS = 30_000;
const SETTLE = 'steam.settle';

orderSuite(
  'charging a STEAM order',
  (gate, markets) => {
    const atSteam = async (orderId: string) => {
      const { status, charges } = await markets.control(`/steam/orders/${orderId}`);
      return { status, charges };
    };
    const stateOf = async (shop: OrderShop, orderId: string) => {
      const { state, charge_attempts } = (await shop.order(orderId)) ?? {};
      return { state, charge_attempts };
    };
    const jobs = () => gate.service.context.storage.db.selectFrom('job').selectAll().execute();
    /** As if the process had died right after writing its intent. */
    const dieCharging = (shop: OrderShop, orderId: string) =>
      beginCharge(
        gate.service.context.storage.db,
        { game_index: shop.app.gameIndex, appid: shop.app.appid, order_id: orderId },
        gate.now,
        gate.now - QUIET_MS,
        (attempt) => ({
          job: {
            kind: SETTLE,
            id: `${SETTLE} ${orderId} ${attempt}`,
            payload: { orderId, attempt },
          },
          dueAt: gate.now + QUIET_MS,
        }),
      );

    /** The call of the process that died. */
    const finalize = async (orderid: string) => {
      const { steam } = await markets.control('/credentials');
      const body = new URLSearchParams({ key: steam.key, orderid, appid: String(STEAM_APP_ID) });
      const url = `${markets.url}/steam/ISteamMicroTxn/FinalizeTxn/v2/`;
      assert.equal((await fetch(url, { method: 'POST', body })).status, 200);
    };

    test('an answer that was lost is settled by asking Steam', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await markets.fault('steam', 'lost', { count: 1, path: 'FinalizeTxn' });
      const answer = await shop.verify(serviceReceipt);
      assert.equal(answer.body.data.serviceDuplicated, false);
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
      assert.deepEqual(await stateOf(shop, orderId), { state: 'paid', charge_attempts: 1 });
    });

    for (const kind of ['reset', '500', 'garbage']) {
      test(`${kind} instead of an answer: not charged again until Steam's word is the last one`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId, serviceReceipt } = await shop.approved();
        await markets.fault('steam', kind, { count: 1, path: 'FinalizeTxn' });
        assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);
        assert.deepEqual(await stateOf(shop, orderId), { state: 'charging', charge_attempts: 1 });

        gate.now += QUIET_MS - 1;
        assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);
        assert.deepEqual(await atSteam(orderId), { status: 'Approved', charges: 0 });

        gate.now += 1;
        assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
        assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
        assert.deepEqual(await stateOf(shop, orderId), { state: 'paid', charge_attempts: 2 });
      });
    }

    test('a call that Steam certainly did not carry out may be made again at once', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await markets.fault('steam', '429', { count: 1, path: 'FinalizeTxn' });
      assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);
      assert.deepEqual(await stateOf(shop, orderId), { state: 'open', charge_attempts: 1 });
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
    });

    test('already committed: Steam is asked, and its word counts', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await markets.control(`/steam/orders/${orderId}/fail`, {
        errorcode: 6,
        method: 'FinalizeTxn',
      });
      assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);
      assert.deepEqual(await atSteam(orderId), { status: 'Approved', charges: 0 });
      assert.equal((await stateOf(shop, orderId)).state, 'charging');
    });

    test('an order that ended meanwhile: INVALID_RECEIPT', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await markets.control(`/steam/orders/${orderId}/fail`, {
        errorcode: 100,
        method: 'FinalizeTxn',
      });
      const answer = await shop.verify(serviceReceipt);
      assert.deepEqual(
        answer.body,
        problem(
          VERIFY,
          'INVALID_RECEIPT',
          'The order failed or the player declined it. Nothing was charged.',
        ),
      );
      assert.deepEqual(await atSteam(orderId), { status: 'Failed', charges: 0 });
    });

    test('a player who is logged out at Steam: refused with the reason, and possible later', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await markets.control(`/steam/orders/${orderId}/fail`, {
        errorcode: 7,
        method: 'FinalizeTxn',
      });
      const answer = await shop.verify(serviceReceipt);
      assert.equal(answer.body.outcome.message, 'INVALID_RECEIPT');
      assert.match(answer.body.detail, /^Steam did not charge the order: .*\(error 7\)\.$/);
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
    });

    test('a process that died before its call: the job takes the intent back', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      assert.equal(await dieCharging(shop, orderId), 1);
      assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);

      await gate.service.payment.jobs.turn();
      assert.equal((await stateOf(shop, orderId)).state, 'charging', 'not due yet');
      gate.now += QUIET_MS;
      await gate.service.payment.jobs.turn();
      assert.deepEqual(await stateOf(shop, orderId), { state: 'open', charge_attempts: 1 });
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
    });

    test('a process that died after its call: the next request finds the money', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await dieCharging(shop, orderId);
      await finalize(orderId);
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
      assert.deepEqual(await stateOf(shop, orderId), { state: 'paid', charge_attempts: 1 });
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
    });

    test('and without a next request the job finds it, and restore the order', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      await dieCharging(shop, orderId);
      await finalize(orderId);
      gate.now += QUIET_MS;
      await gate.service.payment.jobs.turn();
      assert.equal((await stateOf(shop, orderId)).state, 'paid');
      const { data } = (await shop.restore()).body;
      assert.equal(data[0].serviceReceipt, serviceReceipt);
      assert.equal((await shop.verify(serviceReceipt)).body.data.serviceDuplicated, false);
      assert.deepEqual(await atSteam(orderId), { status: 'Succeeded', charges: 1 });
    });

    for (const [end, expected] of [
      ['refund', { state: 'paid', recorded: [{ cancel_state: 1 }] }],
      ['deny', { state: 'failed', recorded: [] }],
    ] as const) {
      test(`${end} before the job asks: recorded is what was paid`, async () => {
        const shop = await openOrderShop(gate, markets);
        const { orderId } = await shop.approved();
        await dieCharging(shop, orderId);
        if (end === 'refund') await finalize(orderId);
        await markets.control(`/steam/orders/${orderId}/${end}`, {});
        gate.now += QUIET_MS;
        await gate.service.payment.jobs.turn();
        const recorded = await gate.service.context.storage.db
          .selectFrom('purchase')
          .select('cancel_state')
          .where('appid', '=', shop.app.appid)
          .where('unique_key', '=', orderId)
          .execute();
        const { state } = await stateOf(shop, orderId);
        assert.deepEqual({ state, recorded }, expected);
      });
    }

    test('the job waits for Steam to come back, and leaves nothing behind', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId } = await shop.approved();
      await dieCharging(shop, orderId);
      gate.now += QUIET_MS;
      await markets.fault('steam', '429', { count: 1, path: 'QueryTxn' });
      await gate.service.payment.jobs.turn();
      assert.equal((await stateOf(shop, orderId)).state, 'charging');
      gate.now += 60_000;
      await gate.service.payment.jobs.turn();
      assert.equal((await stateOf(shop, orderId)).state, 'open');
      assert.deepEqual(
        (await jobs()).filter((job) => job.job_id.includes(orderId)),
        [],
      );
    });

    test('a wrong publisher key is no refusal of the receipt', async () => {
      const shop = await openOrderShop(gate, markets);
      const { orderId, serviceReceipt } = await shop.approved();
      const settings = { steam_app_id: STEAM_APP_ID };
      await setUpMarket(gate, shop.app, 'STEAM', settings, { publisher_key: 'wrong' });
      assert.deepEqual((await shop.verify(serviceReceipt)).body, UNAVAILABLE);
      assert.deepEqual(await stateOf(shop, orderId), { state: 'open', charge_attempts: 0 });
    });
  },
  { kinds: EITHER },
);
