// Amounts in Stripe's minor units, which differ from ISO 4217 for some currencies.
import { Big } from 'big.js';
import { scaledAmount } from '../../../money.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const NO_DECIMALS = words('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
const THREE_DECIMALS = words('BHD JOD KWD OMR TND');

/** ISK and UGX have no decimals, but Stripe wants them in hundredths. */
function decimals(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** Undefined when Stripe cannot represent the amount. */
export function toStripe(amount: string, currency: string): number | undefined {
  const minor = new Big(amount).times(new Big(10).pow(decimals(currency)));
  // With three decimals, Stripe requires the last one to be 0.
  const increment = THREE_DECIMALS.has(currency) ? 10 : 1;
  return minor.mod(increment).eq(0) ? minor.toNumber() : undefined;
}

export function fromStripe(minor: number, currency: string): string {
  return scaledAmount(minor, decimals(currency), currency);
}
