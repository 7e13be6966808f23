// How far a list is, in a word.
import { StatusBadge } from '../../components/status-badge.tsx';
import { useWords } from '../../i18n/words.ts';
import type { JobRecord } from './records.ts';
import { words } from './words.ts';

const TONES = { reading: 'quiet', ready: 'warning', running: 'busy', done: 'good' } as const;

export function JobState({ job: { state } }: { job: JobRecord }) {
  const say = useWords(words);
  return <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>;
}
