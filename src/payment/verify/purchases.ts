// Verifies a purchase: asks the market, decides, and records it once.

import { hash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { createReads } from '../../storage/batcher.ts';
import type { Storage } from '../../storage/storage.ts';
import type { App } from '../../tenants/directory.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { newPurchase } from '../ledger/new-purchase.ts';
import type { RecordedPurchase } from '../ledger/purchases.ts';
import {
  findByReceipts,
  type KnownPurchase,
  type ReceiptName,
  type ShownPurchase,
} from '../ledger/purchases-store.ts';
import { parseFields } from '../markets/fields.ts';
import type {
  Market,
  MarketApp,
  MarketRejection,
  Provider,
  PurchaseRequest,
  Unavailable,
  Verdict,
  VerifiedPurchase,
} from '../markets/market.ts';
import { missingSetting } from '../markets/markets.ts';
import type { Problem } from '../problem.ts';
import { compareAccounts, rejectionOf } from '../rules.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { FindProductTerms } from '../settings/product-terms.ts';
import { failedOutcome, notSetUp, type OutcomeDeps } from './outcome.ts';

export type Providers = Readonly<Record<Market, Provider>>;

/** What the market needs, and what is stored with its answer. */
export interface Verification extends PurchaseRequest {
  readonly provider: Market;
  readonly requestType: 1 | 2;
  /** The calling OAuth client. */
  readonly clientId: string | null;
  readonly payload: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
  readonly language: string | null;
  readonly serverId: string | null;
  readonly projectInfo: string | null;
}

export interface Verified {
  readonly purchase: ShownPurchase;
  readonly duplicated: boolean;
}

export interface Purchases {
  verify(app: App, verification: Verification): Promise<Verified | Problem>;
  close(): Promise<void>;
}

export interface PurchaseDeps extends OutcomeDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly productTerms: FindProductTerms;
  readonly providers: Providers;
  readonly ledger: Ledger;
}

const MAX_BATCH = 256;

