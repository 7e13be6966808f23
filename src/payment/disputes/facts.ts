// What counts as a fact about a disputed purchase: which reports, logins and other purchases.
import { Big } from 'big.js';
import type { CancellationTable } from '../../storage/schema.ts';
import { disputeIdOf, newestReports } from '../ledger/cancellation.ts';
import type { PurchaseName } from '../ledger/purchases-store.ts';
import { amountText } from '../money.ts';

export interface Facts {
  readonly game: string;
  readonly order: {
    readonly id: string;
    readonly productId: string;
    readonly quantity: number;
    readonly amount: string;
    readonly currency: string;
    readonly createdAt: number;
    readonly paidAt: number | null;
    readonly paymentId: string | null;
    readonly accountUuid: string;
  };
  readonly playerId: bigint | null;
  /** Undefined while no app server has verified the payment. */
  readonly purchase?: {
    readonly serviceId: string;
    readonly language: string | null;
    readonly delivery: 1 | 2 | 3 | null;
    readonly deliveryAt: number | null;
    readonly refunded: boolean;
  };
  readonly product?: { readonly name: string; readonly descriptions: Record<string, string> };
  /** Near the purchase, in the order of time. */
  readonly logins: readonly FactLogin[];
  readonly earlier: readonly FactPurchase[];
  /** Other payments for the product, close to this one. */
  readonly alike: readonly FactPurchase[];
}

export interface FactLogin {
  readonly did: bigint;
  readonly at: number;
  readonly until: number | null;
}

export interface FactPurchase {
  readonly serviceId: string;
  readonly productId: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly at: number;
  readonly delivered: boolean;
  /** Of the charge at the gateway. */
  readonly chargeId: string | undefined;
}

/** Payments for the same product within this may be taken for duplicates. */
export const ALIKE_MS = 2 * 24 * 60 * 60_000;
export const MOST_LOGINS = 100;

/** In whole or in part, given or on its way; not one that failed later. */
export const isRefunded = (reports: readonly CancellationTable[]): boolean =>
  newestReports(reports).some(({ cause, state }) => cause === 'refund' && state !== 'restored');

const nameOf = ({ provider, unique_key }: PurchaseName): string => `${provider} ${unique_key}`;

/** Those that are not refunded and were never disputed. */
export function undoubted<Row extends PurchaseName>(
  rows: readonly Row[],
  reports: readonly CancellationTable[],
): Row[] {
  const byPurchase = Map.groupBy(reports, nameOf);
  return rows.filter((row) => {
    const own = byPurchase.get(nameOf(row)) ?? [];
    return !isRefunded(own) && own.every((report) => disputeIdOf(report) === undefined);
  });
}

/** Those nearest to the payment, in the order of time. */
export const nearest = (logins: readonly FactLogin[], paidAt: number): FactLogin[] =>
  logins
    .toSorted((one, other) => Math.abs(one.at - paidAt) - Math.abs(other.at - paidAt))
    .slice(0, MOST_LOGINS)
    .sort((one, other) => one.at - other.at);

interface Paid {
  /** Undefined while no app server has verified the payment. */
  readonly serviceId: string | undefined;
  readonly productId: string;
  readonly paidAt: number;
}

/** The purchases before the payment, and those that may be taken for it. */
export function othersOf(
  purchases: readonly FactPurchase[],
  { serviceId, productId, paidAt }: Paid,
): Pick<Facts, 'earlier' | 'alike'> {
  const others = purchases.filter((each) => each.serviceId !== serviceId);
  return {
    earlier: others.filter(({ at }) => at < paidAt),
    alike: others.filter(
      (each) => each.productId === productId && Math.abs(each.at - paidAt) <= ALIKE_MS,
    ),
  };
}

/** What was paid, by currency. */
export function sumsOf(
  purchases: readonly Pick<FactPurchase, 'amount' | 'currency'>[],
): { readonly currency: string; readonly amount: string }[] {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of purchases) {
    if (amount === null || currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: amountText(amount, currency) }));
}
