// Assembles the payment half: markets, verification, store notifications, jobs and queries.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { OperationContext } from '../audit/operation.ts';
import { createJobs } from '../background/jobs.ts';
import type { Worker } from '../background/worker.ts';
import { createWindow } from '../base/window.ts';
import type { MayReach } from '../outbox/relay/address-guard.ts';
import type { Directory } from '../tenants/directory.ts';
import { createSaleActions, type SaleActionsAt } from './actions/at-market.ts';
import { actionJob } from './actions/job.ts';
import { ACTION_JOB } from './actions/request.ts';
import { READ_DISPUTES_JOB, readDisputesJob } from './disputes/read-job.ts';
import { SEND_EVIDENCE_JOB, sendEvidenceJob } from './disputes/send-job.ts';
import { reportHandlers } from './external/jobs.ts';
import { createFollower } from './figures/follower.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import { UNCLAIMED_JOB } from './ledger/unclaimed.ts';
import { createAppleReports } from './markets/apple/external-reports.ts';
import { REFUND_REQUEST_JOB } from './markets/apple/refund-request.ts';
import type { Revocations } from './markets/apple/revocations.ts';
import type { CredentialCheck } from './markets/credential-check.ts';
import { ACKNOWLEDGE_JOB } from './markets/custom/custom.ts';
import type { Adapter } from './markets/description.ts';
import { GRANT_JOB } from './markets/google/google.ts';
import { createMarketHttp, type Timeouts } from './markets/http.ts';
import type { Market, MarketApp, Provider } from './markets/market.ts';
import { createMarkets, MARKETS, type MarketAddresses } from './markets/markets.ts';
import { READ_JOB } from './markets/notice.ts';
import { GRANT_JOB as ONESTORE_GRANT_JOB } from './markets/onestore/onestore.ts';
import { appleHistory } from './notices/apple-history.ts';
import { refundRequestJob } from './notices/apple-refund-requests.ts';
import { customAcknowledgeJob } from './notices/custom-acknowledge.ts';
import { customChanges } from './notices/custom-changes.ts';
import { acknowledgeJob } from './notices/google-acknowledge.ts';
import { googleJobs } from './notices/google-jobs.ts';
import { googleOrders } from './notices/google-orders.ts';
import { googleVoided } from './notices/google-voided.ts';
import { missedCyclesJobs } from './notices/missed-cycles.ts';
import { createNotices, type Notices, REPLAY_JOB } from './notices/notices.ts';
import { onestoreGrantJob } from './notices/onestore-grant.ts';
import { pgLists } from './notices/pg-lists.ts';
import { createPollers, type PollSource } from './notices/pollers.ts';
import { purchaseReadJob } from './notices/read-job.ts';
import { recentPurchases } from './notices/recent-purchases.ts';
import { steamReports } from './notices/steam-reports.ts';
import { createSweep } from './notices/subscription-sweep.ts';
import { unclaimedJob } from './notices/unclaimed-job.ts';
import { createDeliveries, type ReportDelivery } from './orders/delivery.ts';
import { createOrderBook, namesOrder, type OrderBook } from './orders/orders.ts';
import { createRefuseAgain } from './orders/permanent.ts';
import { createPgOrders, type PgOrders } from './orders/pg.ts';
import { createPgOpening, type OpenPgOrder } from './orders/pg-open.ts';
import { WATCH_JOB, watchJob } from './orders/pg-watch.ts';
import { createRestoring, type Restoring } from './orders/restore.ts';
import { createReturnVisits, type VisitReturn } from './orders/return-visits.ts';
import { createSeal } from './orders/seal.ts';
import { createSteamOrders, SETTLE_JOB } from './orders/steam.ts';
import { createSteamOpening, type OpenSteamOrder } from './orders/steam-open.ts';
import { createFailures, type Failures } from './outcomes/failures.ts';
import { createMarketStates, type MarketStates } from './outcomes/market-states.ts';
import { measurePayment } from './outcomes/metrics.ts';
import {
  createRefusedVerifications,
  REFUSED_LIMITS,
  type RefusedLimits,
  type RefusedVerifications,
} from './outcomes/refused.ts';
import { createUsage, type Usage } from './outcomes/usage.ts';
import { createOwned, type FindOwned } from './owned/owned.ts';
import { createCursors } from './queries/cursor.ts';
import { createHistory, type ListPurchases } from './queries/history.ts';
import { createCertificateStatuses } from './settings/certificate-statuses.ts';
import { createMarketApps, type MarketApps } from './settings/market-apps.ts';
import { createProductTerms } from './settings/product-terms.ts';
import { createBuyerOrders, type FindBuyerOrders } from './verify/buyer-orders.ts';
import { createPurchases, type Purchases } from './verify/purchases.ts';
import { createSubscriptions, type Subscriptions } from './verify/subscriptions.ts';

/** A minute, of one process: Google takes 3,000 from all, with reads of lost answers. */
const GOOGLE_CALLS = 1_000;

