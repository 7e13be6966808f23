// Amounts of money to the last digit: decimal text and millionths never become floating point numbers.
import { numberFormat } from '../i18n/formatters.ts';
import { type Language, useLanguage } from '../i18n/language.tsx';
import { decimalOf } from './decimal.ts';

const MILLION = 1_000_000;
const CURRENCY = /^[A-Z]{3}$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

export interface Money {
  /** Of decimal text, such as `9.99`; a dash where the market reported no price. */
  amount(text: string | null, currency: string | null): string;
  micros(value: bigint, currency: string): string;
  /** For axes: rounded, as short as it can be. */
  short(micros: bigint, currency: string): string;
}

export function useMoney(): Money {
  const { language } = useLanguage();
  return {
    amount: (text, currency) =>
      text === null || currency === null ? '–' : print(language, text, currency),
    micros: (value, currency) => print(language, decimalOf(value), currency),
    short: (value, currency) =>
      CURRENCY.test(currency)
        ? numberFormat(language, {
            style: 'currency',
            currency,
            notation: 'compact',
            minimumFractionDigits: 0,
            maximumFractionDigits: 1,
          }).format(Number(value) / MILLION)
        : decimalOf(value),
  };
}

function print(language: Language, text: string, currency: string): string {
  if (!CURRENCY.test(currency) || !DECIMAL.test(text)) return `${text} ${currency}`;
  const usual = numberFormat(language, { style: 'currency', currency });
  const digits = text.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const most = usual.resolvedOptions().maximumFractionDigits ?? 0;
  const exact =
    digits <= most
      ? usual
      : numberFormat(language, {
          style: 'currency',
          currency,
          maximumFractionDigits: digits,
        });
  // Text is printed digit by digit, however long it is.
  return exact.format(text as Intl.StringNumericLiteral);
}
