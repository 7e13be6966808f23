// The rows that a transaction works on, in memory: what it has read, and what it will write.
import type { NewJob } from '../../background/jobs.ts';
import type {
  CancellationTable,
  MarketNoticeTable,
  PurchaseTable,
  SubscriptionStepTable,
  SubscriptionTable,
} from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { Changed } from './changes.ts';
import type { Event, Listener } from './events.ts';
import {
  accountIn,
  ERASED_NOTICE,
  type NewNotice,
  noticeKey,
  subjectKey,
} from './notices-store.ts';
import type { NewPurchase, Numbered } from './numbers.ts';
import type { OwnRefund } from './own-refunds.ts';
import type { PurchaseName } from './purchases-store.ts';
import type { Chain } from './stored-receipt.ts';

export interface UnitOfWork extends AppName {
  readonly now: number;
  /** Until then, app servers may verify a sale by themselves. */
  readonly claimBy: number;
  readonly listeners: readonly Listener[];
  readonly events: Event[];
  readonly jobs: NewJob[];
  /** False for a notification that is already stored or seen in this transaction. */
  addNotice(notice: NewNotice): boolean;
  purchase(name: PurchaseName): PurchaseTable | undefined;
  /** Further purchases with this payment, oldest first. */
  paidBy(payment: PurchaseName): PurchaseTable[];
  /** All reports of refunds and disputes of a purchase, recorded or not. */
  cancellations(name: PurchaseName): readonly CancellationTable[];
  /** The refunds of a purchase that an operator had the market make, oldest first. */
  ownRefunds(name: PurchaseName): readonly OwnRefund[];
  /** Gives it the next number of the app. */
  addPurchase(purchase: Unnumbered): PurchaseTable;
  changePurchase(purchase: PurchaseTable): void;
  /** Verified for the first time: it is as new as one that is added. */
  claimPurchase(purchase: PurchaseTable): PurchaseTable;
  /** Whether the app server was told that nobody has verified the sale. */
  isAnnounced(name: PurchaseName): boolean;
  subscription(id: string): SubscriptionTable | undefined;
  /** The one that took the place of a subscription that is not recorded. */
  replacementOf(id: string): SubscriptionTable | undefined;
  /** Whether the owner of a subscription is the id of an erasure. */
  isErased(owner: string | null): boolean;
  saveSubscription(subscription: SubscriptionTable): void;
  saveCancellation(report: CancellationTable): void;
  /** The rows to write. */
  changes(): Changes;
}

/** What the transaction has read, under the lock of the app's numbers. */
export interface Loaded extends AppName {
  readonly now: number;
  readonly claimBy: number;
  readonly listeners: readonly Listener[];
  /** The first number that is free for a new purchase. */
  readonly first: Numbered;
  readonly purchases: readonly PurchaseTable[];
  readonly cancellations: readonly CancellationTable[];
  readonly ownRefunds: readonly OwnRefund[];
  readonly subscriptions: readonly SubscriptionTable[];
  /** Keys of the notifications that are already stored. */
  readonly seenNotices: readonly string[];
  /** Keys of the subjects that an erased player bought. */
  readonly aboutErased: readonly string[];
  /** Owners of subscriptions that are ids of erasures. */
  readonly erased: readonly string[];
  readonly newChains: readonly Chain[];
  /** Unclaimed sales that the app server was told about. */
  readonly announced: readonly PurchaseName[];
}

export interface Changes {
  readonly notices: readonly MarketNoticeTable[];
  readonly added: readonly PurchaseTable[];
  readonly changed: readonly PurchaseTable[];
  /** Sales that were verified for the first time. */
  readonly claimed: readonly PurchaseTable[];
  readonly subscriptions: readonly SubscriptionTable[];
  /** Changes of the status of subscriptions. */
  readonly statuses: readonly SubscriptionStepTable[];
  readonly cancellations: readonly CancellationTable[];
  /** Chains of certificates that are not stored yet. */
  readonly newChains: readonly Chain[];
}

/** A purchase without its number. */
type Unnumbered = NewPurchase & Pick<PurchaseTable, 'cancel_state' | 'cancel_said_at'>;

export const keyOf = ({ provider, unique_key }: PurchaseName): string =>
  `${provider} ${unique_key}`;

const reportKey = (report: CancellationTable): string =>
  `${keyOf(report)} ${report.cause} ${report.reported_at}`;

