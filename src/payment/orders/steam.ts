// STEAM orders: the player approves them at Steam, and this module charges each one exactly once.
import { setTimeout as wait } from 'node:timers/promises';
import type { OperationContext } from '../../audit/operation.ts';
import type { Job, JobHandler, JobOutcome } from '../../background/jobs.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import type { MarketRejection, PurchaseRequest, Unavailable, Verdict } from '../markets/market.ts';
import type { SteamApp } from '../markets/steam/settings.ts';
import { cancellationsOf, orderStateOf } from '../markets/steam/status.ts';
import {
  isVague,
  type Steam,
  type SteamFailure,
  type SteamOrder,
  type SteamSilence,
} from '../markets/steam/steam.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import type { OrderBook } from './orders.ts';
import { saleOf } from './sale.ts';
import {
  beginCharge,
  closeOrder,
  findOrder,
  markFailed,
  markPaid,
  type Order,
  withdrawCharge,
} from './store.ts';

export interface SteamOrders {
  /** Verifies a sealed receipt: charges the order once if the player approved it, and decides. */
  settle(app: SteamApp, request: PurchaseRequest): Promise<Verdict>;
  /** Whether the player has approved or paid, so that verifying the order can succeed. */
  isPayable(app: SteamApp, order: Order): Promise<boolean | Unavailable>;
  /** Settles a charge without a recorded result. */
  readonly finishCharge: JobHandler;
}

export interface SteamOrderDeps {
  readonly context: OperationContext;
  readonly book: OrderBook;
  readonly steam: Steam;
  readonly marketApps: MarketApps;
  readonly ledger: Ledger;
}

export const SETTLE_JOB = 'steam.settle';

/**
 * No second intent is written within this time. FinalizeTxn times out after seconds, so
 * after this time Steam's status of the order shows the result of that call.
 */
const QUIET_MS = 30_000;
const GIVE_UP_MS = 7 * 24 * 60 * 60_000;
/** How long a caller waits for another process that is charging the same order. */
const WAITS_MS = [50, 100, 200, 400];

const ALREADY_COMMITTED = 6;

