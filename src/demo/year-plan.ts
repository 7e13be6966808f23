// The plan of a demo year: players, what they buy, subscribe to and get back, and who is restricted.
// Pure and seeded, so that every start tells the same story.
import { isoTime } from '../base/iso-time.ts';
import type { PurchaseLine } from '../payment/imports/lines.ts';
import type { Cancellation } from '../payment/markets/cancellation.ts';
import type { Lifecycle } from '../payment/markets/subscription.ts';

type Market = PurchaseLine['provider'];

interface Occurrence {
  readonly at: number;
}

interface PlannedLogin extends Occurrence {
  readonly kind: 'login';
  readonly player: Player;
}

export interface PlannedPurchase extends Occurrence {
  readonly kind: 'purchase';
  readonly player: Player;
  readonly line: PurchaseLine;
}

export interface PlannedRefund extends Occurrence {
  readonly kind: 'refund';
  readonly player: Player;
  readonly boughtAt: number;
  readonly line: PurchaseLine;
  readonly report: Cancellation;
}

/** A payment, or a change of a subscription between two payments. */
export interface PlannedCycle extends Occurrence {
  readonly kind: 'cycle';
  readonly player: Player;
  readonly line: PurchaseLine;
  readonly lifecycle: Lifecycle;
  readonly isPayment: boolean;
}

export interface PlannedRestriction extends Occurrence {
  readonly kind: 'restriction';
  readonly player: Player;
  readonly reason: Reason;
  /** Missing: permanent. */
  readonly days?: number;
  readonly releasedAt?: number;
}

interface PlannedRelease extends Occurrence {
  readonly kind: 'release';
  readonly player: Player;
}

/** A receipt that the market does not confirm. */
export interface PlannedRefusal extends Occurrence {
  readonly kind: 'refusal';
  readonly player: Player;
  readonly productId: string;
  readonly receipt: string;
}

export type Planned =
  | PlannedLogin
  | PlannedPurchase
  | PlannedRefund
  | PlannedCycle
  | PlannedRestriction
  | PlannedRelease
  | PlannedRefusal;

interface Player {
  readonly playerId: bigint;
  readonly did: bigint;
  readonly accountUuid: string;
  readonly country: string;
  readonly currency: Currency;
  readonly market: Market;
  readonly joinedAt: number;
  /** Asks for a refund much more often than others. */
  readonly isRefunder: boolean;
}

export type Reason = 'cheating' | 'chat';

type Currency = keyof typeof PRICES;

const DAY_MS = 86_400_000;
export const YEAR_DAYS = 365;
const CYCLE_DAYS = 30;

const PLAYERS = 300;
const FIRST_PLAYER = 100_001n;
const FIRST_DID = 700_001n;
const SUBSCRIBERS = 80;
const RESTRICTED = 70;
const REFUSED = 40;
/** How long refused verifications are kept. */
const REFUSED_DAYS = 30;

const PRICES = {
  USD: { gem_100: '0.99', gem_1200: '9.99', pass_monthly: '4.99' },
  EUR: { gem_100: '0.99', gem_1200: '9.99', pass_monthly: '4.99' },
  KRW: { gem_100: '1200', gem_1200: '12000', pass_monthly: '6500' },
  JPY: { gem_100: '160', gem_1200: '1600', pass_monthly: '800' },
} as const;

const PLACES: readonly (readonly [string, Currency, readonly Market[]])[] = [
  ['US', 'USD', ['APPLE', 'APPLE', 'GOOGLE', 'STEAM']],
  ['DE', 'EUR', ['APPLE', 'GOOGLE', 'STEAM', 'PG']],
  ['FR', 'EUR', ['APPLE', 'GOOGLE']],
  ['KR', 'KRW', ['GOOGLE', 'GOOGLE', 'APPLE', 'PG']],
  ['KR', 'KRW', ['GOOGLE', 'PG']],
  ['JP', 'JPY', ['APPLE', 'APPLE', 'GOOGLE']],
];

/** Everything that happens in the year before `now`, in order. */
export function planYear(now: number): Planned[] {
  const random = seeded(2026);
  const begin = now - YEAR_DAYS * DAY_MS;
  const ids = numbers();
  const players = Array.from({ length: PLAYERS }, (_, index) => playerAt(index, random, begin));
  const restrictions = restrictionsOf(players, random, now);
  const planned = [
    ...players.flatMap((player) => loginsOf(player, random, now)),
    ...players.flatMap((player) => purchasesOf(player, random, ids, now)),
    ...players
      .filter(({ market }) => market === 'APPLE' || market === 'GOOGLE')
      .slice(0, SUBSCRIBERS)
      .flatMap((player) => cyclesOf(player, random, ids, now)),
    ...restrictions,
    ...restrictions.flatMap(releaseOf),
    ...refusalsOf(players, random, now),
  ];
  return planned
    .filter((each) => each.at < now && !isKeptOut(each, restrictions))
    .sort((one, other) => one.at - other.at);
}

