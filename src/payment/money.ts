// Amounts of money as exact decimal text, never as floats.
import { Big } from 'big.js';
import currencyCodes from 'currency-codes';

/** Number of decimals by ISO 4217; undefined for an unknown currency. */
export function currencyDigits(currency: string): number | undefined {
  return currencyCodes.code(currency)?.digits;
}

/** Pads to the currency's decimals: 9.9 USD is `9.90`, 1200 KRW is `1200`. Never rounds. */
export function amountText(amount: string | Big, currency: string): string {
  const exact = new Big(amount);
  const needed = Math.max(0, exact.c.length - exact.e - 1);
  return exact.toFixed(Math.max(needed, currencyDigits(currency) ?? 0));
}

/** Converts from minor units: with 3 decimals, from thousandths. */
export function scaledAmount(whole: number | bigint, decimals: number, currency: string): string {
  return amountText(new Big(whole.toString()).times(new Big(10).pow(-decimals)), currency);
}

export function isSameAmount(one: string, other: string): boolean {
  return new Big(one).eq(new Big(other));
}
