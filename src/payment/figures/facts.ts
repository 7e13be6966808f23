// Facts: what one purchase adds to the sums, and when. Pure, so that the same record always gives the same facts.

import { type Fact, REFUNDS_RECEIVED } from '../../figures/facts.ts';
import type { CancellationTable, PurchaseTable } from '../../storage/schema.ts';
import { isCancelled } from '../ledger/cancellation.ts';
import { minorUnits } from '../money.ts';

/** Version of the facts. Raise it with every change of what is counted: all sums are then made anew. */
export const FACTS = 4;

export type CountedPurchase = Pick<
  PurchaseTable,
  | 'provider'
  | 'unique_key'
  | 'number'
  | 'product_id'
  | 'price'
  | 'currency'
  | 'test'
  | 'account_uuid'
  | 'country'
  | 'purchased_at'
  | 'verified_at'
  | 'claimed'
  | 'kind'
  | 'subscription_id'
>;
export type Report = CancellationTable;

/** When it was bought, by the market if it says so. */
export const boughtAt = ({ purchased_at, verified_at }: CountedPurchase): number =>
  purchased_at ?? verified_at;

export interface Price {
  readonly currency: string;
  readonly amount: number;
}

/** Undefined when the market named none, or one that cannot be added up. */
export function priceOf({ price, currency }: CountedPurchase): Price | undefined {
  if (price === null || currency === null) return undefined;
  const amount = minorUnits(price, currency);
  return amount === undefined ? undefined : { currency, amount };
}

/** What a purchase adds by itself. */
export function saleFacts(purchase: CountedPurchase): Fact[] {
  const price = priceOf(purchase);
  const at = boughtAt(purchase);
  const sale = { ...placeOf(purchase), at, purchases: 1, gross: price?.amount ?? 0 };
  const { account_uuid: payer } = purchase;
  // Empty while nobody knows who has bought it.
  const isPayment = purchase.test === 0 && !isFree(purchase) && payer !== '';
  return isPayment ? [sale, { at, payer, currency: sale.currency }] : [sale];
}

/** Its price or its buyer may become known later. */
export const isUnsettled = ({ claimed, price }: CountedPurchase): boolean =>
  claimed === 0 || price === null;

/** Among the facts of a purchase. */
export const isSale = (fact: Fact): boolean => 'purchases' in fact;

export const isFree = ({ price }: CountedPurchase): boolean =>
  price !== null && !/[1-9]/.test(price);

/** What its refunds and disputes add. Of what was free, nothing can be given back. */
export function cancellationFacts(purchase: CountedPurchase, reports: readonly Report[]): Fact[] {
  if (reports.length === 0 || isFree(purchase)) return [];
  const place = placeOf(purchase);
  const facts: Fact[] = isCancelled(reports)
    ? [{ ...place, at: boughtAt(purchase), cancelled: 1 }]
    : [];
  const price = priceOf(purchase)?.amount ?? 0;
  const taken = new Map<string, Taken>();
  let before = NOTHING;
  for (const report of inOrder(reports)) {
    taken.set(report.cause, takenBy(report, purchase.currency, price, taken.get(report.cause)));
    const after = totalOf(taken, price);
    const change = {
      refunds: after.refunds - before.refunds,
      refunded: after.refunded - before.refunded,
      disputes: after.disputes - before.disputes,
      disputed: after.disputed - before.disputed,
    };
    if (Object.values(change).some((each) => each !== 0)) {
      facts.push({ ...place, at: report.reported_at, ...change });
    }
    const received = change.refunds + change.disputes;
    if (received !== 0 && purchase.test === 0) facts.push(receivedFact(report, received));
    before = after;
  }
  return facts;
}

/** By when Tollgate learned of it, for alerts: a market may report it hours later. */
const receivedFact = ({ received_at: at }: Report, amount: number): Fact => ({
  ...{ at, metric: REFUNDS_RECEIVED, grains: ['hour'], amount },
});

const placeOf = (purchase: CountedPurchase) => ({
  ...(purchase.test === 1 && { test: true as const }),
  market: purchase.provider,
  product: purchase.product_id,
  country: purchase.country ?? '',
  currency: priceOf(purchase)?.currency ?? '',
});

/** As the ledger orders them: the last one of a cause counts. */
const inOrder = (reports: readonly Report[]): Report[] =>
  reports.toSorted(
    (one, other) =>
      one.last_at - other.last_at ||
      one.reported_at - other.reported_at ||
      (one.cause < other.cause ? -1 : 1),
  );

interface Taken {
  readonly isTaken: boolean;
  readonly amount: number;
}

const BACK: Taken = { isTaken: false, amount: 0 };

/** What a refund or dispute takes away as of this report. */
function takenBy(
  { state, amount }: Report,
  currency: string | null,
  price: number,
  before: Taken = BACK,
): Taken {
  const reported = amount === null ? undefined : minorUnits(amount, currency ?? '');
  switch (state) {
    case 'given':
    case 'open':
    case 'lost':
      return { isTaken: true, amount: reported ?? price };
    case 'partial':
      return { isTaken: true, amount: reported ?? before.amount };
    case 'pending':
    case 'restored':
    case 'won':
      return BACK;
  }
}

interface Total {
  readonly refunds: number;
  readonly refunded: number;
  readonly disputes: number;
  readonly disputed: number;
}

const NOTHING: Total = { refunds: 0, refunded: 0, disputes: 0, disputed: 0 };

/** Together never more than the price: what is refunded is not counted as disputed again. */
function totalOf(taken: ReadonlyMap<string, Taken>, price: number): Total {
  const refund = taken.get('refund') ?? BACK;
  const disputes = [...taken].filter(([cause]) => cause !== 'refund').map(([, each]) => each);
  const refunded = Math.min(refund.amount, price);
  const disputed = disputes.reduce((sum, { amount }) => sum + amount, 0);
  return {
    refunds: refund.isTaken ? 1 : 0,
    refunded,
    disputes: disputes.some(({ isTaken }) => isTaken) ? 1 : 0,
    disputed: Math.min(disputed, price - refunded),
  };
}