/** Whoever is restricted neither logs in nor buys, and gets nothing back for what was not bought. */
function isKeptOut(planned: Planned, restrictions: readonly PlannedRestriction[]): boolean {
  if (planned.kind !== 'login' && planned.kind !== 'purchase' && planned.kind !== 'refund')
    return false;
  const at = 'boughtAt' in planned ? planned.boughtAt : planned.at;
  return restrictions.some(
    (each) => each.player === planned.player && each.at <= at && at <= endOf(each),
  );
}

/** When a restriction ends by itself or is released. */
export const endOf = ({ at, days, releasedAt }: PlannedRestriction): number =>
  releasedAt ?? (days === undefined ? Number.POSITIVE_INFINITY : at + days * DAY_MS);

/** Numbers from 0 to 1 that look random and are always the same. */
type Random = () => number;

function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** Ids that no market gives. */
function numbers(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

function playerAt(index: number, random: Random, begin: number): Player {
  const [country, currency, markets] = oneOf(random, PLACES);
  const number = String(index + 1).padStart(12, '0');
  return {
    playerId: FIRST_PLAYER + BigInt(index),
    did: FIRST_DID + BigInt(index),
    accountUuid: `5eed0000-0000-4000-8000-${number}`,
    country,
    currency,
    market: oneOf(random, markets),
    // A third is there in the first weeks; the others come over the year.
    joinedAt: Math.floor(begin + (index % 3 === 0 ? 20 : 350) * random() * DAY_MS),
    isRefunder: index % 30 === 7,
  };
}

function loginsOf(player: Player, random: Random, now: number): PlannedLogin[] {
  const { joinedAt } = player;
  const later = Math.floor(joinedAt + random() * (now - joinedAt));
  return [joinedAt, later].map((at) => ({ kind: 'login', at, player }));
}

/** Weekends sell more: of two moments, the one on a weekend. */
function saleTime(random: Random, from: number, to: number): number {
  const [one, other] = [random(), random()].map((part) => from + part * (to - from));
  const day = new Date(other as number).getUTCDay();
  return Math.floor((day === 0 || day === 6 ? other : one) as number);
}

function purchasesOf(
  player: Player,
  random: Random,
  ids: () => number,
  now: number,
): (PlannedPurchase | PlannedRefund)[] {
  const isPayer = player.isRefunder || random() < 0.55;
  if (!isPayer) return [];
  const count = Math.ceil(-Math.log(1 - random()) * 14);
  const until = player.joinedAt + (0.3 + 0.7 * random()) * (now - player.joinedAt);
  return Array.from({ length: count }).flatMap(() => {
    const at = saleTime(random, player.joinedAt, random() < 0.7 ? now : until);
    const productId = random() < 0.68 ? 'gem_100' : 'gem_1200';
    const line = lineOf(player, productId, at, ids());
    const isDelivered = at < now - DAY_MS || random() < 0.7;
    const delivered = { ...line, ...(isDelivered && { delivery_date: isoTime(at + 9_000) }) };
    const sold: PlannedPurchase = { kind: 'purchase', at: at + 3_000, player, line: delivered };
    return [sold, ...refundsOf(player, random, line, at)];
  });
}

function lineOf(player: Player, productId: Product, at: number, id: number): PurchaseLine {
  const { market: provider, currency, accountUuid } = player;
  return {
    line: id,
    provider,
    ...idsOf(provider, id),
    product_id: productId,
    amount: PRICES[currency][productId],
    currency,
    account_uuid: accountUuid,
    purchase_date: isoTime(at),
    verified_date: isoTime(at + 3_000),
  };
}

type Product = keyof (typeof PRICES)['USD'];

const padded = (id: number, length: number): string => String(id).padStart(length, '0');

/** As the markets write them. */
function idsOf(market: Market, id: number): Partial<PurchaseLine> {
  switch (market) {
    case 'GOOGLE':
      return {
        store_transaction_id: `GPA.3300-0000-0000-${padded(id, 5)}`,
        purchase_token: `demo-year-token-${padded(id, 8)}`,
      };
    case 'STEAM':
      return {
        store_transaction_id: `1000000000000${padded(id, 6)}`,
        market_transaction_id: `2000000000000${padded(id, 6)}`,
      };
    case 'PG':
      return {
        store_transaction_id: `demo-year-order-${padded(id, 8)}`,
        market_transaction_id: `pi_demoyear${padded(id, 8)}`,
      };
    default:
      return { store_transaction_id: `2000000${padded(id, 8)}` };
  }
}

function refundsOf(
  player: Player,
  random: Random,
  line: PurchaseLine,
  boughtAt: number,
): PlannedRefund[] {
  const at = boughtAt + (1 + 9 * random()) * DAY_MS;
  const chance = random();
  const refund = (later: number, report: Cancellation): PlannedRefund => {
    const reportedAt = Math.floor(at + later * DAY_MS);
    const happened = { player, boughtAt, line, report: { ...report, reportedAt } };
    return { kind: 'refund', at: reportedAt + 2_000, ...happened };
  };
  if (chance < (player.isRefunder ? 0.3 : 0.025))
    return [refund(0, { kind: 'refund', state: 'given' })];
  if (line.provider !== 'PG') return [];
  if (chance < 0.05) {
    const amount = line.currency === 'KRW' ? '600' : '0.49';
    return [refund(0, { kind: 'refund', state: 'partial', amount })];
  }
  if (chance >= 0.09) return [];
  const id = `dp_demoyear${line.line}`;
  const outcome = chance < 0.07 ? 'won' : 'lost';
  return [
    refund(0, { kind: 'dispute', id, state: 'open' }),
    refund(25, { kind: 'dispute', id, state: outcome }),
  ];
}

function cyclesOf(player: Player, random: Random, ids: () => number, now: number): PlannedCycle[] {
  const first = ids();
  const months = 1 + Math.floor(-Math.log(random()) * 6);
  const planned: PlannedCycle[] = [];
  let at = Math.floor(player.joinedAt + (1 + random() * 20) * DAY_MS);
  for (let month = 0; month < months && at < now; month += 1) {
    const end = at + CYCLE_DAYS * DAY_MS;
    const line = cycleLine(player, at, end, first, month, ids());
    const change = (when: number, lifecycle: Partial<Lifecycle>): PlannedCycle => ({
      ...{ kind: 'cycle', at: when, player, line, isPayment: false },
      lifecycle: {
        status: 'active',
        autoRenewProductId: line.product_id,
        graceUntil: null,
        ...lifecycle,
      },
    });
    planned.push({ ...change(at + 3_000, {}), isPayment: true });
    const isLast = month === months - 1;
    const isDeclined = !isLast && random() < 0.06;
    if (isDeclined) {
      planned.push(change(end + 60_000, { status: 'grace', graceUntil: end + 6 * DAY_MS }));
    }
    if (isLast && random() < 0.12) {
      const refundedAt = at + 4 * DAY_MS;
      const revoked = change(refundedAt, { status: 'revoked', autoRenewProductId: null });
      planned.push({ ...revoked, line: { ...line, cancel_date: isoTime(refundedAt) } });
    } else if (isLast) {
      planned.push(
        change(end - 8 * DAY_MS, { autoRenewProductId: null }),
        change(end + 1_000, { status: 'expired', autoRenewProductId: null }),
      );
    }
    at = end + (isDeclined ? 3 * DAY_MS : 0);
  }
  return planned;
}

/** One paid period; all periods of a subscription have its id. */
function cycleLine(
  player: Player,
  at: number,
  end: number,
  first: number,
  month: number,
  id: number,
): PurchaseLine {
  const ofFirst = idsOf(player.market, first);
  const ids =
    player.market === 'GOOGLE'
      ? {
          ...ofFirst,
          store_transaction_id: `${ofFirst.store_transaction_id}${month === 0 ? '' : `..${month - 1}`}`,
          subscription_id: ofFirst.purchase_token,
        }
      : { ...idsOf(player.market, id), subscription_id: ofFirst.store_transaction_id };
  return {
    ...lineOf(player, 'pass_monthly', at, id),
    ...ids,
    kind: 'subscription',
    expires_date: isoTime(end),
  } as PurchaseLine;
}

const restrictionsOf = (
  players: readonly Player[],
  random: Random,
  now: number,
): PlannedRestriction[] =>
  Array.from({ length: RESTRICTED }, () => {
    const player = oneOf(random, players);
    const at = Math.floor(player.joinedAt + random() * (now - player.joinedAt));
    const reason = random() < 0.6 ? 'cheating' : 'chat';
    const isPermanent = reason === 'cheating' && random() < 0.35;
    const days = oneOf(random, [1, 3, 7, 30, 90]);
    const releasedAt = Math.floor(at + (0.2 + 0.7 * random()) * DAY_MS);
    return {
      ...{ kind: 'restriction', at, player, reason },
      ...(!isPermanent && { days }),
      ...(random() < 0.2 && { releasedAt }),
    };
  });

const releaseOf = ({ player, releasedAt: at }: PlannedRestriction): PlannedRelease[] =>
  at === undefined ? [] : [{ kind: 'release', at, player }];

const refusalsOf = (players: readonly Player[], random: Random, now: number): PlannedRefusal[] =>
  Array.from({ length: REFUSED }, (_, index) => ({
    kind: 'refusal',
    at: Math.floor(now - random() * REFUSED_DAYS * DAY_MS),
    player: oneOf(random, players),
    productId: 'gem_1200',
    receipt: `forged-receipt-${index}`,
  }));
