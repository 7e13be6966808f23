// The Samsung Galaxy Store as a market of the emulator.
import { jsonFault } from '../faults.ts';
import { type Listed, postActions } from '../record.ts';
import type { CreateMarket } from '../world.ts';
import { samsungControl } from './control.ts';
import { samsungRoutes } from './routes.ts';
import {
  createStore,
  exportStore,
  newKey,
  publicKeyText,
  readKey,
  type Sale,
  type StoreState,
} from './store.ts';

export const createSamsung: CreateMarket = async (world, saved) => {
  const known = saved?.samsung as StoreState | undefined;
  const store = createStore(world, known ? readKey(known) : await newKey());

  return {
    name: 'samsung',
    title: 'Galaxy Store',
    routes: (scope) => samsungRoutes(scope, store),
    control: (scope) => samsungControl(scope, store),
    records: () => recordsOf(store.sales),
    trust: () => ({}),
    credentials: () => ({ publicKey: publicKeyText(store.key) }),
    summary: () => ({
      purchases: store.sales.size,
      notificationTargets: Object.fromEntries(store.targets),
    }),
    exportState: () => exportStore(store),
    importState(state) {
      const imported = state as StoreState;
      store.key = readKey(imported);
      store.sales.clear();
      for (const sale of imported.sales) store.sales.set(sale.purchaseId, sale);
      store.targets.clear();
      for (const [name, url] of imported.targets) store.targets.set(name, url);
      store.sender.importState(imported.sender);
    },
    reset() {
      store.sales.clear();
      store.sender.reset();
    },
    faultBody: (kind) =>
      jsonFault(kind, { status: 'fail', errorMessage: 'A fault of the emulator.' }),
    close: () => store.sender.close(),
  };
};

function* recordsOf(sales: ReadonlyMap<string, Sale>): Generator<Listed> {
  for (const sale of [...sales.values()].reverse()) {
    const { purchaseId, paymentId, orderId, itemId, isRefunded } = sale;
    const path = `/samsung/purchases/${purchaseId}`;
    yield {
      id: paymentId,
      at: sale.purchasedAt,
      names: [purchaseId, orderId, itemId],
      show: () => ({
        environment: sale.mode === 'TEST' ? 'sandbox' : 'production',
        product: itemId,
        amount: `${sale.price} ${sale.currency}`,
        state: isRefunded ? 'refunded' : 'bought',
        tone: isRefunded ? 'bad' : 'good',
        receipt: {
          providerId: 'SAMSUNG',
          path,
          field: 'purchaseId',
          productId: itemId,
          subscribed: false,
        },
        actions: isRefunded ? [] : postActions(path, [['Refund', 'refund', {}, 'bad']]),
      }),
    };
  }
}
