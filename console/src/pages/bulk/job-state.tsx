// The state of a list.
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMessages } from './messages.ts';
import type { JobRecord } from './records.ts';

const TONES = { reading: 'quiet', ready: 'warning', running: 'busy', done: 'good' } as const;

export function JobState({ job: { state } }: { job: JobRecord }) {
  const say = useMessages();
  return <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
}
