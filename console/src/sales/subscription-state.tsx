// How a subscription stands.
import { Group } from '@mantine/core';
import { StatusBadge } from '../components/status-badge.tsx';
import { useWords } from '../i18n/words.ts';
import type { Subscription } from './records.ts';
import { values } from './timeline-words.ts';
import { words } from './words.ts';

const TONES = {
  active: 'good',
  grace: 'warning',
  hold: 'warning',
  paused: 'quiet',
  expired: 'quiet',
  revoked: 'bad',
} as const;

export function SubscriptionState({
  subscription: { status, refunded_at, test },
}: {
  subscription: Pick<Subscription, 'status' | 'refunded_at' | 'test'>;
}) {
  const say = useWords(words);
  const names = useWords(values);
  return (
    <Group gap={6}>
      <StatusBadge tone={TONES[status]}>{names[`status ${status}`]}</StatusBadge>
      {refunded_at !== null && <StatusBadge tone="bad">{say.refunded}</StatusBadge>}
      {test && <StatusBadge tone="quiet">{say.test}</StatusBadge>}
    </Group>
  );
}
