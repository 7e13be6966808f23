// The `serviceTransactionId`: prefix and number for consumables, a UUID for subscription cycles.
import { Type } from 'typebox';
import type { Market, PurchaseTable } from '../storage/schema.ts';
import { MARKETS, marketOf } from './markets/markets.ts';

const PREFIXES = MARKETS.map(({ prefix }) => prefix).join('|');

export const ServiceTransactionId = Type.String({
  pattern: `^((${PREFIXES})_[0-9]{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  description: '`serviceTransactionId` of the purchase or subscription cycle.',
});

/** The number of a consumable, in its `serviceTransactionId`. */
export const NUMBERED = new RegExp(`^(?:${PREFIXES})_(\\d{1,15})$`);

/** The `serviceTransactionId` of a consumable. */
export const serviceTransactionId = (provider: Market, number: number): string =>
  `${marketOf(provider).prefix}_${number}`;

/** The `serviceTransactionId` of a consumable or a subscription cycle. */
export const serviceIdOf = ({
  kind,
  provider,
  number,
  transaction_id,
}: Pick<PurchaseTable, 'kind' | 'provider' | 'number' | 'transaction_id'>): string =>
  kind === 'consumable' ? serviceTransactionId(provider, number) : transaction_id;
