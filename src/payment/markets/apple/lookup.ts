// Reads a transaction from the App Store by its id.
import type { Logger } from 'pino';
import type { Fields } from '../fields.ts';
import type { MarketRejection, Unavailable } from '../market.ts';
import type { AppleAnswer, AppleApi, AppleEnvironment } from './api.ts';
import type { AppleSignatures } from './chain.ts';
import type { AppleApp } from './settings.ts';
import { invalid, isFailure, openTransaction } from './transaction.ts';

export interface AppleDeps {
  readonly api: AppleApi;
  readonly signatures: AppleSignatures;
  readonly log: Logger;
}

export interface FoundTransaction {
  readonly payload: Fields;
  readonly jws: string;
}

const TRANSACTION_NOT_FOUND = 4_040_010;
const INVALID_TRANSACTION_ID = 4_000_006;

/** Asks the environments in this order, each only when the one before does not have it. */
export async function lookUp(
  { api, signatures, log }: AppleDeps,
  app: AppleApp,
  transactionId: string,
  [first, ...others]: readonly AppleEnvironment[],
): Promise<FoundTransaction | MarketRejection | Unavailable> {
  const path = `/inApps/v1/transactions/${encodeURIComponent(transactionId)}`;
  const ask = (environment: AppleEnvironment) => api.get(app, environment, 'transaction', path);
  let answer = await ask(first ?? 'Production');
  let isElsewhere = false;
  for (const environment of others) {
    if (!isMissing(answer) && !isUnauthorized(answer)) break;
    const other = await ask(environment);
    // Production rejects the key of an app that was never released; only the sandbox knows its purchases.
    if (isMissing(answer) || 'body' in other) {
      isElsewhere = true;
      answer = other;
    }
  }
  if ('unavailable' in answer) return answer;
  if ('status' in answer) return rejectionOf(log, app, answer);
  const jws = String(answer.body.signedTransactionInfo);
  const payload = await openTransaction(signatures, app, jws);
  // Found only in an environment that is not accepted here.
  if (isFailure(payload) && isElsewhere) return payload;
  return !isFailure(payload) && payload.transactionId === transactionId
    ? { payload, jws }
    : { unavailable: 'the App Store answered with another transaction' };
}

const isMissing = (answer: AppleAnswer): boolean =>
  'status' in answer && answer.errorCode === TRANSACTION_NOT_FOUND;

/** The App Store has no transaction with this id. */
export const isUnknown = (outcome: object): boolean =>
  'answer' in outcome && (outcome.answer as Fields)?.errorCode === TRANSACTION_NOT_FOUND;

/** It signed the transaction, so it will know it: minutes may pass after a sale. */
export const NOT_YET: Unavailable = {
  unavailable: 'the App Store does not know the transaction yet that it signed',
};

const isUnauthorized = (answer: AppleAnswer): boolean =>
  'status' in answer && answer.status === 401;

function rejectionOf(
  log: Logger,
  app: AppleApp,
  { status, errorCode }: { readonly status: number; readonly errorCode: number | undefined },
): MarketRejection | Unavailable {
  if (errorCode === TRANSACTION_NOT_FOUND || errorCode === INVALID_TRANSACTION_ID) {
    return { ...invalid('The App Store has no such transaction.'), answer: { status, errorCode } };
  }
  log.error(
    { app: app.appid, status, code: errorCode },
    'the App Store rejected the API key; check the market settings of the app',
  );
  return { unavailable: `the App Store rejected the call with ${errorCode ?? status}` };
}
