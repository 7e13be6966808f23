// Invitations that nobody has accepted yet.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { useKeyset } from '../../queries.ts';
import { useLimitsText } from '../../restrictions/limits.tsx';
import { useMessages } from './messages.ts';

type Invitation = Schema<'Invitation'>;

const TONES = { waiting: 'busy', sent: 'good', failed: 'bad' } as const;

/** Without e-mail, people pass on the link themselves. */
function Delivery({ email_state: state, email_failure }: Invitation) {
  const say = useMessages();
  if (state === undefined) return say.byLink;
  return (
    <>
      <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>
      {email_failure !== undefined && (
        <Text size="xs" c="dimmed" maw={280} style={{ overflowWrap: 'anywhere' }}>
          {email_failure}
        </Text>
      )}
    </>
  );
}

export function InvitationsCard({
  gameIndex,
  title,
  about,
  aside,
}: {
  /** Undefined: invitations to the installation. */
  gameIndex?: number;
  title: string;
  about: string;
  aside?: ReactNode;
}) {
  const say = useMessages();
  const roles = useRoleNames();
  const limitsText = useLimitsText();
  const path = invitationsOf(gameIndex);
  const withdraw = useAction({
    run: (invitation_id: string) =>
      gameIndex === undefined
        ? call('DELETE', endpoint('/invitations/{invitation_id}', { invitation_id }))
        : call(
            'DELETE',
            endpoint('/projects/{game_index}/invitations/{invitation_id}', {
              game_index: gameIndex,
              invitation_id,
            }),
          ),
    done: say.withdrawn,
    refreshes: [path],
  });
  const columns: readonly Column<Invitation>[] = [
    { label: say.email, cell: ({ email }) => email },
    {
      label: say.role,
      cell: ({ role, limits }) => (
        <>
          {roles[role]}
          {limits && (
            <Text size="xs" c="dimmed">
              {limitsText(limits)}
            </Text>
          )}
        </>
      ),
    },
    { label: say.by, cell: ({ invited_by }) => invited_by },
    { label: say.delivery, cell: (invitation) => <Delivery {...invitation} /> },
    { label: say.expires, cell: ({ expires_at }) => <Time at={expires_at} /> },
  ];
  return (
    <TableCard
      title={title}
      about={about}
      aside={aside}
      label={say.invitations}
      source={useKeyset(path)}
      rowKey={({ invitation_id }) => invitation_id}
      columns={columns}
      actions={({ invitation_id, email }) => [
        {
          label: say.withdraw,
          about: say.withdrawOf(email),
          isPending: withdraw.isPending && withdraw.variables === invitation_id,
          onClick: () => withdraw.mutate(invitation_id),
        },
      ]}
      empty={{ title: say.noInvitations, about: say.noInvitationsAbout }}
    />
  );
}

export const invitationsOf = (gameIndex: number | undefined) =>
  gameIndex === undefined
    ? endpoint('/invitations')
    : endpoint('/projects/{game_index}/invitations', { game_index: gameIndex });
