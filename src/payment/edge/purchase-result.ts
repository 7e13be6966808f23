// The result of interface 2.4 for a recorded purchase, serialized by hand so that amounts keep their digits.
import type { ShownPurchase } from '../ledger/purchases-store.ts';
import { serviceTransactionId } from '../service-id.ts';

const text = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

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
