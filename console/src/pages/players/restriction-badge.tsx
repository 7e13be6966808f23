// Whether a restriction keeps the player out now, or will.
import { StatusBadge } from '../../components/status-badge.tsx';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { useMessages } from './messages.ts';

export function RestrictionBadge({ restriction }: { restriction: RestrictionRecord }) {
  const say = useMessages();
  return restriction.in_effect ? (
    <StatusBadge tone="bad">{say.inEffect}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{say.notYet}</StatusBadge>
  );
}
