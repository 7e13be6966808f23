// What a transaction cost, which Apple gives in thousandths of the unit for every currency.
import { scaledAmount } from '../../money.ts';
import type { Ownership } from '../market.ts';

interface Priced {
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
  readonly inAppOwnershipType?: unknown;
}

interface Cost {
  readonly price: string | null;
  readonly currency: string | null;
  readonly ownership?: Ownership;
}

const FREE: Cost = { price: null, currency: null };

/** The family paid once: a member's copy has a price, but nobody paid it. A number without a currency is no price. */
export function costOf({ price, currency, inAppOwnershipType }: Priced): Cost {
  if (inAppOwnershipType === 'FAMILY_SHARED') return { ...FREE, ownership: inAppOwnershipType };
  if (price === undefined || currency === undefined) return FREE;
  return { price: scaledAmount(price, 3, currency), currency };
}
