// Revenue in series: of one currency, split by market, product, country, app or currency.
import type { Series } from '../../charts/series.ts';
import type { Schema } from '../../endpoint.ts';
import { bandColor, nthColor } from '../../sales/colors.ts';
import { microsOf } from '../../sales/decimal.ts';
import { marketColor } from '../../sales/markets.ts';
import type { Market } from '../../sales/records.ts';
import type { Range } from './periods.ts';
import type { Split } from './state.ts';
import { sumsOf } from './values.ts';

/** Of an app or of a project. */
export type Revenue = Pick<Schema<'Revenue'>, 'items' | 'totals' | 'compared'>;
type Item = Revenue['items'][number];
type Total = Revenue['totals'][number];

/** So many values have a colour of their own, the others share one. */
const MOST_COLORS = 6;

/** Most purchases first. */
export const currenciesOf = ({ totals }: Pick<Revenue, 'totals'>): readonly string[] =>
  totals.map(({ currency }) => currency).filter((currency) => currency !== '');

export const AMOUNTS = ['gross', 'refunded', 'disputed', 'net'] as const;
export type Amount = (typeof AMOUNTS)[number];
const COUNTS = ['purchases', 'cancelled'] as const;

/** The sums of the range: money of one currency, counts of all. */
export function totalsOf(
  totals: readonly Total[],
  currency: string,
): Readonly<Record<Amount | (typeof COUNTS)[number], bigint>> {
  const own = totals.filter((each) => each.currency === currency);
  const amount = (name: Amount): bigint =>
    own.reduce((sum, each) => sum + microsOf(each[name]), 0n);
  const count = (name: (typeof COUNTS)[number]): bigint =>
    totals.reduce((sum, each) => sum + BigInt(each[name]), 0n);
  return {
    gross: amount('gross'),
    refunded: amount('refunded'),
    disputed: amount('disputed'),
    net: amount('net'),
    purchases: count('purchases'),
    cancelled: count('cancelled'),
  };
}

export const amountIn =
  (name: Amount, currency: string) =>
  (item: Item): bigint =>
    item.currency === currency ? microsOf(item[name]) : 0n;

export const purchasesIn = ({ purchases }: Item): bigint => BigInt(purchases);

export interface Names {
  readonly app: (appid: string) => string;
  readonly market: (market: Market) => string;
  readonly others: string;
  readonly unknown: string;
}

function labelOf(by: Split, value: string, names: Names): string {
  if (by === 'market') return names.market(value as Market);
  return by === 'app' ? names.app(value) : value || names.unknown;
}

/** A series for each value, most purchases first; `isWhole` also those that share a colour. */
export function splitSeries(
  { items, totals }: Revenue,
  { range, by, names }: { readonly range: Range; readonly by: Split; readonly names: Names },
  pick: (item: Item) => bigint,
  isWhole: boolean,
): readonly Series[] {
  const values = [...new Set(totals.flatMap(({ value }) => (value === null ? [] : [value])))];
  const shown = isWhole ? values : values.slice(0, MOST_COLORS);
  const isShown = new Set<string | null>(shown);
  const own = shown.map((value, index) => ({
    label: labelOf(by, value, names),
    color: by === 'market' ? marketColor(value as Market) : nthColor(index),
    values: sumsOf(
      items.filter((item) => item.value === value),
      range,
      pick,
    ),
    ...(value !== '' && { id: value }),
  }));
  const rest = items.filter(({ value }) => !isShown.has(value));
  if (rest.length === 0) return own;
  return [
    ...own,
    { label: names.others, color: bandColor('slate'), values: sumsOf(rest, range, pick) },
  ];
}
