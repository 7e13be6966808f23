// Who learns that the studio itself refunded: rules, which restrict nobody for it, figures, and the app server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { openOrderShop, orderSuite } from '../orders/order-shop.ts';
import { openSales } from './sales.ts';

orderSuite(
  'a refund by the studio and everybody whom it concerns',
  (gate, markets) => {
    test('rules flag the refund by the market and not that by the studio; both are told, one as its own', async () => {
      const sales = openSales(gate, markets, await openOrderShop(gate, markets));
      const { appid, gameIndex: game_index } = sales;
      const receiver = { url: 'http://127.0.0.1:9/', key: 'a-key-of-the-tests' };
      const lane = { game_index, channel: 'purchase' } as const;
      expectDone(await registerReceiver(gate.service.context, SYSTEM, { ...lane, ...receiver }));
      const rules = `${sales.app}/measures/rules`;
      const rule = { name: 'refunds', when: { causes: ['refund'] }, measure: { action: 'flag' } };
      const { rule_id } = (await admin(gate, 'POST', rules, rule)).body;
      await admin(gate, 'POST', `${rules}/${rule_id}/switch`, { state: 'on' });

      const [own, others] = [await sales.pg(), await sales.pg()];
      await sales.request(own.path);
      await sales.work();
      await markets.control(`/pg/orders/${others.orderId}/refund`, {});
      await sales.readAgain(others.orderId);
      await gate.service.payment.figures.turn();
      await gate.service.measures.turn();

      const effects = (await admin(gate, 'GET', `${sales.app}/measures/effects`)).body.items;
      assert.deepEqual(
        effects.map(({ causes }: { causes: { service_transaction_id: string }[] }) =>
          causes.map((each) => each.service_transaction_id),
        ),
        [[others.id]],
      );
      const rows = await gate.service.context.storage.db
        .selectFrom('outbox')
        .select('payload')
        .where('game_index', '=', game_index)
        .where('channel', '=', 'purchase')
        .orderBy('seq')
        .execute();
      const told = rows
        .map(({ payload }) => JSON.parse(payload))
        .filter(({ type }) => type === 'purchase.refunded')
        .map(({ data }) => [data.serviceTransactionId, data.refund.byStudio]);
      assert.deepEqual(told, [
        [own.id, true],
        [others.id, undefined],
      ]);
      const counted = await gate.service.context.storage.db
        .selectFrom('purchase_cancellation')
        .select(({ fn }) => fn.countAll<number>().as('reports'))
        .where('appid', '=', appid)
        .executeTakeFirstOrThrow();
      assert.equal(Number(counted.reports), 2, 'one report of each refund');
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
