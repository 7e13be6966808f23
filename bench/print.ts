// The bench's results as lines of text.
import type { Case } from './case.ts';
import type { Figure } from './figure.ts';
import type { Measurement } from './measure.ts';

const COLUMNS = [
  'database',
  'req/s',
  'echo/s',
  'cpu µs',
  'db µs',
  'echo µs',
  'idle %',
  'p50 ms',
  'p99 ms',
  'own MiB',
  'ratio',
  'target',
];

const row = (name: string, cells: readonly string[]): string =>
  [name.padEnd(20), ...cells.map((cell) => cell.padStart(8))].join(' ');

const verdict = (isReached: boolean): string => (isReached ? 'ok' : 'short');
const number = (value: number, digits = 0): string =>
  Number.isNaN(value) ? '–' : value.toFixed(digits);

export const headLine = row('case', COLUMNS);

export function measurementLine(each: Measurement): string {
  const cells = [
    each.database,
    number(each.perSecond),
    number(each.echoPerSecond),
    number(each.cpu),
    number(each.databaseCpu),
    number(each.echoCpu),
    number(each.idle * 100),
    number(each.p50, 2),
    number(each.p99, 2),
    number(each.memory),
    number(each.ratio, 2),
    number(each.target, 2),
  ];
  return `${row(each.name, cells)}  ${verdict(each.ratio >= each.target)}`;
}

/** What the case asks for besides its ratio: processor time, busy cores, memory, and a multiple of its peer. */
export function furtherLines({ cost, idle, memory, peer }: Case, each: Measurement): string[] {
  const { name, database } = each;
  const lines: string[] = [];
  if (cost) {
    const times = (each.cpu + each.databaseCpu) / each.echoCpu;
    lines.push(
      `${name}, ${database}: ${number(times, 2)} times the echo's processor time, target at most ${cost[database]}  ${verdict(times <= cost[database])}`,
    );
  }
  if (idle !== undefined) {
    lines.push(
      `${name}, ${database}: ${number(each.idle * 100)} % of the cores idle, target at most ${number(idle[database] * 100)}  ${verdict(each.idle <= idle[database])}`,
    );
  }
  if (memory !== undefined) {
    lines.push(
      `${name}, ${database}: ${number(each.memory)} MiB of its own, target at most ${memory}  ${verdict(each.memory <= memory)}`,
    );
  }
  if (peer && each.peer) {
    const target = peer.target[database];
    const { perSecond, cpu, databaseCpu, idle: unused, times } = each.peer;
    lines.push(
      `${name}, ${database}: ${number(times, 1)} times ${peer.name}, which answers ${number(perSecond)} per second with ${number(cpu)} + ${number(databaseCpu)} µs each and ${number(unused * 100)} % idle, target ${target}  ${verdict(times >= target)}`,
    );
  }
  return lines;
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
