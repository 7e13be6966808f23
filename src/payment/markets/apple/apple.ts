// APPLE adapter: checks the signed transaction and, with an API key, reads its current state from the App Store.
import { type Fields, textOf } from '../fields.ts';
import type {
  MarketRejection,
  Provider,
  PurchaseRequest,
  Unavailable,
  VerifiedPurchase,
} from '../market.ts';
import { type AppleEnvironment, appleCredentials } from './api.ts';
import type { NamedPurchase } from './app-receipt.ts';
import { type AppleDeps, isUnknown, lookUp, NOT_YET } from './lookup.ts';
import { costOf } from './price.ts';
import { type Choose, latest, mayHoldSeveral, nameTransaction } from './receipt.ts';
import { refundOf } from './revocation.ts';
import type { AppleApp, appleShapes } from './settings.ts';
import {
  acceptedEnvironments,
  appleKey,
  invalid,
  isFailure,
  openTransaction,
  paymentKeyOf,
  SUBSCRIPTION_TYPE,
} from './transaction.ts';

/** The fields of Apple's transaction that matter here; dates are epoch milliseconds. */
interface AppleTransaction {
  readonly transactionId: string;
  readonly productId: string;
  readonly environment: AppleEnvironment;
  readonly quantity?: number;
  /** Thousandths of the currency's unit, for every currency. */
  readonly price?: number;
  readonly currency?: string;
  readonly purchaseDate?: number;
  readonly revocationDate?: number;
  readonly signedDate?: number;
  readonly appAccountToken?: string;
  readonly inAppOwnershipType?: unknown;
  readonly type?: unknown;
  readonly originalTransactionId?: unknown;
}

export function createApple(deps: AppleDeps): Provider<typeof appleShapes> {
  return {
    asksMarket: (app) => appleCredentials(app) !== undefined,
    isMeant: ({ store_transaction_id: id }, { receipt, storeTransactionId }) =>
      !mayHoldSeveral(receipt) || storeTransactionId === id,
    accountIn: ({ appAccountToken }) => textOf(appAccountToken) ?? null,
    async verifyPurchase(app, request) {
      const named = await nameTransaction(app, request.receipt, purchaseOf(request));
      if ('rejected' in named) return named;
      const current =
        'jws' in named
          ? await readSigned(deps, app, named.jws)
          : await read(deps, app, named.transactionId, acceptedEnvironments(app));
      return 'transactionId' in current
        ? { accepted: toPurchase(current, appleCredentials(app) !== undefined) }
        : current;
    },
  };
}

/** The one that `storeTransactionId` names, else the latest of the product. */
const purchaseOf =
  ({ productId, storeTransactionId: id }: PurchaseRequest): Choose =>
  (purchases): NamedPurchase | MarketRejection => {
    if (id !== undefined) {
      return (
        purchases.find(({ transactionId }) => transactionId === id) ??
        invalid(
          `The app receipt does not contain transaction ${id}. Send the receipt the app got with this purchase, or the transaction id alone.`,
        )
      );
    }
    const mayBeIt = (each: NamedPurchase) => (each.productId ?? productId) === productId;
    return (
      latest(purchases.filter(mayBeIt)) ??
      invalid(
        `The app receipt contains no purchase of product ${productId}. Send the receipt the app got with this purchase.`,
      )
    );
  };

type Current = AppleTransaction | MarketRejection | Unavailable;

/** The receipt is a snapshot; the App Store shows later refunds. */
async function readSigned(deps: AppleDeps, app: AppleApp, jws: string): Promise<Current> {
  const payload = await openTransaction(deps.signatures, app, jws);
  if (isFailure(payload)) return payload;
  const received = toTransaction(payload);
  if ('rejected' in received || !appleCredentials(app)) return received;
  const { transactionId, environment } = received;
  const current = await read(deps, app, transactionId, [environment, otherThan(environment)]);
  return isUnknown(current) ? NOT_YET : current;
}

async function read(
  deps: AppleDeps,
  app: AppleApp,
  transactionId: string,
  environments: readonly AppleEnvironment[],
): Promise<Current> {
  const found = await lookUp(deps, app, transactionId, environments);
  return 'payload' in found ? toTransaction(found.payload) : found;
}

const otherThan = (environment: AppleEnvironment): AppleEnvironment =>
  environment === 'Production' ? 'Sandbox' : 'Production';

function toTransaction(payload: Fields): AppleTransaction | MarketRejection {
  if (payload.type === SUBSCRIPTION_TYPE) {
    return invalid('The receipt is for a subscription. Send it to subscription/verify.');
  }
  return isTransaction(payload)
    ? payload
    : invalid('A field of the signed transaction is missing or has an unexpected type.');
}

function isTransaction(payload: Fields): payload is Fields & AppleTransaction {
  const { transactionId, productId, currency, appAccountToken } = payload;
  const texts = [currency, appAccountToken];
  const dates = [payload.purchaseDate, payload.revocationDate, payload.signedDate];
  const numbers = [payload.price, payload.quantity, ...dates];
  return (
    typeof transactionId === 'string' &&
    transactionId !== '' &&
    typeof productId === 'string' &&
    texts.every((each) => each === undefined || typeof each === 'string') &&
    numbers.every((each) => each === undefined || Number.isSafeInteger(each))
  );
}

/** The purchase in a transaction that a notification carries; undefined when fields are missing. */
export function readPurchase(payload: Fields): VerifiedPurchase | undefined {
  return isTransaction(payload) ? toPurchase(payload, false) : undefined;
}

/** A receipt alone shows a refund as of its signing; `isCurrent` when the App Store was asked. */
function toPurchase(transaction: AppleTransaction, isCurrent: boolean): VerifiedPurchase {
  const { transactionId, environment, signedDate } = transaction;
  const refund = refundOf(transaction);
  const reported = isCurrent || signedDate === undefined ? {} : { reportedAt: signedDate };
  return {
    provider: 'APPLE',
    providerTransactionId: transactionId,
    storeTransactionId: transactionId,
    uniqueKey: appleKey(environment, transactionId),
    paymentKey: paymentKeyOf(transaction),
    permanent: transaction.type === 'Non-Consumable',
    productId: transaction.productId,
    quantity: transaction.quantity ?? 1,
    ...costOf(transaction),
    cancellations: refund ? [{ ...refund, ...reported }] : [],
    test: environment !== 'Production',
    purchasedAt: transaction.purchaseDate ?? null,
    purchaseDateSource: 'STORE_PAYMENT',
    marketAccountId: transaction.appAccountToken ?? null,
    marketResult: transaction,
    priceVerifyKey: null,
  };
}
