// Steering a market of the studio's own: buy, pay, refund, renew, and where notifications go.
import type { FastifyInstance } from 'fastify';
import type { Sale } from '../../examples/custom-market/shop.ts';
import { sign } from '../../examples/custom-market/signing.ts';
import { type Input, readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import type { Store } from './store.ts';

const demoApp = 'com.tollgate.demo';
const shownSales = 100;
const month = 30 * 24 * 60 * 60_000;
const refundStates = ['pending', 'partial', 'full', 'reversed'] as const;

interface ByReceipt {
  Params: { receipt: string };
}

export function customControl(scope: FastifyInstance, store: Store): void {
  const { shop, sender } = store;

  function find(receipt: string): Sale {
    const sale = shop.find(receipt);
    if (!sale) throw new ControlError(`There is no sale with the receipt ${receipt}.`, 404);
    return sale;
  }

  scope.get('/custom/purchases', async () => ({
    purchases: [...shop.books.sales.values()].slice(-shownSales).reverse(),
  }));
  scope.post('/custom/purchases', async (request) => {
    const input = readInput(request.body);
    input.only(...termNames, 'quantity', 'paid');
    return shop.sell({
      ...termsOf(input, 'demo.gems'),
      quantity: input.integer('quantity', { min: 1 }),
      isPaid: input.boolean('paid'),
    });
  });
  scope.post('/custom/subscriptions', async (request) => {
    const input = readInput(request.body);
    input.only(...termNames, 'periodMs');
    const periodMs = input.integer('periodMs', { min: 1 }) ?? month;
    return shop.subscribe(termsOf(input, 'demo.vip'), periodMs);
  });
  scope.get<ByReceipt>('/custom/purchases/:receipt', async ({ params }) => find(params.receipt));

  function step(name: string, change: (sale: Sale, input: Input) => void): void {
    scope.post<ByReceipt>(`/custom/purchases/:receipt/${name}`, async ({ params, body }) => {
      const sale = find(params.receipt);
      change(sale, readInput(body));
      return sale;
    });
  }
  step('pay', (sale) => shop.pay(sale));
  step('renew', (sale) => shop.renew(sale));
  step('stop-renewing', (sale) => shop.stopRenewing(sale));
  step('refund', (sale, input) => {
    input.only('state', 'amount');
    const amount = input.string('amount');
    const state = input.oneOf('state', refundStates) ?? 'full';
    shop.giveBack(sale, { state, ...(amount !== undefined && { amount }) });
  });

  scope.post('/custom/notifications', async (request) => {
    const input = readInput(request.body);
    input.only('appid', 'url');
    const appid = input.string('appid') ?? demoApp;
    const url = required(input.httpUrl('url'), 'url');
    store.targets.set(appid, url);
    return { appid, url };
  });
  // Returned, not sent: whoever tests a receiver posts it.
  scope.post('/custom/notifications/forge', async (request) => {
    const { fields } = readInput(request.body);
    const body = JSON.stringify(fields);
    const strange = 'the-key-of-somebody-else-altogether';
    return { headers: sign(strange, String(fields.id), body, store.world.clock.now()), body };
  });
  webhookControl(scope, '/custom/notifications', 'id', sender);
}

const termNames = ['appid', 'productId', 'price', 'currency', 'account', 'test'];

const termsOf = (input: Input, productId: string) => ({
  appid: input.string('appid') ?? demoApp,
  productId: input.string('productId') ?? productId,
  price: input.string('price') ?? '9.90',
  currency: input.string('currency') ?? 'USD',
  account: input.string('account'),
  test: input.boolean('test'),
});
