// APPLE subscriptions: the receipt identifies one and, with an API key, the App Store gives its current state.
import type { Logger } from 'pino';
import type { RefundReport } from '../cancellation.ts';
import { type Fields, fieldsOf, listOf } from '../fields.ts';
import type { FollowUp, MarketRejection, Unavailable } from '../market.ts';
import {
  type Cycle,
  type Lifecycle,
  missedCyclesJob,
  type SubscriptionProvider,
  type SubscriptionState,
} from '../subscription.ts';
import { type AppleEnvironment, appleCredentials } from './api.ts';
import type { NamedPurchase } from './app-receipt.ts';
import { type AppleDeps, lookUp, NOT_YET } from './lookup.ts';
import { costOf } from './price.ts';
import { type Choose, latest, nameTransaction } from './receipt.ts';
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

/** The fields of a cycle's transaction that matter here; dates are epoch milliseconds. */
export interface AppleCycle {
  readonly transactionId: string;
  readonly originalTransactionId: string;
  readonly productId: string;
  readonly environment: AppleEnvironment;
  readonly signedDate: number;
  readonly purchaseDate: number;
  readonly originalPurchaseDate?: number;
  readonly expiresDate?: number;
  readonly revocationDate?: number;
  readonly price?: number;
  readonly currency?: string;
  readonly appAccountToken?: string;
  readonly inAppOwnershipType?: unknown;
}

export function createAppleSubscriptions(
  deps: AppleDeps,
): SubscriptionProvider<typeof appleShapes> {
  return {
    async verifySubscription(app, receipt, storeTransactionId) {
      const named = await nameTransaction(app, receipt, subscriptionOf(storeTransactionId));
      if ('rejected' in named) return named;
      const received =
        'jws' in named
          ? await readCycle(deps, app, named.jws)
          : await findCycle(deps, app, named.transactionId);
      if (!('transactionId' in received)) return received;
      return appleCredentials(app)
        ? readStatuses(deps, app, received)
        : describeCycle(received, receipt);
    },
  };
}

/** The one that `storeTransactionId` names if the receipt has it, else the latest subscription. */
const subscriptionOf =
  (id: string | undefined): Choose =>
  (purchases): NamedPurchase | MarketRejection => {
    const [only, ...others] = purchases;
    // The older form does not say what it is of.
    if (only && others.length === 0) return only;
    const subscriptions = purchases.filter(({ isSubscription }) => isSubscription);
    const isNamed = (each: NamedPurchase) =>
      each.transactionId === id || each.originalTransactionId === id;
    return (
      latest(id === undefined ? [] : subscriptions.filter(isNamed)) ??
      latest(subscriptions) ??
      invalid('The app receipt contains no subscription. Send it to purchase/verify.')
    );
  };

async function findCycle(
  deps: AppleDeps,
  app: AppleApp,
  transactionId: string,
): Promise<AppleCycle | MarketRejection | Unavailable> {
  const found = await lookUp(deps, app, transactionId, acceptedEnvironments(app));
  return 'payload' in found ? toCycle(found.payload) : found;
}

export async function readCycle(
  { signatures }: Pick<AppleDeps, 'signatures'>,
  app: AppleApp,
  jws: string,
): Promise<AppleCycle | MarketRejection | Unavailable> {
  const payload = await openTransaction(signatures, app, jws);
  return isFailure(payload) ? payload : toCycle(payload);
}

function toCycle(payload: Fields): AppleCycle | MarketRejection {
  if (payload.type !== SUBSCRIPTION_TYPE) {
    return invalid('The receipt is not for a subscription. Send it to purchase/verify.');
  }
  return isCycle(payload)
    ? payload
    : invalid('A field of the signed transaction is missing or has an unexpected type.');
}

export function isCycle(payload: Fields): payload is Fields & AppleCycle {
  const { transactionId, originalTransactionId, productId } = payload;
  const needed = [transactionId, originalTransactionId, productId];
  const texts = [payload.currency, payload.appAccountToken];
  const dates = [payload.signedDate, payload.purchaseDate];
  const { price, expiresDate, revocationDate, originalPurchaseDate } = payload;
  const numbers = [price, expiresDate, revocationDate, originalPurchaseDate];
  return (
    needed.every((each) => typeof each === 'string' && each !== '') &&
    texts.every((each) => each === undefined || typeof each === 'string') &&
    dates.every(Number.isSafeInteger) &&
    numbers.every((each) => each === undefined || Number.isSafeInteger(each))
  );
}

/** Error codes for an unknown transaction or original transaction, … */
const UNKNOWN = new Set([4_040_010, 4_040_005]);
/** … and for ids that are none. */
const INVALID_ID = new Set([4_000_006, 4_000_008]);

