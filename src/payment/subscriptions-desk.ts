// Subscriptions, notices and the markets' lists, wired once.
import type { Logger } from 'pino';
import type { Desk } from '../apps/desk.ts';
import type { Figures } from './figures.ts';
import { createIntake } from './intake.ts';
import type { JobHandler } from './jobs.ts';
import type { MarketApps } from './market-apps.ts';
import type { PaymentMetrics } from './metrics.ts';
import { createNotices, type Notices, REPLAY_JOB } from './notices.ts';
import { noticeJobs } from './notices-jobs.ts';
import type { OrderDesk } from './orders-desk.ts';
import { createPollers, type Pollers, type PollSource } from './pollers.ts';
import { appleHistory } from './pollers-apple.ts';
import { googleVoided } from './pollers-google.ts';
import { steamReport } from './pollers-steam.ts';
import type { AppleDeps } from './providers/apple.ts';
import { createAppleSubscriptions } from './providers/apple-subscription.ts';
import type { Google } from './providers/google.ts';
import { createGooglePush } from './providers/google-push.ts';
import { createGoogleSubscriptions } from './providers/google-subscription.ts';
import type { MarketHttp } from './providers/market-http.ts';
import type { MarketAddresses } from './providers/provider.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

export interface SubscriptionDeskOptions {
  readonly desk: Desk;
  readonly log: Logger;
  readonly marketApps: MarketApps;
  readonly metrics: PaymentMetrics;
  readonly figures: Figures;
  readonly http: MarketHttp;
  readonly addresses: MarketAddresses;
  readonly publicUrl: string;
  readonly apple: Pick<AppleDeps, 'api' | 'signatures'>;
  readonly google: Google;
  readonly orders: Pick<OrderDesk, 'steam' | 'providers'>;
  readonly onBatch: (size: number) => void;
}

export interface SubscriptionDesk {
  readonly subscriptions: Subscriptions;
  readonly notices: Notices;
  readonly pollers: Pollers;
  readonly jobs: Readonly<Record<string, JobHandler>>;
  close(): Promise<void>;
}

export function createSubscriptionDesk(options: SubscriptionDeskOptions): SubscriptionDesk {
  const { desk, log, marketApps, metrics, figures, http, addresses, orders, publicUrl } = options;
  const { storage, clock } = desk;
  const { api, signatures } = options.apple;
  const { ask, play } = options.google;
  const intake = createIntake({ storage, clock, onBatch: options.onBatch });
  const google = createGoogleSubscriptions({ ask, play }, clock);
  const subscriptions = createSubscriptions({
    storage,
    log,
    marketApps,
    metrics,
    figures,
    intake,
    apple: createAppleSubscriptions({ api, signatures, log }),
    google,
  });
  const push = createGooglePush({ http, certsUrl: addresses.googleCertsUrl, clock });
  const notices = createNotices({
    storage,
    clock,
    log,
    marketApps,
    metrics,
    intake,
    signatures,
    push,
    pg: orders.providers.PG,
    publicUrl,
  });
  const sources: readonly PollSource[] = [
    appleHistory({ api, notices, clock }) as PollSource,
    googleVoided({ ask, storage, intake, clock }) as PollSource,
    steamReport({ steam: orders.steam, intake, clock }) as PollSource,
  ];
  return {
    subscriptions,
    notices,
    pollers: createPollers({ storage, clock, log, marketApps, sources }),
    jobs: {
      ...noticeJobs({ storage, clock, marketApps, play, google, subscriptions, intake }),
      [REPLAY_JOB]: notices.replay,
    },
    async close() {
      await subscriptions.close();
      await intake.close();
    },
  };
}
