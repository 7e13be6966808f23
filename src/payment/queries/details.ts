// Reads everything stored about one purchase or subscription.
import { findJob } from '../../background/jobs.ts';
import { playerOf } from '../../identity/logins.ts';
import { type DeliveryStatus, deliveryStatusOf } from '../../outbox/delivery-status.ts';
import type { Db } from '../../storage/db.ts';
import type {
  CancellationTable,
  JobTable,
  MarketActionTable,
  PurchaseTable,
  SubscriptionTable,
} from '../../storage/schema.ts';
import type { App, AppName } from '../../tenants/directory.ts';
import { actionsAbout } from '../ledger/actions-store.ts';
import {
  type Activity,
  isDelivery,
  isEvent,
  isGrant,
  isRefundAnswer,
  readActivity,
  SENT_AGAIN,
  type Subjects,
} from '../ledger/activity.ts';
import { type Notice, noticesAbout } from '../ledger/notices-store.ts';
import { findCancellations } from '../ledger/purchases-store.ts';
import { grantJobId } from '../markets/google/google.ts';
import { subscriptionGrantJobId } from '../markets/google/subscription.ts';
import { marketOf } from '../markets/markets.ts';
import { findOrder, type Order } from '../orders/store.ts';
import { findCyclesOf, type StoredCycle } from './by-id-store.ts';
import { type WithContext, withContext } from './purchase-context.ts';

/** Related events outside its own record. */
export interface RelatedActivity {
  readonly notices: readonly Omit<Notice, 'body'>[];
  /** Acknowledged at Google. */
  readonly grants: readonly Activity[];
  /** Delivery results that were replaced, oldest first. */
  readonly earlierDeliveries: readonly Activity[];
  /** How requests of the market about a refund ended. */
  readonly refundAnswers: readonly Activity[];
  /** The acknowledgement is still pending. */
  readonly grantJob: JobTable | undefined;
  readonly events: readonly QueuedEvent[];
  /** Reports of refunds and disputes, oldest first. */
  readonly cancellations: readonly CancellationTable[];
  /** What operators had the market do, oldest first. */
  readonly actions: readonly MarketActionTable[];
}

export interface QueuedEvent {
  readonly at: number;
  readonly type: string;
  readonly number: number;
  readonly state: DeliveryStatus;
  /** Sent again by an operator. */
  readonly again: boolean;
}

export interface PurchaseDetails extends PurchaseRecord, RelatedActivity {}

export interface PurchaseRecord {
  readonly purchase: PurchaseTable & WithContext;
  readonly order: Order | undefined;
}

/** More entries are not shown. */
const MOST_NOTICES = 500;
const MOST_CYCLES = 500;

export async function readPurchaseRecord(
  db: Db,
  app: AppName,
  row: PurchaseTable,
): Promise<PurchaseRecord> {
  const { appid, gameIndex } = app;
  const { provider, unique_key } = row;
  const [purchase] = await withContext(db, app, [row]);
  const order = marketOf(provider).orders
    ? await findOrder(db, { game_index: gameIndex, appid, order_id: unique_key })
    : undefined;
  return { purchase: purchase as PurchaseRecord['purchase'], order };
}

export async function readPurchaseDetails(
  db: Db,
  app: App,
  purchase: PurchaseTable,
): Promise<PurchaseDetails> {
  const { provider, unique_key, payment_key, provider_transaction_id, product_id } = purchase;
  const { appid, gameIndex } = app;
  const grantId = grantJobId(provider_transaction_id, product_id);
  const about = {
    appid,
    gameIndex,
    provider,
    subjects: [unique_key, payment_key].filter((key) => key !== null),
  };
  return {
    ...(await readPurchaseRecord(db, app, purchase)),
    ...(await readRelatedActivity(db, app, about, grantId)),
  };
}

export interface SubscriptionDetails extends SubscriptionRecord, RelatedActivity {}

export type CycleRecord = StoredCycle & WithContext;

export interface SubscriptionRecord {
  readonly subscription: SubscriptionTable;
  readonly playerId: bigint | null;
  /** Newest first. */
  readonly cycles: readonly CycleRecord[];
}

export async function readSubscriptionRecord(
  db: Db,
  app: AppName,
  subscription: SubscriptionTable,
): Promise<SubscriptionRecord> {
  const { provider, subscription_id: subscriptionId, account_uuid } = subscription;
  const { appid, gameIndex } = app;
  const about = { appid, gameIndex, provider, subscriptionId, limit: MOST_CYCLES };
  const cycles = await findCyclesOf(db, about);
  return {
    subscription,
    playerId: account_uuid === null ? null : await playerOf(db, app, account_uuid),
    cycles: await withContext(db, app, cycles),
  };
}

export async function readSubscriptionDetails(
  db: Db,
  app: App,
  subscription: SubscriptionTable,
): Promise<SubscriptionDetails> {
  const record = await readSubscriptionRecord(db, app, subscription);
  const { provider, subscription_id } = subscription;
  const { appid, gameIndex } = app;
  const subjects = [subscription_id, ...record.cycles.map(({ unique_key }) => unique_key)];
  const about = { appid, gameIndex, provider, subjects: [...new Set(subjects)] };
  return {
    ...record,
    ...(await readRelatedActivity(db, app, about, subscriptionGrantJobId(subscription_id))),
  };
}

async function readCancellations(db: Db, about: Subjects): Promise<CancellationTable[]> {
  const { provider, subjects } = about;
  const names = subjects.map((unique_key) => ({ provider, unique_key }));
  const reports = await findCancellations(db, about, names);
  return reports.sort((one, other) => one.reported_at - other.reported_at);
}

async function readRelatedActivity(
  db: Db,
  { gameIndex }: App,
  about: Subjects,
  grantJob: string,
): Promise<RelatedActivity> {
  const activity = await readActivity(db, about);
  const events = activity.filter(isEvent);
  const numbers = events.map(({ reference }) => Number(reference));
  const stateOf = await deliveryStatusOf(db, { gameIndex, channel: 'purchase' }, numbers);
  return {
    notices: await noticesAbout(db, about, MOST_NOTICES),
    cancellations: await readCancellations(db, about),
    actions: await actionsAbout(db, about, about.provider, about.subjects),
    grants: activity.filter(isGrant),
    earlierDeliveries: activity.filter(isDelivery),
    refundAnswers: activity.filter(isRefundAnswer),
    grantJob: await findJob(db, { game_index: gameIndex, appid: about.appid, job_id: grantJob }),
    events: events.map(({ at, kind: type, reference, details }) => {
      const number = Number(reference);
      return { at, type, number, state: stateOf(number), again: details === SENT_AGAIN };
    }),
  };
}