export function createPurchases(deps: PurchaseDeps): Purchases {
  const { storage, clock, ledger, metrics, usage } = deps;

  const lookups = createReads<ReceiptName, readonly KnownPurchase[]>({
    name: 'find purchases',
    maxSize: MAX_BATCH,
    read: (names) => findByReceipts(storage.db, names),
  });

  function ask(market: Market, app: MarketApp, verification: Verification): Promise<Verdict> {
    return deps.providers[market].verifyPurchase(app, verification);
  }

  /** A receipt that passed before passes again, whatever the market answers now; only a refund or dispute changes it. */
  async function repeat(
    known: KnownPurchase,
    marketApp: MarketApp,
    verification: Verification,
  ): Promise<Verified | MarketRejection> {
    const provider = deps.providers[verification.provider];
    const duplicate = duplicateOf(known, provider, verification);
    if ('rejected' in duplicate) return duplicate;
    if (known.cancel_state === 0 && provider.asksMarket(marketApp)) {
      const verdict = await ask(verification.provider, marketApp, verification);
      const cancel_state = 'accepted' in verdict ? await report(known, verdict.accepted) : 0;
      return { ...duplicate, purchase: { ...duplicate.purchase, cancel_state } };
    }
    return duplicate;
  }

  async function report(
    known: KnownPurchase,
    { cancellations: reports, watch }: VerifiedPurchase,
  ): Promise<KnownPurchase['cancel_state']> {
    if (reports.length === 0) return known.cancel_state;
    // Of a payment for several products, the market has shown this one.
    const { product_id: productId } = known;
    const cancellations = reports.map((report) => ({ purchase: known, productId, report }));
    const jobs = watch ? [watch] : [];
    const applied = await ledger.apply({ appid: known.appid, cancellations, jobs });
    return applied.cancellations.at(-1)?.cancel_state ?? known.cancel_state;
  }

  async function first(
    marketApp: MarketApp,
    verification: Verification,
    receiptHash: string,
  ): Promise<Verified | MarketRejection | Unavailable> {
    const missing = missingSetting(verification.provider, marketApp);
    if (missing) return missing;
    const verdict = await ask(verification.provider, marketApp, verification);
    if (!('accepted' in verdict)) return verdict;
    const { accepted } = verdict;
    const rejection = rejectionOf(accepted, verification);
    if (rejection) return { ...rejection, answer: accepted.marketResult ?? undefined };
    const { appid } = marketApp;
    const now = clock();
    const { receipt } = verification;
    const requested = requestOf(verification, accepted, now);
    const purchase = newPurchase(appid, accepted, { receipt, receiptHash, now }, requested);
    const { paymentKey, otherKey, cancellations, followUp, watch } = accepted;
    const purchases = [{ purchase, paymentKey, otherKey, cancellations, followUp }];
    const update = { appid, purchases, jobs: watch ? [watch] : [] };
    const [recorded] = (await ledger.apply(update)).purchases as [RecordedPurchase];
    if (!recorded.duplicated) return recorded;
    // Another form of its receipt, or a request of the same moment, was first.
    const provider = deps.providers[verification.provider];
    // An imported purchase has no answer of the market.
    const market_result = recorded.purchase.market_result ?? purchase.market_result;
    return duplicateOf({ ...recorded.purchase, market_result }, provider, verification);
  }

  async function decide(
    marketApp: MarketApp,
    verification: Verification,
  ): Promise<Verified | MarketRejection | Unavailable> {
    const { provider, receipt } = verification;
    const receiptHash = hash('sha256', receipt, 'base64url');
    const { appid, gameIndex } = marketApp;
    const [known, product] = await Promise.all([
      lookups.submit({ appid, gameIndex, provider, receipt, receiptHash }),
      deps.productTerms(appid, verification.productId),
    ]);
    const { isMeant = () => true } = deps.providers[provider];
    const same = known.find((each) => isMeant(each, verification));
    return same
      ? repeat(same, marketApp, verification)
      : first(marketApp, { ...verification, product }, receiptHash);
  }

  return {
    async verify({ appid }, verification) {
      const { provider } = verification;
      const marketApp = await deps.marketApps(appid, provider);
      if (!marketApp) return notSetUp(provider);
      const outcome = await decide(marketApp, verification);
      if ('unavailable' in outcome || 'rejected' in outcome) {
        return failedOutcome(deps, { appid, provider }, outcome);
      }
      metrics.verification(provider, outcome.duplicated ? 'duplicate' : 'verified');
      if (outcome.duplicated) usage.repeated(appid, outcome.purchase.provider);
      else usage.verified(appid, provider);
      return outcome;
    },
    close: lookups.close,
  };
}

/** The stored result; what describes the request is of this request, and a payload is returned only to its sender. */
function duplicateOf(
  known: KnownPurchase,
  provider: Provider,
  verification: Verification,
): Verified | MarketRejection {
  const rejection = rejectionOf({ ...known, productId: known.product_id }, verification);
  const result = known.market_result === null ? undefined : parseFields(known.market_result);
  if (rejection) return { ...rejection, answer: result };
  const account = verification.accountUuid.toLowerCase();
  const marketAccountId = (result && provider.accountIn?.(result)) ?? null;
  const purchase = {
    ...known,
    receipt: verification.receipt,
    account_compare: compareAccounts(account, marketAccountId),
    payload: known.account_uuid === account ? known.payload : null,
  };
  return { purchase, duplicated: true };
}

const requestOf = (
  verification: Verification,
  { marketAccountId }: VerifiedPurchase,
  now: number,
) => ({
  account_uuid: verification.accountUuid.toLowerCase(),
  account_compare: compareAccounts(verification.accountUuid, marketAccountId),
  payload: verification.payload,
  request_type: verification.requestType,
  app_version: verification.appVersion,
  country: verification.country,
  language: verification.language,
  server_id: verification.serverId,
  project_info: verification.projectInfo,
  claimed: 1 as const,
  claimed_by: verification.clientId,
  claimed_at: now,
});
