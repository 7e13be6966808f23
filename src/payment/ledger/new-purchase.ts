// The row of a purchase, from what the market says about it.
import { hash } from 'node:crypto';
import { timeOrderedId } from '../../base/ids.ts';
import { printJson } from '../../base/json.ts';
import type { VerifiedPurchase } from '../markets/market.ts';
import { compareAccounts } from '../rules.ts';
import type { NewPurchase } from './numbers.ts';
import type { PurchaseUpdate } from './purchases.ts';

/** What the request of an app server adds. */
type Requested = Pick<
  NewPurchase,
  | 'account_uuid'
  | 'account_compare'
  | 'payload'
  | 'request_type'
  | 'app_version'
  | 'country'
  | 'language'
  | 'server_id'
  | 'project_info'
  | 'claimed'
  | 'claimed_by'
  | 'claimed_at'
>;

export interface Received {
  readonly receipt: string;
  readonly receiptHash: string;
  readonly now: number;
}

export const newPurchase = (
  appid: string,
  accepted: VerifiedPurchase,
  { receipt, receiptHash, now }: Received,
  requested: Requested,
): NewPurchase => ({
  appid,
  provider: accepted.provider,
  unique_key: accepted.uniqueKey,
  payment_key: null,
  transaction_id: timeOrderedId(now),
  provider_transaction_id: accepted.providerTransactionId,
  store_transaction_id: accepted.storeTransactionId,
  product_id: accepted.productId,
  quantity: accepted.quantity,
  price: accepted.price,
  currency: accepted.currency,
  test: accepted.test ? 1 : 0,
  price_verify_key: accepted.priceVerifyKey,
  receipt,
  receipt_hash: receiptHash,
  market_result: accepted.marketResult && printJson(accepted.marketResult),
  purchased_at: accepted.purchasedAt,
  purchase_date_source: accepted.purchasedAt === null ? 'VERIFIED' : accepted.purchaseDateSource,
  delivery: null,
  delivery_at: null,
  consumption: null,
  kind: 'consumable',
  subscription_id: null,
  ownership: accepted.ownership ?? null,
  permanent: accepted.permanent ? 1 : null,
  ...requested,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Games can give the market any text; only a UUID is an account. */
export function accountOf(marketAccountId: string | null): string | undefined {
  const named = marketAccountId?.toLowerCase() ?? '';
  return UUID.test(named) ? named : undefined;
}

/** A sale that no app server has verified. The receipt is one that can be verified. */
export function unclaimedSale(
  appid: string,
  accepted: VerifiedPurchase,
  receipt: string,
  now: number,
  account = accountOf(accepted.marketAccountId) ?? '',
): PurchaseUpdate {
  const { paymentKey, otherKey, cancellations, marketAccountId } = accepted;
  const receiptHash = hash('sha256', receipt, 'base64url');
  const purchase = newPurchase(
    appid,
    accepted,
    { receipt, receiptHash, now },
    {
      account_uuid: account,
      account_compare: compareAccounts(account, account === '' ? null : marketAccountId),
      payload: null,
      request_type: 1,
      app_version: null,
      country: null,
      language: null,
      server_id: null,
      project_info: null,
      claimed: 0,
      claimed_by: null,
      claimed_at: null,
    },
  );
  return { purchase, paymentKey, otherKey, cancellations };
}
