// Reads a purchase that a notification names: the market's answer decides, the notification brings at most the price.
import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { unclaimedSale } from '../ledger/new-purchase.ts';
import { markNotice } from '../ledger/notices-store.ts';
import { findPaidBy, findPurchase } from '../ledger/purchases-store.ts';
import { refundIf } from '../markets/cancellation.ts';
import type {
  Market,
  MarketApp,
  MarketRejection,
  Provider,
  Unavailable,
} from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import type { ReadPayload } from '../markets/notice.ts';
import { currencyDigits, isAmount } from '../money.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { Subscriptions } from '../verify/subscriptions.ts';

export interface ReadJobDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly providers: Readonly<Record<Market, Pick<Provider, 'verifyPurchase'>>>;
  readonly subscriptions: Pick<Subscriptions, 'reread'>;
  readonly ledger: Ledger;
}

const DAY_MS = 24 * 60 * 60_000;
const GIVE_UP_MS = 4 * DAY_MS;

type ProductPayload = ReadPayload & { readonly receipt: string; readonly productId: string };

export type Looked = 'done' | MarketRejection | Unavailable;

export function purchaseReadJob(deps: ReadJobDeps): JobHandler {
  const { storage, clock, marketApps, providers, subscriptions, ledger } = deps;
  const { db } = storage;

  /** Of a payment for several products, all that are on record: the market's answer is about one of them. */
  async function recordsOf({ appid, gameIndex }: Job, { provider, uniqueKey }: ReadPayload) {
    if (uniqueKey === undefined) return [];
    const payment = { provider, unique_key: uniqueKey };
    const first = await findPurchase(db, { game_index: gameIndex, appid, ...payment });
    const others = marketOf(provider).sellsTogether
      ? await findPaidBy(db, { appid, gameIndex }, [payment])
      : [];
    return first ? [first, ...others] : others;
  }

  async function read(job: Job, payload: ReadPayload): Promise<Looked> {
    const { appid } = job;
    const { provider } = payload;
    const app = await marketApps(appid, provider);
    if (!app) return { unavailable: `the app has no settings for ${provider}` };
    const isNamed = payload.receipt !== undefined && !marketOf(provider).sellsTogether;
    const records = isNamed ? [] : await recordsOf(job, payload);
    const { receipt = records[0]?.receipt, productId = '' } = payload;
    if (receipt === undefined) return unnamed;
    if (payload.isSubscription) return subscriptions.reread({ appid, provider, receipt });
    const products = marketOf(provider).sellsTogether
      ? records.map(({ product_id }) => product_id)
      : [];
    for (const each of products.length > 0 ? products : [productId]) {
      const looked = await readProduct(app, { ...payload, receipt, productId: each });
      if (looked !== 'done') return looked;
    }
    return 'done';
  }

  async function readProduct(app: MarketApp, product: ProductPayload): Promise<Looked> {
    const { appid } = app;
    const { provider, uniqueKey, receipt, productId, price, currency } = product;
    const request = { receipt, productId, accountUuid: '' };
    const verdict = await providers[provider].verifyPurchase(app, request);
    if (!('accepted' in verdict)) {
      const isGone = 'rejected' in verdict && verdict.isGone === true;
      if (!isGone || uniqueKey === undefined) return verdict;
      const purchase = { provider, unique_key: uniqueKey };
      const cancellations = refundIf(isGone).map((report) => ({ purchase, report }));
      await ledger.apply({ appid, cancellations });
      return 'done';
    }
    const { accepted } = verdict;
    if (accepted.uniqueKey !== (uniqueKey ?? accepted.uniqueKey)) return otherPurchase;
    const purchase = { provider, unique_key: accepted.uniqueKey };
    const charged = priceOf(price, currency);
    const line = marketOf(provider).sellsTogether ? { productId } : {};
    const cancellations = accepted.cancellations.map((report) => ({ purchase, ...line, report }));
    const sale = unclaimedSale(appid, { ...accepted, ...charged }, receipt, clock());
    await ledger.apply({
      appid,
      // What is cancelled already is no sale that an app server has missed.
      purchases: cancellations.length > 0 ? [] : [sale],
      prices: charged ? [{ purchase, productId: accepted.productId, ...charged }] : [],
      cancellations,
    });
    return 'done';
  }

  return async (job) => {
    const payload = job.payload as ReadPayload;
    const result = await read(job, payload);
    const outcome = outcomeOf(job, result, GIVE_UP_MS, clock());
    if (outcome === 'done' || 'giveUp' in outcome) {
      const { appid, gameIndex: game_index } = job;
      const { provider, noticeId: notice_id } = payload;
      const name = { game_index, appid, provider, notice_id };
      await markNotice(db, name, result === 'done' ? 'applied' : 'failed');
    }
    return outcome;
  };
}

const unnamed: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The notification has no receipt, and the purchase is not recorded.',
};

const otherPurchase: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The receipt in the notification is of another purchase.',
};

function priceOf(price: string | undefined, currency: string | undefined) {
  const isPrice = price !== undefined && isAmount(price) && Number(price) >= 0;
  if (!isPrice || currency === undefined) return undefined;
  return currencyDigits(currency) === undefined ? undefined : { price, currency };
}

/** After a rejection a retry would not help. */
export function outcomeOf(
  { createdAt }: Job,
  result: Looked,
  giveUpMs: number,
  now: number,
): JobOutcome {
  if (result === 'done') return 'done';
  if ('rejected' in result) return { giveUp: result.detail };
  const isLate = now - createdAt > giveUpMs;
  return isLate ? { giveUp: result.unavailable } : { retry: result.unavailable };
}
