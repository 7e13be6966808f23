// The price of a transaction, which Apple gives in thousandths of the unit for every currency.
import { scaledAmount } from '../../money.ts';

interface Priced {
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
}

/** A number without a currency is no price. */
export const priceOf = ({ price, currency }: Priced) =>
  price === undefined || currency === undefined
    ? { price: null, currency: null }
    : { price: scaledAmount(price, 3, currency), currency };
