// Whether a store notification has been applied.
import { Tooltip } from '@mantine/core';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMessages } from './messages.ts';
import type { Notice } from './records.ts';

const TONES = { waiting: 'busy', applied: 'good', kept: 'quiet', failed: 'bad' } as const;

export function NoticeState({ state }: { state: Notice['state'] }) {
  const say = useMessages();
  const badge = <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
  if (state !== 'kept') return badge;
  return (
    <Tooltip label={say.keptMeans}>
      <span>{badge}</span>
    </Tooltip>
  );
}
