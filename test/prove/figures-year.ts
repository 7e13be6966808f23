// A generated year of an app: what the ledger is told, in the order of arrival, and the truth about it, which
// is written down while the year is made up and knows nothing of the ledger.
import { timeOrderedId } from '../../src/base/ids.ts';
import type { LedgerUpdate } from '../../src/payment/ledger/ledger.ts';
import type { NewPurchase } from '../../src/payment/ledger/numbers.ts';
import type { Claim } from '../../src/payment/ledger/subscriptions.ts';
import type { Cancellation } from '../../src/payment/markets/cancellation.ts';
import type { Lifecycle, SubscriptionState } from '../../src/payment/markets/subscription.ts';
import { seeded } from './seeded.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Something that happened, in the smallest unit of its currency. */
export interface Sale {
  readonly at: number;
  readonly market: string;
  readonly product: string;
  country: string;
  readonly currency: string;
  readonly amount: number;
  readonly player: string;
  readonly isFree: boolean;
  /** A purchase whose delivery nobody has reported. */
  readonly isUndelivered: boolean;
  readonly lost: {
    readonly at: number;
    readonly as: 'refund' | 'dispute';
    readonly amount: number;
  }[];
}

/** A time of access without a break. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** By start; the amount is that of a month, 0 for a trial. */
  readonly periods: readonly { readonly start: number; readonly monthly: number }[];
}

export interface Subscriber {
  readonly currency: string;
  readonly cycles: readonly Sale[];
  readonly runs: readonly Run[];
  readonly statuses: readonly {
    readonly of: 'grace' | 'retry';
    readonly from: number;
    readonly to: number;
  }[];
}

export interface Year {
  readonly updates: readonly { readonly arrives: number; readonly update: LedgerUpdate }[];
  readonly sales: readonly Sale[];
  readonly subscribers: readonly Subscriber[];
}

const PRICES = [
  { country: 'US', currency: 'USD', digits: 2, unit: 99 },
  { country: 'DE', currency: 'EUR', digits: 2, unit: 119 },
  { country: 'KR', currency: 'KRW', digits: 0, unit: 1_500 },
  { country: 'JP', currency: 'JPY', digits: 0, unit: 160 },
  { country: 'KW', currency: 'KWD', digits: 3, unit: 309 },
] as const;
const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'] as const;

interface YearOptions {
  readonly appid: string;
  readonly players: number;
  /** The year ends here. */
  readonly end: number;
  readonly seed: number;
}

