// The `serviceTransactionId`: prefix and number for consumables, a UUID for subscription cycles.
import { Type } from 'typebox';
import type { Market, PurchaseTable } from '../storage/schema.ts';

export const ServiceTransactionId = Type.String({
  pattern: '^((AP|GO|ST|PG)_[0-9]{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
  description: '`serviceTransactionId` of the purchase or subscription cycle.',
});

const PREFIXES: Record<Market, string> = { APPLE: 'AP', GOOGLE: 'GO', STEAM: 'ST', PG: 'PG' };

/** The `serviceTransactionId` of a consumable. */
export const serviceTransactionId = (provider: Market, number: number): string =>
  `${PREFIXES[provider]}_${number}`;

/** The `serviceTransactionId` of a consumable or a subscription cycle. */
export const serviceIdOf = ({
  kind,
  provider,
  number,
  transaction_id,
}: Pick<PurchaseTable, 'kind' | 'provider' | 'number' | 'transaction_id'>): string =>
  kind === 'consumable' ? serviceTransactionId(provider, number) : transaction_id;
