// How numbers of things are printed on charts.
import { useLanguage } from '../../../i18n/language.tsx';
import type { ChartProps } from './bar-chart.tsx';

export function useCounts(): Pick<ChartProps, 'print' | 'printShort' | 'least'> {
  const { language } = useLanguage();
  const whole = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: 'compact' });
  return {
    print: (value) => whole.format(value),
    printShort: (value) => short.format(value),
    least: 1,
  };
}
