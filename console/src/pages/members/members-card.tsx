// The members of a project with their roles.
import { Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Confirm } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { MembersIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { useKeyset } from '../../queries.ts';
import type { Role } from '../../records.ts';
import { LimitFields, limitsIn, useLimitsText, valuesOf } from '../../restrictions/limits.tsx';
import { ROLES, useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

type Member = Schema<'Member'>;

export function MembersCard({ game_index }: { game_index: number }) {
  const say = useMessages();
  const roles = useRoleNames();
  const { account_id: own, issuers = [] } = useSession();
  const { person, factor } = usePersonColumns();
  const isSet = (issuer: string) => issuers.some(({ url }) => url === issuer);
  const path = endpoint('/projects/{game_index}/members', { game_index });
  const one = (account_id: string) =>
    endpoint('/projects/{game_index}/members/{account_id}', { game_index, account_id });
  const limitsText = useLimitsText();
  const [leaving, setLeaving] = useState<Member>();
  const [limiting, setLimiting] = useState<Member>();
  const change = useAction({
    run: ({ account_id, role }: Pick<Member, 'account_id' | 'role'>) =>
      call('PATCH', one(account_id), { role }),
    done: ({ email }) => say.changed(email),
    refreshes: [path],
  });
  const columns: readonly Column<Member>[] = [
    person,
    {
      label: say.role,
      width: 190,
      cell: ({ account_id, email, role, issuer, limits }) => (
        <>
          {/* Nobody locks themselves out by a slip of the hand, and an issuer decides about its own. */}
          {account_id === own || issuer !== undefined ? (
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
          )}
          {issuer !== undefined && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {isSet(issuer)
                ? say.byIssuer(new URL(issuer).host)
                : say.byFormerIssuer(new URL(issuer).host)}
            </Text>
          )}
          {limits && (
            <Text size="xs" c="dimmed" mt={4}>
              {limitsText(limits)}
            </Text>
          )}
        </>
      ),
    },
    factor,
  ];
  return (
    <TableCard
      title={say.members}
      about={say.membersAbout}
      source={useKeyset(path)}
      rowKey={({ account_id }) => account_id}
      columns={columns}
      actions={(member) => [
        member.role === 'operator' && {
          label: say.limits,
          about: say.limitsOf(member.email),
          onClick: () => setLimiting(member),
        },
        member.account_id !== own &&
          (member.issuer === undefined || !isSet(member.issuer)) && {
            label: say.remove,
            about: say.removeOf(member.email),
            onClick: () => setLeaving(member),
          },
      ]}
      empty={{ title: say.noMembers, about: say.noMembersAbout, icon: MembersIcon }}
    >
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        run={({ account_id }) => call('DELETE', one(account_id))}
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ email }) => say.removeAbout(email)}
      </Confirm>
      {limiting && (
        <FormDialog
          opened
          title={say.limitsOf(limiting.email)}
          about={say.limitsAbout}
          action={say.limitsSave}
          initialValues={valuesOf(limiting.limits ?? {})}
          run={(values) => call('PATCH', one(limiting.account_id), { limits: limitsIn(values) })}
          done={({ email }) => say.limitsSaved(email)}
          refreshes={[path]}
          onCancel={() => setLimiting(undefined)}
          onClose={() => setLimiting(undefined)}
        >
          {(form) => <LimitFields form={form} gameIndexes={[game_index]} />}
        </FormDialog>
      )}
    </TableCard>
  );
}

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
          <Text size="sm">{email}</Text>
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
