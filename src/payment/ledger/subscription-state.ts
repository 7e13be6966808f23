// Pure rules for applying a market's report to a subscription, safe in any order of arrival.
import type { SubscriptionTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { SUBSCRIPTION_STATUSES, SubscriptionState } from '../markets/subscription.ts';

type Row = SubscriptionTable;

export const isReplaced = ({ replaced_at }: Pick<Row, 'replaced_at'>): boolean =>
  replaced_at !== null;

/** As app servers and operators see it. */
export const statusOf = (
  row: Pick<Row, 'status' | 'replaced_at'>,
): (typeof SUBSCRIPTION_STATUSES)[number] => (isReplaced(row) ? 'replaced' : row.status);

/** The subscription after the market's report; the same object when nothing is new. A mere confirmation is no update. */
export function nextSubscription(
  old: Row | undefined,
  app: AppName,
  state: SubscriptionState,
  accountUuid: string | null,
  now: number,
): Row {
  if (!old) return firstSubscription(app, state, accountUuid, now);
  const next: Row = {
    ...old,
    account_uuid: accountUuid,
    original_transaction_id: old.original_transaction_id ?? state.originalTransactionId,
    replaces: old.replaces ?? state.replaces,
    ...newerLifecycle(old, state, now),
    ...newerCycle(old, state),
    ...(isReplaced(old) && ENDED),
  };
  if (isSame(old, next)) return old;
  const { said_at, cycle_said_at, cycle_at } = old;
  const isNews = !isSame(old, { ...next, said_at, cycle_said_at, cycle_at });
  return { ...next, updated_at: isNews ? now : old.updated_at };
}

const ENDED = { status: 'expired', auto_renew_product_id: null, grace_until: null } as const;

/** Another one has taken its place, whatever the market still says about it. */
export function replacedSubscription(old: Row, replacedBy: string, at: number, now: number): Row {
  if (old.replaced_by !== null) return old;
  return {
    ...old,
    ...ENDED,
    expires_at: Math.min(old.expires_at ?? at, at),
    said_at: Math.max(old.said_at, at),
    replaced_at: old.replaced_at ?? at,
    replaced_by: replacedBy,
    updated_at: now,
  };
}

/** The market has forgotten it: it ended when its time was over. The same object while that is not so. */
export function goneSubscription(old: Row, now: number): Row {
  const hasEnded = old.status === 'expired' || old.status === 'revoked';
  const isRunning = Math.max(old.expires_at ?? 0, old.grace_until ?? 0) > now;
  return hasEnded || isRunning ? old : { ...old, ...ENDED, said_at: now, updated_at: now };
}

function firstSubscription(
  { appid, gameIndex }: AppName,
  state: SubscriptionState,
  accountUuid: string | null,
  now: number,
): Row {
  const { cycle, lifecycle } = state;
  return {
    game_index: gameIndex,
    appid,
    provider: state.provider,
    subscription_id: state.subscriptionId,
    account_uuid: accountUuid,
    original_transaction_id: state.originalTransactionId,
    product_id: cycle.productId,
    auto_renew_product_id: lifecycle?.autoRenewProductId ?? null,
    status: lifecycle?.status ?? assumedStatus(state, now),
    expires_at: cycle.expiresAt,
    grace_until: lifecycle?.graceUntil ?? null,
    refunded_at: cycle.refundedAt,
    test: state.test ? 1 : 0,
    cycle_key: cycle.uniqueKey,
    cycle_at: cycle.place,
    cycle_said_at: state.reportedAt,
    said_at: lifecycle ? state.reportedAt : 0,
    created_at: now,
    updated_at: now,
    replaces: state.replaces,
    replaced_at: lifecycle?.replaced === true ? state.reportedAt : null,
    replaced_by: null,
  };
}

/** The state that a receipt alone gives. */
function assumedStatus({ cycle }: SubscriptionState, now: number): Row['status'] {
  if (cycle.refundedAt !== null) return 'revoked';
  return cycle.expiresAt !== null && cycle.expiresAt <= now ? 'expired' : 'active';
}

/** News of what took its place may come later than that of its end. */
const PATIENCE_MS = 10 * 60_000;

function newerLifecycle(
  old: Row,
  { lifecycle, reportedAt, cycle }: SubscriptionState,
  now: number,
): Partial<Row> {
  if (!lifecycle || reportedAt < old.said_at) return {};
  // Not decided yet: the recheck after its end asks again.
  const isOpen = lifecycle.replaced === 'unknown' && old.status !== 'expired';
  if (isOpen && now - (cycle.expiresAt ?? now) < PATIENCE_MS) return {};
  return {
    ...(lifecycle.replaced === true && { replaced_at: old.replaced_at ?? reportedAt }),
    status: lifecycle.status,
    auto_renew_product_id: lifecycle.autoRenewProductId,
    grace_until: lifecycle.graceUntil,
    said_at: reportedAt,
  };
}

/** A refund of an old cycle does not affect the newest one. */
function newerCycle(old: Row, { cycle, reportedAt }: SubscriptionState): Partial<Row> {
  const isSameCycle = cycle.uniqueKey === old.cycle_key;
  const isNewer = !isSameCycle && cycle.place >= old.cycle_at;
  if (!isNewer && !(isSameCycle && reportedAt >= old.cycle_said_at)) return {};
  return {
    product_id: cycle.productId,
    expires_at: cycle.expiresAt,
    refunded_at: isNewer ? cycle.refundedAt : refundOf(old, cycle),
    cycle_key: cycle.uniqueKey,
    cycle_at: cycle.place,
    cycle_said_at: reportedAt,
  };
}

/** Only a reversal clears a refund. */
function refundOf(old: Row, { cancellations, refundedAt }: SubscriptionState['cycle']) {
  const isReversed = cancellations.some(({ state }) => state === 'restored');
  return isReversed ? null : (refundedAt ?? old.refunded_at);
}

const isSame = (one: Row, other: Row): boolean =>
  (Object.keys(one) as (keyof Row)[]).every((name) => one[name] === other[name]);
