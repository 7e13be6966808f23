// What is owed for refunded goods, and which later purchases pay it: exact amounts, no money counted twice. Pure.
import { Big } from 'big.js';
import { isOwn, newestReports } from '../../payment/ledger/cancellation.ts';
import { isCancelling } from '../../payment/markets/cancellation.ts';
import { amountText } from '../../payment/money.ts';
import type { CancellationTable, MeasureDebtTable, PurchaseTable } from '../../storage/schema.ts';
import { keyOf, type UndonePurchase } from '../decide/causes.ts';

type Debt = MeasureDebtTable;
type Reports = readonly CancellationTable[];
type Money = Pick<Debt, 'amount' | 'currency'>;

const DELIVERED = 1;
const NOTHING = new Big(0);

/** Of a purchase whose price nobody knows: no amount pays it. ISO 4217 has XXX for no currency. */
const UNKNOWN: Money = { amount: '0', currency: 'XXX' };

export const hasAmount = ({ currency }: Pick<Debt, 'currency'>): boolean =>
  currency !== UNKNOWN.currency;

const isRefunding = ({ state }: CancellationTable): boolean =>
  state === 'partial' || isCancelling({ state });

/** By a refund and disputes together, never more than the price. Without an amount it is the whole price. */
function refundedOf(price: Big, reports: Reports): Big {
  const sum = newestReports(reports)
    .filter(isRefunding)
    .reduce((total, { amount }) => total.plus(amount ?? price), NOTHING);
  return sum.gt(price) ? price : sum;
}

/** Undefined when nothing is owed. A subscription ends with its refund, so nothing is owed for a cycle. */
export function owedFor(
  { kind, delivery, price, currency }: UndonePurchase,
  reports: Reports,
): Money | undefined {
  if (kind !== 'consumable' || (delivery ?? DELIVERED) !== DELIVERED) return undefined;
  const cancelling = newestReports(reports).filter(isCancelling);
  const others = reports.filter((report) => !isOwn(report));
  // What the studio refunded by itself, nobody owes.
  if (cancelling.length > 0 && cancelling.every(isOwn)) return undefined;
  if (price === null || currency === null) return UNKNOWN;
  const whole = new Big(price);
  const owed = cancelling.length > 0 ? refundedOf(whole, others) : whole;
  if (owed.lte(NOTHING)) return undefined;
  return { amount: owed.eq(whole) ? price : amountText(owed, currency), currency };
}

export interface Payment {
  readonly number: number;
  readonly product_id: string;
  readonly verified_at: number;
  readonly currency: string | null;
  /** Price without what was refunded of it. Zero when nothing was paid, or nobody knows how much. */
  readonly worth: Big;
  /** Nothing of it was refunded. */
  readonly isWhole: boolean;
}

export const PAID_COLUMNS = [
  'provider',
  'unique_key',
  'number',
  'transaction_id',
  'product_id',
  'verified_at',
  'price',
  'currency',
] as const satisfies (keyof PurchaseTable)[];

export type PaidPurchase = Pick<PurchaseTable, (typeof PAID_COLUMNS)[number]>;

export function paymentOf(purchase: PaidPurchase, reports: Reports): Payment {
  const { number, product_id, verified_at, currency } = purchase;
  const price = currency === null ? NOTHING : new Big(purchase.price ?? 0);
  return {
    number,
    product_id,
    verified_at,
    currency,
    worth: price.minus(refundedOf(price, reports)),
    isWhole: !newestReports(reports).some(isRefunding),
  };
}

export interface Settlement {
  /** Oldest refund first. */
  readonly debts: Debt[];
  /** Debts that are open although their product was bought again. */
  readonly underpaid: ReadonlySet<string>;
  /** Numbers of the purchases that paid nothing of any debt. */
  readonly unused: readonly number[];
}

/** Payments in their order pay the oldest debts of their product and currency; what is left of one pays the next. */
export function settle(
  debts: readonly Debt[],
  payments: readonly Payment[],
  stored: readonly Debt[],
): Settlement {
  const oldestFirst = debts.toSorted(
    (one, other) => one.refunded_at - other.refunded_at || one.number - other.number,
  );
  const kept = settledBefore(oldestFirst, payments, stored);
  const settledBy = new Map(kept);
  const paid = new Map<string, Big>();
  const underpaid = new Set<string>();
  const unused: number[] = [];
  const used = new Set(kept.values());
  for (const payment of payments.filter(({ number }) => !used.has(number))) {
    const open = oldestFirst.filter(
      (debt) => !settledBy.has(keyOf(debt)) && isAfter(payment, debt),
    );
    let left = payment.worth;
    for (const debt of open.filter(
      (each) => hasAmount(each) && each.currency === payment.currency,
    )) {
      const before = paid.get(keyOf(debt)) ?? NOTHING;
      const missing = new Big(debt.amount).minus(before);
      const part = left.lt(missing) ? left : missing;
      paid.set(keyOf(debt), before.plus(part));
      left = left.minus(part);
      if (part.eq(missing)) settledBy.set(keyOf(debt), payment.number);
      // What is spent on one debt is not meant for the next.
      if (part.gt(NOTHING)) underpaid.add(keyOf(debt));
    }
    const isUnused = payment.worth.eq(left);
    if (isUnused && open.length > 0) unused.push(payment.number);
    if (isUnused || left.gt(NOTHING)) for (const debt of open) underpaid.add(keyOf(debt));
  }
  for (const key of settledBy.keys()) underpaid.delete(key);
  return {
    debts: oldestFirst.map((debt) => ({
      ...debt,
      settled_by: settledBy.get(keyOf(debt)) ?? null,
      paid: kept.has(keyOf(debt))
        ? null
        : amountText(paid.get(keyOf(debt)) ?? NOTHING, debt.currency),
    })),
    underpaid,
    unused,
  };
}

const isAfter = (payment: Payment, debt: Debt): boolean =>
  debt.product_id === payment.product_id &&
  debt.refunded_at <= payment.verified_at &&
  debt.number < payment.number;

/** Before version 35 one purchase of any price settled a debt. It stays so while nothing of it is refunded. */
function settledBefore(
  debts: readonly Debt[],
  payments: readonly Payment[],
  stored: readonly Debt[],
): Map<string, number> {
  const whole = new Set(payments.filter(({ isWhole }) => isWhole).map(({ number }) => number));
  const before = new Map(stored.map((debt) => [keyOf(debt), debt]));
  return new Map(
    debts.flatMap((debt) => {
      const { paid, settled_by, refunded_at } = before.get(keyOf(debt)) ?? debt;
      const number = settled_by as number;
      const isKept = paid === null && refunded_at === debt.refunded_at && whole.has(number);
      return isKept ? [[keyOf(debt), number] as const] : [];
    }),
  );
}
