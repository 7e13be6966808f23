// The members of a project with their roles.
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { MembersIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { useLast } from '../../last.ts';
import { useKeyset } from '../../queries.ts';
import type { Role } from '../../records.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';
import { usePersonColumns } from './person.tsx';
import { ROLES } from './roles.ts';

type Member = Schema<'Member'>;

export function MembersCard({ game_index }: { game_index: number }) {
  const say = useMessages();
  const roles = useRoleNames();
  const { account_id: own } = useSession();
  const { person, factor } = usePersonColumns();
  const path = endpoint('/projects/{game_index}/members', { game_index });
  const one = (account_id: string) =>
    endpoint('/projects/{game_index}/members/{account_id}', { game_index, account_id });
  const list = useKeyset(path);
  const [leaving, setLeaving] = useState<Member>();
  const asked = useLast(leaving);
  const change = useAction({
    run: ({ account_id, role }: Pick<Member, 'account_id' | 'role'>) =>
      call('PATCH', one(account_id), { role }),
    done: ({ email }) => say.changed(email),
    refreshes: [path],
  });
  const remove = useAction({
    run: ({ account_id }: Member) => call('DELETE', one(account_id)),
    done: say.removed,
    refreshes: [path],
    after: () => setLeaving(undefined),
  });
  const columns: readonly Column<Member>[] = [
    person,
    {
      label: say.role,
      width: 190,
      cell: ({ account_id, email, role }) =>
        // Nobody locks themselves out by a slip of the hand.
        account_id === own ? (
          roles[role]
        ) : (
          <Select
            size="xs"
            aria-label={say.roleOf(email)}
            data={ROLES.map((value) => ({ value, label: roles[value] }))}
            value={role}
            allowDeselect={false}
            disabled={change.isPending}
            onChange={(value) =>
              value !== null && change.mutate({ account_id, role: value as Role })
            }
          />
        ),
    },
    factor,
    {
      label: '',
      align: 'right',
      cell: (member) =>
        member.account_id !== own && (
          <Button
            size="xs"
            variant="default"
            aria-label={say.removeOf(member.email)}
            onClick={() => setLeaving(member)}
          >
            {say.remove}
          </Button>
        ),
    },
  ];
  return (
    <Card title={say.members} about={say.membersAbout}>
      <DataTable
        label={say.members}
        columns={columns}
        source={list}
        rowKey={({ account_id }) => account_id}
        empty={<Empty title={say.noMembers} about={say.noMembersAbout} icon={MembersIcon} />}
      />
      <Confirm
        opened={leaving !== undefined}
        title={say.removeTitle}
        action={say.remove}
        isPending={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        {say.removeAbout(asked?.email ?? '')}
      </Confirm>
    </Card>
  );
}
