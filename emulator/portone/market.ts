// PortOne V2: the payment calls that its official server package makes, for a live and a test store.
import { controlGateway } from '../pg/control.ts';
import { gatewayActions, gatewayRecords } from '../pg/records.ts';
import { newSecret } from '../pg/secret.ts';
import type { CreateMarket, Market } from '../world.ts';
import { portoneControl } from './control.ts';
import { errorBody, PortoneError } from './errors.ts';
import { portoneGateway } from './gateway.ts';
import { portonePages } from './page.ts';
import { createPayments, type Store } from './payments.ts';
import { type PortoneApi, type PortoneSettings, portoneRoutes, usualSettings } from './routes.ts';
import { createWebhooks } from './webhooks.ts';

interface PortoneState {
  stores: Stores;
  payments: unknown;
  webhooks: unknown;
  /** Missing in the files of earlier releases. */
  settings?: PortoneSettings;
}

interface Stores {
  live: Store;
  test: Store;
}

export const createPortone: CreateMarket = async (world): Promise<Market> => {
  let stores: Stores = {
    live: { storeId: 'store-emulator-live', secret: newSecret(), channel: 'LIVE' },
    test: { storeId: 'store-emulator-test', secret: newSecret(), channel: 'TEST' },
  };
  const webhooks = createWebhooks(world);
  const payments = createPayments(world, webhooks);
  const api: PortoneApi = {
    payments,
    stores: () => Object.values(stores),
    now: world.clock.now,
    providerRefusals: 0,
    settings: { ...usualSettings },
  };

  return {
    name: 'portone',
    title: 'PortOne',
    // PortOne's package drops any path of its base URL.
    mounts: ['/portone', '/payments'],
    routes: (scope) => portoneRoutes(scope, scope.prefix === '/payments' ? '' : '/payments', api),
    control(scope) {
      portoneControl(scope, webhooks, api);
      controlGateway(scope, portoneGateway(world, webhooks, api));
    },
    pages: (scope) => portonePages(scope, api, () => world.baseUrl()),
    records: () => gatewayRecords(portoneGateway(world, webhooks, api)),
    actions: () => gatewayActions('portone'),
    trust: () => ({}),
    credentials: () => ({
      secret: stores.live.secret,
      storeId: stores.live.storeId,
      testSecret: stores.test.secret,
      testStoreId: stores.test.storeId,
      webhookSecret: webhooks.secret(),
    }),
    summary: () => ({ payments: payments.size, webhooks: webhooks.addresses().length }),
    exportState: (): PortoneState => ({
      stores,
      payments: payments.exportState(),
      webhooks: webhooks.exportState(),
      settings: api.settings,
    }),
    importState(state) {
      const saved = state as PortoneState;
      stores = saved.stores;
      payments.importState(saved.payments);
      webhooks.importState(saved.webhooks);
      Object.assign(api.settings, usualSettings, saved.settings);
    },
    reset() {
      payments.reset();
      webhooks.reset();
      api.providerRefusals = 0;
      Object.assign(api.settings, usualSettings);
    },
    faultBody(kind) {
      const error =
        kind === '429'
          ? new PortoneError('TOO_MANY_REQUESTS', 'Too many requests.')
          : new PortoneError('INTERNAL_SERVER_ERROR', 'Something went wrong.');
      return {
        status: Number(kind),
        headers: {
          'content-type': 'application/json',
          ...(kind === '429' && { 'retry-after': '1' }),
        },
        body: JSON.stringify(errorBody(error)),
      };
    },
    close: () => webhooks.sender.close(),
  };
};
