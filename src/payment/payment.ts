// This half, wired once: the way to the markets, an adapter for each, the purchases, the jobs.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Desk } from '../apps/desk.ts';
import { acknowledgeJob } from './acknowledge.ts';
import { type CheckMarket, createMarketChecks } from './checkup.ts';
import { createCursors } from './cursor.ts';
import { createFigures, type Figures } from './figures.ts';
import { createHistory, type ListPurchases } from './history.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createMarketApps } from './market-apps.ts';
import { measurePayment } from './metrics.ts';
import { createOrderDesk, type OrderDesk } from './orders-desk.ts';
import { createApple } from './providers/apple.ts';
import { createAppleApi } from './providers/apple-api.ts';
import { createAppleSignatures } from './providers/apple-chain.ts';
import { createGoogle, GRANT_JOB } from './providers/google.ts';
import { createMarketHttp, type Patience } from './providers/market-http.ts';
import type { MarketAddresses, MarketApp } from './providers/provider.ts';
import { createSubscriptionDesk, type SubscriptionDesk } from './subscriptions-desk.ts';
import { createPurchases, type Purchases } from './verify.ts';

export interface PaymentOptions {
  readonly desk: Desk;
  readonly environment: MarketApp['environment'];
  readonly log: Logger;
  readonly markets: MarketAddresses;
  /** Base URL of this environment. */
  readonly publicUrl: string;
  /** How long a market may take; shorter in tests. */
  readonly patience?: Patience | undefined;
  readonly registry: Registry;
  readonly onBatch: (kind: string, size: number) => void;
}

export interface Payment {
  readonly purchases: Purchases;
  readonly checkMarket: CheckMarket;
  readonly history: ListPurchases;
  readonly jobs: Jobs;
  readonly figures: Figures;
  readonly orders: OrderDesk;
  readonly subscriptions: SubscriptionDesk;
  stop(): Promise<void>;
}

export function createPayment(options: PaymentOptions): Payment {
  const { desk, environment, log, markets: addresses, publicUrl } = options;
  const { storage, clock } = desk;
  const metrics = measurePayment(options.registry);
  const marketApps = createMarketApps(desk, environment);
  const figures = createFigures({ storage, clock, log });
  const http = createMarketHttp({
    clock,
    onCall(call, result, seconds) {
      metrics.marketCall(call.operation, result, seconds);
      figures.marketCall(call, result, seconds);
    },
    ...options.patience,
  });
  const signatures = createAppleSignatures(addresses.appleRoots, clock);
  const appleApi = createAppleApi(http, addresses, clock);
  const apple = createApple({ api: appleApi, signatures, log });
  const google = createGoogle({ http, addresses, clock, log });
  const orders = createOrderDesk({ desk, marketApps, http, addresses, publicUrl, log });
  const purchases = createPurchases({
    storage,
    clock,
    log,
    marketApps,
    metrics,
    figures,
    providers: { APPLE: apple, GOOGLE: google, ...orders.providers },
    onBatch: (size) => options.onBatch('purchase', size),
  });
  const subscriptions = createSubscriptionDesk({
    desk,
    log,
    marketApps,
    metrics,
    figures,
    http,
    addresses,
    publicUrl,
    apple: { api: appleApi, signatures },
    google,
    orders,
    onBatch: (size) => options.onBatch('notice', size),
  });
  const jobs = createJobs({
    storage,
    clock,
    log,
    handlers: {
      [GRANT_JOB]: acknowledgeJob({ db: storage.db, play: google.play, clock, marketApps }),
      ...orders.jobs,
      ...subscriptions.jobs,
    },
  });
  const cursors = createCursors(desk.vault.derive('cursor'));
  return {
    purchases,
    checkMarket: createMarketChecks({ marketApps, http, addresses, clock, log }),
    history: createHistory({ db: storage.db, clock, cursors }),
    jobs,
    figures,
    orders,
    subscriptions,
    async stop() {
      await subscriptions.pollers.stop();
      await jobs.stop();
      await purchases.close();
      await subscriptions.close();
      await http.close();
      await figures.stop();
    },
  };
}
