// What became of an effect: its status, how long it lasts, or why it ended.

import { Text } from '@mantine/core';
import { AppTime } from '../components/app-time.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useFormat } from '../i18n/format.ts';
import { useApp } from '../place.tsx';
import { useEffectNames, useFlagReasons, useMessages } from './messages.ts';
import type { Effect, EffectStatus } from './records.ts';

const TONES = {
  flagged: 'warning',
  active: 'bad',
  lifted: 'good',
  over: 'quiet',
  released: 'quiet',
} as const satisfies Record<EffectStatus, string>;

export function EffectState({ effect }: { effect: Effect }) {
  const names = useEffectNames();
  const { status, ended_at } = effect;
  return (
    <>
      <StatusBadge tone={TONES[status]}>{names[status]}</StatusBadge>
      <Text size="xs" c="dimmed" maw={260}>
        <About effect={effect} />
        {ended_at !== null && (
          <>
            {' · '}
            <AppTime at={ended_at} />
          </>
        )}
      </Text>
      {effect.note !== null && (
        <Text size="xs" fs="italic" maw={260} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {effect.note}
        </Text>
      )}
    </>
  );
}

function About({ effect }: { effect: Effect }): string {
  const say = useMessages();
  const reasons = useFlagReasons();
  const format = useFormat();
  const { time_zone: timeZone } = useApp();
  const { end_reason, closed_by, flag, until, paid_again, step } = effect;
  if (end_reason === 'operator') return say.operator(closed_by ?? '');
  if (end_reason !== null) return say[end_reason];
  if (flag !== null) return reasons[flag];
  const parts = [
    step === null ? undefined : say.step(step),
    until === null ? say.permanent : say.until(format.dateTime(until, timeZone)),
    paid_again ? say.orPaid : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
