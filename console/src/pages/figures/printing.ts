// How amounts, shares and times are printed on tiles and charts; amounts and shares are millionths.
import { useMemo } from 'react';
import type { Printing } from '../../charts/counts.ts';
import { roundUpSeconds } from '../../charts/scale.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { decimalOf } from '../../sales/decimal.ts';
import { useMoney } from '../../sales/money.ts';

/** A hundredth of a currency. */
const LEAST_AMOUNT = 10_000;
/** A percent. */
const LEAST_SHARE = 10_000;
const MILLION = 1_000_000;

export function useAmounts(currency: string): Printing {
  const money = useMoney();
  return {
    print: (value) => money.micros(value, currency),
    printShort: (value) => money.short(BigInt(Math.round(value)), currency),
    least: LEAST_AMOUNT,
  };
}

export function useShares(): Printing {
  const { language } = useLanguage();
  return useMemo(() => {
    const full = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
    const short = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    return {
      print: (value) => full.format(decimalOf(value) as Intl.StringNumericLiteral),
      printShort: (value) => short.format(value / MILLION),
      least: LEAST_SHARE,
    };
  }, [language]);
}

const unit = (language: string, name: string) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });

export function useMilliseconds(): Printing {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = unit(language, 'millisecond');
    return {
      print: (value) => format.format(value),
      printShort: (value) => format.format(value),
      least: 1,
    };
  }, [language]);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Of seconds, in the greatest unit of which there is one. */
export function useDurations(): Printing {
  const { language } = useLanguage();
  return useMemo(() => {
    const print = (seconds: number): string => {
      const [name, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
      return unit(language, name).format(seconds / size);
    };
    return {
      print: (value) => print(Number(value)),
      printShort: (seconds) => (seconds === 0 ? '0' : print(seconds)),
      least: 1,
      round: roundUpSeconds,
    };
  }, [language]);
}
