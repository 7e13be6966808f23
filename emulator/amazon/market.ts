// The Amazon Appstore as a market of the emulator.

import { randomBytes } from 'node:crypto';
import { newCertifiedKey } from '../certified-key.ts';
import { jsonFault } from '../faults.ts';
import { type Listed, postActions, type Step } from '../record.ts';
import type { CreateMarket } from '../world.ts';
import { amazonControl } from './control.ts';
import { amazonRoutes } from './routes.ts';
import { createStore, exportStore, readKey, type Sale, type StoreState } from './store.ts';

const mount = '/amazon';

export const createAmazon: CreateMarket = async (world, saved) => {
  const known = saved?.amazon as StoreState | undefined;
  const key = known ? readKey(known) : await newCertifiedKey('sns.tollgate-emulator');
  const secret = known?.sharedSecret ?? `2:${randomBytes(24).toString('base64url')}:==`;
  const store = createStore(world, key, secret);

  return {
    name: 'amazon',
    title: 'Amazon Appstore',
    mounts: [mount, `${mount}/sandbox`],
    routes(scope) {
      amazonRoutes(scope, store, scope.prefix === mount ? 'production' : 'sandbox');
    },
    control(scope) {
      amazonControl(scope, store);
    },
    records: () => recordsOf(store.sales),
    trust: () => ({}),
    credentials: () => ({ sharedSecret: store.sharedSecret }),
    summary: () => ({
      purchases: store.sales.size,
      notificationTargets: Object.fromEntries(
        Array.from(store.targets, ([name, { url }]) => [name, url]),
      ),
    }),
    exportState: () => exportStore(store),
    importState(state) {
      const imported = state as StoreState;
      store.key = readKey(imported);
      store.sharedSecret = imported.sharedSecret;
      store.sales.clear();
      for (const sale of imported.sales) store.sales.set(sale.receiptId, sale);
      store.targets.clear();
      for (const [name, target] of imported.targets) store.targets.set(name, target);
      store.sender.importState(imported.sender);
    },
    reset() {
      store.sales.clear();
      store.sender.reset();
    },
    faultBody: (kind) => jsonFault(kind, { message: 'A fault of the emulator.', status: false }),
    close: () => store.sender.close(),
  };
};

function* recordsOf(sales: ReadonlyMap<string, Sale>): Generator<Listed> {
  for (const sale of [...sales.values()].reverse()) {
    const { receiptId, userId, productId, productType, cancelDate, renewalDate } = sale;
    const path = `/amazon/purchases/${receiptId}`;
    yield {
      id: receiptId,
      at: sale.purchaseDate,
      names: [userId, productId],
      show: () => ({
        environment: sale.environment,
        product: productId,
        amount: '',
        state: cancelDate === null ? productType.toLowerCase() : 'cancelled',
        tone: cancelDate === null ? 'good' : 'bad',
        ...(renewalDate !== null && { until: renewalDate }),
        receipt: {
          providerId: 'AMAZON',
          path,
          field: 'receipt',
          productId,
          subscribed: productType === 'SUBSCRIPTION',
        },
        actions: cancelDate === null ? postActions(path, stepsOf(sale)) : [],
      }),
    };
  }
}

const stepsOf = ({ renewalDate }: Sale): readonly Step[] => [
  ...(renewalDate === null
    ? []
    : ([
        ['Renew', 'renew', {}, 'good'],
        ['Stop renewing', 'stop-renewing', {}],
        ['Payment fails', 'fail-payment', {}, 'bad'],
      ] as const)),
  ['Cancel', 'cancel', {}, 'bad'],
];
