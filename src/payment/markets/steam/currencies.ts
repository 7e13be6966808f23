// Currencies that Steam sells in, and the increments in which it takes amounts.
import { Big } from 'big.js';

/** Multiples that Steam requires, in units of the currency; hundredths where nothing is said. */
const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ...multiplesOf('0.01', 'AED AUD BRL CAD CHF CNY EUR GBP HKD ILS KWD MXN MYR NOK NZD PEN PHP'),
  ...multiplesOf('0.01', 'PLN QAR RUB SAR SGD THB USD ZAR'),
  ...multiplesOf('1', 'CLP COP IDR INR JPY KZT TWD UAH UYU'),
  ...multiplesOf('5', 'CRC'),
  ...multiplesOf('10', 'KRW'),
  ...multiplesOf('500', 'VND'),
]);

export const isSteamCurrency = (currency: string): boolean => CURRENCIES.has(currency);

/** The increment that an amount is no multiple of; undefined when Steam takes it. New currencies have no known increment. */
export function missedIncrement(amount: string, currency: string): string | undefined {
  const increment = CURRENCIES.get(currency);
  return increment === undefined || new Big(amount).mod(increment).eq(0) ? undefined : increment;
}

function multiplesOf(increment: string, currencies: string): (readonly [string, string])[] {
  return currencies.split(' ').map((currency) => [currency, increment] as const);
}
