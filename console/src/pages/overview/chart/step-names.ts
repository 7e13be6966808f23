// How a step of time is called on the app's clock.
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp } from '../../../place.tsx';
import { HOUR_MS } from '../../../sales/window.ts';
import type { Step } from '../figures.ts';

/** So few hours need no date. */
const ONE_DAY = 36;

export function useStepNames(
  step: Step,
  count: number,
): { readonly short: (at: number) => string; readonly long: (at: number) => string } {
  const { language } = useLanguage();
  const { time_zone: timeZone } = useApp();
  // A day is called by its noon: its first hour may be that of another day when clocks were changed.
  const shift = step === 'day' ? 12 * HOUR_MS : 0;
  const print = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone, ...options });
    return (at: number): string => format.format(at + shift);
  };
  const day = { month: 'short', day: 'numeric' } as const;
  const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (step === 'day') return { short: print(day), long: print({ ...day, weekday: 'short' }) };
  return {
    short: print(count <= ONE_DAY ? hour : { ...day, ...hour }),
    long: print({ ...day, ...hour }),
  };
}
