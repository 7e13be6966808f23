// How a step of time is called on the app's clock.
import { useMessages } from '../../../charts/messages.ts';
import type { Period } from '../../../charts/series.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { useApp } from '../../../place.tsx';
import { HOUR_MS } from '../../../sales/window.ts';
import type { Figures } from '../figures.ts';

/** So few hours need no date. */
const ONE_DAY = 36;

export function useStepPeriods({ step, steps }: Figures): readonly Period[] {
  const say = useMessages();
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
  const short = print(step === 'day' ? day : steps.length <= ONE_DAY ? hour : { ...day, ...hour });
  const long = print(step === 'day' ? { ...day, weekday: 'short' } : { ...day, ...hour });
  const now = Date.now();
  return steps.map((at, index) => {
    const isRunning =
      at <= now && now < (steps[index + 1] ?? at + (step === 'day' ? 24 : 1) * HOUR_MS);
    const name = long(at);
    return {
      key: String(at),
      short: short(at),
      long: isRunning ? say.soFar(name) : name,
      isRunning,
    };
  });
}
