// A recorded purchase as interface 2.4 shows it, printed by hand so that amounts keep their digits.
import type { Market, PurchaseTable } from '../storage/schema.ts';
import type { KnownPurchase } from './store.ts';

const PREFIXES: Record<Market, string> = { APPLE: 'AP', GOOGLE: 'GO', STEAM: 'ST', PG: 'PG' };

/** The `serviceTransactionId` of a consumable. */
export const serviceTransactionId = (provider: Market, number: number): string =>
  `${PREFIXES[provider]}_${number}`;

/** The `serviceTransactionId` of any purchase: cycles of subscriptions have a uuid. */
export const serviceIdOf = ({
  kind,
  provider,
  number,
  transaction_id,
}: Pick<PurchaseTable, 'kind' | 'provider' | 'number' | 'transaction_id'>): string =>
  kind === 'consumable' ? serviceTransactionId(provider, number) : transaction_id;

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

/** What the answer is made of. */
export type ShownPurchase = KnownPurchase & Pick<PurchaseTable, 'receipt'>;

export function resultText(purchase: ShownPurchase, duplicated: boolean): string {
  const { provider, number } = purchase;
  return `{"serviceAccountUuidCompare":${purchase.account_compare}\
,"serviceCurrency":${text(purchase.currency)}\
,"serviceDuplicated":${duplicated}\
,"serviceGameServerPriceVerifyKey":${text(purchase.price_verify_key)}\
,"servicePayload":${text(purchase.payload)}\
,"servicePrice":${purchase.price}\
,"serviceProductId":${text(purchase.product_id)}\
,"serviceProviderId":"${provider}"\
,"serviceProviderTransactionId":${text(purchase.provider_transaction_id)}\
,"servicePurchaseCancelState":${purchase.cancel_state}\
,"servicePurchaseTest":"${purchase.test === 1 ? 'Y' : 'N'}"\
,"serviceQuantity":${purchase.quantity}\
,"serviceReceipt":${text(purchase.receipt)}\
,"serviceReceiptVerifyResult":${purchase.market_result}\
,"serviceStoreTransactionId":${text(purchase.store_transaction_id)}\
,"serviceTransactionId":"${serviceTransactionId(provider, number)}"}`;
}
