// How a market answered: how often, and how fast.
import type { Market } from '../../sales/records.ts';
import { type Figures, sumOf, type Values, valuesOf } from './figures.ts';

export interface Health {
  readonly calls: number;
  readonly answered: number;
  /** The share of calls with a useful answer in each step; undefined where nothing was asked. */
  readonly shares: readonly (number | undefined)[];
  /** Milliseconds on average; undefined where nothing was answered. */
  readonly mean: number | undefined;
  readonly means: readonly (number | undefined)[];
  /** 95 of 100 answers came within so many milliseconds. */
  readonly most: number | undefined;
}

const MOST = 0.95;

export function healthOf(figures: Figures, market: Market): Health {
  const of = (metric: string, wanted?: string): readonly bigint[] =>
    valuesOf(figures, metric, (each, rest) =>
      each === market && (wanted === undefined || rest === wanted) ? each : undefined,
    )[0]?.values ?? figures.steps.map(() => 0n);
  const [ok, failed, unavailable, milliseconds] = [
    of('market.calls', 'ok'),
    of('market.calls', 'failed'),
    of('market.calls', 'unavailable'),
    of('market.milliseconds'),
  ];
  const share = (index: number): number | undefined => {
    const all = sumOf([ok, failed, unavailable].map((each) => each[index] ?? 0n));
    return all === 0n ? undefined : Number(ok[index] ?? 0n) / Number(all);
  };
  const meanOf = (total: bigint, count: bigint): number | undefined =>
    count === 0n ? undefined : Math.round(Number(total) / Number(count));
  const replies = sumOf(ok) + sumOf(failed);
  return {
    calls: Number(replies + sumOf(unavailable)),
    answered: Number(sumOf(ok)),
    shares: figures.steps.map((_, index) => share(index)),
    mean: meanOf(sumOf(milliseconds), replies),
    means: figures.steps.map((_, index) =>
      meanOf(milliseconds[index] ?? 0n, (ok[index] ?? 0n) + (failed[index] ?? 0n)),
    ),
    most: mostWithin(
      valuesOf(figures, 'market.latency', (each, within) => (each === market ? within : undefined)),
    ),
  };
}

/** The upper end of the class in which the slowest of 95 of 100 answers lies. */
function mostWithin(classes: readonly Values[]): number | undefined {
  const sizes = classes
    .map(({ name, values }) => ({ within: Number(name), count: Number(sumOf(values)) }))
    .sort((one, other) => one.within - other.within);
  const all = sizes.reduce((sum, { count }) => sum + count, 0);
  let so = 0;
  return sizes.find(({ count }) => {
    so += count;
    return so >= all * MOST;
  })?.within;
}
