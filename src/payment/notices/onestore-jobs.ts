// Jobs at ONE store: acknowledge or consume a recorded purchase, and read a purchase that a notification names.
import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import { addActivity } from '../ledger/activity.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { unclaimedSale } from '../ledger/new-purchase.ts';
import { markNotice } from '../ledger/notices-store.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import type { MarketRejection, Provider, Unavailable } from '../markets/market.ts';
import type { Onestore } from '../markets/onestore/api.ts';
import { READ_JOB, type ReadPayload } from '../markets/onestore/notice.ts';
import { GRANT_JOB, type GrantPayload, isGranted } from '../markets/onestore/onestore.ts';
import type { OnestoreApp, onestoreShapes } from '../markets/onestore/settings.ts';
import { currencyDigits, isAmount } from '../money.ts';
import type { MarketApps } from '../settings/market-apps.ts';

export interface OnestoreJobDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly onestore: Pick<Provider<typeof onestoreShapes>, 'verifyPurchase'> & {
    readonly api: Onestore;
  };
  readonly ledger: Ledger;
}

const DAY_MS = 24 * 60 * 60_000;
/** ONE store refunds what is not granted after three days, so later attempts are useless. */
const GIVE_UP_MS = 4 * DAY_MS;

type Looked = 'done' | MarketRejection | Unavailable;

export function onestoreJobs(deps: OnestoreJobDeps): Readonly<Record<string, JobHandler>> {
  const { storage, clock, marketApps, onestore, ledger } = deps;
  const { db } = storage;

  async function grant(app: OnestoreApp, job: Job): Promise<Looked> {
    const { grant: wanted, purchaseId, ...name } = job.payload as GrantPayload;
    const granted = await onestore.api.grant(app, wanted, name);
    if (granted !== 'done') {
      if ('unavailable' in granted) return granted;
      // An earlier call may have succeeded without its answer arriving, or the purchase was cancelled.
      const purchase = await onestore.api.purchase(app, name);
      if (!('purchaseId' in purchase)) return purchase;
      if (purchase.isCancelled) return 'done';
      if (!isGranted(purchase, wanted)) return { unavailable: granted.detail };
    }
    const { appid, gameIndex: game_index } = job;
    const kind = wanted === 'consume' ? 'purchase.consumed' : 'purchase.acknowledged';
    const purchase = { game_index, appid, provider: 'ONESTORE', subject: purchaseId } as const;
    await addActivity(db, [{ ...purchase, kind, reference: '', at: clock() }]);
    return 'done';
  }

  /** Version 3.0 of the message may name no token; then only a recorded purchase has one. */
  async function tokenOf({ appid, gameIndex: game_index, payload }: Job) {
    const { purchaseToken, purchaseId: unique_key } = payload as ReadPayload;
    if (purchaseToken !== undefined) return purchaseToken;
    const name = { game_index, appid, provider: 'ONESTORE', unique_key } as const;
    return (await findPurchase(db, name))?.receipt;
  }

  /** ONE store's answer decides; the notification brings only the price. */
  async function read(app: OnestoreApp, job: Job): Promise<Looked> {
    const { purchaseId, productId, price, currency } = job.payload as ReadPayload;
    const receipt = await tokenOf(job);
    if (receipt === undefined) return unnamed;
    const request = { receipt, productId, accountUuid: '' };
    const verdict = await onestore.verifyPurchase(app, request);
    if (!('accepted' in verdict)) return verdict;
    const { accepted } = verdict;
    if (accepted.uniqueKey !== purchaseId) return otherPurchase;
    const charged = priceOf(price, currency);
    const { appid } = app;
    const purchase = { provider: 'ONESTORE', unique_key: purchaseId } as const;
    const cancellations = accepted.cancellations.map((report) => ({ purchase, report }));
    const sale = unclaimedSale(appid, { ...accepted, ...charged }, receipt, clock());
    await ledger.apply({
      appid,
      // What is cancelled already is no sale that an app server has missed.
      purchases: cancellations.length > 0 ? [] : [sale],
      prices: charged ? [{ purchase, productId, ...charged }] : [],
      cancellations,
    });
    return 'done';
  }

  function handler(look: (app: OnestoreApp, job: Job) => Promise<Looked>): JobHandler {
    return async (job) => {
      const app = await marketApps(job.appid, 'ONESTORE');
      const result = app ? await look(app, job) : noSettings;
      const outcome = outcomeOf(job, result, clock());
      const { noticeId } = job.payload as Partial<ReadPayload>;
      const isOver = outcome === 'done' || 'giveUp' in outcome;
      if (noticeId !== undefined && isOver) {
        const { appid, gameIndex: game_index } = job;
        const name = { game_index, appid, provider: 'ONESTORE', notice_id: noticeId } as const;
        await markNotice(db, name, result === 'done' ? 'applied' : 'failed');
      }
      return outcome;
    };
  }

  return { [GRANT_JOB]: handler(grant), [READ_JOB]: handler(read) };
}

const noSettings: Unavailable = { unavailable: 'the app has no settings for ONESTORE' };

const unnamed: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The notification names no purchase token, and the purchase is not recorded.',
};

const otherPurchase: MarketRejection = {
  rejected: 'INVALID_RECEIPT',
  detail: 'The purchase token in the notification is of another purchase.',
};

function priceOf(price: string | undefined, currency: string | undefined) {
  const isPrice = price !== undefined && isAmount(price) && Number(price) >= 0;
  if (!isPrice || currency === undefined) return undefined;
  return currencyDigits(currency) === undefined ? undefined : { price, currency };
}

/** After a rejection a retry would not help. */
function outcomeOf({ createdAt }: Job, result: Looked, now: number): JobOutcome {
  if (result === 'done') return 'done';
  if ('rejected' in result) return { giveUp: result.detail };
  const isLate = now - createdAt > GIVE_UP_MS;
  return isLate ? { giveUp: result.unavailable } : { retry: result.unavailable };
}