export interface PaymentOptions {
  readonly context: OperationContext;
  readonly directory: Directory;
  readonly environment: MarketApp['environment'];
  readonly log: Logger;
  readonly addresses: MarketAddresses;
  /** Of the addresses that operators set for an app. */
  readonly mayReach?: MayReach | undefined;
  /** Base URL of this environment. */
  readonly publicUrl: string;
  /** How long a market may take; shorter in tests. */
  readonly timeouts?: Timeouts | undefined;
  readonly registry: Registry;
  readonly onBatch: (kind: string, size: number) => void;
  readonly refusedLimits?: RefusedLimits | undefined;
  /** How long app servers have to verify a sale before they are told about it. */
  readonly unclaimedAfterMs?: number | undefined;
}

/** Undefined when the app has no settings for the market. */
export type CheckMarket = (appid: string, market: Market) => Promise<CredentialCheck | undefined>;

export interface Payment {
  readonly marketApps: MarketApps;
  readonly ledger: Ledger;
  readonly purchases: Purchases;
  readonly subscriptions: Subscriptions;
  readonly orders: Orders;
  readonly notices: Notices;
  readonly history: ListPurchases;
  readonly owned: FindOwned;
  readonly checkMarket: CheckMarket;
  readonly findBuyerOrders: FindBuyerOrders;
  readonly saleActions: SaleActionsAt;
  readonly marketStates: MarketStates;
  /** Undefined when nobody is asked about certificates. */
  readonly revocations: Pick<Revocations, 'idle'> | undefined;
  readonly jobs: Worker;
  readonly pollers: Worker;
  /** Asks about subscriptions whose end has passed. */
  readonly sweep: Worker;
  readonly usage: Usage;
  readonly refusedVerifications: RefusedVerifications;
  readonly failures: Failures;
  /** Brings the figures up to date with the ledger. */
  readonly figures: Worker;
  start(): void;
  stop(): Promise<void>;
}

/** STEAM and PG. */
export interface Orders {
  readonly book: OrderBook;
  readonly pg: PgOrders;
  readonly openSteam: OpenSteamOrder;
  readonly openPg: OpenPgOrder;
  readonly restoring: Restoring;
  readonly reportDelivery: ReportDelivery;
  readonly visitReturn: VisitReturn;
}

