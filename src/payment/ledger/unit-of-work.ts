// Data that one transaction reads and writes for an app: read once under the lock of the app's row, written together.
import { enqueueJobs, type NewJob } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import { pipe } from '../../storage/rows.ts';
import type { CancellationTable, PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import type { CounterChange } from '../../tenants/counters.ts';
import { type Event, findListeners, type Listener } from './events.ts';
import { insertNotices, knownNotices, type Notice, noticeKey } from './notices-store.ts';
import { type NewPurchase, reserveNumbers } from './numbers.ts';
import {
  findCancellations,
  findPurchases,
  insertPurchases,
  type PurchaseName,
  saveCancellations,
  updatePurchases,
} from './purchases-store.ts';
import { findCycles, findSubscriptions, saveSubscriptions } from './subscriptions-store.ts';

/** What a transaction reads before it decides. */
export interface Needs {
  /** Purchases to record unless they are recorded already. */
  readonly purchases: readonly PurchaseName[];
  /** Cycles to record or change, with their subscriptions. */
  readonly cycles: readonly PurchaseName[];
  readonly subscriptionIds: readonly string[];
  /** Purchases that a refund, dispute or alert names. */
  readonly named: readonly PurchaseName[];
  readonly notices: readonly Notice[];
}

export interface UnitOfWork {
  readonly appid: string;
  readonly now: number;
  readonly listeners: readonly Listener[];
  readonly events: Event[];
  readonly counters: CounterChange[];
  readonly jobs: NewJob[];
  /** False for a notification that is already stored or seen in this transaction. */
  addNotice(notice: Notice): boolean;
  purchase(name: PurchaseName): PurchaseTable | undefined;
  /** All reports of refunds and disputes of a purchase, recorded or not. */
  cancellations(name: PurchaseName): readonly CancellationTable[];
  /** Gives it the next number of the app. */
  addPurchase(purchase: Unnumbered): PurchaseTable;
  changePurchase(purchase: PurchaseTable): void;
  subscription(id: string): SubscriptionTable | undefined;
  saveSubscription(subscription: SubscriptionTable): void;
  saveCancellation(report: CancellationTable): void;
  /** Writes rows and jobs; the caller writes events and counters for all apps together. */
  write(): Promise<void>;
}

/** A purchase without its number. */
type Unnumbered = NewPurchase & Pick<PurchaseTable, 'cancel_state' | 'cancel_said_at'>;

const keyOf = ({ provider, unique_key }: PurchaseName): string => `${provider} ${unique_key}`;

const reportKey = (report: CancellationTable): string =>
  `${keyOf(report)} ${report.cause} ${report.reported_at}`;

export async function openUnitOfWork(
  tx: Db,
  appid: string,
  needs: Needs,
  now: number,
): Promise<UnitOfWork> {
  const { cycles, subscriptionIds } = needs;
  const recordable = [...needs.purchases, ...cycles];
  const numbers = new Set(recordable.map(keyOf)).size;
  // Sent together: the first statement locks the app's row, so the others see every earlier commit.
  const [first, known, reports, subscriptions, knownCycles, seen, listeners] = await pipe(
    tx,
    (connection) =>
      Promise.all([
        reserveNumbers(connection, appid, numbers, now),
        findPurchases(connection, appid, [...needs.purchases, ...needs.named]),
        findCancellations(connection, appid, [...recordable, ...needs.named]),
        findSubscriptions(connection, appid, subscriptionIds),
        findCycles(connection, appid, cycles, subscriptionIds),
        knownNotices(connection, appid, needs.notices),
        findListeners(connection, [appid]),
      ]),
  );
  const purchases = new Map([...known, ...knownCycles].map((row) => [keyOf(row), row]));
  const byId = new Map(subscriptions.map((row) => [row.subscription_id, row]));
  const cancellations = Map.groupBy(reports, keyOf);
  // A refund names only the cycle.
  const missing = known.map(subscriptionIdOf).filter((id) => id !== undefined && !byId.has(id));
  for (const row of await findSubscriptions(tx, appid, missing as string[])) {
    byId.set(row.subscription_id, row);
  }

  const notices: Notice[] = [];
  const seenNotices = new Set(seen);
  const added = new Set<string>();
  const changed = new Set<string>();
  const saved = new Set<string>();
  const newReports = new Map<string, CancellationTable>();
  const jobs: NewJob[] = [];
  let { number } = first;

  return {
    appid,
    now,
    listeners,
    events: [],
    counters: [],
    jobs,
    addNotice(notice) {
      const key = noticeKey(notice);
      if (seenNotices.has(key)) return false;
      seenNotices.add(key);
      notices.push(notice);
      return true;
    },
    purchase: (name) => purchases.get(keyOf(name)),
    cancellations: (name) => cancellations.get(keyOf(name)) ?? [],
    addPurchase(purchase) {
      const row = { ...purchase, ...first, number: number++ };
      purchases.set(keyOf(row), row);
      added.add(keyOf(row));
      return row;
    },
    changePurchase(purchase) {
      const key = keyOf(purchase);
      purchases.set(key, purchase);
      if (!added.has(key)) changed.add(key);
    },
    subscription: (id) => byId.get(id),
    saveSubscription(subscription) {
      byId.set(subscription.subscription_id, subscription);
      saved.add(subscription.subscription_id);
    },
    saveCancellation(report) {
      const key = keyOf(report);
      const others = (cancellations.get(key) ?? []).filter(
        (each) => reportKey(each) !== reportKey(report),
      );
      cancellations.set(key, [...others, report]);
      newReports.set(reportKey(report), report);
    },
    async write() {
      const rows = (keys: ReadonlySet<string>) =>
        [...keys].map((key) => purchases.get(key) as PurchaseTable);
      await insertNotices(tx, notices);
      await insertPurchases(tx, rows(added));
      await updatePurchases(tx, rows(changed));
      await saveSubscriptions(
        tx,
        [...saved].map((id) => byId.get(id) as SubscriptionTable),
      );
      await saveCancellations(tx, [...newReports.values()]);
      await enqueueJobs(tx, jobs, now);
    },
  };
}

/** The subscription that a purchase is a cycle of. */
export const subscriptionIdOf = ({
  kind,
  subscription_id,
  receipt,
}: PurchaseTable): string | undefined =>
  kind === 'subscription' ? (subscription_id ?? receipt) : undefined;
