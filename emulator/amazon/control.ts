// Steering Amazon: buy, give back, renew, end, and where notifications go.
import type { FastifyInstance } from 'fastify';
import { newCertifiedKey } from '../certified-key.ts';
import { readInput, required } from '../input.ts';
import { webhookControl } from '../webhook-sender.ts';
import { ControlError } from '../world.ts';
import { environments, productTypes, type Sale, type Store, signed } from './store.ts';

const demoPackage = 'com.tollgate.demo';
const demoUser = 'tollgate-demo-user=';
const shownSales = 100;
const day = 24 * 60 * 60_000;
const month = 30 * day;

interface ById {
  Params: { id: string };
}

/** What an app server sends as the receipt. */
const withReceipt = (sale: Sale) => {
  const { userId, receiptId } = sale;
  return { ...sale, receipt: JSON.stringify({ userId, receiptId }) };
};

export function amazonControl(scope: FastifyInstance, store: Store): void {
  const { sales, world, sender } = store;

  function find(id: string): Sale {
    const sale = sales.get(id);
    if (!sale) throw new ControlError(`There is no purchase with the receipt ${id}.`, 404);
    return store.settle(sale);
  }

  scope.get('/amazon/purchases', async () => ({
    purchases: [...sales.values()].slice(-shownSales).reverse(),
  }));
  scope.post('/amazon/purchases', async (request) => {
    const input = readInput(request.body);
    input.only(
      ...['packageName', 'userId', 'environment', 'productId', 'productType', 'quantity', 'test'],
      'periodMs',
    );
    const now = world.clock.now();
    const productType = input.oneOf('productType', productTypes) ?? 'CONSUMABLE';
    const isSubscription = productType === 'SUBSCRIPTION';
    const periodMs = input.integer('periodMs', { min: 1 }) ?? month;
    const number = productTypes.indexOf(productType) + 1;
    const sale: Sale = {
      receiptId: `${world.id('receipt-').padEnd(43, '0')}=:${number}:11`,
      userId: input.string('userId') ?? demoUser,
      packageName: input.string('packageName') ?? demoPackage,
      environment: input.oneOf('environment', environments) ?? 'production',
      productId: input.string('productId') ?? 'demo.gems',
      productType,
      quantity: input.integer('quantity', { min: 1 }) ?? 1,
      purchaseDate: now,
      isTest: input.boolean('test') ?? false,
      periodMs,
      cancelDate: null,
      renewalDate: isSubscription ? now + periodMs : null,
      gracePeriodEndDate: null,
      autoRenewing: isSubscription,
      isForgotten: false,
    };
    sales.set(sale.receiptId, sale);
    store.notify(sale, `${kindOf(sale)}_PURCHASED`);
    return withReceipt(sale);
  });
  scope.get<ById>('/amazon/purchases/:id', async ({ params }) => withReceipt(find(params.id)));

  function step(name: string, change: (sale: Sale) => string | undefined): void {
    scope.post<ById>(`/amazon/purchases/:id/${name}`, async ({ params }) => {
      const sale = find(params.id);
      const told = change(sale);
      if (told !== undefined) store.notify(sale, told);
      return withReceipt(sale);
    });
  }
  step('cancel', (sale) => {
    if (sale.cancelDate !== null) throw new ControlError('The purchase is cancelled already.');
    sale.cancelDate = world.clock.now();
    sale.autoRenewing = false;
    return `${kindOf(sale)}_CANCELLED`;
  });
  step('forget', (sale) => {
    sale.isForgotten = true;
    return `${kindOf(sale)}_CANCELLED`;
  });
  step('renew', (sale) => {
    if (sale.renewalDate === null) throw new ControlError('The purchase is no subscription.');
    sale.renewalDate += sale.periodMs;
    sale.gracePeriodEndDate = null;
    return 'SUBSCRIPTION_RENEWED';
  });
  step('stop-renewing', (sale) => {
    sale.autoRenewing = false;
    return 'SUBSCRIPTION_AUTO_RENEWAL_OFF';
  });
  step('fail-payment', (sale) => {
    if (sale.renewalDate === null) throw new ControlError('The purchase is no subscription.');
    sale.gracePeriodEndDate = sale.renewalDate + 7 * day;
    return 'SUBSCRIPTION_ENTERED_GRACE_PERIOD';
  });

  scope.post('/amazon/notifications', async (request) => {
    const input = readInput(request.body);
    input.only('packageName', 'url', 'confirmed');
    const packageName = input.string('packageName') ?? demoPackage;
    const url = required(input.httpUrl('url'), 'url');
    if (input.boolean('confirmed')) {
      store.targets.set(packageName, { url, token: world.id('token-'), isConfirmed: true });
    } else {
      store.offer(packageName, url);
    }
    return { packageName, url };
  });
  // Returned, not sent: whoever tests a receiver posts it.
  scope.post('/amazon/notifications/sign', async (request) => {
    const { fields } = readInput(request.body);
    return signed(store, fields as Record<string, string>);
  });
  scope.post('/amazon/notifications/forge', async (request) => {
    const { fields } = readInput(request.body);
    const { privateKey } = await newCertifiedKey('somebody');
    return signed(store, fields as Record<string, string>, privateKey);
  });
  webhookControl(scope, '/amazon/notifications', 'id', sender);
}

const kindOf = ({ productType }: Sale): string =>
  productType === 'ENTITLED' ? 'ENTITLEMENT' : productType;
