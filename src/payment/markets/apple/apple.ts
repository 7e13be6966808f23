// APPLE adapter: checks the signed transaction and, with an API key, reads its current state from the App Store.
import type { Logger } from 'pino';
import { scaledAmount } from '../../money.ts';
import { refundIf } from '../cancellation.ts';
import type { Fields } from '../fields.ts';
import type {
  MarketApp,
  MarketRejection,
  Provider,
  Unavailable,
  Verdict,
  VerifiedPurchase,
} from '../market.ts';
import { type AppleApi, type AppleEnvironment, appleCredentials } from './api.ts';
import type { AppleSignatures } from './chain.ts';

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
  readonly revocationType?: string;
  readonly appAccountToken?: string;
}

export type AppleApp = MarketApp<'APPLE'>;

export interface AppleDeps {
  readonly api: AppleApi;
  readonly signatures: AppleSignatures;
  readonly log: Logger;
}

export function createApple(deps: AppleDeps): Provider<'APPLE'> {
  return {
    asksMarket: (app) => appleCredentials(app) !== undefined,
    async verifyPurchase(app, { receipt }) {
      const received = await readTransaction(deps.signatures, app, receipt);
      if ('rejected' in received) return received;
      const current = appleCredentials(app) ? await readAgain(deps, app, received) : received;
      return 'transactionId' in current ? { accepted: toPurchase(current) } : current;
    },
  };
}

/** The payload of a receipt that Apple signed for this app, in an accepted environment. */
export async function openTransaction(
  signatures: AppleSignatures,
  app: AppleApp,
  jws: string,
): Promise<Fields | MarketRejection> {
  const payload = await signatures.open(jws);
  if (!payload)
    return invalid(
      'The receipt is not a transaction signed by the App Store. Send the signed transaction (JWS) unchanged.',
    );
  if (payload.bundleId !== app.settings.bundle_id)
    return invalid(
      `The receipt is for another app: its bundle id is not ${app.settings.bundle_id}.`,
    );
  const { environment } = payload;
  if (environment !== 'Production' && environment !== 'Sandbox') {
    return invalid('The receipt is from neither the production nor the sandbox App Store.');
  }
  return environmentRejection(app, environment) ?? payload;
}

async function readTransaction(
  signatures: AppleSignatures,
  app: AppleApp,
  jws: string,
): Promise<AppleTransaction | MarketRejection> {
  const payload = await openTransaction(signatures, app, jws);
  if (isRejection(payload)) return payload;
  if (payload.type === SUBSCRIPTION_TYPE) {
    return invalid('The receipt is for a subscription. Send it to subscription/verify.');
  }
  return isTransaction(payload)
    ? payload
    : invalid('A field of the signed transaction is missing or has an unexpected type.');
}

export const SUBSCRIPTION_TYPE = 'Auto-Renewable Subscription';

/** Apple's payloads have no field `rejected`. */
export const isRejection = (value: Fields | MarketRejection): value is MarketRejection =>
  'rejected' in value;

export function environmentRejection(
  app: AppleApp,
  environment: AppleEnvironment,
): MarketRejection | undefined {
  if (app.environment === 'sandbox') {
    return environment === 'Sandbox'
      ? undefined
      : invalid('The receipt is from the production App Store. Send it to the production service.');
  }
  return environment === 'Production' || app.settings.accept_sandbox
    ? undefined
    : invalid('The receipt is from the sandbox App Store, and accept_sandbox is off for this app.');
}

function isTransaction(payload: Fields): payload is Fields & AppleTransaction {
  const { transactionId, productId, currency, appAccountToken } = payload;
  const texts = [currency, appAccountToken];
  const numbers = [payload.price, payload.purchaseDate, payload.revocationDate, payload.quantity];
  return (
    typeof transactionId === 'string' &&
    transactionId !== '' &&
    typeof productId === 'string' &&
    texts.every((each) => each === undefined || typeof each === 'string') &&
    numbers.every((each) => each === undefined || Number.isSafeInteger(each))
  );
}

const TRANSACTION_NOT_FOUND = 4_040_010;
const INVALID_TRANSACTION_ID = 4_000_006;

/** The receipt is a snapshot; the App Store shows later refunds. */
async function readAgain(
  { api, signatures, log }: AppleDeps,
  app: AppleApp,
  received: AppleTransaction,
): Promise<AppleTransaction | MarketRejection | Unavailable> {
  const path = `/inApps/v1/transactions/${encodeURIComponent(received.transactionId)}`;
  const ask = (environment: AppleEnvironment) => api.get(app, environment, 'transaction', path);
  const named = await ask(received.environment);
  const isMissing = 'status' in named && named.errorCode === TRANSACTION_NOT_FOUND;
  const answer = isMissing ? await ask(otherThan(received.environment)) : named;

  if ('unavailable' in answer) return answer;
  if ('body' in answer) {
    const found = await readTransaction(signatures, app, String(answer.body.signedTransactionInfo));
    // Found only in the other environment, which may not be accepted here.
    if ('rejected' in found && isMissing) return found;
    return 'transactionId' in found && found.transactionId === received.transactionId
      ? found
      : { unavailable: 'the App Store answered with another transaction' };
  }
  const { errorCode, status } = answer;
  if (errorCode === TRANSACTION_NOT_FOUND || errorCode === INVALID_TRANSACTION_ID) {
    return invalid('The App Store has no such transaction.');
  }
  log.error(
    { app: app.appid, status, code: errorCode },
    'the App Store rejected the API key; check the market settings of the app',
  );
  return { unavailable: `the App Store rejected the call with ${errorCode ?? status}` };
}

const otherThan = (environment: AppleEnvironment): AppleEnvironment =>
  environment === 'Production' ? 'Sandbox' : 'Production';

function toPurchase(transaction: AppleTransaction): VerifiedPurchase {
  const { transactionId, environment, price, currency } = transaction;
  const isPriced = price !== undefined && currency !== undefined;
  return {
    provider: 'APPLE',
    providerTransactionId: transactionId,
    storeTransactionId: transactionId,
    uniqueKey: appleKey(environment, transactionId),
    productId: transaction.productId,
    quantity: transaction.quantity ?? 1,
    price: isPriced ? scaledAmount(price, 3, currency) : null,
    currency: isPriced ? currency : null,
    cancellations: refundIf(isCancelled(transaction)),
    test: environment !== 'Production',
    purchasedAt: transaction.purchaseDate ?? null,
    purchaseDateSource: 'STORE_PAYMENT',
    marketAccountId: transaction.appAccountToken ?? null,
    marketResult: transaction,
    priceVerifyKey: null,
  };
}

/** Ids are unique per environment only: a sandbox purchase must not take the key of a paid one. */
export const appleKey = (environment: unknown, id: string): string =>
  environment === 'Production' ? id : `sandbox ${id}`;

/** A partial refund is not a cancellation; it stays visible in the market's result. */
export function isCancelled({
  revocationDate,
  revocationType,
}: {
  readonly revocationDate?: unknown;
  readonly revocationType?: unknown;
}): boolean {
  return revocationDate !== undefined && revocationType !== 'REFUND_PRORATED';
}

const invalid = (detail: string): MarketRejection & Verdict => ({
  rejected: 'INVALID_RECEIPT',
  detail,
});
