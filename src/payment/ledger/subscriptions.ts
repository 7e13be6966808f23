// Applies reports of markets and app servers to a subscription: state, cycles, events.
import { hash } from 'node:crypto';
import { timeOrderedId } from '../../base/ids.ts';
import { printJson } from '../../base/json.ts';
import type { PurchaseTable, SubscriptionTable } from '../../storage/schema.ts';
import { marketOf } from '../markets/markets.ts';
import type { Cycle, SubscriptionState } from '../markets/subscription.ts';
import { compareAccounts } from '../rules.ts';
import { applyCancellation, refundAmong, tellParts } from './cancellation.ts';
import { changeEvent, purchaseEvent, subscriptionEvent } from './events.ts';
import { accountOf } from './new-purchase.ts';
import type { NewPurchase } from './numbers.ts';
import { addPurchase } from './purchases.ts';
import { goneSubscription, nextSubscription, replacedSubscription } from './subscription-state.ts';
import { watchUnclaimed } from './unclaimed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Sent by an app server with a receipt; missing in reports of the market. */
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

export interface SubscriptionUpdate {
  readonly state: SubscriptionState;
  readonly claim?: Claim | undefined;
}

export interface AppliedSubscription {
  readonly subscription: SubscriptionTable;
  readonly cycle: PurchaseTable;
  /** When the cycle was refunded, at markets that say so. */
  readonly refundedAt: number | null;
  /** An app server had verified the cycle before. */
  readonly duplicated: boolean;
}

export function applySubscription(
  work: UnitOfWork,
  { state: reported, claim }: SubscriptionUpdate,
): AppliedSubscription {
  const { appid, gameIndex, now } = work;
  const { provider } = reported;
  const old = findCycle(work, reported);
  const state = old ? withCycleKey(reported, old.unique_key) : withFreeKey(work, reported);
  const before = work.subscription(state.subscriptionId);
  const known = before ?? relatedTo(work, state);
  // The market never brings an erased account back; the game does, with the first verification of a cycle.
  const wasErased = work.isErased(known?.account_uuid ?? null);
  const isErased = wasErased && (!claim || old?.claimed === 1);
  const owner = isErased
    ? (known?.account_uuid ?? null)
    : ownerOf(wasErased ? undefined : known, state, claim);
  const reportedNow = nextSubscription(before, work, state, owner, now);
  const replacement = before ? undefined : work.replacementOf(state.subscriptionId);
  const subscription = replacement
    ? replacedSubscription(reportedNow, replacement.subscription_id, replacement.created_at, now)
    : reportedNow;
  if (subscription !== before) work.saveSubscription(subscription);
  endReplaced(work, state);

  const earlier = known && work.purchase({ provider, unique_key: known.cycle_key });
  const source = { appid, state, claim, owner, isErased, earlier, now };
  const cycle = old ? changeCycle(work, old, source) : addCycle(work, source);
  const isRefund =
    old?.cancel_state === 0 &&
    cycle.cancel_state === 1 &&
    cycle.ownership === null &&
    state.cycle.cancellations.some(({ kind }) => kind === 'refund');
  const event = isRefund ? undefined : changeEvent(before, subscription);
  if (event) work.events.push(event);
  // Nobody verifies a subscription that was bought outside of the app, so its owner gets it at once.
  const isGranted = state.outOfApp === true && owner !== null;
  if (isGranted && !before && !claim) {
    work.events.push(subscriptionEvent('subscription.renewed', subscription));
  } else if (!before && !old && isSale(subscription, cycle)) {
    watchUnclaimed(work, cycle);
  }

  const since = before ? before.cycle_at : (state.beganAt ?? 0) - 1;
  if (state.missed && (before ? hasGap(before, state) : isLater(state))) {
    const payload = { ...state.missed.payload, since };
    work.jobs.push({ ...state.missed, payload, appid, gameIndex });
  }

  const duplicated = old?.claimed === 1;
  if (claim && !duplicated) {
    work.events.push(purchaseEvent('purchase.verified', cycle));
    if (!old) tellParts(work, cycle, []);
  }
  // Otherwise only cycles that an app server has verified are acknowledged at the market.
  if ((claim || isGranted) && state.followUp)
    work.jobs.push({ ...state.followUp, appid, gameIndex });
  const refundedAt = refundDateOf(work, subscription, cycle, reported);
  return { subscription, cycle, refundedAt, duplicated };
}

