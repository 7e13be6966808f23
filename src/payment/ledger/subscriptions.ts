// Writes what markets and app servers say about an app's subscriptions: cycles, states, events.

import { hash } from 'node:crypto';
import { enqueueJobs } from '../../background/jobs.ts';
import { timeOrderedId } from '../../base/ids.ts';
import { printJson } from '../../base/json.ts';
import type { Db } from '../../storage/db.ts';
import type { Queryable } from '../../storage/rows.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { Tally } from '../../tenants/counters.ts';
import type { FollowUp } from '../markets/market.ts';
import type { SubscriptionState } from '../markets/subscription.ts';
import { compareAccounts } from '../rules.ts';
import { recordedTallies, refundTallies, subscriptionTally } from './counters.ts';
import { type Event, hasEnded, purchaseEvent, subscriptionEvent } from './events.ts';
import { type Enlist, enlisting, type NewPurchase, takePlaces } from './numbers.ts';
import { findEarlyRefunds, insertPurchases } from './store.ts';
import { nextCancellation, nextSubscription } from './subscription-state.ts';
import {
  findCycles,
  findSubscriptions,
  type Subscription,
  saveSubscriptions,
  updatePurchase,
} from './subscriptions-store.ts';

/** What an app server sends with a receipt; a notice of the market has nothing of it. */
export interface Claim {
  readonly accountUuid: string;
  readonly payload: string | null;
  readonly requestType: 1 | 2;
  readonly clientId: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly serverId: string | null;
  readonly projectInfo: string | null;
}

export interface Told {
  readonly state: SubscriptionState;
  readonly claim?: Claim | undefined;
}

export interface Applied {
  readonly subscription: Subscription;
  /** Missing when nobody knows whose cycle it is. */
  readonly cycle: PurchaseTable | undefined;
  /** An app server had verified the cycle before. */
  readonly duplicated: boolean;
}

/** What is on record about what is told. */
export interface Records {
  readonly subscriptions: readonly Subscription[];
  readonly cycles: readonly PurchaseTable[];
  readonly enlist: Enlist;
}

/** Sent in one go, behind the lock of the app's row. */
export async function readRecords(
  line: Queryable,
  appid: string,
  told: readonly Told[],
  now: number,
): Promise<Records> {
  const cycles = told.map(({ state }) => ({
    provider: state.provider,
    unique_key: state.cycle.uniqueKey,
  }));
  const keys = cycles.map(({ unique_key }) => unique_key);
  const ids = told.flatMap(({ state: { subscriptionId, replaces } }) =>
    replaces === null ? [subscriptionId] : [subscriptionId, replaces],
  );
  const [place, subscriptions, known, refunds] = await Promise.all([
    takePlaces(line, appid, told.length, now),
    findSubscriptions(line, appid, ids),
    findCycles(line, appid, keys, ids),
    findEarlyRefunds(line, appid, cycles),
  ]);
  return { subscriptions, cycles: known, enlist: enlisting(place, refunds) };
}

