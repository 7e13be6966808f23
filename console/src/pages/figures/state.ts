// What the page shows, as the address says it: a link shows the same.
import { useFilters } from '../../filters.ts';
import {
  automaticStep,
  type Compared,
  comparedDays,
  type Days,
  daysOf,
  PRESETS,
  type Preset,
  STEPS,
  type Step,
  startOf,
  stepsFor,
} from './days.ts';
import type { Range } from './periods.ts';
import { useFiguresPlace } from './place.ts';

export type Split =
  | 'app'
  | 'market'
  | 'product'
  | 'country'
  | 'currency'
  | 'type'
  | 'actor'
  | 'scope';

const NAMES = ['range', 'from', 'to', 'step', 'by', 'compare', 'currency', 'into'] as const;

/** What can be asked of the figures of a tab. */
export interface Abilities {
  readonly preset: Preset;
  readonly hasSteps?: boolean;
  readonly hasHours?: boolean;
  readonly splits?: readonly Split[];
  readonly hasCompare?: boolean;
  /** Twelve months are up to now: each is shown for itself, and none is added to another. */
  readonly hasRunningMonth?: boolean;
  /** The figures can be converted. */
  readonly hasRates?: boolean;
}

export interface FiguresState {
  readonly preset: Preset;
  readonly own: Days;
  /** Undefined while the days are not complete. */
  readonly range: Range | undefined;
  readonly compared: Range | undefined;
  readonly compare: Compared | undefined;
  /** Empty: automatic. */
  readonly chosenStep: string;
  readonly steps: readonly Step[];
  readonly by: Split | undefined;
  /** One of the currencies of the purchases; empty: the first. */
  readonly currency: string;
  /** The currency that everything is converted to, if any. */
  readonly into: string;
  readonly change: (changes: Partial<Record<(typeof NAMES)[number], string>>) => void;
}

/** In the address: with nothing. */
export const NO_COMPARE = 'none';

const oneOf = <T extends string>(all: readonly T[], text: string): T | undefined =>
  all.find((each) => each === text);

/** With the period before, unless the address says otherwise. */
function comparedBy(text: string): Compared | undefined {
  if (text === NO_COMPARE) return undefined;
  return oneOf(['year'], text) ?? 'before';
}

export function useFiguresState(abilities: Abilities): FiguresState {
  // A period of a project is a day without a clock, which is one of UTC.
  const { today, timeZone = 'UTC' } = useFiguresPlace();
  const [values, change] = useFilters(NAMES);
  const preset = oneOf(PRESETS, values.range) ?? abilities.preset;
  const own = { from: values.from, to: values.to };
  const days = daysOf(preset, today, own, abilities.hasRunningMonth);
  const by = oneOf(abilities.splits ?? [], values.by);
  const compare = abilities.hasCompare ? comparedBy(values.compare) : undefined;
  const { hasHours = false } = abilities;
  const isSplit = by === 'product' || by === 'country';
  const steps = days ? stepsFor(days, hasHours, isSplit) : STEPS;
  const step =
    oneOf(steps, values.step) ?? (days && automaticStep(days, hasHours && !isSplit)) ?? 'day';
  return {
    preset,
    own,
    // The service counts whole periods, so the first one may begin earlier.
    range: days && { days: { ...days, from: startOf(step, days.from) }, step, timeZone },
    compared:
      days && compare ? { days: comparedDays(days, step, compare), step, timeZone } : undefined,
    compare,
    chosenStep: oneOf(steps, values.step) ?? '',
    steps,
    by,
    currency: values.currency,
    into: abilities.hasRates ? values.into : '',
    change,
  };
}
