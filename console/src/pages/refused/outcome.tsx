// How a verification ended, and whether its receipt was verified at another time.
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Schema } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { purchasePage } from '../../sales/paths.ts';
import { useMessages } from './messages.ts';

const TONES: Readonly<Partial<Record<Outcome, 'warning' | 'busy'>>> = {
  PAYMENT_PENDING: 'busy',
  MARKET_UNAVAILABLE: 'warning',
  INTERNAL_ERROR: 'warning',
};

export function OutcomeBadge({ refused }: { refused: Refused }) {
  const say = useMessages();
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge tone={TONES[refused.outcome] ?? 'bad'}>{say[refused.outcome]}</StatusBadge>
      <VerifiedLink refused={refused} />
    </Stack>
  );
}

/** Leads to the purchase that has the same receipt. */
function VerifiedLink({ refused }: { refused: Refused }) {
  const say = useMessages();
  const { appid } = useApp();
  const since = verifiedSince(refused);
  if (!since || !refused.purchase) return null;
  const to = purchasePage(appid, refused.purchase.service_transaction_id);
  return (
    <Anchor component={Link} to={to} size="xs">
      {say[since]}
    </Anchor>
  );
}

export type Refused = Schema<'RefusedVerification'>;
type Outcome = Refused['outcome'];

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
const verifiedSince = ({ purchase, first_at }: Refused): 'after' | 'before' | undefined =>
  purchase ? (purchase.verified_at >= first_at ? 'after' : 'before') : undefined;
