// Amounts of money as exact decimal text, never as floats.
import { Big } from 'big.js';
import { currencyDigits } from '../base/currencies.ts';

export { currencyDigits };

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

const MOST = new Big(10).pow(15);
const MOST_DECIMALS = 12;

export const AMOUNT_LIMITS = `must be between -10^15 and 10^15, with at most ${MOST_DECIMALS} digits after the point`;

/** Whether the number, as the caller wrote it, is within the limits. */
export function isAmount(text: string): boolean {
  const amount = new Big(text);
  return amount.abs().lte(MOST) && amount.c.length - amount.e - 1 <= MOST_DECIMALS;
}

export function isSameAmount(one: string, other: string): boolean {
  return new Big(one).eq(new Big(other));
}

/** More would not fit into a sum of many. */
const MOST_MINOR = 10 ** 14;
const AMOUNT = /^(\d+)(?:\.(\d+))?$/;

/** In the smallest unit of the currency; undefined when it is no whole number of them, or too large to add up. */
export function minorUnits(amount: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const parts = AMOUNT.exec(amount);
  if (digits === undefined || !parts) return undefined;
  const [, whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return minor <= MOST_MINOR ? minor : undefined;
}

/** The amount of smallest units; faster than with decimals, because a chart has thousands. */
export const minorText = (minor: number | bigint, currency: string): string =>
  decimalText(minor, currencyDigits(currency) ?? 0);

/** A whole number with its last digits as decimals. */
export function decimalText(whole: number | bigint, digits: number): string {
  const text = String(whole);
  if (digits === 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const all = text.slice(sign.length).padStart(digits + 1, '0');
  return `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

/** Half is rounded away from zero. */
export const divideHalfUp = (amount: bigint, by: bigint): bigint =>
  amount < 0n ? -((-amount + by / 2n) / by) : (amount + by / 2n) / by;
