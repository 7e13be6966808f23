// Whether a restriction keeps the player out now, or will.
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMessages } from '../../i18n/messages.ts';
import type { RestrictionRecord } from '../../restrictions/records.ts';
import { messages } from './messages.ts';

export function RestrictionBadge({ restriction }: { restriction: RestrictionRecord }) {
  const say = useMessages(messages);
  return restriction.in_effect ? (
    <StatusBadge tone="bad">{say.inEffect}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{say.notYet}</StatusBadge>
  );
}
