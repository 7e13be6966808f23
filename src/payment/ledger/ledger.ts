// The ledger: the only writer of purchases, subscriptions, refunds and their events, whoever reports them.

import { JOBS_CHANGED } from '../../background/jobs.ts';
import { currentSpan } from '../../base/call-context.ts';
import type { Clock } from '../../base/clock.ts';
import { OUTBOX_CHANGED } from '../../outbox/outbox.ts';
import { createBatcher } from '../../storage/batcher.ts';
import type { Db } from '../../storage/db.ts';
import { isConnectionLost } from '../../storage/failure.ts';
import type { Procedure } from '../../storage/procedure.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AppName, Directory } from '../../tenants/directory.ts';
import type { FollowUp } from '../markets/market.ts';
import { applyToPayment, type CancellationUpdate } from './cancellation.ts';
import { insertChains } from './chains-store.ts';
import { PURCHASES_CHANGED, PURCHASES_RECORDED } from './changes.ts';
import { type AlertType, type Event, purchaseEvent } from './events.ts';
import { enqueueEvents } from './events-store.ts';
import { auditImport, type ImportBatch, importPurchases } from './imports.ts';
import type { NewNotice } from './notices-store.ts';
import type { NewPurchase } from './numbers.ts';
import {
  fillInPrice,
  namesOf,
  type PriceUpdate,
  type PurchaseUpdate,
  type RecordedPurchase,
  recordPurchase,
} from './purchases.ts';
import type { PurchaseName } from './purchases-store.ts';
import { chainOf } from './stored-receipt.ts';
import {
  type AppliedSubscription,
  applySubscription,
  cycleKeys,
  endGone,
  type SubscriptionUpdate,
} from './subscriptions.ts';
import type { SubscriptionName } from './subscriptions-store.ts';
import { announceUnclaimed } from './unclaimed.ts';
import { changedBy, keyOf, type UnitOfWork } from './unit-of-work.ts';
import { type Needs, openUnitOfWork, writeUnitOfWork } from './unit-of-work-store.ts';

/** What a market or an app server reports, applied as a whole or not at all. */
export interface LedgerUpdate {
  readonly appid: string;
  /** Stored with its updates; a notification that is already stored changes nothing. */
  readonly notice?: NewNotice | undefined;
  readonly purchases?: readonly PurchaseUpdate[];
  readonly subscriptions?: readonly SubscriptionUpdate[];
  /** Subscriptions that the market no longer knows. */
  readonly gone?: readonly SubscriptionName[];
  readonly cancellations?: readonly CancellationUpdate[];
  readonly prices?: readonly PriceUpdate[];
  readonly alerts?: readonly Alert[];
  /** Sales that the app server is told about, unless it has verified them. */
  readonly unclaimed?: readonly PurchaseName[];
  /** About something that is not recorded as a purchase. */
  readonly events?: readonly Event[];
  readonly jobs?: readonly FollowUp[];
  /** What another system has verified. */
  readonly imports?: ImportBatch | undefined;
}

/** Something the app server should know about a recorded purchase that changes nothing in it. */
export interface Alert {
  readonly purchase: PurchaseName;
  readonly type: AlertType;
  readonly details: object;
}

export interface ApplyResult {
  /** False when the notification was already stored. */
  readonly isNew: boolean;
  /** One result per item of the update. */
  readonly purchases: readonly RecordedPurchase[];
  readonly subscriptions: readonly AppliedSubscription[];
  /** Undefined where the purchase is not recorded. */
  readonly cancellations: readonly (PurchaseTable | undefined)[];
  readonly imports: readonly RecordedPurchase[];
}

export interface Ledger {
  /** Resolves once it is durable. */
  apply(update: LedgerUpdate): Promise<ApplyResult>;
  /** Resolves when everything that waits now is written. */
  queued(): Promise<void>;
  /** Resolves when everything submitted is written. */
  close(): Promise<void>;
}

export interface LedgerOptions {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly clock: Clock;
  /** How long app servers have to verify a sale by themselves. */
  readonly unclaimedAfterMs?: number | undefined;
  readonly onBatch: (size: number) => void;
}

const MAX_BATCH = 256;
const UNCLAIMED_AFTER_MS = 5 * 60_000;

