// A paid order as a sale that no app server has verified yet.
import { unclaimedSale } from '../ledger/new-purchase.ts';
import type { PurchaseUpdate } from '../ledger/purchases.ts';
import type { VerifiedPurchase } from '../markets/market.ts';
import type { Order } from './store.ts';

export const saleOf = (
  { appid, account_uuid }: Order,
  paid: VerifiedPurchase,
  receipt: string,
  now: number,
): PurchaseUpdate => unclaimedSale(appid, paid, receipt, now, account_uuid);
