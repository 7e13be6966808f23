// Steering the Galaxy Store: buy, refund, and where notifications go.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import { modes, newKey, type Sale, type Store, tokenOf } from './store.ts';

const demoPackage = 'com.tollgate.demo';
const shownSales = 100;

interface ById {
  Params: { id: string };
}

export function samsungControl(scope: FastifyInstance, store: Store): void {
  const { sales, world, sender } = store;

  function find(id: string): Sale {
    const sale = sales.get(id);
    if (!sale) throw new ControlError(`There is no purchase ${id}.`, 404);
    return sale;
  }

  scope.get('/samsung/purchases', async () => ({
    purchases: [...sales.values()].slice(-shownSales).reverse(),
  }));
  scope.post('/samsung/purchases', async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'itemId', 'mode', 'price', 'currency');
    const sale: Sale = {
      purchaseId: world.id('purchase-').padEnd(64, '0'),
      paymentId: world.id('TPMTID').toUpperCase(),
      orderId: world.id('S').toUpperCase(),
      packageName: input.string('packageName') ?? demoPackage,
      itemId: input.string('itemId') ?? 'demo.gems',
      mode: input.oneOf('mode', modes) ?? 'PRODUCTION',
      price: input.string('price') ?? '1100',
      currency: input.string('currency') ?? 'KRW',
      purchasedAt: world.clock.now(),
      isRefunded: false,
    };
    sales.set(sale.purchaseId, sale);
    store.notify(sale, 'ITEM_PURCHASED');
    return sale;
  });
  scope.get<ById>('/samsung/purchases/:id', async ({ params }) => find(params.id));
  scope.post<ById>('/samsung/purchases/:id/refund', async ({ params }) => {
    const sale = find(params.id);
    if (sale.isRefunded) throw new ControlError('The purchase is refunded already.');
    sale.isRefunded = true;
    store.notify(sale, 'ITEM_REFUNDED');
    return sale;
  });

  scope.post('/samsung/notifications', async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'url');
    const packageName = input.string('packageName') ?? demoPackage;
    const url = required(input.httpUrl('url'), 'url');
    store.targets.set(packageName, url);
    return { packageName, url };
  });
  // Returned, not sent: whoever tests a receiver posts it.
  scope.post('/samsung/notifications/sign', async (request) => ({
    token: tokenOf(store.key, readInput(request.body).fields),
  }));
  scope.post('/samsung/notifications/forge', async (request) => ({
    token: tokenOf(await newKey(), readInput(request.body).fields),
  }));
  webhookControl(scope, '/samsung/notifications', 'id', sender);
}