/** Asks by the original transaction id in what the App Store has signed: the client's receipt, or its own answer. */
async function readStatuses(
  deps: AppleDeps,
  app: AppleApp,
  { originalTransactionId, environment }: AppleCycle,
): Promise<SubscriptionState | MarketRejection | Unavailable> {
  const path = `/inApps/v1/subscriptions/${encodeURIComponent(originalTransactionId)}`;
  const answer = await deps.api.get(app, environment, 'subscriptions', path);
  if ('unavailable' in answer) return answer;
  if ('status' in answer) return rejectionOf(deps.log, app, answer);
  const item = listOf(answer.body.data)
    .flatMap((group) => listOf(group.lastTransactions))
    .find((each) => each.originalTransactionId === originalTransactionId);
  if (!item) return NOT_YET;
  const jws = String(item.signedTransactionInfo);
  const cycle = await readCycle(deps, app, jws);
  const renewal = await deps.signatures.open(String(item.signedRenewalInfo));
  const isWhole =
    'transactionId' in cycle &&
    cycle.originalTransactionId === originalTransactionId &&
    renewal !== 'busy' &&
    renewal?.originalTransactionId === originalTransactionId;
  return isWhole
    ? describeCycle(cycle, jws, { status: item.status, renewal })
    : { unavailable: 'the App Store answered with another subscription' };
}

function rejectionOf(
  log: Logger,
  app: AppleApp,
  { status, errorCode }: { readonly status: number; readonly errorCode: number | undefined },
): MarketRejection | Unavailable {
  if (errorCode !== undefined && UNKNOWN.has(errorCode)) return NOT_YET;
  if (errorCode !== undefined && INVALID_ID.has(errorCode)) {
    return { ...invalid('The App Store has no such subscription.'), answer: { status, errorCode } };
  }
  log.error(
    { app: app.appid, status, code: errorCode },
    'the App Store rejected the API key; check the market settings of the app',
  );
  return { unavailable: `the App Store rejected the call with ${errorCode ?? status}` };
}

const STATUSES: ReadonlyMap<unknown, Lifecycle['status']> = new Map([
  [1, 'active'],
  [2, 'expired'],
  [3, 'hold'],
  [4, 'grace'],
  [5, 'revoked'],
]);

export interface AppleRenewal {
  readonly status: unknown;
  readonly renewal: Fields;
}

/** `refundReversed` for a notification that a refund was reversed. */
export function describeCycle(
  cycle: AppleCycle,
  receipt: string,
  current?: AppleRenewal,
  refundReversed = false,
): SubscriptionState {
  const { transactionId, originalTransactionId, environment } = cycle;
  const refund = refundReversed ? REVERSED : refundOf(cycle);
  const account = cycle.appAccountToken ?? current?.renewal.appAccountToken;
  return {
    provider: 'APPLE',
    subscriptionId: appleKey(environment, originalTransactionId),
    originalTransactionId,
    marketAccountId: typeof account === 'string' ? account : null,
    replaces: null,
    test: environment !== 'Production',
    reportedAt: cycle.signedDate,
    cycle: {
      uniqueKey: appleKey(environment, transactionId),
      paymentKey: paymentKeyOf(cycle),
      storeTransactionId: transactionId,
      productId: cycle.productId,
      ...costOf(cycle),
      purchasedAt: cycle.purchaseDate,
      ...endOf(cycle),
      cancellations: refund ? [{ ...refund, reportedAt: cycle.signedDate }] : [],
      place: cycle.purchaseDate,
      receipt,
    },
    lifecycle: current && lifecycleOf(current),
    missed: jobBefore(cycle),
    beganAt: cycle.originalPurchaseDate,
    marketResult: {
      status: current?.status ?? null,
      environment,
      transaction: cycle,
      renewalInfo: fieldsOf(current?.renewal) ?? null,
    },
  };
}

/** What a family shares was not paid: that it no longer does is no refund, but the end of the cycle. */
function endOf(cycle: AppleCycle): Pick<Cycle, 'expiresAt' | 'refundedAt'> {
  const { expiresDate: expiresAt = null, revocationDate: refundedAt = null } = cycle;
  return refundedAt === null || costOf(cycle).ownership === undefined
    ? { expiresAt, refundedAt }
    : { expiresAt: Math.min(expiresAt ?? refundedAt, refundedAt), refundedAt: null };
}

export interface MissedCycles {
  readonly environment: AppleEnvironment;
  readonly originalTransactionId: string;
  /** When the cycle after them was bought, … */
  readonly until: number;
  /** … and the newest one that was on record, or just before the first one was. */
  readonly since: number;
}

function jobBefore(cycle: AppleCycle): FollowUp {
  const { environment, originalTransactionId, transactionId, purchaseDate: until } = cycle;
  const payload: Omit<MissedCycles, 'since'> = { environment, originalTransactionId, until };
  const kind = missedCyclesJob('APPLE');
  return { kind, id: `${kind} ${appleKey(environment, transactionId)}`, payload };
}

const REVERSED: RefundReport = { kind: 'refund', state: 'restored' };

function lifecycleOf({ status, renewal }: AppleRenewal): Lifecycle | undefined {
  const known = STATUSES.get(status);
  const { autoRenewStatus, autoRenewProductId, gracePeriodExpiresDate } = renewal;
  const renews = autoRenewStatus === 1 && typeof autoRenewProductId === 'string';
  return (
    known && {
      status: known,
      autoRenewProductId: renews ? autoRenewProductId : null,
      graceUntil: typeof gracePeriodExpiresDate === 'number' ? gracePeriodExpiresDate : null,
    }
  );
}