/** The receipt of an earlier cycle may be older than its refund, or than the end of that. */
function refundDateOf(
  work: UnitOfWork,
  { cycle_key, refunded_at }: SubscriptionTable,
  cycle: PurchaseTable,
  { provider, cycle: { refundedAt } }: SubscriptionState,
): number | null {
  if (cycle.unique_key === cycle_key) return refunded_at;
  const refund = marketOf(provider).subscriptions?.datesRefunds
    ? refundAmong(work.cancellations(cycle))
    : undefined;
  if (refund?.state === 'restored') return null;
  const isRefunded = refund?.state === 'given' && cycle.ownership === null;
  return refundedAt ?? (isRefunded ? refund.reported_at : null);
}

/** The one that it was bought with, or whose place it took, has the same owner. */
function relatedTo(work: UnitOfWork, { replaces, addOnTo }: SubscriptionState) {
  const ids = [replaces, addOnTo].filter((id) => id != null);
  return ids.map((id) => work.subscription(id)).find((row) => row !== undefined);
}

/** The one whose place it took has ended; app servers learn that it goes on elsewhere. */
function endReplaced(work: UnitOfWork, { replaces, outOfApp, ...state }: SubscriptionState): void {
  // Taken up again after its end.
  if (replaces === null || outOfApp) return;
  const before = work.subscription(replaces);
  if (!before) return;
  const { subscriptionId, reportedAt } = state;
  const ended = replacedSubscription(before, subscriptionId, reportedAt, work.now);
  if (ended === before) return;
  work.saveSubscription(ended);
  work.events.push(subscriptionEvent('subscription.changed', ended));
}

/** The market no longer knows the subscription. */
export function endGone(work: UnitOfWork, subscriptionId: string): void {
  const before = work.subscription(subscriptionId);
  if (!before) return;
  const after = goneSubscription(before, work.now);
  const event = changeEvent(before, after);
  if (after !== before) work.saveSubscription(after);
  if (event) work.events.push(event);
}

/** A renewal begins when the cycle before it ends, unless one between them was missed. */
const hasGap = ({ cycle_at, expires_at }: SubscriptionTable, { cycle }: SubscriptionState) =>
  cycle.place > cycle_at && expires_at !== null && cycle.place > expires_at + GAP_MS;

/** Not the first of its subscription. */
const isLater = ({ cycle, beganAt }: SubscriptionState): boolean =>
  beganAt !== undefined && cycle.place > beganAt + GAP_MS;

const GAP_MS = 60_000;

/** What a family shares was sold to somebody else. */
const isSale = ({ status }: SubscriptionTable, { ownership }: PurchaseTable): boolean =>
  ownership === null && (status === 'active' || status === 'grace');

/** On another device a cycle has another transaction id; of several products, it is that of its own. */
export function findCycle(
  work: UnitOfWork,
  { provider, cycle }: SubscriptionState,
): PurchaseTable | undefined {
  const rows = cycleKeys(cycle).flatMap((unique_key) => {
    const name = { provider, unique_key };
    return [work.purchase(name), ...work.paidBy(name)];
  });
  const isSame = (row: PurchaseTable | undefined): boolean =>
    row !== undefined && (cycle.lineKey === undefined || row.product_id === cycle.productId);
  return rows.find(isSame);
}

/** Everything that the cycle may be recorded under. */
export const cycleKeys = ({ uniqueKey, lineKey, paymentKey }: Cycle): string[] =>
  [uniqueKey, lineKey, paymentKey].filter((key) => key !== undefined);

/** The order may be recorded for another of its products. */
function withFreeKey(work: UnitOfWork, state: SubscriptionState): SubscriptionState {
  const { uniqueKey, lineKey } = state.cycle;
  const taken = work.purchase({ provider: state.provider, unique_key: uniqueKey });
  if (lineKey === undefined || !taken) return state;
  return { ...state, cycle: { ...state.cycle, uniqueKey: lineKey, paymentKey: uniqueKey } };
}