export function createLedger(options: LedgerOptions): Ledger {
  const { storage, directory, clock, unclaimedAfterMs = UNCLAIMED_AFTER_MS, onBatch } = options;
  const { signals } = storage;
  const updates = createBatcher<PlacedUpdate, ApplyResult>({
    name: 'ledger',
    maxSize: MAX_BATCH,
    onBatch,
    isOutcomeUnknown: isConnectionLost,
    ...(storage.isDistributed() && { groupOf: ({ gameIndex }) => gameIndex }),
    async run(batch, handOver) {
      const now = clock();
      const input = { updates: batch, now, claimBy: now + unclaimedAfterMs };
      const { results, hasJobs, hasEvents, hasChanges } = await storage.transact(
        applyUpdates,
        input,
        handOver,
      );
      signals.deliver(PURCHASES_RECORDED);
      if (hasJobs) signals.emit(JOBS_CHANGED);
      if (hasEvents) signals.emit(OUTBOX_CHANGED);
      if (hasChanges) signals.emit(PURCHASES_CHANGED);
      return results.map((result, index) => ({ value: whole(batch[index]?.purchases, result) }));
    },
  });
  return {
    async apply(update) {
      const app = await directory.app(update.appid);
      if (!app) throw new Error(`app ${update.appid} was deleted`);
      const traceparent = currentSpan()?.trace.traceparent;
      return updates.submit({
        ...update,
        gameIndex: app.gameIndex,
        ...(traceparent !== undefined && { traceparent }),
      });
    },
    queued: updates.queued,
    close: updates.close,
  };
}

interface PlacedUpdate extends LedgerUpdate, AppName {
  /** Continued by the events of the update, if its trace is recorded. */
  readonly traceparent?: string;
}

interface Input {
  readonly updates: readonly PlacedUpdate[];
  readonly now: number;
  readonly claimBy: number;
}

interface Output {
  /** In the order of the updates. */
  readonly results: readonly ShortResult[];
  readonly hasJobs: boolean;
  readonly hasEvents: boolean;
  readonly hasChanges: boolean;
}

/** @public Found by its name in the thread that holds the database. */
export const applyUpdates: Procedure<Input, Output> = {
  module: import.meta.url,
  name: 'applyUpdates',
  async work(tx: Db, { updates, now, claimBy }: Input): Promise<Output> {
    const byApp = Map.groupBy(updates, (update) => update.appid);
    const works: UnitOfWork[] = [];
    // The numbers of apps are locked first and in the same order everywhere, so that transactions
    // cannot deadlock.
    for (const appid of [...byApp.keys()].sort()) {
      const ofApp = byApp.get(appid) as [PlacedUpdate, ...PlacedUpdate[]];
      works.push(await openUnitOfWork(tx, ofApp[0], needsOf(ofApp), { now, claimBy }));
    }
    const results = new Map<LedgerUpdate, ApplyResult>();
    for (const work of works) {
      for (const update of byApp.get(work.appid) ?? []) {
        const first = work.events.length;
        results.set(update, apply(work, update));
        continueTraceOf(update, work.events, first);
      }
    }
    await insertChains(
      tx,
      works.flatMap((work) =>
        work.changes().newChains.map((chain) => ({ game_index: work.gameIndex, ...chain })),
      ),
    );
    for (const work of works) await writeUnitOfWork(tx, work);
    for (const update of updates) {
      const { imports: imported } = results.get(update) as ApplyResult;
      if (update.imports) await auditImport(tx, now, update.appid, update.imports, imported);
    }
    const listeners = works.flatMap((work) => work.listeners);
    const events = works.flatMap((work) => work.events);
    return {
      results: updates.map((update) => short(results.get(update) as ApplyResult)),
      hasJobs: works.some((work) => work.jobs.length > 0),
      hasEvents: await enqueueEvents(tx, listeners, events, now),
      hasChanges: works.some((work) => changedBy(work.changes()).length > 0),
    };
  },
};

function continueTraceOf({ traceparent }: PlacedUpdate, events: Event[], first: number): void {
  if (traceparent === undefined) return;
  events.splice(
    first,
    events.length,
    ...events.slice(first).map((event) => ({ ...event, traceparent })),
  );
}

/** A result on its way between threads: of a new purchase, only what the caller has not sent. */
interface ShortResult extends Omit<ApplyResult, 'purchases'> {
  readonly purchases: readonly (RecordedPurchase | Decided)[];
}

type Decided = Omit<PurchaseTable, keyof NewPurchase>;

const short = (result: ApplyResult): ShortResult => ({
  ...result,
  purchases: result.purchases.map((each) =>
    each.duplicated || each.wasUnclaimed ? each : decidedOf(each.purchase),
  ),
});

const decidedOf = (row: PurchaseTable): Decided => ({
  game_index: row.game_index,
  number: row.number,
  verified_at: row.verified_at,
  cancel_state: row.cancel_state,
  cancel_said_at: row.cancel_said_at,
});

const whole = (sent: LedgerUpdate['purchases'] = [], result: ShortResult): ApplyResult => ({
  ...result,
  purchases: result.purchases.map((each, index) =>
    'duplicated' in each
      ? each
      : { purchase: { ...(sent[index] as PurchaseUpdate).purchase, ...each }, duplicated: false },
  ),
});

