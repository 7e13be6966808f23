// Whether a notice has been applied.
import { Tooltip } from '@mantine/core';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useWords } from '../../i18n/words.ts';
import type { Notice } from './records.ts';
import { words } from './words.ts';

const TONES = { waiting: 'busy', applied: 'good', kept: 'quiet', failed: 'bad' } as const;

export function NoticeState({ state }: { state: Notice['state'] }) {
  const say = useWords(words);
  const badge = <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
  if (state !== 'kept') return badge;
  return (
    <Tooltip label={say.keptMeans}>
      <span>{badge}</span>
    </Tooltip>
  );
}
