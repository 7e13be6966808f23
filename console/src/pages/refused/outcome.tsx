// How a verification ended, and whether its receipt was verified at another time.
import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useApp } from '../../place.tsx';
import { purchasePage } from '../../sales/paths.ts';
import { useMessages } from './messages.ts';
import { type Outcome, type Refused, verifiedSince } from './records.ts';

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
