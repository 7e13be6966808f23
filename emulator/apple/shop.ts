// Everything the App Store's routes share: its books, its signature, its notifications, its bad days.
import type { World } from '../world.ts';
import { appReceipt, transactionReceipt } from './app-receipt.ts';
import type { CheckBearer } from './bearer.ts';
import type { Chain } from './certificates.ts';
import { type ErrorCode, StoreError } from './errors.ts';
import { askForReports, createExternalBooks, type ExternalBooks } from './external-books.ts';
import type { Sign } from './jws.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createStore, type Store } from './store.ts';
import { type Environment, type Transaction, transactionPayload } from './transaction.ts';

export interface Shop {
  readonly world: World;
  readonly store: Store;
  readonly lifecycle: Lifecycle;
  readonly notifications: Notifications;
  readonly provoked: ProvokedErrors;
  readonly settings: Settings;
  readonly external: ExternalBooks;
  /** Bundle ids of apps that were never released: production rejects their keys. */
  readonly unreleased: Set<string>;
  readonly sign: Sign;
  readonly signTransaction: (transaction: Transaction) => string;
  /** What an app with StoreKit 1 has after this purchase. */
  readonly appReceipt: (transaction: Transaction) => string;
  readonly transactionReceipt: (transaction: Transaction) => string;
  readonly checkBearer: CheckBearer;
}

export interface Settings {
  /** For this long after a sale the API does not know the transaction, although it is signed. */
  unknownForMs: number;
}

export const usualSettings: Settings = { unknownForMs: 0 };

/** Whether the API knows the transaction by now. */
export function isKnown({ settings, world }: Shop, { purchaseDate }: Transaction): boolean {
  const { unknownForMs } = settings;
  return unknownForMs === 0 || world.clock.now() >= purchaseDate + unknownForMs;
}

interface Keys {
  readonly chain: Chain;
  readonly sign: Sign;
  readonly checkBearer: CheckBearer;
}

/** An import replaces the keys, so they are asked for each time. */
export function openShop(world: World, keys: () => Keys): Shop {
  const store = createStore();
  const sign: Sign = (payload) => keys().sign(payload);
  const notifications = createNotifications(world, store, sign);
  const external = createExternalBooks();
  world.clock.onMove((now) => askForReports(external, notifications, now));
  return {
    world,
    store,
    lifecycle: createLifecycle(world, store, notifications.announce),
    notifications,
    provoked: createProvokedErrors(),
    settings: { ...usualSettings },
    external,
    unreleased: new Set(),
    sign,
    signTransaction: (transaction) => sign(transactionPayload(transaction, world.clock.now())),
    appReceipt(transaction) {
      const purchases = store.customer(transaction.app, transaction.transactionId) ?? [];
      return appReceipt(keys().chain, transaction, purchases, world.clock.now());
    },
    transactionReceipt: (transaction) => transactionReceipt(keys().chain, transaction),
    checkBearer: (authorization, clocks) => keys().checkBearer(authorization, clocks),
  };
}

interface ProvokedError {
  readonly errorCode: ErrorCode;
  count: number;
  readonly environment?: Environment;
  /** Only requests whose URL contains this. */
  readonly path?: string;
}

/** Documented errors that no input brings about, such as "account not found, try again". */
interface ProvokedErrors {
  add(error: ProvokedError): void;
  list(): readonly ProvokedError[];
  /** Throws the error that is waiting for this request, if any. */
  strike(environment: Environment, url: string): void;
  clear(): void;
}

function createProvokedErrors(): ProvokedErrors {
  let waiting: ProvokedError[] = [];
  return {
    add: (error) => waiting.push(error),
    list: () => waiting,
    strike(environment, url) {
      const error = waiting.find(
        (one) => (one.environment ?? environment) === environment && url.includes(one.path ?? ''),
      );
      if (!error) return;
      error.count -= 1;
      waiting = waiting.filter(({ count }) => count > 0);
      throw new StoreError(error.errorCode);
    },
    clear() {
      waiting = [];
    },
  };
}
