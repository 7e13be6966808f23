// Figures of the overview, in bands over the same steps of time; whole numbers of any size stay exact.
import type { Schema } from '../../endpoint.ts';
import { MARKETS } from '../../sales/markets.ts';
import type { Market } from '../../sales/records.ts';
import { DAY_MS, HOUR_MS } from '../../sales/window.ts';

export type Overview = Schema<'Overview'>;
export type Step = Overview['step'];

/** What one colour of a chart shows: a value for each step. */
export interface Values {
  readonly name: string;
  readonly values: readonly bigint[];
}

export interface Figures {
  /** When each step begins. */
  readonly steps: readonly number[];
  readonly step: Step;
  readonly overview: Overview;
  /** Whether test purchases count. */
  readonly withTests: boolean;
}

export function figuresOf(overview: Overview, withTests: boolean): Figures {
  const size = sizeOf(overview.step);
  const [from, to] = [Date.parse(overview.from), Date.parse(overview.to)];
  const count = Math.ceil((to - from) / size);
  const steps = Array.from({ length: count }, (_, index) => from + index * size);
  return { steps, step: overview.step, overview, withTests };
}

/** Longer times are not compared: their hours would be too many. */
const LONGEST_COMPARED = 31;

/** The same time right before, to the hour: a day that is not over is compared with as much of another. */
export function beforeOf(figures: Figures | undefined) {
  if (!figures) return undefined;
  const { steps, step, overview } = figures;
  const length = steps.length * sizeOf(step);
  if (length > LONGEST_COMPARED * DAY_MS) return undefined;
  const back = (at: string): string => new Date(Date.parse(at) - length).toISOString();
  return { from: back(overview.from), to: back(overview.to), step: 'hour' } as const;
}

const sizeOf = (step: Step): number => (step === 'hour' ? HOUR_MS : DAY_MS);

/** `APPLE USD test` is the market, the rest, and whether it is about tests. */
function partsOf(dimension: string): { market: string; rest: string; isTest: boolean } {
  const [market = '', ...more] = dimension.split(' ');
  const isTest = more.at(-1) === 'test';
  return { market, rest: (isTest ? more.slice(0, -1) : more).join(' '), isTest };
}

/** A metric in bands; `nameOf` says to which band a figure belongs, if to any. */
export function valuesOf(
  { steps, overview, withTests }: Figures,
  metric: string,
  nameOf: (market: string, rest: string) => string | undefined,
): readonly Values[] {
  const [from = 0] = steps;
  const bands = new Map<string, bigint[]>();
  for (const series of overview.series) {
    if (series.metric !== metric) continue;
    const { market, rest, isTest } = partsOf(series.dimension);
    const name = isTest && !withTests ? undefined : nameOf(market, rest);
    if (name === undefined) continue;
    const band = bands.get(name) ?? steps.map(() => 0n);
    bands.set(name, band);
    for (const { at, value } of series.points) {
      // A day may have 23 or 25 hours.
      const index = Math.round((Date.parse(at) - from) / sizeOf(overview.step));
      if (index in band) band[index] = (band[index] ?? 0n) + BigInt(value);
    }
  }
  return [...bands].map(([name, values]) => ({ name, values }));
}

/** A metric by market, in the order in which markets always stand. */
export function byMarket(
  figures: Figures,
  metric: string,
  isMeant: (rest: string) => boolean = () => true,
): readonly (Values & { readonly name: Market })[] {
  const found = valuesOf(figures, metric, (market, rest) => (isMeant(rest) ? market : undefined));
  return MARKETS.flatMap((name) => {
    const values = found.find((each) => each.name === name)?.values;
    return values ? [{ name, values }] : [];
  });
}

export const sumOf = (values: readonly bigint[]): bigint =>
  values.reduce((sum, value) => sum + value, 0n);

export const totalOf = (bands: readonly Values[]): bigint =>
  sumOf(bands.map(({ values }) => sumOf(values)));

/** Verifications that were refused; one without an answer of the market was not. */
export const refusedOf = (figures: Figures): readonly Values[] =>
  valuesOf(figures, 'purchase.refused', (_market, reason) =>
    reason === 'MARKET_UNAVAILABLE' ? undefined : reason,
  );

/** What was paid less refunds and disputes, in each currency; the order of `currencyTotals`. */
export function netTotals(
  figures: Figures,
): readonly { readonly currency: string; readonly total: bigint }[] {
  const lost = new Map(
    currencyTotals(figures, 'purchase.refunded.amount').map((each) => [each.currency, each.total]),
  );
  const paid = currencyTotals(figures, 'purchase.amount').map(({ currency, total }) => {
    const net = total - (lost.get(currency) ?? 0n);
    lost.delete(currency);
    return { currency, total: net };
  });
  return [...paid, ...[...lost].map(([currency, total]) => ({ currency, total: -total }))];
}

/** Each currency's total, the one in which most often something was bought first. */
export function currencyTotals(
  figures: Figures,
  metric: string,
): readonly { readonly currency: string; readonly total: bigint }[] {
  const used = (currency: string): number =>
    figures.overview.series
      .filter((each) => each.metric === metric && partsOf(each.dimension).rest === currency)
      .reduce((sum, { points }) => sum + points.length, 0);
  return valuesOf(figures, metric, (_market, currency) => currency)
    .map(({ name, values }) => ({ currency: name, total: sumOf(values) }))
    .sort((one, other) => used(other.currency) - used(one.currency));
}
