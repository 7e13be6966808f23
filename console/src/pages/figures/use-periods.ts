// The periods of a range with their names; the one that is not over says so.
import { useMessages } from '../../charts/messages.ts';
import type { Period } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { namedPeriods, type Range, runningKey } from './periods.ts';
import { useFiguresPlace } from './place.ts';

/** The last period that is over; the last of all where none is. */
export function lastWhole(periods: readonly Period[]): number {
  const index = periods.findLastIndex(({ isRunning }) => !isRunning);
  return index === -1 ? periods.length - 1 : index;
}

export function usePeriods(range: Range): readonly Period[] {
  const say = useMessages();
  const { language } = useLanguage();
  const { today } = useFiguresPlace();
  const running = runningKey(range, today, Date.now());
  return namedPeriods(range, language).map((period) =>
    period.key === running ? { ...period, long: say.soFar(period.long), isRunning: true } : period,
  );
}
