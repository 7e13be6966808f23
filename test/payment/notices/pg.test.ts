// Notices of payment gateways are kept as they came, once, and can be followed again.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { replayNotice } from '../../../src/payment/notices/operations.ts';
import { EITHER } from '../../support/databases.ts';
import { expectDone } from '../../support/harness.ts';
import { openOrderShop, orderSuite } from '../orders/order-shop.ts';

orderSuite(
  'notices of payment gateways on record',
  (gate, markets) => {
    for (const gateway of ['STRIPE', 'PORTONE'] as const) {
      test(`${gateway}: a notice is kept once, and followed again on request`, async () => {
        // Signatures are dated by the wall clock.
        gate.now = Date.now();
        const shop = await openOrderShop(gate, markets, { gateway });
        const { app: server, context } = gate.service;
        if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' });
        const { port } = server.server.address() as AddressInfo;
        const name = gateway.toLowerCase();
        const { appid } = shop.app;
        const url = `http://127.0.0.1:${port}/market/v1/pg/${name}/${appid}`;
        await markets.control(`/${name}/webhooks`, { url });
        await markets.control(`/${name}/webhooks/hold`, {});
        const { orderId } = await shop.paid();
        await markets.control(`/${name}/webhooks/release`, {});
        const read = () =>
          context.storage.db
            .selectFrom('market_notice')
            .selectAll()
            .where('appid', '=', appid)
            .orderBy('notice_id')
            .execute();
        const kept = await read();
        assert.ok(kept.length > 0);
        assert.ok(kept.every((notice) => notice.provider === 'PG' && notice.state === 'applied'));

        const { notifications } = await markets.control(`/${name}/webhooks`);
        const own = notifications.filter((each: { url: string }) => each.url === url);
        for (const { id } of own) await markets.control(`/${name}/webhooks/redeliver`, { id });
        assert.deepEqual(await read(), kept);

        await context.storage.db
          .updateTable('purchase_order')
          .set({ state: 'open', paid_at: null })
          .where('appid', '=', appid)
          .execute();
        for (const { notice_id } of kept) {
          expectDone(await replayNotice(context, SYSTEM, { appid, provider: 'PG', notice_id }));
        }
        await gate.service.payment.jobs.turn();
        assert.equal((await shop.order(orderId))?.state, 'paid');
        assert.deepEqual(
          (await read()).map(({ state }) => state),
          kept.map(() => 'applied'),
        );
      });
    }
  },
  { kinds: EITHER },
);
