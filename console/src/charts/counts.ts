// How numbers of things are printed on charts.
import { useMemo } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import type { ChartProps } from './series.ts';

export type Printing = Pick<ChartProps, 'print' | 'printShort' | 'least' | 'round'>;

export function useCounts(): Printing {
  const { language } = useLanguage();
  return useMemo(() => {
    const whole = new Intl.NumberFormat(language);
    const short = new Intl.NumberFormat(language, { notation: 'compact' });
    return {
      print: (value) => whole.format(value),
      printShort: (value) => short.format(value),
      least: 1,
    };
  }, [language]);
}
