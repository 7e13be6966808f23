// Invitations that nobody has accepted yet.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Time } from '../../components/time.tsx';
import { roleNames } from '../../i18n/roles.ts';
import { useWords } from '../../i18n/words.ts';
import { useKeyset } from '../../queries.ts';
import type { Role } from '../../records.ts';
import { words } from './words.ts';

interface Invitation {
  readonly invitation_id: string;
  readonly email: string;
  readonly role: Role;
  readonly invited_by: string;
  readonly expires_at: string;
}

export function InvitationsCard({
  path,
  title,
  about,
  aside,
}: {
  path: string;
  title: string;
  about: string;
  aside?: ReactNode;
}) {
  const say = useWords(words);
  const roles = useWords(roleNames);
  const list = useKeyset<Invitation>(path);
  const withdraw = useAction({
    run: (id: string) => call('DELETE', `${path}/${id}`),
    done: say.withdrawn,
    refreshes: [path],
  });
  const columns: readonly Column<Invitation>[] = [
    { label: say.email, cell: ({ email }) => email },
    { label: say.role, cell: ({ role }) => roles[role] },
    { label: say.by, cell: ({ invited_by }) => invited_by },
    { label: say.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
    {
      label: '',
      align: 'right',
      cell: ({ invitation_id, email }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={say.withdrawOf(email)}
          loading={withdraw.isPending && withdraw.variables === invitation_id}
          onClick={() => withdraw.mutate(invitation_id)}
        >
          {say.withdraw}
        </Button>
      ),
    },
  ];
  return (
    <Card title={title} about={about} aside={aside}>
      <DataTable
        label={say.invitations}
        columns={columns}
        source={list}
        rowKey={({ invitation_id }) => invitation_id}
        empty={<Empty title={say.noInvitations} about={say.noInvitationsAbout} />}
      />
    </Card>
  );
}