/** Answers in the order of `told`. */
export async function applyStates(
  tx: Db,
  appid: string,
  told: readonly Told[],
  records: Records,
  now: number,
): Promise<{
  readonly applied: Applied[];
  readonly events: Event[];
  readonly tallies: Tally[];
}> {
  const subscriptions = new Map(records.subscriptions.map((row) => [row.subscription_id, row]));
  const cycles = new Map(records.cycles.map((row) => [row.unique_key, row]));
  const changedSubscriptions = new Map<string, Subscription>();
  const changedCycles = new Set<string>();
  const added = new Set<string>();
  // Only what an app server has verified is granted: until then the market may take it back.
  const followUps: FollowUp[] = [];
  const claimed = new Set<string>();
  const events: Event[] = [];
  const tallies: Tally[] = [];

  const applied = told.map(({ state, claim }): Applied => {
    const { cycle: seen, subscriptionId } = state;
    const before = subscriptions.get(subscriptionId);
    const replaced = state.replaces === null ? undefined : subscriptions.get(state.replaces);
    const owner = ownerOf(before ?? replaced, state, claim);
    const subscription = nextSubscription(before, appid, state, owner, now);
    subscriptions.set(subscriptionId, subscription);
    if (subscription !== before) changedSubscriptions.set(subscriptionId, subscription);

    const key = seen.uniqueKey;
    const old = cycles.get(key);
    const earlier = cycles.get((before ?? replaced)?.cycle_key ?? '');
    const accountUuid = claim?.accountUuid.toLowerCase() ?? owner;
    const cycle = old
      ? nextCycle(old, state, claim, earlier, now)
      : accountUuid === null
        ? undefined
        : records.enlist(newCycle({ appid, state, claim, accountUuid, earlier, now }));
    if (cycle && cycle !== old) {
      cycles.set(key, cycle);
      if (old) changedCycles.add(key);
      else added.add(key);
      const verb = (before ?? replaced) ? 'renewed' : 'started';
      if (!old) tallies.push(...recordedTallies(cycle), subscriptionTally(subscription, verb));
    }
    if (claim && state.followUp) followUps.push(state.followUp);
    const duplicated = old?.claimed === 1;
    if (claim && !duplicated) claimed.add(key);
    const refunded = old?.cancel_state === 0 && cycle?.cancel_state === 1;
    const restored = old?.cancel_state === 1 && cycle?.cancel_state === 0;
    if (cycle && refunded) tallies.push(...refundTallies(cycle, 'refunded'));
    if (cycle && restored) tallies.push(...refundTallies(cycle, 'restored'));
    if (before && hasEnded(before, subscription)) {
      tallies.push(subscriptionTally(subscription, 'ended'));
    }
    const event = subscriptionEvent(before, subscription, refunded);
    if (event) events.push(event);
    return { subscription, cycle, duplicated };
  });

  const rowsOf = (keys: ReadonlySet<string>) =>
    [...keys].map((key) => cycles.get(key) as PurchaseTable);
  await insertPurchases(tx, rowsOf(added));
  for (const row of rowsOf(changedCycles.difference(added))) await updatePurchase(tx, row);
  await saveSubscriptions(tx, [...changedSubscriptions.values()]);
  await enqueueJobs(
    tx,
    followUps.map((job) => ({ ...job, appid })),
    now,
  );
  events.push(...rowsOf(claimed).map((row) => purchaseEvent('purchase.verified', row)));
  return { applied, events, tallies };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whoever the market names; else whoever verified first, so that a receipt passed on moves nothing. */
function ownerOf(
  known: Subscription | undefined,
  { marketAccountId }: SubscriptionState,
  claim: Claim | undefined,
): string | null {
  const named = marketAccountId?.toLowerCase() ?? '';
  if (UUID.test(named)) return named;
  return known?.account_uuid ?? claim?.accountUuid.toLowerCase() ?? null;
}

/** News of a refund, and the first verification of a cycle that only the market had told of. */
function nextCycle(
  old: PurchaseTable,
  state: SubscriptionState,
  claim: Claim | undefined,
  earlier: PurchaseTable | undefined,
  now: number,
): PurchaseTable {
  const cancellation = nextCancellation(old, state.cycle.refund, state.saidAt);
  const taken =
    claim && old.claimed === 0 ? claimedFields(state, claim, now, old, earlier) : undefined;
  return cancellation || taken ? { ...old, ...cancellation, ...taken } : old;
}

function claimedFields(
  { marketAccountId }: SubscriptionState,
  claim: Claim,
  now: number,
  ...earlier: readonly (PurchaseTable | undefined)[]
) {
  const accountUuid = claim.accountUuid.toLowerCase();
  return {
    claimed: 1,
    claimed_by: claim.clientId,
    claimed_at: now,
    account_uuid: accountUuid,
    account_compare: compareAccounts(accountUuid, marketAccountId),
    payload: claim.payload ?? restoredPayload(accountUuid, earlier),
    request_type: claim.requestType,
    app_version: claim.appVersion,
    country: claim.country,
    language: claim.language,
    server_id: claim.serverId,
    project_info: claim.projectInfo,
  } as const;
}

/** Found again only under the account that it was sent for. */
function restoredPayload(
  accountUuid: string,
  earlier: readonly (PurchaseTable | undefined)[],
): string | null {
  const own = earlier.filter((cycle) => cycle?.account_uuid === accountUuid);
  return own.find((cycle) => cycle?.payload != null)?.payload ?? null;
}

interface CycleSource {
  readonly appid: string;
  readonly state: SubscriptionState;
  readonly claim: Claim | undefined;
  readonly accountUuid: string;
  readonly earlier: PurchaseTable | undefined;
  readonly now: number;
}

function newCycle({ appid, state, claim, accountUuid, earlier, now }: CycleSource): NewPurchase {
  const { cycle, provider } = state;
  const unclaimed = {
    claimed: 0,
    claimed_by: null,
    claimed_at: null,
    account_uuid: accountUuid,
    account_compare: compareAccounts(accountUuid, state.marketAccountId),
    payload: restoredPayload(accountUuid, [earlier]),
    request_type: 1,
    app_version: null,
    country: null,
    language: null,
    server_id: null,
    project_info: null,
  } as const;
  return {
    appid,
    provider,
    unique_key: cycle.uniqueKey,
    transaction_id: timeOrderedId(now),
    provider_transaction_id: cycle.storeTransactionId,
    store_transaction_id: cycle.storeTransactionId,
    product_id: cycle.productId,
    quantity: 1,
    price: cycle.price,
    currency: cycle.currency,
    cancel_state: cycle.refund === 'given' ? 1 : 0,
    cancel_said_at: cycle.refund === null ? null : state.saidAt,
    test: state.test ? 1 : 0,
    price_verify_key: null,
    receipt: cycle.receipt,
    receipt_hash: hash('sha256', cycle.receipt, 'base64url'),
    market_result: printJson(state.marketResult),
    purchased_at: cycle.purchasedAt,
    purchase_date_source: cycle.purchasedAt === null ? 'VERIFIED' : 'STORE_PAYMENT',
    delivery: null,
    delivery_at: null,
    kind: 'subscription',
    subscription_id: state.subscriptionId,
    ...(claim ? claimedFields(state, claim, now, earlier) : unclaimed),
  };
}
