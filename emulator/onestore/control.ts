// Steering ONE store: buy, cancel, and where payment notifications go.
import type { FastifyInstance } from 'fastify';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import {
  environments,
  marketCodes,
  messageOf,
  newKey,
  type Sale,
  type Store,
  signatureOf,
  targetOf,
} from './store.ts';

const demoClient = 'com.tollgate.demo';
const shownSales = 100;
const idDigits = 20;

interface ByToken {
  Params: { token: string };
}

export function onestoreControl(scope: FastifyInstance, store: Store): void {
  const { sales, world } = store;

  function find(token: string): Sale {
    const sale = sales.get(token);
    if (!sale) throw new ControlError(`There is no purchase with the token ${token}.`, 404);
    return sale;
  }

  scope.get('/onestore/purchases', async () => ({
    purchases: [...sales.values()].slice(-shownSales).reverse(),
  }));
  scope.post('/onestore/purchases', async (request) => {
    const input = readInput(request.body);
    input.only(
      ...['clientId', 'environment', 'marketCode', 'productId', 'price', 'currency', 'quantity'],
    );
    const now = world.clock.now();
    const sale: Sale = {
      purchaseToken: world.id('TOKEN.').padEnd(40, '0'),
      purchaseId: `${now}${Math.floor(world.random() * 1e9)}`.padEnd(idDigits, '0'),
      clientId: input.string('clientId') ?? demoClient,
      environment: input.oneOf('environment', environments) ?? 'COMMERCIAL',
      marketCode: input.oneOf('marketCode', marketCodes) ?? 'MKT_ONE',
      productId: input.string('productId') ?? 'demo.gems',
      price: input.string('price') ?? '1100',
      currency: input.string('currency') ?? 'KRW',
      quantity: input.integer('quantity', { min: 1 }) ?? 1,
      purchaseTime: now,
      isCancelled: false,
      isAcknowledged: false,
      isConsumed: false,
    };
    sales.set(sale.purchaseToken, sale);
    store.notify(sale);
    return sale;
  });
  scope.get<ByToken>('/onestore/purchases/:token', async ({ params }) => find(params.token));
  scope.post<ByToken>('/onestore/purchases/:token/cancel', async ({ params }) => {
    const sale = find(params.token);
    if (sale.isCancelled) throw new ControlError('The purchase is cancelled already.');
    sale.isCancelled = true;
    store.notify(sale);
    return sale;
  });

  scope.post('/onestore/notifications', async (request) => {
    const input = readInput(request.body);
    input.only('clientId', 'environment', 'url');
    const clientId = input.string('clientId') ?? demoClient;
    const environment = input.oneOf('environment', environments) ?? 'COMMERCIAL';
    const url = required(input.httpUrl('url'), 'url');
    store.targets.set(targetOf(environment, clientId), url);
    return { clientId, environment, url };
  });
  // Returned, not sent: whoever tests a receiver posts it.
  scope.post('/onestore/notifications/forge', async (request) => {
    const input = readInput(request.body);
    input.only('purchaseToken');
    const message = messageOf(find(required(input.string('purchaseToken'), 'purchaseToken')));
    return { ...message, signature: signatureOf(await newKey(), message) };
  });
  scope.post('/onestore/notifications/sign', async (request) => {
    const { fields } = readInput(request.body);
    return { ...fields, signature: signatureOf(store.key(), fields) };
  });
  webhookControl(scope, '/onestore/notifications', 'id', store.sender);

  scope.delete('/onestore/access-tokens', async () => {
    store.tokens.clear();
    return { revoked: true };
  });
}
