// The time that the overview shows: whole hours, or days on the app's clock, up to the present one.
import { useFilters } from '../../filters.ts';
import { useApp } from '../../place.tsx';
import {
  type ChosenWindow,
  DAY_MS,
  HOUR_MS,
  isSpan,
  momentOf,
  SPANS,
  WINDOW_FILTERS,
} from '../../sales/window.ts';
import type { Step } from './figures.ts';

/** Longer ranges would have more hours than a chart has room for. */
const HOURS_UP_TO_MS = 14 * DAY_MS;

export interface Range {
  readonly window: ChosenWindow;
  readonly change: (changes: Partial<ChosenWindow & { readonly step: string }>) => void;
  readonly step: Step;
  readonly mayBeHours: boolean;
  /** Undefined while the window is not complete. */
  readonly query: { readonly from: string; readonly to: string; readonly step: Step } | undefined;
}

export function useRange(): Range {
  const { time_zone: timeZone } = useApp();
  const [filters, change] = useFilters(['step', ...WINDOW_FILTERS]);
  const window = { ...filters, span: filters.span || '7d' };
  const length = lengthOf(window, timeZone);
  const mayBeHours = length <= HOURS_UP_TO_MS;
  const usual: Step = length <= 2 * DAY_MS ? 'hour' : 'day';
  const wanted = filters.step === 'hour' || filters.step === 'day' ? filters.step : usual;
  const step = mayBeHours ? wanted : 'day';
  const ends = endsOf(window, timeZone, step);
  const query = ends && {
    from: new Date(ends.from).toISOString(),
    to: new Date(ends.to).toISOString(),
    step,
  };
  return { window, change, step, mayBeHours, query };
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

/** The service begins with the whole step in which `from` lies. */
function endsOf({ span, from, to }: ChosenWindow, timeZone: string, step: Step): Ends | undefined {
  if (isSpan(span)) {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const [size, count] = step === 'hour' ? [HOUR_MS, 24 * SPANS[span]] : [DAY_MS, SPANS[span]];
    return { from: hour - (count - 1) * size, to: hour + HOUR_MS };
  }
  const [start, end] = [momentOf(from, timeZone), momentOf(to, timeZone)];
  if (start === undefined || end === undefined || end <= start) return undefined;
  return { from: Date.parse(start), to: Date.parse(end) };
}

function lengthOf(window: ChosenWindow, timeZone: string): number {
  const ends = endsOf(window, timeZone, 'hour');
  return ends ? ends.to - ends.from : 0;
}
