// Earlier values on the same architecture, so that a run says what has become worse.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from './figure.ts';
import type { Measurement } from './measure.ts';

const WORSE = 1.25;
const FILE = new URL(`./kept/${process.arch}.json`, import.meta.url);

type Kept = Readonly<Record<string, number>>;

interface Value {
  readonly name: string;
  readonly value: number;
  readonly isMoreBetter: boolean;
}

const ofMeasurement = (each: Measurement): Value[] => {
  const value = (name: string, number: number, isMoreBetter: boolean): Value => ({
    name: `${each.name}, ${each.database}: ${name}`,
    value: number,
    isMoreBetter,
  });
  return [
    value('rate of the echo', each.ratio, true),
    value('processor of the echo', (each.cpu + each.databaseCpu) / each.echoCpu, false),
    ...(each.peer ? [value(`rate of ${each.peer.name}`, each.peer.times, true)] : []),
  ];
};

const ofFigure = (figure: Figure): Value => ({
  name: figure.name,
  value: figure.value,
  isMoreBetter: 'atLeast' in figure,
});

export const valuesOf = (
  measurements: readonly Measurement[],
  figures: readonly Figure[],
): Value[] =>
  [...measurements.flatMap(ofMeasurement), ...figures.map(ofFigure)].filter(({ value }) =>
    Number.isFinite(value),
  );

export const readKept = (): Kept =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept) : {};

/** A line for each value that is more than a quarter worse than the kept one. */
export function worseLines(values: readonly Value[], kept: Kept): string[] {
  return values.flatMap(({ name, value, isMoreBetter }) => {
    const before = kept[name];
    if (before === undefined || before <= 0 || value <= 0) return [];
    const isWorse = isMoreBetter ? value * WORSE < before : value > before * WORSE;
    return isWorse
      ? [`worse than kept: ${name}: ${value.toFixed(2)} after ${before.toFixed(2)}`]
      : [];
  });
}

/** Beside what was kept of other cases. */
export function keep(values: readonly Value[], kept: Kept): void {
  const rounded = values.map(({ name, value }) => [name, Number(value.toPrecision(3))] as const);
  const all = { ...kept, ...Object.fromEntries(rounded) };
  const sorted = Object.fromEntries(
    Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  mkdirSync(new URL('.', FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
