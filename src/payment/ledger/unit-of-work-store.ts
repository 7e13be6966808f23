// SQL of a unit of work: read once under the lock of the app's numbers, written together.
import { enqueueJobs } from '../../background/jobs.ts';
import type { Db } from '../../storage/db.ts';
import { pipe } from '../../storage/rows.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { findOwnRefunds } from './actions-store.ts';
import { readAnnounced } from './activity.ts';
import { findNewChains } from './chains-store.ts';
import { recordChanges } from './changes.ts';
import { erasedAmong, erasedSubjects } from './erasures-store.ts';
import { findListeners } from './events-store.ts';
import { insertNotices, knownNotices, type NewNotice } from './notices-store.ts';
import { reserveNumbers } from './numbers.ts';
import {
  findCancellations,
  findPaidBy,
  findPurchases,
  insertPurchases,
  type PurchaseName,
  saveCancellations,
  saveClaims,
  updatePurchases,
} from './purchases-store.ts';
import type { Chain } from './stored-receipt.ts';
import {
  findReplacing,
  findSubscriptions,
  type SubscriptionName,
  saveStatuses,
  saveSubscriptions,
} from './subscriptions-store.ts';
import {
  changedBy,
  createUnitOfWork,
  keyOf,
  subscriptionIdOf,
  type UnitOfWork,
} from './unit-of-work.ts';

/** What a transaction reads before it decides. */
export interface Needs {
  /** Purchases to record unless they are recorded already. */
  readonly purchases: readonly PurchaseName[];
  /** Cycles to record or change, with their subscriptions. */
  readonly cycles: readonly PurchaseName[];
  readonly subscriptions: readonly SubscriptionName[];
  /** Ids of those that will not renew: if nothing is on record, another one may have taken their place. */
  readonly ending: readonly string[];
  /** Purchases that a refund, dispute or alert names. */
  readonly named: readonly PurchaseName[];
  /** Sales that perhaps nobody has verified. */
  readonly unclaimed: readonly PurchaseName[];
  /** Payments that other purchases may have been recorded for. */
  readonly payments: readonly PurchaseName[];
  /** Whether a market reports a refund or dispute. */
  readonly hasReports: boolean;
  /** How many purchases may be recorded. */
  readonly numbers: number;
  readonly notices: readonly NewNotice[];
  /** Chains of certificates that the receipts to record refer to. */
  readonly chains: readonly (Chain | undefined)[];
}

export async function openUnitOfWork(
  tx: Db,
  { appid, gameIndex }: AppName,
  needs: Needs,
  { now, claimBy }: Pick<UnitOfWork, 'now' | 'claimBy'>,
): Promise<UnitOfWork> {
  const app = { appid, gameIndex };
  const { cycles } = needs;
  const recordable = [...needs.purchases, ...cycles];
  // Sent together: the first statement locks the app's numbers, so the others see every earlier commit.
  const [first, named, paid, reports, subscriptions, seen, aboutErased, newChains, listeners] =
    await pipe(tx, (connection) =>
      Promise.all([
        reserveNumbers(connection, app, needs.numbers, now),
        findPurchases(connection, app, [...recordable, ...needs.named]),
        findPaidBy(connection, app, needs.payments),
        findCancellations(connection, app, [...recordable, ...needs.named]),
        findSubscriptions(connection, app, needs.subscriptions),
        knownNotices(connection, app, needs.notices),
        needs.notices.length === 0 ? [] : erasedSubjects(connection, app, needs.notices),
        findNewChains(connection, app, needs.chains),
        findListeners(connection, [appid]),
      ]),
    );
  const known = [...named, ...paid];
  // A refund names only the cycle, and a renewal only the new one.
  const ids = new Set(subscriptions.map((row) => row.subscription_id));
  const missing = known.flatMap((row) => {
    const id = subscriptionIdOf(row);
    const isMissing = id !== undefined && !ids.has(id);
    return isMissing ? { provider: row.provider, subscription_id: id } : [];
  });
  const keys = new Set(known.map(keyOf));
  const newest = subscriptions
    .map(({ provider, cycle_key }) => ({ provider, unique_key: cycle_key }))
    .filter((name) => !keys.has(keyOf(name)));
  const owners = subscriptions.map(({ account_uuid }) => account_uuid);
  const unknown = needs.ending.filter((id) => !ids.has(id));
  const asked = new Set([...recordable, ...needs.named].map(keyOf));
  // A refund of a payment names only the first of its purchases.
  const unasked = paid.filter((row) => !asked.has(keyOf(row)));
  const reported = needs.hasReports ? [...recordable, ...needs.named, ...known.flatMap(payOf)] : [];
  const [others, replacing, cyclesBefore, furtherReports, erased, announced, ownRefunds] =
    await pipe(tx, (connection) =>
      Promise.all([
        findSubscriptions(connection, app, missing),
        findReplacing(connection, app, unknown),
        findPurchases(connection, app, newest),
        findCancellations(connection, app, unasked),
        owners.length === 0 ? [] : erasedAmong(connection, app, owners),
        readAnnounced(connection, app, needs.unclaimed),
        reported.length === 0 ? [] : findOwnRefunds(connection, app, reported),
      ]),
    );
  return createUnitOfWork({
    ...app,
    now,
    claimBy,
    listeners,
    first,
    purchases: [...known, ...cyclesBefore],
    cancellations: [...reports, ...furtherReports],
    ownRefunds,
    subscriptions: [...subscriptions, ...others, ...replacing],
    seenNotices: [...seen],
    aboutErased,
    erased,
    newChains,
    announced,
  });
}

const payOf = ({ provider, payment_key: unique_key }: PurchaseTable): PurchaseName[] =>
  unique_key === null ? [] : [{ provider, unique_key }];

/** Writes rows and jobs; the caller writes chains and events for all apps together. */
export async function writeUnitOfWork(tx: Db, work: UnitOfWork): Promise<void> {
  const changes = work.changes();
  const { notices, added, changed, claimed, subscriptions, cancellations } = changes;
  await insertNotices(tx, notices);
  await insertPurchases(tx, added);
  await updatePurchases(tx, changed);
  await saveClaims(tx, claimed);
  await saveSubscriptions(tx, subscriptions);
  await saveCancellations(tx, cancellations);
  await saveStatuses(tx, changes.statuses);
  await recordChanges(tx, work, changedBy(changes), work.now);
  await enqueueJobs(tx, work.jobs, work.now);
}
