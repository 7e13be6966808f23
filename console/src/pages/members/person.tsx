// Somebody with an account, as lists of people show them.
import { Group, Text } from '@mantine/core';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Schema } from '../../endpoint.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

type Person = Pick<Schema<'Account'>, 'account_id' | 'email' | 'second_factor' | 'disabled'>;

/** Who it is, and whether a password alone is enough to be them. */
export function usePersonColumns(): Readonly<Record<'person' | 'factor', Column<Person>>> {
  const say = useMessages();
  const { account_id: own } = useSession();
  return {
    person: {
      label: say.email,
      cell: ({ email, disabled, account_id }) => (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {email}
          </Text>
          {account_id === own && <StatusBadge tone="busy">{say.you}</StatusBadge>}
          {disabled && <StatusBadge tone="bad">{say.disabled}</StatusBadge>}
        </Group>
      ),
    },
    factor: {
      label: say.factor,
      cell: ({ second_factor: isOn }) => (
        <StatusBadge tone={isOn ? 'good' : 'quiet'}>{isOn ? say.on : say.off}</StatusBadge>
      ),
    },
  };
}