const withCycleKey = (state: SubscriptionState, uniqueKey: string): SubscriptionState => ({
  ...state,
  cycle: { ...state.cycle, uniqueKey },
});

interface CycleSource {
  readonly appid: string;
  readonly state: SubscriptionState;
  readonly claim: Claim | undefined;
  /** The owner, if known. */
  readonly owner: string | null;
  /** The owner is the id of an erasure: nothing that names the account is stored. */
  readonly isErased: boolean;
  /** The newest cycle on record. */
  readonly earlier: PurchaseTable | undefined;
  readonly now: number;
}

/** A refund, and the first verification of a cycle that only the market had reported. */
function changeCycle(
  work: UnitOfWork,
  old: PurchaseTable,
  { state, claim, earlier, now }: CycleSource,
): PurchaseTable {
  if (claim && old.claimed === 0) {
    const claimed = { ...old, ...claimedFields(state, claim, now, old, earlier) };
    // The purchase history has listed it before if its account was known, and lists nothing twice.
    if (old.account_uuid === '') work.claimPurchase(claimed);
    else work.changePurchase(claimed);
  }
  for (const report of state.cycle.cancellations)
    applyCancellation(work, { purchase: old, report });
  return work.purchase(old) ?? old;
}

/** Without an account while nobody knows whose it is. */
function addCycle(work: UnitOfWork, source: CycleSource): PurchaseTable {
  const accountUuid = source.claim?.accountUuid.toLowerCase() ?? source.owner ?? '';
  return addPurchase(work, newCycle(source, accountUuid), source.state.cycle.cancellations);
}

/** The account the market names, else the first to verify, so that a shared receipt changes nothing. */
function ownerOf(
  known: SubscriptionTable | undefined,
  { marketAccountId }: SubscriptionState,
  claim: Claim | undefined,
): string | null {
  const first = known?.account_uuid ?? claim?.accountUuid.toLowerCase() ?? null;
  return accountOf(marketAccountId) ?? first;
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

/** Returned only to the account that it was sent for. */
function restoredPayload(
  accountUuid: string,
  earlier: readonly (PurchaseTable | undefined)[],
): string | null {
  const own = earlier.filter((cycle) => cycle?.account_uuid === accountUuid);
  return own.find((cycle) => cycle?.payload != null)?.payload ?? null;
}

function newCycle(
  { appid, state, claim, isErased, earlier, now }: CycleSource,
  accountUuid: string,
): NewPurchase {
  const { cycle, provider } = state;
  const unclaimed = {
    claimed: 0,
    claimed_by: null,
    claimed_at: null,
    account_uuid: accountUuid,
    account_compare: compareAccounts(
      accountUuid,
      isErased || accountUuid === '' ? null : state.marketAccountId,
    ),
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
    payment_key: cycle.paymentKey ?? null,
    transaction_id: timeOrderedId(now),
    provider_transaction_id: cycle.storeTransactionId,
    store_transaction_id: cycle.storeTransactionId,
    product_id: cycle.productId,
    quantity: 1,
    price: cycle.price,
    currency: cycle.currency,
    test: state.test ? 1 : 0,
    price_verify_key: null,
    // As for what was erased: the id of the transaction is accepted as a receipt.
    receipt: isErased ? cycle.storeTransactionId : cycle.receipt,
    receipt_hash: hash('sha256', cycle.receipt, 'base64url'),
    market_result: isErased ? null : printJson(state.marketResult),
    purchased_at: cycle.purchasedAt,
    purchase_date_source: cycle.purchasedAt === null ? 'VERIFIED' : 'STORE_PAYMENT',
    delivery: null,
    delivery_at: null,
    consumption: null,
    kind: 'subscription',
    subscription_id: state.subscriptionId,
    ownership: cycle.ownership ?? null,
    permanent: null,
    ...(claim ? claimedFields(state, claim, now, earlier) : unclaimed),
  };
}