export function createSteamOrders(deps: SteamOrderDeps): SteamOrders {
  const { context, book, steam } = deps;
  const { clock } = context;
  const { db } = context.storage;
  const underWay = new Map<string, Promise<Verdict>>();

  /** The order at Steam, checked to be the same one. */
  async function readOrder(
    app: SteamApp,
    order: Order,
  ): Promise<SteamOrder | MarketRejection | Unavailable> {
    const seen = await steam.query(app, order.order_id);
    if ('unavailable' in seen) return seen;
    if ('failure' in seen) {
      return isVague(seen)
        ? { unavailable: `Steam failed: ${seen.description}` }
        : rejection(`Steam has no such order (error ${seen.failure}).`, seen);
    }
    return seen.orderId === order.order_id && seen.steamId === order.steam_id
      ? seen
      : rejection('At Steam, this order belongs to another account.');
  }

  /** Saves Steam's status and decides by it. Approved is not final: nothing is charged yet. */
  async function conclude(app: SteamApp, order: Order, seen: SteamOrder): Promise<Verdict> {
    const state = orderStateOf(seen);
    switch (state) {
      case 'waiting':
        return {
          rejected: 'PAYMENT_PENDING',
          detail: 'The player has not approved the order at Steam yet. Try again afterwards.',
          answer: answerOf(seen),
        };
      case 'lost':
        await markFailed(db, order);
        return rejection(
          'The order failed or the player declined it. Nothing was charged.',
          answerOf(seen),
        );
      case 'paid':
      case 'refunded':
        await markPaid(db, {
          ...order,
          paidAt: clock(),
          storeTransactionId: seen.transactionId,
          taxCountry: null,
        });
        if (state === 'refunded') await closeOrder(db, { ...order, now: clock() });
        return { accepted: purchaseOf(app, order, seen) };
      case 'approved':
        return { unavailable: 'the outcome of the charge is not known yet' };
      case 'unknown':
        return { unavailable: `Steam answered with the unknown status ${seen.status}` };
    }
  }

  /** Writes the intent, then calls once; if the answer is lost, Steam's status of the order decides. */
  async function charge(
    app: SteamApp,
    order: Order,
    seen: SteamOrder,
    askedAt: number,
  ): Promise<Verdict> {
    const now = clock();
    const attempt = await beginCharge(db, order, now, askedAt - QUIET_MS, (number) => ({
      job: {
        kind: SETTLE_JOB,
        id: `${SETTLE_JOB} ${order.order_id} ${number}`,
        payload: { orderId: order.order_id, attempt: number },
      },
      dueAt: now + QUIET_MS,
    }));
    if (attempt === undefined) return awaitOther(app, order, seen);
    const answer = await steam.finalize(app, order.order_id);
    if ('finalized' in answer) return conclude(app, order, { ...seen, status: 'Succeeded' });
    if (isCertainlyUncharged(answer)) await withdrawCharge(db, { ...order, attempt });
    if ('unavailable' in answer && answer.done === 'no') return answer;
    const after = await readOrder(app, order);
    if (!('status' in after)) return after;
    const isUncharged = orderStateOf(after) === 'approved' && isCertainlyUncharged(answer);
    return isUncharged && 'failure' in answer
      ? rejection(
          `Steam did not charge the order: ${answer.description} (error ${answer.failure}).`,
          answer,
        )
      : conclude(app, order, after);
  }

  async function awaitOther(app: SteamApp, order: Order, seen: SteamOrder): Promise<Verdict> {
    for (const delay of WAITS_MS) {
      await wait(delay);
      const now = await findOrder(db, order);
      if (now?.state === 'paid') return conclude(app, order, { ...seen, status: 'Succeeded' });
      if (now?.state !== 'charging') break;
    }
    return { unavailable: 'another process is charging this order' };
  }

  async function decide(app: SteamApp, order: Order): Promise<Verdict> {
    const askedAt = clock();
    const seen = await readOrder(app, order);
    if (!('status' in seen)) return seen;
    return orderStateOf(seen) === 'approved'
      ? charge(app, order, seen, askedAt)
      : conclude(app, order, seen);
  }

  /** Concurrent requests for one order share one call to Steam. */
  function decideOnce(app: SteamApp, order: Order): Promise<Verdict> {
    const key = `${order.appid} ${order.order_id}`;
    let verdict = underWay.get(key);
    if (!verdict) {
      verdict = decide(app, order).finally(() => underWay.delete(key));
      underWay.set(key, verdict);
    }
    return verdict;
  }

  /** A process may die between the charge and the record of the purchase. */
  async function isUnsettled({ state, provider, ...order }: Order): Promise<boolean> {
    if (state !== 'paid') return state === 'charging';
    const { game_index, appid, order_id: unique_key } = order;
    return !(await findPurchase(db, { game_index, appid, provider, unique_key }));
  }

  /** Settles a charge whose process died or whose answer was lost. */
  async function settleCharge(app: SteamApp, order: Order, attempt: number): Promise<JobOutcome> {
    const seen = await readOrder(app, order);
    if ('unavailable' in seen) return { retry: seen.unavailable };
    if ('rejected' in seen) return { giveUp: seen.detail };
    const state = orderStateOf(seen);
    if (state === 'approved' || state === 'waiting') {
      await withdrawCharge(db, { ...order, attempt });
      return 'done';
    }
    if (state === 'paid' || state === 'refunded') {
      const paid = purchaseOf(app, order, seen);
      const sale = saleOf(order, paid, book.receiptOf(order), clock());
      await deps.ledger.apply({ appid: order.appid, purchases: [sale] });
    }
    const verdict = await conclude(app, order, seen);
    return 'unavailable' in verdict ? { retry: verdict.unavailable } : 'done';
  }

  return {
    async settle(app, request) {
      const order = await book.sealedOrder(app, 'STEAM', request);
      return 'rejected' in order ? order : decideOnce(app, order);
    },
    async isPayable(app, order) {
      const seen = await readOrder(app, order);
      if ('unavailable' in seen) return seen;
      const state = 'status' in seen ? orderStateOf(seen) : 'unknown';
      return state === 'approved' || state === 'paid';
    },
    async finishCharge(job) {
      const { orderId, attempt } = job.payload as { orderId: string; attempt: number };
      const order = await findOrder(db, {
        game_index: job.gameIndex,
        appid: job.appid,
        order_id: orderId,
      });
      if (order?.charge_attempts !== attempt || !(await isUnsettled(order))) return 'done';
      const app = await deps.marketApps(job.appid, 'STEAM');
      const outcome: JobOutcome = app
        ? await settleCharge(app, order, attempt)
        : { retry: 'the app has no settings for STEAM' };
      return isLate(job, clock()) && typeof outcome === 'object' && 'retry' in outcome
        ? { giveUp: outcome.retry }
        : outcome;
    },
  };
}

const rejection = (detail: string, answer?: object): MarketRejection => ({
  rejected: 'INVALID_RECEIPT',
  detail,
  answer,
});

/** Steam's status of an order that is not a purchase. */
const answerOf = ({ orderId, transactionId, status }: SteamOrder) => ({
  orderId,
  transactionId,
  status,
});

const isLate = (job: Job, now: number): boolean => now - job.createdAt > GIVE_UP_MS;

function isCertainlyUncharged(answer: SteamFailure | SteamSilence): boolean {
  if ('unavailable' in answer) return answer.done === 'no';
  return answer.failure !== ALREADY_COMMITTED && !isVague(answer);
}

function purchaseOf(app: SteamApp, order: Order, seen: SteamOrder) {
  return {
    provider: 'STEAM',
    providerTransactionId: order.order_id,
    storeTransactionId: seen.transactionId,
    uniqueKey: order.order_id,
    productId: order.product_id,
    quantity: seen.quantity,
    price: seen.amount,
    currency: seen.currency,
    cancellations: cancellationsOf(seen),
    test: app.environment === 'sandbox',
    purchasedAt: order.created_at,
    purchaseDateSource: 'ORDER_CREATED',
    marketAccountId: null,
    marketResult: null,
    priceVerifyKey: null,
  } as const;
}
