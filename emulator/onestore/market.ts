// ONE store as a market of the emulator.

import { randomBytes } from 'node:crypto';
import { jsonFault } from '../faults.ts';
import { type Listed, postActions } from '../record.ts';
import type { CreateMarket } from '../world.ts';
import { onestoreControl } from './control.ts';
import { onestoreRoutes } from './routes.ts';
import {
  createStore,
  exportStore,
  licenceKeyText,
  newKey,
  readKey,
  type Sale,
  type StoreState,
} from './store.ts';

const mount = '/onestore';

export const createOnestore: CreateMarket = async (world, saved) => {
  const known = saved?.onestore as StoreState | undefined;
  let key = known ? readKey(known) : await newKey();
  const secret = known?.clientSecret ?? randomBytes(24).toString('base64url');
  const store = createStore(world, () => key, secret);

  return {
    name: 'onestore',
    title: 'ONE store',
    mounts: [mount, `${mount}/sandbox`],
    routes(scope) {
      onestoreRoutes(scope, store, scope.prefix === mount ? 'COMMERCIAL' : 'SANDBOX');
    },
    control(scope) {
      onestoreControl(scope, store);
    },
    records: () => recordsOf(store.sales),
    trust: () => ({}),
    credentials: () => ({ clientSecret: store.clientSecret, licenceKey: licenceKeyText(key) }),
    summary: () => ({
      purchases: store.sales.size,
      notificationTargets: Object.fromEntries(store.targets),
    }),
    exportState: () => exportStore(store),
    importState(state) {
      const imported = state as StoreState;
      key = readKey(imported);
      store.clientSecret = imported.clientSecret;
      store.tokens.clear();
      store.sales.clear();
      for (const sale of imported.sales) store.sales.set(sale.purchaseToken, sale);
      store.targets.clear();
      for (const [name, url] of imported.targets) store.targets.set(name, url);
      store.sender.importState(imported.sender);
    },
    reset() {
      store.sales.clear();
      store.sender.reset();
    },
    faultBody: (kind) =>
      jsonFault(kind, {
        error: {
          code: kind === '429' ? 'TooManyRequests' : 'InternalError',
          message: 'A fault of the emulator.',
        },
      }),
    close: () => store.sender.close(),
  };
};

function* recordsOf(sales: ReadonlyMap<string, Sale>): Generator<Listed> {
  for (const sale of [...sales.values()].reverse()) {
    const { purchaseToken, purchaseId, productId, isCancelled, isConsumed } = sale;
    const path = `/onestore/purchases/${purchaseToken}`;
    const granted = isConsumed ? 'consumed' : sale.isAcknowledged ? 'acknowledged' : 'bought';
    yield {
      id: purchaseId,
      at: sale.purchaseTime,
      names: [purchaseToken, productId],
      show: () => ({
        environment: sale.environment === 'SANDBOX' ? 'sandbox' : 'production',
        product: productId,
        amount: `${sale.price} ${sale.currency}`,
        state: isCancelled ? 'cancelled' : granted,
        tone: isCancelled ? 'bad' : 'good',
        receipt: {
          providerId: 'ONESTORE',
          path,
          field: 'purchaseToken',
          productId,
          subscribed: false,
        },
        actions: isCancelled ? [] : postActions(path, [['Cancel', 'cancel', {}, 'bad']]),
      }),
    };
  }
}
