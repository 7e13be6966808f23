// How a subscription stands.
import { Group } from '@mantine/core';
import { StatusBadge } from '../components/status-badge.tsx';
import { useMessages } from './messages.ts';
import { TONES as PURCHASE_TONES } from './purchase-columns.tsx';
import type { Cycle, Subscription } from './records.ts';
import { useValues } from './timeline-messages.ts';

const TONES = {
  active: 'good',
  grace: 'warning',
  hold: 'warning',
  paused: 'quiet',
  expired: 'quiet',
  revoked: 'bad',
  replaced: 'quiet',
} as const;

export function SubscriptionState({
  subscription: { status, refunded_at, test },
  cycles = [],
}: {
  subscription: Pick<Subscription, 'status' | 'refunded_at' | 'test'>;
  /** Newest first; a dispute of one of them is shown. */
  cycles?: readonly Cycle[];
}) {
  const say = useMessages();
  const names = useValues();
  const disputed = cycles.find(({ dispute }) => dispute !== null)?.state;
  return (
    <Group gap={6}>
      <StatusBadge tone={TONES[status]}>{names[`status ${status}`]}</StatusBadge>
      {refunded_at !== null && <StatusBadge tone="bad">{say.refunded}</StatusBadge>}
      {disputed && <StatusBadge tone={PURCHASE_TONES[disputed]}>{say[disputed]}</StatusBadge>}
      {test && <StatusBadge tone="quiet">{say.test}</StatusBadge>}
    </Group>
  );
}
