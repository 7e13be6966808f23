// Amounts of money: exact decimals in, exact decimal text out. Nothing here is a float.
import { Big } from 'big.js';
import currencyCodes from 'currency-codes';

/** How many decimals the currency has by ISO 4217; undefined when it is not a currency. */
export function currencyDigits(currency: string): number | undefined {
  return currencyCodes.code(currency)?.digits;
}

/** The amount with the currency's digits: 9.9 USD is `9.90`, 1200 KRW is `1200`. Never rounded. */
export function amountText(amount: string | Big, currency: string): string {
  const exact = new Big(amount);
  const needed = Math.max(0, exact.c.length - exact.e - 1);
  return exact.toFixed(Math.max(needed, currencyDigits(currency) ?? 0));
}

/** A whole number of fractions of the currency's unit, 3 decimals being thousandths. */
export function scaledAmount(whole: number | bigint, decimals: number, currency: string): string {
  return amountText(new Big(whole.toString()).times(new Big(10).pow(-decimals)), currency);
}

export function isSameAmount(one: string, other: string): boolean {
  return new Big(one).eq(new Big(other));
}
