// PayPal: orders v2, disputes and webhooks of one REST app, live and sandbox.
import { jsonFault } from '../faults.ts';
import { controlGateway } from '../pg/control.ts';
import { gatewayActions, gatewayRecords } from '../pg/records.ts';
import type { CreateMarket } from '../world.ts';
import { paypalControl } from './control.ts';
import { errorBody, PaypalError } from './errors.ts';
import { paypalGateway } from './gateway.ts';
import { paypalPages } from './page.ts';
import { paypalRoutes } from './routes.ts';
import { createStore, exportStore, importStore, resetStore, type StoreState } from './store.ts';
import { createWebhooks } from './webhooks.ts';

interface PaypalState {
  readonly store: StoreState;
  readonly webhooks: unknown;
}

const mount = '/paypal';

export const createPaypal: CreateMarket = async (world) => {
  const store = createStore(world);
  const webhooks = createWebhooks(store);
  const paypal = { store, webhooks };

  return {
    name: 'paypal',
    title: 'PayPal',
    mounts: [mount, `${mount}/sandbox`],
    routes: (scope) => paypalRoutes(scope, paypal, scope.prefix === mount ? 'live' : 'sandbox'),
    control(scope) {
      paypalControl(scope, paypal);
      controlGateway(scope, paypalGateway(paypal));
    },
    pages: (scope) => paypalPages(scope, paypal),
    records: () => gatewayRecords(paypalGateway(paypal)),
    actions: () => gatewayActions('paypal'),
    trust: () => ({}),
    credentials: () => ({ ...store.apps.live, sandbox: store.apps.sandbox }),
    summary: () => ({ orders: store.orders.size, webhooks: webhooks.addresses().length }),
    exportState: (): PaypalState => ({
      store: exportStore(store),
      webhooks: webhooks.exportState(),
    }),
    importState(state) {
      const saved = state as PaypalState;
      importStore(store, saved.store);
      webhooks.importState(saved.webhooks);
    },
    reset() {
      resetStore(store);
      webhooks.reset();
    },
    faultBody: (kind) =>
      jsonFault(
        kind,
        errorBody(
          new PaypalError(
            Number(kind),
            kind === '429' ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVICE_ERROR',
          ),
          'emulated',
        ),
      ),
    close: () => webhooks.sender.close(),
  };
};
