// Numbers, amounts and times as the reader's language writes them.
import { wallTime } from '../wall-time.ts';
import { numberFormat, relativeFormat } from './formatters.ts';
import { type Language, useLanguage } from './language.tsx';

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

export interface Format {
  number(value: number): string;
  /** `2026-11-17 23:58`, as the service writes times; with seconds where one looks closely. */
  dateTime(at: string, timeZone?: string): string;
  exactTime(at: string, timeZone?: string): string;
  relative(at: string, now?: number): string;
}

const formats: Partial<Record<Language, Format>> = {};

export function useFormat(): Format {
  const { language } = useLanguage();
  formats[language] ??= createFormat(language);
  return formats[language];
}

function createFormat(language: Language): Format {
  return {
    number: (value) => numberFormat(language, {}).format(value),
    dateTime: (at, timeZone) => wallTime(new Date(at), timeZone).slice(0, 16),
    exactTime: (at, timeZone) => wallTime(new Date(at), timeZone),
    relative(at, now = Date.now()) {
      const seconds = (Date.parse(at) - now) / 1_000;
      const [unit, size] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
      return relativeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
    },
  };
}
