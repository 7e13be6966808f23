// Whether a restriction keeps the player out now, or will.
import { StatusBadge } from '../../components/status-badge.tsx';
import { useWords } from '../../i18n/words.ts';
import type { RestrictionRecord } from './records.ts';
import { words } from './words.ts';

export function RestrictionBadge({ restriction }: { restriction: RestrictionRecord }) {
  const say = useWords(words);
  return restriction.in_effect ? (
    <StatusBadge tone="bad">{say.inEffect}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{say.notYet}</StatusBadge>
  );
}
