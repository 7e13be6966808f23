// Whether a rule is on, only watches, or is off; and whether its restriction type is gone.
import { Group } from '@mantine/core';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { useStateNames } from '../../../measures/messages.ts';
import type { ListedRule } from '../../../measures/records.ts';
import { useMessages } from './messages.ts';

const TONES = { watch: 'busy', on: 'good', off: 'quiet' } as const;

type Light = Pick<ListedRule, 'state' | 'type_missing'>;

export function RuleStateBadge({ rule: { state, type_missing } }: { rule: Light }) {
  const names = useStateNames();
  const say = useMessages();
  return (
    <Group gap={4}>
      <StatusBadge tone={TONES[state]}>{names[state]}</StatusBadge>
      {type_missing && <StatusBadge tone="bad">{say.typeMissing}</StatusBadge>}
    </Group>
  );
}