export function createPayment(options: PaymentOptions): Payment {
  const { context, directory, log, addresses, publicUrl, onBatch } = options;
  const { storage, clock, vault } = context;
  const metrics = measurePayment(options.registry);
  const usage = createUsage({ storage, directory, clock, log });
  const refusedVerifications = createRefusedVerifications({
    storage,
    clock,
    log,
    onDropped: metrics.refusedDropped,
    ...(options.refusedLimits ?? REFUSED_LIMITS),
  });
  const failures = createFailures({ storage, directory, clock, log, metrics });
  const marketApps = createMarketApps(context, directory, options.environment);
  const marketStates = createMarketStates({
    storage,
    clock,
    log,
    marketApps,
    ask: (app, market) => (markets[market] as Adapter).check(app),
  });
  const http = createMarketHttp({
    clock,
    mayReach: options.mayReach,
    onCall(call, result, seconds) {
      metrics.marketCall(call.operation, result, seconds);
      const { appid } = call;
      if (appid === undefined) return;
      usage.marketCall({ ...call, appid }, result, seconds);
      marketStates.called({ ...call, appid }, result);
    },
    ...options.timeouts,
  });
  const markets = createMarkets({
    http,
    addresses,
    clock,
    log,
    onChainCheck: metrics.chainCheck,
    onAccess: marketStates.accessed,
    certificateStatuses: createCertificateStatuses(storage.db),
  });
  const { APPLE: apple, GOOGLE: google, STEAM: steam, ONESTORE: onestore } = markets;
  const { ask: askStudio } = markets.CUSTOM;
  const { gateways } = markets.PG;
  const adapters = Object.entries(markets) as [Market, Adapter][];
  const ledger = createLedger({
    storage,
    directory,
    clock,
    unclaimedAfterMs: options.unclaimedAfterMs,
    onBatch: (size) => onBatch('ledger', size),
  });

  const asked = { storage, log, marketApps, metrics, usage, ledger };
  const subscriptions = createSubscriptions({
    ...asked,
    clock,
    providers: Object.fromEntries(adapters.filter(([, each]) => each.verifySubscription)),
  });

  const book = createOrderBook(storage.db, clock, createSeal(vault));
  const steamOrders = createSteamOrders({ context, book, steam, marketApps, ledger });
  const pg = createPgOrders({ context, book, gateways, ledger });
  const { owned, ownsForGood } = createOwned(context, subscriptions.refresh);
  const refuseAgain = createRefuseAgain(storage.db, ownsForGood);
  const orders: Orders = {
    book,
    pg,
    openSteam: createSteamOpening({ context, book, refuseAgain, steam, log }),
    openPg: createPgOpening({
      context,
      book,
      refuseAgain,
      gateways,
      publicUrl,
      log,
      marketApps,
    }),
    restoring: createRestoring({ context, book, marketApps, steam: steamOrders, pg }),
    reportDelivery: createDeliveries(storage.db, clock),
    visitReturn: createReturnVisits(pg.readPayment, clock),
  };
  const providers: Readonly<Record<Market, Provider>> = {
    ...(markets as Readonly<Record<Market, unknown>> as Readonly<Record<Market, Provider>>),
    STEAM: { verifyPurchase: steamOrders.settle, asksMarket: () => true, isMeant: namesOrder },
    PG: { verifyPurchase: pg.settle, asksMarket: () => true, isMeant: namesOrder },
  };
  const purchases = createPurchases({
    ...asked,
    clock,
    productTerms: createProductTerms(context),
    providers,
  });
  const sweep = createSweep({ storage, clock, log, subscriptions });
  const notices = createNotices({
    storage,
    clock,
    log,
    marketApps,
    metrics,
    ledger,
    readers: new Map(
      adapters.flatMap(([code, { notices: reader }]) => (reader ? [[code, reader]] : [])),
    ),
    pg,
    publicUrl,
  });
  const again = { storage, ledger, clock, subscriptions };
  const sources: readonly PollSource[] = [
    appleHistory({ api: apple.api, notices, clock }),
    googleVoided({ readVoided: google.readVoided, storage, ledger, clock }),
    googleOrders({ play: google.play, storage, ledger, clock }),
    ...steamReports({ steam, storage, ledger, clock }),
    ...pgLists({ storage, clock, gateways, pg, notices }),
    customChanges({ ask: askStudio, notices, clock }),
    ...MARKETS.filter(({ rereads }) => rereads).map(({ code: market }) =>
      recentPurchases({ market, provider: providers[market], ...again }),
    ),
  ];
  const saleActions = createSaleActions(storage.db, adapters, marketApps);
  const figures = createFollower({ storage, directory, clock, log });
  const pollers = createPollers({ storage, clock, log, marketApps, sources });
  const googleCalls = createWindow({ limit: GOOGLE_CALLS, ms: 60_000, now: clock });
  const jobs = createJobs({
    storage,
    clock,
    log,
    traces: context.traces,
    handlers: {
      [GRANT_JOB]: acknowledgeJob({ db: storage.db, play: google.play, clock, marketApps }),
      [SETTLE_JOB]: steamOrders.finishCharge,
      [WATCH_JOB]: watchJob({ db: storage.db, clock, marketApps, pg }),
      [READ_DISPUTES_JOB]: readDisputesJob({ db: storage.db, marketApps, pg }),
      [SEND_EVIDENCE_JOB]: sendEvidenceJob({ db: storage.db, clock, marketApps, gateways }),
      [REPLAY_JOB]: notices.replay,
      ...missedCyclesJobs({ clock, marketApps, adapters, ledger }),
      [UNCLAIMED_JOB]: unclaimedJob(storage.db, ledger),
      [REFUND_REQUEST_JOB]: refundRequestJob({
        db: storage.db,
        clock,
        marketApps,
        api: apple.api,
      }),
      ...googleJobs({ storage, clock, marketApps, google, subscriptions, ledger }),
      [READ_JOB]: purchaseReadJob({ ...again, marketApps, providers }),
      ...reportHandlers({
        db: storage.db,
        clock,
        directory,
        marketApps,
        apple: createAppleReports(apple.api),
        google: google.external.send,
        mayCall: (account) => googleCalls.take(account) === 0,
        onAnswer: ({ market, kind }, outcome) => metrics.report(market, kind, outcome),
      }),
      [ACKNOWLEDGE_JOB]: customAcknowledgeJob({ storage, clock, marketApps, ask: askStudio }),
      [ACTION_JOB]: actionJob({ db: storage.db, clock, log, saleActions }),
      [ONESTORE_GRANT_JOB]: onestoreGrantJob({ storage, clock, marketApps, api: onestore.api }),
    },
  });
  return {
    marketApps,
    ledger,
    purchases,
    subscriptions,
    orders,
    notices,
    history: createHistory({
      db: storage.db,
      clock,
      cursors: createCursors(vault.derived('cursor')),
    }),
    owned,
    checkMarket: marketStates.check,
    findBuyerOrders: createBuyerOrders(adapters, marketApps),
    saleActions,
    marketStates,
    revocations: apple.revocations,
    jobs,
    pollers,
    sweep,
    usage,
    refusedVerifications,
    failures,
    figures,
    start() {
      jobs.start();
      pollers.start();
      sweep.start();
      usage.start();
      refusedVerifications.start();
      failures.start();
      marketStates.start();
      figures.start();
    },
    async stop() {
      await figures.stop();
      await pollers.stop();
      await sweep.stop();
      await jobs.stop();
      await purchases.close();
      await subscriptions.close();
      await ledger.close();
      await marketStates.stop();
      await apple.revocations?.idle();
      await http.close();
      await usage.stop();
      await refusedVerifications.stop();
      await failures.stop();
    },
  };
}
