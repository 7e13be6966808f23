// Schemas of refused verifications for operators.
import { Type } from 'typebox';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { MarketName } from '../markets/markets.ts';
import { serviceIdOf } from '../service-id.ts';
import type { ReceiptPurchase, RefusedRow } from './refused-store.ts';

const Text = Type.String();
const Time = Type.String({ description: 'UTC, ISO 8601.' });

export const REFUSED_OUTCOMES = [
  'INVALID_REQUEST',
  'INVALID_RECEIPT',
  'PRICE_VERIFY_FAIL',
  'RECEIPT_VERIFY_FAIL',
  'PAYMENT_PENDING',
  'MARKET_UNAVAILABLE',
  'INTERNAL_ERROR',
] as const;

export const RefusedView = namedObject('RefusedVerification', {
  refused_id: Text,
  first_at: Time,
  last_at: Time,
  times: Type.Integer({
    description:
      'How often the same account sent the same receipt with the same outcome within one hour of the clock.',
  }),
  kind: Type.Enum(['consumable', 'subscription']),
  provider: MarketName,
  account_uuid: orNull(Text, 'As sent; null when it was not a UUID.'),
  player_id: orNull(Id64Answer('Player who logged in with the account.'), 'Null when unknown.'),
  product_id: orNull(Text, 'As sent.'),
  transaction_id: orNull(Text, '`storeTransactionId` or `orderId`, as sent.'),
  price: orNull(Text, 'As sent.'),
  currency: orNull(Text, 'As sent.'),
  outcome: Type.Enum([...REFUSED_OUTCOMES], { description: '`outcome.message` of the answer.' }),
  reason: Type.String({ description: 'Why it was refused.' }),
  receipt_sha256: Type.String({
    description: 'SHA-256 of the receipt, in hex. The receipt itself is not stored.',
  }),
  purchase: orNull(
    Type.Object({ service_transaction_id: Text, verified_at: Time }),
    'The purchase that is recorded with the same receipt, before or after.',
  ),
});
export type RefusedView = Type.Static<typeof RefusedView>;

export const RefusedRecord = namedObject('RefusedVerificationRecord', {
  ...RefusedView.properties,
  market_answer: orNull(
    Text,
    "First 4 KiB of the market's answer as JSON, without data about the card, the buyer or the receipt. Null when the market was not asked or did not answer.",
  ),
});
export type RefusedRecord = Type.Static<typeof RefusedRecord>;

export const REFUSED_EXAMPLE: RefusedView = {
  refused_id: 'q3Tq0x3nR1oC0b8vKJm3Zw',
  first_at: '2026-11-15T12:00:00.000Z',
  last_at: '2026-11-15T12:00:07.000Z',
  times: 3,
  kind: 'consumable',
  provider: 'APPLE',
  account_uuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  player_id: null,
  product_id: 'gem_1200',
  transaction_id: null,
  price: '9.99',
  currency: 'USD',
  outcome: 'PRICE_VERIFY_FAIL',
  reason:
    'price is 9.99, but the App Store charged 8.99 USD. Send the price the player paid, or leave it out.',
  receipt_sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  purchase: { service_transaction_id: 'AP_12', verified_at: '2026-11-15T12:01:00.000Z' },
};

export function viewRefused(
  row: RefusedRow,
  playerId: bigint | null,
  purchase: ReceiptPurchase | undefined,
): RefusedView {
  return {
    refused_id: row.refused_id,
    first_at: isoTime(row.first_at),
    last_at: isoTime(row.last_at),
    times: row.times,
    kind: row.kind,
    provider: row.provider,
    account_uuid: row.account_uuid,
    player_id: playerId,
    product_id: row.product_id,
    transaction_id: row.transaction_id,
    price: row.price,
    currency: row.currency,
    outcome: row.outcome as RefusedView['outcome'],
    reason: row.reason,
    receipt_sha256: Buffer.from(row.receipt_hash, 'base64url').toString('hex'),
    purchase: purchase
      ? {
          service_transaction_id: serviceIdOf(purchase),
          verified_at: isoTime(purchase.verified_at),
        }
      : null,
  };
}
