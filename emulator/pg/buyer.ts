// What a payment tells of the buyer for taxes: the country, and how much of the amount is tax.
import type { Input } from '../input.ts';
import { ControlError } from '../world.ts';

export interface TaxedBuyer {
  /** Two letters; absent: the checkout did not ask. */
  readonly country?: string;
  /** In minor units, within the amount; absent: what the gateway does by itself. */
  readonly tax?: number;
}

/** The fields `country` (`none`: not asked for) and `tax` of a control call. */
export function buyerIn(input: Input, amount: number, usual = 'US'): TaxedBuyer {
  const country = input.string('country') ?? usual;
  if (country !== 'none' && !/^[A-Z]{2}$/.test(country)) {
    throw new ControlError('country must be two capital letters, or none.');
  }
  const tax = input.integer('tax', { min: 0, max: amount });
  return { ...(country !== 'none' && { country }), ...(tax !== undefined && { tax }) };
}
