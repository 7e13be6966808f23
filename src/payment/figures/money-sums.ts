// Sums of money of a period: added up exactly, in their own currencies or in one.
import { Type } from 'typebox';
import type { MoneyRow } from '../../figures/sums.ts';
import { currencyDigits, divideHalfUp, minorText } from '../money.ts';

const Amount = (description: string) => Type.String({ description });
const Count = (description: string) => Type.Integer({ description });

export const MoneyFields = {
  currency: Type.String({
    description: 'Empty for purchases without a price that can be added up.',
  }),
  purchases: Count('Bought in the period; test purchases never count.'),
  gross: Amount('Paid for purchases of the period.'),
  refunds: Count(
    'Purchases that were refunded in the period, less those whose refund was reversed.',
  ),
  refunded: Amount('Given back in the period, whenever the purchase was.'),
  disputes: Count('Purchases that were disputed in the period, less disputes that were won.'),
  disputed: Amount('Withheld or lost by disputes in the period, less what was won back.'),
  net: Amount('`gross` less `refunded` and `disputed`.'),
  cancelled: Count('Of the purchases of the period, refunded or disputed by now.'),
};

export interface Money {
  readonly currency: string;
  readonly purchases: number;
  readonly gross: string;
  readonly refunds: number;
  readonly refunded: string;
  readonly disputes: number;
  readonly disputed: string;
  readonly net: string;
  readonly cancelled: number;
}

const COUNTS = ['purchases', 'refunds', 'disputes', 'cancelled'] as const;
const AMOUNTS = ['gross', 'refunded', 'disputed'] as const;

/** Amounts are in the smallest unit. */
interface Summed
  extends Record<(typeof COUNTS)[number], number>,
    Record<(typeof AMOUNTS)[number], number | bigint> {
  /** Of other currencies, as fractions with all digits; missing while nothing is converted. */
  converted?: Record<(typeof AMOUNTS)[number], bigint>;
}

export interface MoneySum {
  /** With a rate, it is converted. */
  add(row: MoneyRow, rate?: bigint): void;
  addSum(other: MoneySum, sign: 1 | -1): void;
  readonly sums: ReadonlyMap<string, Readonly<Summed>>;
  /** One for each currency, most purchases first, below the same head. */
  result<Head extends object>(head: Head): (Head & Money)[];
}

/** Decimals of a rate. */
export const RATE_DIGITS = 12;
/** No currency has more decimals. */
const MOST_DIGITS = 4;

/**
 * What the smallest unit of a currency is worth, with `RATE_DIGITS` and `MOST_DIGITS` decimals; undefined when no
 * rate is known for the day.
 */
export type RateOf = (currency: string, at: number) => bigint | undefined;

/** With `into`, everything that has a rate is converted to this currency; the rest stays apart. */
export function createMoneySum(into?: string): MoneySum {
  const sums = new Map<string, Summed>();
  const sumOf = (currency: string): Summed => {
    let sum = sums.get(currency);
    if (!sum) {
      sum = nothing();
      sums.set(currency, sum);
    }
    return sum;
  };
  return {
    sums,
    addSum(other, sign) {
      for (const [currency, more] of other.sums) {
        const sum = sumOf(currency);
        for (const name of COUNTS) sum[name] += sign * more[name];
        for (const name of AMOUNTS) {
          sum[name] = plus(sum[name], sign === 1 ? more[name] : -more[name]);
        }
        if (!more.converted) continue;
        sum.converted ??= { gross: 0n, refunded: 0n, disputed: 0n };
        for (const name of AMOUNTS) sum.converted[name] += BigInt(sign) * more.converted[name];
      }
    },
    add(row, rate) {
      const currency = into !== undefined && rate !== undefined ? into : row.currency;
      const sum = sumOf(currency);
      for (const name of COUNTS) sum[name] += Number(row[name]);
      for (const name of AMOUNTS) {
        if (!row[name]) continue;
        if (rate === undefined || row.currency === currency) {
          sum[name] = plus(sum[name], row[name]);
        } else {
          sum.converted ??= { gross: 0n, refunded: 0n, disputed: 0n };
          sum.converted[name] += BigInt(row[name]) * rate;
        }
      }
    },
    result: (head) =>
      [...sums]
        .map(([currency, sum]) => {
          const { gross, refunded, disputed, net } = amountsOf(sum, currency);
          const { purchases, refunds, disputes, cancelled } = sum;
          return {
            ...head,
            currency,
            purchases,
            gross,
            refunds,
            refunded,
            disputes,
            disputed,
            net,
            cancelled,
          };
        })
        .sort(
          (one, other) =>
            other.purchases - one.purchases || (one.currency < other.currency ? -1 : 1),
        ),
  };
}

const nothing = (): Summed => ({
  purchases: 0,
  refunds: 0,
  disputes: 0,
  cancelled: 0,
  gross: 0,
  refunded: 0,
  disputed: 0,
});

/** Exact, also beyond what a number holds. */
function plus(one: number | bigint, other: number | bigint): number | bigint {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return BigInt(one) + BigInt(other);
}

/** By decimals: the smallest unit of a currency in the smallest of all. */
const UNITS = Array.from(
  { length: MOST_DIGITS + 1 },
  (_, digits) => 10n ** BigInt(MOST_DIGITS - digits),
);
export const unitOf = (currency: string): bigint => UNITS[currencyDigits(currency) ?? 0] as bigint;

const ONE = 10n ** BigInt(RATE_DIGITS);

function amountsOf(sum: Summed, currency: string) {
  const { converted } = sum;
  if (!converted) {
    const { gross, refunded, disputed } = sum;
    const net = plus(plus(gross, -refunded), -disputed);
    return amountTexts({ gross, refunded, disputed, net }, currency);
  }
  // Rounded once, at the end.
  const unit = unitOf(currency) * ONE;
  const exact = (name: (typeof AMOUNTS)[number]): bigint =>
    BigInt(sum[name]) * unit + converted[name];
  const [gross, refunded, disputed] = AMOUNTS.map(exact) as [bigint, bigint, bigint];
  const rounded = (amount: bigint): bigint => divideHalfUp(amount, unit);
  return amountTexts(
    {
      gross: rounded(gross),
      refunded: rounded(refunded),
      disputed: rounded(disputed),
      net: rounded(gross - refunded - disputed),
    },
    currency,
  );
}

const amountTexts = (
  { gross, refunded, disputed, net }: Record<(typeof AMOUNTS)[number] | 'net', number | bigint>,
  currency: string,
) => ({
  gross: minorText(gross, currency),
  refunded: minorText(refunded, currency),
  disputed: minorText(disputed, currency),
  net: minorText(net, currency),
});

/** An amount for each of so many, rounded half up. */
export const shareOf = (amount: string, currency: string, count: number): string =>
  minorText(divideHalfUp(BigInt(amount.replace('.', '')), BigInt(count)), currency);
