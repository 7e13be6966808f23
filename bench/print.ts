// The bench's results as lines of text.
import type { Case } from './case.ts';
import type { Figure } from './figure.ts';
import type { Measurement } from './measure.ts';

const COLUMNS = [
  'database',
  'req/s',
  'echo/s',
  'cpu µs',
  'echo µs',
  'p50 ms',
  'p99 ms',
  'ratio',
  'target',
];

const row = (name: string, cells: readonly string[]): string =>
  [name.padEnd(20), ...cells.map((cell) => cell.padStart(8))].join(' ');

const verdict = (isReached: boolean): string => (isReached ? 'ok' : 'short');

export const headLine = row('case', COLUMNS);

export function measurementLine(each: Measurement): string {
  const cells = [
    each.database,
    each.perSecond.toFixed(0),
    each.echoPerSecond.toFixed(0),
    each.cpu.toFixed(0),
    each.echoCpu.toFixed(0),
    each.p50.toFixed(2),
    each.p99.toFixed(2),
    each.ratio.toFixed(2),
    each.target.toFixed(2),
  ];
  return `${row(each.name, cells)}  ${verdict(each.ratio >= each.target)}`;
}

/** For cases that should be as fast as another: the one's ratio to the other's. */
export function comparisonLines(
  cases: readonly Case[],
  measurements: readonly Measurement[],
): string[] {
  const ratioOf = (name: string) => measurements.find((each) => each.name === name)?.ratio;
  return cases.flatMap(({ name, like }) => {
    const one = ratioOf(name);
    const other = like && ratioOf(like.name);
    if (!one || !other) return [];
    const share = one / other;
    return `${name} is ${share.toFixed(2)} times as fast as ${like.name}, target ${like.target}  ${verdict(share >= like.target)}`;
  });
}

export function figureLine({ name, value, unit, ...limit }: Figure): string {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2);
  const isReached = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  const target = 'atLeast' in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`;
  return `${name}: ${shown} ${unit}, target ${target}  ${verdict(isReached)}`;
}