export function createUnitOfWork(loaded: Loaded): UnitOfWork {
  const { appid, gameIndex, now, claimBy, listeners, first } = loaded;
  const purchases = new Map(loaded.purchases.map((row) => [keyOf(row), row]));
  const byId = new Map(loaded.subscriptions.map((row) => [row.subscription_id, row]));
  const cancellations = Map.groupBy(loaded.cancellations, keyOf);
  const notices: NewNotice[] = [];
  const aboutErased = new Set(loaded.aboutErased);
  const erased = new Set<string | null>(loaded.erased);
  const seenNotices = new Set(loaded.seenNotices);
  const added = new Set<string>();
  const changed = new Set<string>();
  const claimed = new Set<string>();
  const announced = new Set(loaded.announced.map(keyOf));
  const saved = new Set<string>();
  const statuses = new Map<string, SubscriptionStepTable>();
  const newReports = new Map<string, CancellationTable>();
  let { number } = first;

  return {
    appid,
    gameIndex,
    now,
    claimBy,
    listeners,
    events: [],
    jobs: [],
    addNotice(notice) {
      const key = noticeKey(notice);
      if (seenNotices.has(key)) return false;
      seenNotices.add(key);
      notices.push(notice);
      return true;
    },
    purchase: (name) => purchases.get(keyOf(name)),
    paidBy: ({ provider, unique_key }) =>
      [...purchases.values()]
        .filter((row) => row.payment_key === unique_key && row.provider === provider)
        .sort((one, other) => one.number - other.number),
    cancellations: (name) => cancellations.get(keyOf(name)) ?? [],
    ownRefunds(name) {
      const { payment_key: paymentKey = null, product_id: productId } =
        purchases.get(keyOf(name)) ?? {};
      return loaded.ownRefunds.filter(
        ({ provider, subject, line }) =>
          provider === name.provider &&
          (subject === name.unique_key || subject === paymentKey) &&
          (line === null || productId === undefined || line === productId),
      );
    },
    addPurchase(purchase) {
      const row = { game_index: gameIndex, ...purchase, ...first, number: number++ };
      purchases.set(keyOf(row), row);
      added.add(keyOf(row));
      return row;
    },
    changePurchase(purchase) {
      const key = keyOf(purchase);
      purchases.set(key, purchase);
      if (!added.has(key) && !claimed.has(key)) changed.add(key);
    },
    claimPurchase(purchase) {
      const key = keyOf(purchase);
      const row = { ...purchase, verified_at: first.verified_at };
      purchases.set(key, row);
      changed.delete(key);
      if (!added.has(key)) claimed.add(key);
      return row;
    },
    isAnnounced: (name) => announced.has(keyOf(name)),
    subscription: (id) => byId.get(id),
    replacementOf: (id) => byId.values().find(({ replaces }) => replaces === id),
    isErased: (owner) => erased.has(owner),
    saveSubscription(subscription) {
      const before = byId.get(subscription.subscription_id);
      const status = statusOf(subscription);
      if (!before || isNewStatus(statusOf(before), status)) {
        statuses.set(`${status.subscription_id} ${status.at} ${status.cycle_key}`, status);
      }
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
    changes() {
      const rows = (keys: ReadonlySet<string>) =>
        [...keys].map((key) => purchases.get(key) as PurchaseTable);
      const isAboutErased = (notice: NewNotice): boolean =>
        aboutErased.has(subjectKey(notice)) ||
        erased.has(byId.get(notice.subject ?? '')?.account_uuid ?? null);
      return {
        notices: notices.map((notice) => ({
          game_index: gameIndex,
          ...notice,
          ...(isAboutErased(notice) ? ERASED_NOTICE : { account_uuid: accountIn(notice) }),
        })),
        added: rows(added),
        changed: rows(changed),
        claimed: rows(claimed),
        subscriptions: [...saved].map((id) => byId.get(id) as SubscriptionTable),
        statuses: [...statuses.values()],
        cancellations: [...newReports.values()],
        // None for receipts of purchases that were recorded before.
        newChains: added.size + claimed.size === 0 ? [] : loaded.newChains,
      };
    },
  };
}

const statusOf = (row: SubscriptionTable): SubscriptionStepTable => ({
  game_index: row.game_index,
  appid: row.appid,
  provider: row.provider,
  subscription_id: row.subscription_id,
  at: Math.max(row.said_at, row.cycle_said_at),
  cycle_key: row.cycle_key,
  status: row.status,
  renews: row.said_at === 0 ? null : row.auto_renew_product_id === null ? 0 : 1,
  expires_at: row.expires_at,
  grace_until: row.grace_until,
  replaced: row.replaced_at === null ? null : 1,
});

/** A mere confirmation is none. */
const isNewStatus = (before: SubscriptionStepTable, after: SubscriptionStepTable): boolean =>
  (['cycle_key', 'status', 'renews', 'expires_at', 'grace_until', 'replaced'] as const).some(
    (name) => before[name] !== after[name],
  );

/** The subscription that a purchase is a cycle of. */
export const subscriptionIdOf = ({
  kind,
  subscription_id,
  receipt,
}: PurchaseTable): string | undefined =>
  kind === 'subscription' ? (subscription_id ?? receipt) : undefined;

/** New purchases are found by their own numbers, unless they are cancelled already. */
export function changedBy(changes: Changes): Changed[] {
  const { added, changed, claimed, cancellations, statuses } = changes;
  const hasNewCycle = new Set(added.map((row) => row.subscription_id));
  const cancelled = added.filter(({ cancel_state }) => cancel_state === 1);
  const purchases = new Map(
    [...cancelled, ...changed, ...claimed, ...cancellations].map((row) => [keyOf(row), row]),
  );
  return [
    ...[...purchases.values()].map(({ provider, unique_key: subject }) => ({
      provider,
      kind: 'purchase' as const,
      subject,
    })),
    // Its number may be one that was followed before the account was known.
    ...claimed.map(({ account_uuid: subject }) => ({
      provider: '' as const,
      kind: 'account' as const,
      subject,
    })),
    ...statuses
      .filter((status) => !hasNewCycle.has(status.subscription_id))
      .map(({ provider, subscription_id: subject }) => ({
        provider,
        kind: 'subscription' as const,
        subject,
      })),
  ];
}
