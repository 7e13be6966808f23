// Asks the market again about a subscription whose end has passed, in case no notification explained it.
import { putBack, removeTurn, type Turn, takeTurn } from '../../background/turns.ts';
import type { Clock } from '../../base/clock.ts';
import type { SubscriptionTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { findPurchase } from '../ledger/purchases-store.ts';
import { findSubscriptions } from '../ledger/subscriptions-store.ts';
import type { Market, MarketRejection, Unavailable } from '../markets/market.ts';
import { marketOf } from '../markets/markets.ts';
import { purchaseTokenOf } from '../markets/subscription.ts';
import { RUNNING, recheckTurn, type SubscriptionName } from './recheck-store.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Longer than asking takes. */
const LEASE_MS = 2 * MINUTE_MS;
/** A look-up asks at most this often. */
const LOOKUP_MS = MINUTE_MS;
/** After the first answer that explained nothing, the second, …; the last one repeats. */
const DELAYS = [10 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

type Dated = Pick<SubscriptionTable, 'status' | 'expires_at' | 'grace_until'>;

/** Running by our records although its time, grace period included, is over. */
function isPast({ status, expires_at, grace_until }: Dated, now: number): boolean {
  const isRunning = (RUNNING as readonly string[]).includes(status);
  if (!isRunning || expires_at === null) return false;
  const until = status === 'grace' ? Math.max(expires_at, grace_until ?? 0) : expires_at;
  return until <= now;
}

export interface Refreshable extends SubscriptionName {
  readonly cycle_key: string;
}

/** Resolves when the market was asked, or when nobody needs to ask now. */
export type Refresh = (
  subscription: Refreshable,
  reason: 'lookup' | 'sweep',
) => Promise<'asked' | 'not now'>;

/** What is read, and read again once a market was asked about those whose end has passed. */
export async function readRefreshed<Row extends Refreshable & Dated>(
  read: () => Promise<readonly Row[]>,
  refresh: Refresh,
  clock: Clock,
): Promise<readonly Row[]> {
  const rows = await read();
  const past = rows.filter((row) => isPast(row, clock()));
  const outcomes = await Promise.all(past.map((row) => refresh(row, 'lookup')));
  return outcomes.includes('asked') ? read() : rows;
}

export interface Receipt {
  readonly appid: string;
  readonly provider: Market;
  readonly receipt: string;
  /** Asked about: it has ended if the market does not list it any more. */
  readonly subscriptionId?: string;
}

export interface RefreshDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly reread: (receipt: Receipt) => Promise<'done' | MarketRejection | Unavailable>;
}

export function createRefresh({ storage, clock, reread }: RefreshDeps): Refresh {
  const { db } = storage;
  const asking = new Map<string, Promise<'asked'>>();

  /** The purchase token, or the receipt of the newest cycle. */
  async function receiptOf(subscription: Refreshable): Promise<string | undefined> {
    const { game_index, appid, provider, subscription_id, cycle_key: unique_key } = subscription;
    if (marketOf(provider).subscriptions?.id === 'purchase token') {
      return purchaseTokenOf(subscription_id);
    }
    return (await findPurchase(db, { game_index, appid, provider, unique_key }))?.receipt;
  }

  /** The position of the turn is the number of earlier answers that explained nothing. */
  async function ask(subscription: Refreshable, turn: Turn): Promise<'asked'> {
    const { game_index, appid, provider, subscription_id } = subscription;
    const receipt = await receiptOf(subscription);
    if (receipt !== undefined) {
      await reread({ appid, provider, receipt, subscriptionId: subscription_id });
    }
    const app = { appid, gameIndex: game_index };
    const [row] = await findSubscriptions(db, app, [{ provider, subscription_id }]);
    const now = clock();
    if (row && isPast(row, now)) {
      const delay = DELAYS[turn.position] ?? (DELAYS.at(-1) as number);
      await putBack(db, turn, { dueAt: now + delay, position: turn.position + 1 });
    } else {
      await removeTurn(db, turn);
    }
    return 'asked';
  }

  return async (subscription, reason) => {
    const { appid, provider, subscription_id } = subscription;
    const key = `${appid} ${provider} ${subscription_id}`;
    const running = asking.get(key);
    if (running) return running;
    const now = clock();
    const takenBy = reason === 'lookup' ? now - LOOKUP_MS : -1;
    const taking = { now, leaseMs: LEASE_MS, takenBy };
    const turn = await takeTurn(db, recheckTurn(subscription), taking);
    if (!turn) return asking.get(key) ?? 'not now';
    const asked = ask(subscription, turn).finally(() => asking.delete(key));
    asking.set(key, asked);
    return asked;
  };
}
