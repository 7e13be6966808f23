// Sums of money of a period: added up exactly, in their own currencies or in one.
import { Big } from 'big.js';
import { Type } from 'typebox';
import { amountText, currencyDigits, minorText } from '../money.ts';
import type { MoneyRow } from './sums.ts';

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

interface Summed extends Record<(typeof COUNTS)[number], number> {
  /** In the smallest unit. */
  readonly own: Record<(typeof AMOUNTS)[number], bigint>;
  /** Missing while nothing is converted. */
  converted?: Record<(typeof AMOUNTS)[number], Big>;
}

export interface MoneySum {
  add(row: MoneyRow): void;
  /** One for each currency, most purchases first. */
  result(): Money[];
}

/** Undefined when no rate is known for the day. */
export type RateOf = (currency: string, at: number) => Big | undefined;

/** With `into`, everything that has a rate is converted; the rest stays apart. */
export function createMoneySum(into?: {
  readonly currency: string;
  readonly rateOf: RateOf;
}): MoneySum {
  const sums = new Map<string, Summed>();
  return {
    add(row) {
      const rate = row.currency === '' ? undefined : into?.rateOf(row.currency, row.bucket);
      const currency = into && rate ? into.currency : row.currency;
      const sum = sums.get(currency) ?? nothing();
      sums.set(currency, sum);
      for (const name of COUNTS) sum[name] += Number(row[name]);
      for (const name of AMOUNTS) {
        if (!row[name]) continue;
        if (!rate || row.currency === currency) sum.own[name] += BigInt(row[name]);
        else {
          const amount = new Big(minorText(row[name], row.currency));
          sum.converted ??= { gross: ZERO, refunded: ZERO, disputed: ZERO };
          sum.converted[name] = sum.converted[name].plus(amount.times(rate));
        }
      }
    },
    result: () =>
      [...sums]
        .map(([currency, sum]) => ({
          currency,
          purchases: sum.purchases,
          refunds: sum.refunds,
          disputes: sum.disputes,
          cancelled: sum.cancelled,
          ...(sum.converted ? roundedAmounts(sum, currency) : exactAmounts(sum, currency)),
        }))
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
  own: { gross: 0n, refunded: 0n, disputed: 0n },
});

const exactAmounts = ({ own }: Summed, currency: string) => ({
  gross: minorText(own.gross, currency),
  refunded: minorText(own.refunded, currency),
  disputed: minorText(own.disputed, currency),
  net: minorText(own.gross - own.refunded - own.disputed, currency),
});

function roundedAmounts({ own, converted }: Summed, currency: string) {
  const amountOf = (name: (typeof AMOUNTS)[number]): Big =>
    new Big(minorText(own[name], currency)).plus(converted?.[name] ?? ZERO);
  const [gross, refunded, disputed] = AMOUNTS.map(amountOf) as [Big, Big, Big];
  return {
    gross: textOf(gross, currency),
    refunded: textOf(refunded, currency),
    disputed: textOf(disputed, currency),
    net: textOf(gross.minus(refunded).minus(disputed), currency),
  };
}

const ZERO = new Big(0);

/** Only converted amounts and shares have more decimals than their currency; they are rounded half up. */
export const textOf = (amount: Big, currency: string): string =>
  amountText(amount.round(currencyDigits(currency) ?? 0, Big.roundHalfUp), currency);
