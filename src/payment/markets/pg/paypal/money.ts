// PayPal takes amounts as decimal text, and whole amounts of two currencies that have decimals elsewhere.
import { Big } from 'big.js';
import { amountText, currencyDigits } from '../../../money.ts';

/** JPY has no decimals anywhere. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(['HUF', 'TWD']);
const MOST_DECIMALS = 2;

function decimals(currency: string): number {
  if (WHOLE_ONLY.has(currency)) return 0;
  return Math.min(currencyDigits(currency) ?? MOST_DECIMALS, MOST_DECIMALS);
}

/** Undefined when PayPal cannot represent the amount. */
export function toPaypal(amount: string, currency: string): string | undefined {
  const exact = new Big(amount);
  const digits = decimals(currency);
  const text = exact.toFixed(digits);
  return exact.eq(text) ? text : undefined;
}

const VALUE = /^\d{1,15}(\.\d{1,12})?$/;

export interface Money {
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
}

/** Undefined for what is no amount. */
export function fromPaypal(
  money: Readonly<Record<string, unknown>> | undefined,
): Money | undefined {
  const { value, currency_code: currency } = money ?? {};
  if (typeof value !== 'string' || typeof currency !== 'string') return undefined;
  return VALUE.test(value) ? { amount: amountText(value, currency), currency } : undefined;
}
