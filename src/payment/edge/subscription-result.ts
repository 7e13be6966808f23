// The result of interface 2.5 for a subscription, serialized by hand so that amounts keep their digits.
import { printJson } from '../../base/json.ts';
import { isReplaced, statusOf } from '../ledger/subscription-state.ts';
import type { SubscriptionStatus } from '../ledger/subscriptions-store.ts';
import { marketOf } from '../markets/markets.ts';
import { compareAccounts } from '../rules.ts';
import type { SubscriptionRequest, VerifiedSubscription } from '../verify/subscriptions.ts';

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

export function subscriptionText(
  { state, subscription, cycle, refundedAt, duplicated }: VerifiedSubscription,
  request: Pick<SubscriptionRequest, 'accountUuid'>,
): string {
  const { provider, originalTransactionId, cycle: seen } = state;
  const isNewest = subscription.cycle_key === cycle.unique_key;
  const account = request.accountUuid.toLowerCase();
  const payload = cycle.account_uuid === account ? cycle.payload : null;
  const isToken = marketOf(provider).subscriptions?.id === 'purchase token';
  const storeTransactionId = isToken ? seen.storeTransactionId : originalTransactionId;
  return `{"serviceAccountUuidCompare":${compareAccounts(account, state.marketAccountId)}\
,"serviceAutoRenewProductId":${text(subscription.auto_renew_product_id)}\
,"serviceCurrency":${text(seen.currency)}\
,"serviceDuplicated":${duplicated}\
,"serviceExpiresDate":${isNewest ? accessEnd(subscription, seen.expiresAt) : seen.expiresAt}\
,"serviceOriginalStoreTransactionId":${text(originalTransactionId)}\
,"servicePayload":${text(payload)}\
,"servicePrice":${seen.price}\
,"serviceProductId":${text(seen.productId)}\
,"serviceQuantity":1\
,"serviceReceiptVerifyResult":${printJson(state.marketResult)}\
,"serviceRefundDate":${refundedAt}\
,"serviceStoreTransactionId":${text(storeTransactionId)}\
,"serviceTransactionId":${text(cycle.transaction_id)}}`;
}

/** Access goes on in the billing grace period. */
const accessEnd = (
  { status, grace_until }: Pick<SubscriptionStatus, 'status' | 'grace_until'>,
  expiresAt: number | null,
): number | null =>
  status === 'grace' && grace_until !== null ? Math.max(grace_until, expiresAt ?? 0) : expiresAt;

/** A subscription of an account, read from the database. */
export function statusText(row: SubscriptionStatus, now: number): string {
  return `{"providerId":"${row.provider}"\
,"originalStoreTransactionId":${text(row.original_transaction_id)}\
,"productId":${text(row.product_id)}\
,"autoRenewProductId":${text(row.auto_renew_product_id)}\
,"status":"${statusOf(row)}"\
${isReplaced(row) ? `,"replacedBy":${text(row.replaced_by)}` : ''}\
,"active":${isActive(row, now)}\
,"expiresDate":${row.expires_at}\
,"gracePeriodExpiresDate":${row.grace_until}\
,"refundDate":${row.refunded_at}\
,"test":"${row.test === 1 ? 'Y' : 'N'}"\
,"updatedDate":${row.updated_at}}`;
}

function isActive(
  { status, refunded_at, expires_at, grace_until }: SubscriptionStatus,
  now: number,
) {
  const until = accessEnd({ status, grace_until }, expires_at);
  const runs = status === 'active' || status === 'grace';
  return runs && refunded_at === null && (until === null || now < until);
}
