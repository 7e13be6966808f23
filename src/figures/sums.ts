// Adds facts up into rows of sums, for every dimension and grain that is kept.

import type { Calendar, Grain } from '../base/calendar.ts';
import type { FigureCountTable, FigureMoneyTable } from '../storage/schema.ts';
import type { CountFact, Fact, MoneyFact, PayerFact } from './facts.ts';
import { addPaid, type Paid, type PaidDays } from './paid.ts';

export type MoneyRow = Omit<FigureMoneyTable, 'game_index' | 'appid'>;
export type CountRow = Omit<FigureCountTable, 'game_index' | 'appid'>;

export const MONEY_SUMS = [
  'purchases',
  'gross',
  'refunds',
  'refunded',
  'disputes',
  'disputed',
  'cancelled',
] as const satisfies (keyof MoneyFact & keyof MoneyRow)[];

/** By the hour only what a day is looked at for: all products and countries by the hour would be as many rows as purchases. */
const DIMENSIONS = [
  { dimension: 'total', grains: ['hour', 'day', 'week', 'month'], read: () => '' },
  { dimension: 'market', grains: ['hour', 'day', 'week', 'month'], read: ({ market }) => market },
  { dimension: 'product', grains: ['day', 'week', 'month'], read: ({ product }) => product },
  { dimension: 'country', grains: ['day', 'week', 'month'], read: ({ country }) => country },
] as const satisfies readonly Dimension[];

/** For the overview, which shows test purchases when asked. */
const TEST_DIMENSIONS = [
  { dimension: 'test', grains: ['hour', 'day'], read: ({ market }) => market },
] as const satisfies readonly Dimension[];

interface Dimension {
  readonly dimension: MoneyRow['dimension'];
  readonly grains: readonly MoneyRow['grain'][];
  read(fact: MoneyFact): string;
}

export interface Sums {
  add(facts: readonly Fact[], sign: 1 | -1): void;
  addCount(grain: CountRow['grain'], fact: CountFact): void;
  /** By account, on which days how many paid purchases more. */
  readonly payers: ReadonlyMap<string, PaidDays>;
  /** Those that are not zero. */
  moneyRows(): MoneyRow[];
  countRows(): CountRow[];
}

type Money = MoneyRow & { [Name in (typeof MONEY_SUMS)[number]]: bigint };
type Count = CountRow & { amount: bigint };

export function createSums(calendar: Calendar): Sums {
  const money = new Map<string, Money>();
  const counts = new Map<string, Count>();
  const payers = new Map<string, Map<number, Paid>>();

  function addMoney(fact: MoneyFact, sign: 1 | -1): void {
    const starts = new Map<Grain, number>();
    for (const { dimension, grains, read } of fact.test ? TEST_DIMENSIONS : DIMENSIONS) {
      const value = read(fact);
      for (const grain of grains) {
        let bucket = starts.get(grain);
        if (bucket === undefined) {
          bucket = calendar.startOf(grain, fact.at);
          starts.set(grain, bucket);
        }
        const key = `${dimension} ${grain} ${bucket} ${fact.currency} ${value}`;
        let row = money.get(key);
        if (!row) {
          row = { dimension, grain, value, bucket, currency: fact.currency, ...zeros() };
          money.set(key, row);
        }
        for (const name of MONEY_SUMS) {
          const amount = fact[name];
          if (amount) row[name] += BigInt(sign * amount);
        }
      }
    }
  }

  function addCount(grain: CountRow['grain'], fact: CountFact): void {
    const { metric, detail = '', currency = '' } = fact;
    const bucket = calendar.startOf(grain, fact.at);
    const key = `${metric} ${grain} ${bucket} ${currency} ${detail}`;
    const row = counts.get(key);
    if (row) row.amount += BigInt(fact.amount);
    else counts.set(key, { metric, grain, bucket, detail, currency, amount: BigInt(fact.amount) });
  }

  function addPayer({ payer, at, currency }: PayerFact, sign: 1 | -1): void {
    const day = calendar.startOf('day', at);
    let days = payers.get(payer);
    if (!days) {
      days = new Map();
      payers.set(payer, days);
    }
    days.set(day, addPaid(days.get(day), { [currency]: sign }));
  }

  return {
    add(facts, sign) {
      for (const fact of facts) {
        if ('payer' in fact) addPayer(fact, sign);
        else if ('market' in fact) addMoney(fact, sign);
        else {
          const signed = { ...fact, amount: sign * fact.amount };
          for (const grain of fact.grains ?? DAYS_AND_MONTHS) addCount(grain, signed);
        }
      }
    },
    addCount,
    payers,
    moneyRows: () =>
      [...money.values()].filter((row) => MONEY_SUMS.some((name) => row[name] !== 0n)),
    countRows: () => [...counts.values()].filter(({ amount }) => amount !== 0n),
  };
}

const DAYS_AND_MONTHS = ['day', 'month'] as const;

const zeros = () => ({
  purchases: 0n,
  gross: 0n,
  refunds: 0n,
  refunded: 0n,
  disputes: 0n,
  disputed: 0n,
  cancelled: 0n,
});