export function makeYear({ appid, players, end, seed }: YearOptions): Year {
  const random = seeded(seed);
  const begin = end - 365 * DAY;
  const updates: { arrives: number; update: LedgerUpdate }[] = [];
  const sales: Sale[] = [];
  const subscribers: Subscriber[] = [];
  let serial = 0;

  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const text = (amount: number, digits: number): string =>
    digits === 0
      ? String(amount)
      : `${Math.floor(amount / 10 ** digits)}.${String(amount % 10 ** digits).padStart(digits, '0')}`;
  const tell = (arrives: number, update: Omit<LedgerUpdate, 'appid'>): void => {
    updates.push({ arrives: Math.min(arrives, end - 1), update: { appid, ...update } });
    // What is told twice counts once.
    if (chance(0.1))
      updates.push({ arrives: Math.min(arrives + DAY, end - 1), update: { appid, ...update } });
  };

  function buy(player: string): void {
    const home = pick(PRICES);
    const at = begin + below(364 * DAY);
    const market = pick(MARKETS);
    const amount = chance(0.03) ? 0 : home.unit * (1 + below(20));
    const isTest = chance(0.05);
    const hasPrice = !chance(0.03);
    const country = chance(0.1) ? null : home.country;
    const isDelivered = chance(0.9);
    const key = `buy-${++serial}`;
    const arrives = at + below(chance(0.05) ? 30 * DAY : HOUR);
    const purchase: NewPurchase = {
      appid,
      provider: market,
      unique_key: key,
      payment_key: null,
      transaction_id: timeOrderedId(at),
      provider_transaction_id: key,
      store_transaction_id: key,
      product_id: `gems.${below(12)}`,
      quantity: 1,
      price: hasPrice ? text(amount, home.digits) : null,
      currency: hasPrice ? home.currency : null,
      test: isTest ? 1 : 0,
      account_uuid: player,
      account_compare: 1,
      payload: null,
      price_verify_key: null,
      receipt: key,
      receipt_hash: key,
      market_result: '{}',
      purchased_at: at,
      purchase_date_source: 'STORE_PAYMENT',
      request_type: 1,
      app_version: null,
      country,
      language: null,
      server_id: null,
      project_info: null,
      delivery: isDelivered ? 1 : null,
      delivery_at: null,
      kind: 'consumable',
      claimed: 1,
      claimed_by: null,
      claimed_at: null,
      subscription_id: null,
      ownership: null,
      permanent: null,
      consumption: null,
    };
    tell(arrives, { purchases: [{ purchase }] });
    const sale: Sale = {
      at,
      market,
      product: purchase.product_id,
      country: country ?? '',
      currency: hasPrice ? home.currency : '',
      amount: hasPrice ? amount : 0,
      player,
      isFree: hasPrice && amount === 0,
      isUndelivered: !isDelivered,
      lost: [],
    };
    if (!isTest) sales.push(sale);
    if (hasPrice && amount > 0 && chance(0.2)) lose(sale, key, home.digits, at);
  }

  /** Refunds and disputes; some arrive weeks late, some before the purchase does. */
  function lose(sale: Sale, unique_key: string, digits: number, bought: number): void {
    const report = (at: number, fields: Omit<Cancellation, 'reportedAt'>): void =>
      tell(at + below(chance(0.3) ? 40 * DAY : HOUR), {
        cancellations: [
          {
            purchase: { provider: sale.market as 'APPLE', unique_key },
            report: { ...fields, reportedAt: at } as Cancellation,
          },
        ],
      });
    const last = Math.max(1, Math.floor((end - bought) / 4));
    const first = bought + 1 + below(Math.min(last, 60 * DAY));
    const second = first + 1 + below(Math.min(last, 60 * DAY));
    const all = sale.amount;
    const part = 1 + below(all);
    const kind = below(5);
    if (kind === 0) {
      report(first, { kind: 'refund', state: 'given' });
      sale.lost.push({ at: first, as: 'refund', amount: all });
    } else if (kind === 1) {
      report(first, { kind: 'refund', state: 'partial', amount: text(part, digits) });
      report(second, { kind: 'refund', state: 'given', amount: text(all, digits) });
      sale.lost.push({ at: first, as: 'refund', amount: part });
      sale.lost.push({ at: second, as: 'refund', amount: all - part });
    } else if (kind === 2) {
      report(first, { kind: 'refund', state: 'given' });
      report(second, { kind: 'refund', state: 'restored' });
      sale.lost.push({ at: first, as: 'refund', amount: all });
      sale.lost.push({ at: second, as: 'refund', amount: -all });
    } else {
      const dispute = {
        kind: 'dispute',
        id: `d-${unique_key}`,
        amount: text(all, digits),
      } as const;
      report(first, { ...dispute, state: 'open' });
      report(second, { ...dispute, state: kind === 3 ? 'won' : 'lost' });
      sale.lost.push({ at: first, as: 'dispute', amount: all });
      if (kind === 3) sale.lost.push({ at: second, as: 'dispute', amount: -all });
    }
  }

  function subscribe(player: string): void {
    const home = pick(PRICES);
    const { currency, digits } = home;
    const market = pick(['APPLE', 'GOOGLE'] as const);
    const plans = [
      { product: 'vip.week', price: home.unit, days: 7, monthly: halfUp(home.unit * 52, 12) },
      { product: 'vip.month', price: home.unit * 3, days: 30, monthly: home.unit * 3 },
      {
        product: 'vip.year',
        price: home.unit * 30,
        days: 365,
        monthly: halfUp(home.unit * 30, 12),
      },
    ] as const;
    const cycles: Sale[] = [];
    let id = `sub-${++serial}`;
    let replaces: string | null = null;
    let plan = pick(plans);
    let at = begin + below(300 * DAY);
    const runs: Run[] = [];
    const statuses: Subscriber['statuses'][number][] = [];
    let periods: { start: number; monthly: number }[] = [];

    /** What the market says, and when it comes in. */
    const say = (
      said: number,
      arrives: number,
      cycle: { key: string; start: number; end: number; amount: number },
      lifecycle: Lifecycle,
      claim?: Claim,
      cancellations: readonly Cancellation[] = [],
    ): void => {
      const state: SubscriptionState = {
        provider: market,
        subscriptionId: id,
        originalTransactionId: id,
        marketAccountId: null,
        replaces,
        test: false,
        reportedAt: said,
        cycle: {
          uniqueKey: cycle.key,
          storeTransactionId: cycle.key,
          productId: plan.product,
          price: text(cycle.amount, digits),
          currency,
          purchasedAt: cycle.start,
          expiresAt: cycle.end,
          refundedAt: null,
          cancellations,
          place: cycle.start,
          receipt: id,
        },
        lifecycle,
        marketResult: {},
      };
      tell(arrives, { subscriptions: [{ state, claim }] });
    };
    const claimIn = (country: string | null): Claim => ({
      accountUuid: player,
      payload: null,
      requestType: 1,
      clientId: null,
      appVersion: null,
      country,
      language: null,
      serverId: null,
      projectInfo: null,
    });
    const sell = (start: number, amount: number, country: string): Sale => {
      const sale: Sale = {
        at: start,
        market,
        product: plan.product,
        country,
        currency,
        amount,
        player,
        isFree: amount === 0,
        isUndelivered: false,
        lost: [],
      };
      sales.push(sale);
      cycles.push(sale);
      return sale;
    };
    const renews = (on: boolean): Lifecycle => ({
      status: 'active',
      autoRenewProductId: on ? plan.product : null,
      graceUntil: null,
    });

    const isTrial = chance(0.3);
    const total = 1 + below(10);
    let isNewId = true;
    for (let number = 0; number < total; number += 1) {
      const isFree = isTrial && number === 0;
      const days = isFree ? 7 : plan.days;
      const amount = isFree ? 0 : plan.price;
      const cycle = { key: `cycle-${++serial}`, start: at, end: at + days * DAY, amount };
      if (cycle.end >= end - 20 * DAY) break;
      const isClaimed = isNewId || chance(0.3);
      const sale = sell(at, amount, isClaimed ? home.country : '');
      periods.push({ start: at, monthly: isFree ? 0 : plan.monthly });
      say(at, at + below(HOUR), cycle, renews(true), isNewId ? claimIn(home.country) : undefined);
      if (!isNewId && isClaimed) {
        // The app server comes after the market has told.
        say(at, at + 2 * HOUR + below(HOUR), cycle, renews(true), claimIn(home.country));
      }
      isNewId = false;

      const middle = at + Math.floor((days * DAY) / 2);
      const graceUntil = cycle.end + 3 * DAY;
      const fate = pick(FATES);
      const [isLeaving, isFailing] = [
        fate === 'leaves' || fate === 'returns',
        fate === 'fails' || fate === 'recovers',
      ];
      const next = isLeaving
        ? cycle.end + 3 * DAY + below(20 * DAY)
        : cycle.end + (isFailing ? 8 * DAY : 0);
      const nextPlan = chance(0.1) ? pick(plans) : plan;
      const goesOn =
        number + 1 < total &&
        next + nextPlan.days * DAY < end - 20 * DAY &&
        fate !== 'leaves' &&
        fate !== 'fails' &&
        fate !== 'refunded';
      const finish = (to: number, reason: string): void => {
        runs.push({ start: periods[0]?.start ?? 0, end: to, reason, periods });
        periods = [];
      };
      const expired: Lifecycle = { status: 'expired', autoRenewProductId: null, graceUntil: null };
      if (isLeaving) {
        say(middle, middle + below(HOUR), cycle, renews(false));
        say(cycle.end, cycle.end + below(2 * HOUR), cycle, expired);
        finish(cycle.end, 'choice');
      } else if (isFailing) {
        // Three days of grace, then five days of retries.
        const grace: Lifecycle = { status: 'grace', autoRenewProductId: plan.product, graceUntil };
        say(cycle.end, cycle.end + below(HOUR), cycle, grace);
        say(graceUntil, graceUntil + below(HOUR), cycle, {
          ...grace,
          status: 'hold',
          graceUntil: null,
        });
        statuses.push({ of: 'grace', from: cycle.end, to: graceUntil });
        statuses.push({ of: 'retry', from: graceUntil, to: next });
        if (!goesOn) say(next, next + below(HOUR), cycle, expired);
        finish(graceUntil, 'failed_payment');
      } else if (fate === 'refunded') {
        const refund: Cancellation = { kind: 'refund', state: 'given', reportedAt: middle };
        const revoked: Lifecycle = { ...expired, status: 'revoked' };
        say(middle, middle + below(10 * DAY), cycle, revoked, undefined, [refund]);
        if (amount > 0) sale.lost.push({ at: middle, as: 'refund', amount });
        finish(middle, 'refund');
      } else if (!goesOn) finish(cycle.end, 'unknown');
      if (!goesOn) break;
      at = next;
      // At Google another plan is another subscription; a subscription in retry keeps its own.
      if (market === 'GOOGLE' && nextPlan !== plan && !isFailing) {
        [replaces, id, isNewId] = [id, `sub-${++serial}`, true];
      }
      plan = nextPlan;
    }
    if (runs.length > 0) subscribers.push({ currency, cycles, runs, statuses });
  }

  for (let number = 0; number < players; number += 1) {
    const player = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const purchases = chance(0.2) ? 8 : below(3);
    for (let count = 0; count < purchases; count += 1) buy(player);
    if (chance(0.3)) subscribe(player);
  }
  const inOrder = updates.sort((one, other) => one.arrives - other.arrives);
  return { updates: inOrder, sales, subscribers };
}

const FATES = [
  ...Array.from({ length: 12 }, () => 'renews' as const),
  'leaves',
  'returns',
  'fails',
  'recovers',
  'refunded',
] as const;

const halfUp = (amount: number, parts: number): number => Math.floor(amount / parts + 0.5);
