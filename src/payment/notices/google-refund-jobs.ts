// Jobs for refunds at Google: find out what a void is about, and watch a refund until it is paid out or dropped.
import type { Job, JobOutcome } from '../../background/jobs.ts';
import { createCache } from '../../base/cache.ts';
import type { Clock } from '../../base/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { CancellationUpdate } from '../ledger/cancellation.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  findCancellations,
  findPaidBy,
  findPurchase,
  type PurchaseName,
} from '../ledger/purchases-store.ts';
import type { VoidPayload } from '../markets/google/notice.ts';
import {
  ofProduct,
  type PlayOrder,
  type PricePayload,
  type RefundWatch,
  refundWatch,
} from '../markets/google/order.ts';
import type { GooglePlay } from '../markets/google/play.ts';
import type { PlayPurchase } from '../markets/google/purchase.ts';
import {
  type PlayVoid,
  partialVoidReport,
  reportsOf,
  voidReports,
} from '../markets/google/refunds.ts';
import type { GoogleApp } from '../markets/google/settings.ts';
import type { ReadVoided } from '../markets/google/voided.ts';
import type { MarketRejection, Unavailable } from '../markets/market.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { Subscriptions } from '../verify/subscriptions.ts';

export interface GoogleRefundDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly play: GooglePlay;
  readonly readVoided: ReadVoided;
  readonly subscriptions: Subscriptions;
  readonly ledger: Ledger;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Google allows 6,000 reads of the list a day and 30 in 30 seconds; most are left to the poller. */
const LOOKUPS = 10;
const LOOKUPS_PER_MS = 5 * MINUTE_MS;
const LOOK_BACK_MS = HOUR_MS;

