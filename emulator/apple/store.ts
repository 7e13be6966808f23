// What the App Store knows: apps, transactions, customers, subscriptions. Every look-up is one Map get.
import type { Subscription } from './subscription.ts';
import {
  type App,
  type Environment,
  orderIdOf,
  type Transaction,
  transactionIdOfOrder,
} from './transaction.ts';

export interface Store {
  app(environment: Environment, bundleId: string): App;
  nextTransactionId(environment: Environment): string;
  add(transaction: Transaction): void;
  setAccountToken(transaction: Transaction, appAccountToken: string): void;
  transaction(transactionId: string): Transaction | undefined;
  /** The customer's purchases, oldest first, given any id of that customer in that app. */
  customer(app: App, anyTransactionId: string): readonly Transaction[] | undefined;
  /** The customer an app account token was last seen with. */
  customerOfToken(app: App, appAccountToken: string): string | undefined;
  isAppTransactionId(app: App, id: string): boolean;
  order(app: App, orderId: string): readonly Transaction[];
  /** Restores of a transaction, and copies for the family. */
  copiesOf(transactionId: string): readonly Transaction[];
  addCopy(of: string, copy: Transaction): void;
  readonly subscriptions: Map<string, Subscription>;
  /** Consumption information sent for a transaction. */
  readonly consumption: Map<string, unknown>;
  counts(): Record<string, number>;
  transactions(): Iterable<Transaction>;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

export const defaultAppAppleId = 1_234_567_890;

// Sandbox ids begin with 2000000, as Apple's do, so the two environments never share one.
const firstId = { Production: 370_000_000_000_001, Sandbox: 2_000_000_000_000_001 };

interface StoreState {
  issued: number;
  apps: App[];
  /** A transaction's app is its place in `apps`. */
  transactions: (Omit<Transaction, 'app'> & { app: number })[];
  subscriptions: Subscription[];
  consumption: [string, unknown][];
  /** State files of earlier releases have none. */
  copies?: [string, string[]][];
}

export function createStore(): Store {
  const apps = new Map<string, App>();
  const transactions = new Map<string, Transaction>();
  // Most customers buy once: the list begins with the second purchase.
  const customers = new Map<string, Transaction | Transaction[]>();
  const tokens = new Map<string, string>();
  const orders = new Map<string, Transaction[]>();
  const subscriptions = new Map<string, Subscription>();
  const consumption = new Map<string, unknown>();
  const copies = new Map<string, string[]>();
  let issued = 0;

  const tokenKey = (app: App, token: string) => `${app.environment} ${app.bundleId} ${token}`;

  function indexToken({ app, appAccountToken, appTransactionId }: Transaction): void {
    if (appAccountToken) tokens.set(tokenKey(app, appAccountToken), appTransactionId);
  }

  function index(transaction: Transaction): void {
    const { transactionId, appTransactionId, orderId } = transaction;
    transactions.set(transactionId, transaction);
    const known = customers.get(appTransactionId);
    if (known === undefined) customers.set(appTransactionId, transaction);
    else if (Array.isArray(known)) known.push(transaction);
    else customers.set(appTransactionId, [known, transaction]);
    indexToken(transaction);
    if (orderId !== undefined) orders.set(orderId, [...(orders.get(orderId) ?? []), transaction]);
  }

  function forgetPurchases(): void {
    for (const map of [transactions, customers, tokens, orders, subscriptions, consumption]) {
      map.clear();
    }
    copies.clear();
  }

  const store: Store = {
    app(environment, bundleId) {
      const key = `${environment} ${bundleId}`;
      const known = apps.get(key);
      if (known) return known;
      const app = { environment, bundleId, appAppleId: defaultAppAppleId };
      apps.set(key, app);
      return app;
    },
    nextTransactionId(environment) {
      let id: string;
      do {
        id = String(firstId[environment] + issued);
        issued += 1;
      } while (transactions.has(id));
      return id;
    },
    add: index,
    setAccountToken(transaction, appAccountToken) {
      transaction.appAccountToken = appAccountToken;
      indexToken(transaction);
    },
    transaction: (transactionId) => transactions.get(transactionId),
    customer(app, anyTransactionId) {
      const transaction = transactions.get(anyTransactionId);
      const found = customers.get(transaction?.appTransactionId ?? anyTransactionId);
      const purchases = found === undefined || Array.isArray(found) ? found : [found];
      return purchases?.[0]?.app === app ? purchases : undefined;
    },
    customerOfToken: (app, token) => tokens.get(tokenKey(app, token)),
    isAppTransactionId: (app, id) => store.customer(app, id) !== undefined && customers.has(id),
    order(app, orderId) {
      const derived = transactions.get(transactionIdOfOrder(orderId));
      const found = orders.get(orderId) ?? (derived ? [derived] : []);
      return found.filter((one) => one.app === app && orderIdOf(one) === orderId);
    },
    copiesOf: (transactionId) =>
      (copies.get(transactionId) ?? []).flatMap((id) => transactions.get(id) ?? []),
    addCopy(of, copy) {
      copies.set(of, [...(copies.get(of) ?? []), copy.transactionId]);
      index(copy);
    },
    subscriptions,
    consumption,
    counts: () => ({
      transactions: transactions.size,
      customers: customers.size,
      subscriptions: subscriptions.size,
      consumptionAnswers: consumption.size,
    }),
    transactions: () => transactions.values(),
    exportState(): StoreState {
      const appList = [...apps.values()];
      const place = new Map(appList.map((app, at) => [app, at]));
      return {
        issued,
        apps: appList,
        transactions: Array.from(transactions.values(), (transaction) => ({
          ...transaction,
          app: place.get(transaction.app) ?? 0,
        })),
        subscriptions: [...subscriptions.values()],
        consumption: [...consumption],
        copies: [...copies],
      };
    },
    importState(state) {
      const imported = structuredClone(state) as StoreState;
      const shared = imported.apps.map((app) => ({ ...app }));
      apps.clear();
      forgetPurchases();
      issued = imported.issued;
      for (const app of shared) apps.set(`${app.environment} ${app.bundleId}`, app);
      for (const { app: at, ...rest } of imported.transactions) {
        const app = shared[at];
        if (!app) throw new Error(`Transaction ${rest.transactionId} has no app.`);
        index({ ...rest, app });
      }
      for (const sub of imported.subscriptions) subscriptions.set(sub.originalTransactionId, sub);
      for (const [id, sent] of imported.consumption) consumption.set(id, sent);
      for (const [id, made] of imported.copies ?? []) copies.set(id, made);
    },
    reset: forgetPurchases,
  };
  return store;
}
