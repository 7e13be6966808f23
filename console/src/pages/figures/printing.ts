// How amounts and shares are printed on tiles and charts; both are millionths.
import { useMemo } from 'react';
import type { Printing } from '../../charts/counts.ts';
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
