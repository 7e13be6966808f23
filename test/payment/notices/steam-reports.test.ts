// Steam's two reports: every refund and chargeback is heard, once, however short the pages are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { createMarketHttp } from '../../../src/payment/markets/http.ts';
import { createSteam } from '../../../src/payment/markets/steam/steam.ts';
import { steamReports } from '../../../src/payment/notices/steam-reports.ts';
import { createLog } from '../../../src/start/log.ts';
import { answer, startGameServer } from '../../outbox/game-server.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone, type Gate } from '../../support/harness.ts';
import type { Markets } from '../../support/markets.ts';
import { openOrderShop, orderSuite, STEAM_APP_ID, type SteamSale } from '../orders/order-shop.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const KEY = 'an-event-key-of-the-tests';
/** A busy machine is not to be taken for a market that is away. */
const PATIENT = { attemptMs: 60_000, totalMs: 60_000 };

/** A shop with verified purchases, and an app server that hears of them. */
async function openSoldShop(gate: Gate, markets: Markets, count: number) {
  await markets.control('/reset', {});
  const shop = await openOrderShop(gate, markets);
  const { appid, gameIndex } = shop.app;
  const sales: SteamSale[] = [];
  const sell = async (): Promise<SteamSale> => {
    const sale = await shop.approved();
    assert.equal((await shop.verify(sale.serviceReceipt)).status, 200);
    return sale;
  };
  while (sales.length < count) {
    const together = Math.min(10, count - sales.length);
    sales.push(...(await Promise.all(Array.from({ length: together }, sell))));
  }
  const orders = sales.map(({ orderId }) => orderId);
  const byTransaction = new Map(
    sales.map(({ storeTransactionId, orderId }) => [storeTransactionId, orderId]),
  );
  const server = await startGameServer();
  server.behave(answer(204, ''));
  const lane = { game_index: gameIndex, channel: 'purchase' } as const;
  expectDone(
    await registerReceiver(gate.service.context, SYSTEM, { ...lane, url: server.url, key: KEY }),
  );
  const { db } = gate.service.context.storage;
  return {
    shop,
    orders,
    refund: (orderId: string, kind = 'Refunded') =>
      markets.control(`/steam/orders/${orderId}/refund`, { kind }),
    poll: async (service = gate.service) => {
      gate.now += HOUR;
      await service.payment.pollers.turn();
    },
    /** Type and detail of each event, in order. */
    heard: async () => {
      await gate.service.relay.turn();
      const events = server.received.flatMap(({ body }) => JSON.parse(body).events);
      return events.map(({ type, data: { storeTransactionId, refund, dispute, ...data } }) => ({
        type,
        order: byTransaction.get(storeTransactionId) ?? '',
        cancelState: data.servicePurchaseCancelState,
        ...(refund ?? dispute),
      }));
    },
    positions: async () =>
      Object.fromEntries(
        (
          await db
            .selectFrom('turn')
            .select(['work', 'position'])
            .where('appid', '=', appid)
            .where('work', 'in', ['steam.settlement', 'steam.chargeback'])
            .execute()
        ).map(({ work, position }) => [work, position]),
      ),
    forgetPositions: () =>
      db.updateTable('turn').set({ position: 0 }).where('appid', '=', appid).execute(),
    reports: () =>
      db
        .selectFrom('purchase_cancellation')
        .select(['unique_key', 'cause', 'state'])
        .where('appid', '=', appid)
        .execute(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

orderSuite(
  "Steam's reports",
  (gate, markets) => {
    test('40 refunds of a day in pages of 7 rows are heard whole and once, also after a failure in the middle', async () => {
      await using sold = await openSoldShop(gate, markets, 40);
      // Some of one second, also more than a page has.
      for (const [index, orderId] of sold.orders.entries()) {
        if (index % 3 === 0 && index > 12) gate.now += 7 * MINUTE;
        await sold.refund(orderId);
      }
      const lastRefund = Math.floor(gate.now / SECOND) * SECOND;
      await markets.control('/steam/settings', { reportRows: 7 });
      const middle = await markets.control(`/steam/orders/${sold.orders[28]}`);
      const path = `time=${encodeURIComponent(middle.time)}`;
      await markets.fault('steam', '500', { rate: 1, path });
      await sold.poll();
      const { length } = await sold.heard();
      assert.ok(length > 20 && length < 40, `${length} of 40`);
      const stopped = { position: Date.parse(middle.time) };
      assert.deepEqual(await sold.positions(), {
        'steam.settlement': stopped.position,
        'steam.chargeback': stopped.position,
      });

      await markets.clearFaults();
      await sold.poll();
      const events = await sold.heard();
      assert.deepEqual(
        events.map(({ type }) => type),
        Array(40).fill('purchase.refunded'),
      );
      assert.deepEqual(events.map(({ order }) => order).sort(), sold.orders.toSorted());
      const position = { 'steam.settlement': lastRefund, 'steam.chargeback': lastRefund };
      assert.deepEqual(await sold.positions(), position);

      // A process that died before it saved its position: everything is read again and changes nothing.
      await sold.forgetPositions();
      await sold.poll(await gate.secondService());
      assert.equal((await sold.heard()).length, 40);
      assert.deepEqual(await sold.positions(), position);
    });

    test('without news the position stays at the last row, whatever our clock says', async () => {
      await using sold = await openSoldShop(gate, markets, 1);
      const soldAt = Math.floor(gate.now / SECOND) * SECOND;
      gate.now += HOUR;
      await sold.poll();
      await sold.poll();
      assert.deepEqual(await sold.positions(), {
        'steam.settlement': soldAt,
        'steam.chargeback': 0,
      });
    });

    test('each status has its report: a chargeback is a lost dispute, a partial refund cancels nothing', async () => {
      await using sold = await openSoldShop(gate, markets, 5);
      const [full, part, back, suspected, friendly] = sold.orders as [string, ...string[]];
      gate.now += HOUR;
      await sold.refund(full, 'Refunded');
      await sold.refund(part as string, 'PartialRefund');
      await sold.refund(back as string, 'Chargedback');
      await sold.refund(suspected as string, 'RefundedSuspectedFraud');
      await sold.refund(friendly as string, 'RefundedFriendlyFraud');
      const date = Math.floor(gate.now / SECOND) * SECOND;
      await sold.poll();
      await sold.poll();
      const common = { amount: null, currency: 'USD', reason: null, date };
      const refunded = {
        type: 'purchase.refunded',
        cancelState: 1,
        quantity: null,
        revoked: true,
        ...common,
        amount: '9.90',
      };
      const events = (await sold.heard()).toSorted(
        (one, other) => sold.orders.indexOf(one.order) - sold.orders.indexOf(other.order),
      );
      assert.deepEqual(events, [
        { ...refunded, order: full },
        {
          ...refunded,
          type: 'purchase.partially_refunded',
          order: part,
          cancelState: 0,
          revoked: false,
          amount: '9.90',
        },
        {
          type: 'purchase.dispute_lost',
          cancelState: 1,
          order: back,
          id: back,
          state: 'lost',
          ...common,
        },
        { ...refunded, order: suspected, reason: 'RefundedSuspectedFraud' },
        { ...refunded, order: friendly, reason: 'RefundedFriendlyFraud' },
      ]);
      const uncancelled = await gate.service.context.storage.db
        .selectFrom('purchase')
        .select('unique_key')
        .where('appid', '=', sold.shop.app.appid)
        .where('cancel_state', '=', 0)
        .execute();
      assert.deepEqual(uncancelled, [{ unique_key: part }]);
    });

    test('orders of another backend with the same Steam app leave no record', async () => {
      await using sold = await openSoldShop(gate, markets, 1);
      const foreign = { orderid: '77', appid: STEAM_APP_ID, steamid: '76561197960287977' };
      await markets.control('/steam/orders', foreign);
      await markets.control('/steam/orders/77/approve', {});
      const { steam } = await markets.control('/credentials');
      const body = new URLSearchParams({ key: steam.key, orderid: '77', appid: '480' });
      await fetch(`${markets.url}/steam/ISteamMicroTxn/FinalizeTxn/v2/`, { method: 'POST', body });
      await sold.refund('77', 'Chargedback');
      await sold.refund(sold.orders[0] as string);
      await sold.poll();
      assert.deepEqual(await sold.reports(), [
        { unique_key: sold.orders[0], cause: 'refund', state: 'given' },
      ]);
    });

    test('more rows of one second than a page takes: read with a longer page, and never an endless loop', async () => {
      await using sold = await openSoldShop(gate, markets, 12);
      gate.now += HOUR;
      for (const orderId of sold.orders) await sold.refund(orderId);
      gate.now += 2 * SECOND;
      const { appid } = sold.shop.app;
      const app = await gate.service.payment.marketApps(appid, 'STEAM');
      const { context, payment } = gate.service;
      const http = createMarketHttp({ clock: () => gate.now, ...PATIENT });
      const steam = createSteam({
        http,
        url: `${markets.url}/steam`,
        log: createLog('silent'),
      });
      const deps = { ...context, steam, ledger: payment.ledger };
      const read = async (usual: number, most: number) => {
        const [, chargebacks] = steamReports({ ...deps, page: { usual, most } });
        assert.ok(app && chargebacks);
        return chargebacks.read(app, gate.now - MINUTE);
      };
      const at = Math.floor((gate.now - 2 * SECOND) / SECOND) * SECOND;
      assert.deepEqual(await read(5, 8), { position: at });
      assert.equal((await sold.heard()).length, 8);
      assert.deepEqual(await read(5, 50), { position: at });
      assert.equal((await sold.heard()).length, 12);
      await http.close();
    });
  },
  { kinds: EITHER, marketTimeouts: PATIENT },
);