export function googleRefundJobs(deps: GoogleRefundDeps) {
  const { storage, clock, marketApps, play, ledger } = deps;
  const lookups = createCache<string, { count: number }>(clock, LOOKUPS_PER_MS, 10_000);

  function maySearch(appid: string): boolean {
    const used = lookups.get(appid) ?? { count: 0 };
    if (used.count === 0) lookups.set(appid, used);
    used.count++;
    return used.count <= LOOKUPS;
  }

  /** A notification gives no reason; the list does, if it has the entry by now. */
  async function listed(app: GoogleApp, reported: PlayVoid): Promise<PlayVoid> {
    if (!maySearch(app.appid)) return reported;
    const end = clock();
    const page = await deps.readVoided(app, { start: (reported.at ?? end) - LOOK_BACK_MS, end });
    if ('unavailable' in page) return reported;
    const found = page.voids.findLast(
      ({ orderId, isPartial }) => orderId === reported.orderId && isPartial === reported.isPartial,
    );
    return found ?? reported;
  }

  async function piecesOf(
    app: GoogleApp,
    purchaseToken: string,
    productId: string | undefined,
  ): Promise<PlayPurchase | Unavailable | undefined> {
    if (productId === undefined) return undefined;
    const purchase = await play.purchase(app, { productId, purchaseToken });
    return 'rejected' in purchase ? undefined : purchase;
  }

  /** The first of what the order has paid for. */
  async function recorded({ appid, gameIndex }: AppName, order: PurchaseName) {
    const key = { game_index: gameIndex, appid, ...order };
    const [paid] = await findPaidBy(storage.db, { appid, gameIndex }, [order]);
    return (await findPurchase(storage.db, key)) ?? paid;
  }

  /** One report, or one for each product of the order. */
  async function partsOf(
    app: GoogleApp,
    voided: PlayVoid,
    order: PlayOrder | undefined,
    recorded: string | undefined,
  ): Promise<CancellationUpdate[] | Unavailable> {
    const purchase = { provider: 'GOOGLE', unique_key: voided.orderId } as const;
    const { productIds = [] } = order ?? {};
    if (productIds.length < 2) {
      const pieces = await piecesOf(app, voided.purchaseToken, productIds[0] ?? recorded);
      if (pieces && 'unavailable' in pieces) return pieces;
      return [{ purchase, report: partialVoidReport(voided, pieces, order) }];
    }
    return eachProduct(app, voided.purchaseToken, productIds, (productId, pieces) =>
      reportsOf(pieces, order).length === 0
        ? []
        : [{ purchase, productId, report: partialVoidReport(voided, pieces, order) }],
    );
  }

  async function eachProduct(
    app: GoogleApp,
    purchaseToken: string,
    productIds: readonly string[],
    read: (productId: string, pieces: PlayPurchase) => CancellationUpdate[],
  ): Promise<CancellationUpdate[] | Unavailable> {
    const updates: CancellationUpdate[] = [];
    for (const productId of productIds) {
      const pieces = await piecesOf(app, purchaseToken, productId);
      if (pieces && 'unavailable' in pieces) return pieces;
      if (pieces) updates.push(...read(productId, pieces));
    }
    return updates;
  }

  async function readVoided({
    appid,
    payload,
    createdAt,
  }: Job): Promise<'done' | MarketRejection | Unavailable> {
    const reported = reportedBy(payload as VoidPayload);
    const app = await marketApps(appid, 'GOOGLE');
    if (!app) return noSettings;
    const { orderId, purchaseToken } = reported;
    const name = { provider: 'GOOGLE', unique_key: orderId } as const;
    const known = await recorded(app, name);
    const answer = orderId === purchaseToken ? undefined : await play.order(app, orderId, '');
    const isUnread = answer !== undefined && 'unavailable' in answer;
    // What was taken back is known; how much was paid out is worth a day of waiting.
    if (isUnread && clock() - createdAt < DAY_MS) return answer;
    const order = isUnread ? undefined : answer;
    const voided =
      (payload as VoidPayload).noticeId === undefined ? reported : await listed(app, reported);
    const cancellations = voided.isPartial
      ? await partsOf(app, voided, order, known?.product_id)
      : voidReports(voided, order).map((each) => ({ purchase: name, ...each }));
    if ('unavailable' in cancellations) return cancellations;
    await ledger.apply({ appid, cancellations });
    return known?.kind === 'subscription'
      ? deps.subscriptions.reread({ appid, provider: 'GOOGLE', receipt: purchaseToken })
      : 'done';
  }

  /** Whether the last thing on record about a refund is that it is pending. */
  async function isStillPending(app: AppName, orderId: string): Promise<boolean> {
    const name = { provider: 'GOOGLE', unique_key: orderId } as const;
    const reports = await findCancellations(storage.db, app, [name]);
    const newest = reports
      .filter(({ cause }) => cause === 'refund')
      .toSorted((one, other) => one.last_at - other.last_at)
      .at(-1);
    return newest?.state === 'pending';
  }

  /** The order says what was paid out, the purchase whether the buyer keeps it. */
  async function settle(app: GoogleApp, orderId: string, order: PlayOrder) {
    const { appid } = app;
    const purchase = { provider: 'GOOGLE', unique_key: orderId } as const;
    if (order.cancellations.length === 0) {
      if (!(await isStillPending(app, orderId))) return undefined;
      const report = { kind: 'refund', state: 'restored', reason: 'declined' } as const;
      return ledger.apply({ appid, cancellations: [{ purchase, report }] });
    }
    const known = await recorded(app, purchase);
    const receipt = order.purchaseToken ?? known?.receipt;
    if (known?.kind === 'subscription' && receipt !== undefined) {
      const reread = await deps.subscriptions.reread({ appid, provider: 'GOOGLE', receipt });
      return typeof reread === 'object' && 'unavailable' in reread ? reread : undefined;
    }
    const asShown = order.cancellations.map((report) => ({ purchase, report }));
    const cancellations =
      receipt === undefined || order.productIds.length === 0
        ? asShown
        : await eachProduct(app, receipt, order.productIds, (productId, pieces) =>
            reportsOf(pieces, ofProduct(order, productId)).map((report) => ({
              purchase,
              productId,
              report,
            })),
          );
    if ('unavailable' in cancellations) return cancellations;
    return ledger.apply({ appid, cancellations });
  }

  async function fillInPrice({ appid, payload, createdAt }: Job): Promise<JobOutcome> {
    const { orderId, productId } = payload as PricePayload;
    const app = await marketApps(appid, 'GOOGLE');
    const order = app ? await play.order(app, orderId, productId) : noSettings;
    if (order && 'unavailable' in order) {
      const isLate = clock() - createdAt > GIVE_UP_MS;
      return isLate ? { giveUp: order.unavailable } : { retry: order.unavailable };
    }
    if (!app || !order) return 'done';
    const { price, currency } = order;
    if (price !== undefined && currency !== undefined) {
      const purchase = { provider: 'GOOGLE', unique_key: orderId } as const;
      const watch = refundWatch(order);
      const prices = [{ purchase, productId, price, currency }];
      await ledger.apply({ appid, prices, jobs: watch ? [watch] : [] });
    }
    return settled(await settle(app, orderId, order));
  }

  async function watchRefund(job: Job): Promise<JobOutcome> {
    const { appid, payload, createdAt } = job;
    const { orderId } = payload as RefundWatch;
    const app = await marketApps(appid, 'GOOGLE');
    const order = app ? await play.order(app, orderId, '') : noSettings;
    const age = clock() - createdAt;
    const isLate = age > GIVE_UP_MS;
    if (order && 'unavailable' in order) {
      return isLate ? { giveUp: order.unavailable } : { retry: order.unavailable };
    }
    if (order?.isRefundPending) {
      return isLate
        ? { giveUp: `the refund of order ${orderId} is still pending at Google Play` }
        : { againInMs: waitAt(age) };
    }
    return app && order ? settled(await settle(app, orderId, order)) : 'done';
  }

  return { readVoided, watchRefund, fillInPrice };
}

const settled = (outcome: object | undefined): JobOutcome =>
  outcome && 'unavailable' in outcome ? { retry: (outcome as Unavailable).unavailable } : 'done';

/** Jobs of earlier releases have only the names. */
const reportedBy = (payload: VoidPayload): PlayVoid => ({
  orderId: payload.orderId,
  purchaseToken: payload.purchaseToken,
  at: payload.at ?? null,
  reason: payload.reason ?? null,
  isChargeback: payload.isChargeback ?? false,
  isPartial: payload.isPartial ?? false,
});

const noSettings: Unavailable = { unavailable: 'the app has no settings for GOOGLE' };

const GIVE_UP_MS = 35 * DAY_MS;

/** Often on the first day, then every six hours. */
function waitAt(age: number): number {
  if (age < HOUR_MS) return 10 * MINUTE_MS;
  return age < DAY_MS ? HOUR_MS : 6 * HOUR_MS;
}
