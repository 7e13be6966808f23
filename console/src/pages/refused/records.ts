// What the admin API says about refused verifications.
import type { Schema } from '../../endpoint.ts';

export type Refused = Schema<'RefusedVerification'>;
export type Outcome = Refused['outcome'];

export const OUTCOMES = [
  'INVALID_RECEIPT',
  'PRICE_VERIFY_FAIL',
  'RECEIPT_VERIFY_FAIL',
  'PAYMENT_PENDING',
  'MARKET_UNAVAILABLE',
  'INVALID_REQUEST',
  'INTERNAL_ERROR',
] as const satisfies readonly Outcome[];

/** Whether the same receipt was verified once it was refused, or before. */
export const verifiedSince = ({ purchase, first_at }: Refused): 'after' | 'before' | undefined =>
  purchase ? (purchase.verified_at >= first_at ? 'after' : 'before') : undefined;
