// Whether a rule is on, only watches, or is off.
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useMessages } from '../../../i18n/messages.ts';
import { stateNames } from '../../../measures/messages.ts';
import type { RuleState } from '../../../measures/records.ts';

const TONES = { watch: 'busy', on: 'good', off: 'quiet' } as const;

export function RuleStateBadge({ state }: { state: RuleState }) {
  const names = useMessages(stateNames);
  return <StatusBadge tone={TONES[state]}>{names[state]}</StatusBadge>;
}