function needsOf(updates: readonly LedgerUpdate[]): Needs {
  const imports = updates.flatMap((update) => update.imports?.purchases ?? []);
  const purchases = [
    ...updates.flatMap((update) => update.purchases ?? []),
    ...imports.flatMap((each) => ('purchase' in each ? each : [])),
  ];
  const subscriptions = [
    ...updates.flatMap((update) => update.subscriptions ?? []),
    ...imports.flatMap((each) => ('state' in each ? each : [])),
  ];
  const recorded = purchases.map(({ purchase }) => purchase);
  const cycles = subscriptions.flatMap(({ state: { provider, cycle } }) =>
    cycleKeys(cycle).map((unique_key) => ({ provider, unique_key })),
  );
  const named = updates.flatMap(({ cancellations = [], prices = [], alerts = [] }) =>
    [...cancellations, ...prices, ...alerts].map(({ purchase }) => purchase),
  );
  const unclaimed = updates.flatMap((update) => update.unclaimed ?? []);
  const hasReports =
    updates.some(({ cancellations = [] }) => cancellations.length > 0) ||
    purchases.some(({ cancellations = [] }) => cancellations.length > 0) ||
    subscriptions.some(({ state: { cycle } }) => cycle.cancellations.length > 0);
  const payments = [
    ...purchases.map(({ purchase: { provider }, paymentKey }) => ({ provider, key: paymentKey })),
    ...subscriptions.map(({ state: { provider, cycle } }) => ({
      provider,
      key: cycle.paymentKey ?? (cycle.lineKey && cycle.uniqueKey),
    })),
  ];
  return {
    // Two products of one payment are two purchases.
    numbers: new Set([
      ...recorded.map((each) => `${keyOf(each)} ${each.product_id}`),
      ...subscriptions.map(({ state: { provider, cycle } }) => `${provider} ${cycle.uniqueKey}`),
    ]).size,
    purchases: recorded,
    cycles,
    payments: [
      ...payments.flatMap(({ provider, key }) =>
        key === undefined ? [] : { provider, unique_key: key },
      ),
      ...named,
    ],
    subscriptions: [
      ...subscriptions.flatMap(({ state: { provider, subscriptionId, replaces, addOnTo } }) =>
        [subscriptionId, replaces, addOnTo]
          .filter((id) => id != null)
          .map((subscription_id) => ({ provider, subscription_id })),
      ),
      ...updates.flatMap(({ gone }) => gone ?? []),
    ],
    ending: subscriptions
      .filter(({ state: { lifecycle } }) => lifecycle?.autoRenewProductId === null)
      .map(({ state: { subscriptionId } }) => subscriptionId),
    named: [...purchases.flatMap(namesOf), ...named, ...unclaimed],
    unclaimed,
    hasReports,
    notices: updates.flatMap(({ notice }) => notice ?? []),
    chains: [
      ...recorded.map(chainOf),
      ...subscriptions.map(({ state: { provider, cycle } }) =>
        chainOf({ provider, receipt: cycle.receipt }),
      ),
    ],
  };
}

const NOTHING: ApplyResult = {
  isNew: false,
  purchases: [],
  subscriptions: [],
  cancellations: [],
  imports: [],
};

function apply(work: UnitOfWork, update: LedgerUpdate): ApplyResult {
  const { notice, purchases = [], subscriptions = [], cancellations = [] } = update;
  if (notice && !work.addNotice(notice)) return NOTHING;
  const result = {
    isNew: true,
    purchases: purchases.map((each) => recordPurchase(work, each)),
    subscriptions: subscriptions.map((each) => applySubscription(work, each)),
    cancellations: cancellations.map((each) => applyToPayment(work, each)),
    imports: update.imports ? importPurchases(work, update.imports) : [],
  };
  for (const { subscription_id: id } of update.gone ?? []) endGone(work, id);
  for (const each of update.prices ?? []) fillInPrice(work, each);
  for (const alert of update.alerts ?? []) sendAlert(work, alert);
  for (const name of update.unclaimed ?? []) announceUnclaimed(work, name);
  work.events.push(...(update.events ?? []));
  work.jobs.push(
    ...(update.jobs ?? []).map((job) => ({ ...job, appid: work.appid, gameIndex: work.gameIndex })),
  );
  return result;
}

function sendAlert(work: UnitOfWork, { purchase: name, type, details }: Alert): void {
  const purchase = work.purchase(name) ?? work.paidBy(name)[0];
  if (purchase) work.events.push(purchaseEvent(type, purchase, details));
}
