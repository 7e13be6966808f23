// Admin tokens: shown once, ended at once.
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TokensIcon } from '../../components/icons.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useKeyset } from '../../queries.ts';
import { limitsIn, NO_LIMITS, OptionalLimits, useLimitsText } from '../../restrictions/limits.tsx';
import { useMessages } from './messages.ts';

type AdminToken = Schema<'AdminToken'>;

export function TokensCard() {
  const say = useMessages();
  const limitsText = useLimitsText();
  const [isCreating, { open, close }] = useDisclosure(false);
  const [token, setToken] = useState<string>();
  const [ending, setEnding] = useState<AdminToken>();
  const columns: readonly Column<AdminToken>[] = [
    {
      label: say.name,
      cell: ({ name }) => <Text size="sm">{name}</Text>,
    },
    {
      label: say.scope,
      cell: ({ scope, limits }) => (
        <>
          {say[`scope_${scope}`]}
          {limits && (
            <Text size="xs" c="dimmed">
              {limitsText(limits)}
            </Text>
          )}
        </>
      ),
    },
    {
      label: say.projects,
      cell: ({ projects }) => (projects === null ? say.everyProject : projects.join(', ')),
    },
    { label: say.createdBy, cell: ({ created_by }) => created_by },
    { label: say.created, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      label: say.used,
      cell: ({ last_used_at }) => (last_used_at === null ? say.unused : <Time at={last_used_at} />),
    },
    {
      label: say.ends,
      cell: ({ expires_at }) => (expires_at === null ? say.never : <Time at={expires_at} />),
    },
  ];
  return (
    <TableCard
      title={say.tokens}
      about={say.tokensAbout}
      source={useKeyset(TOKENS)}
      rowKey={({ token_id }) => token_id}
      columns={columns}
      actions={(row) => [
        { label: say.end, about: say.endOf(row.name), onClick: () => setEnding(row) },
      ]}
      create={<AddButton label={say.create} onClick={open} />}
      minWidth={860}
      empty={{ title: say.none, about: say.noneAbout, icon: TokensIcon }}
    >
      <NewToken opened={isCreating} onClose={close} onMade={setToken} />
      <Confirm
        asked={ending}
        title={say.endTitle}
        action={say.end}
        run={({ token_id }) => call('DELETE', endpoint('/admin-tokens/{token_id}', { token_id }))}
        done={say.ended}
        refreshes={[TOKENS]}
        onClose={() => setEnding(undefined)}
      >
        {({ name }) => say.endAbout(name)}
      </Confirm>
      <SecretOnce
        title={say.made}
        secrets={token === undefined ? undefined : { [say.token]: token }}
        onDone={() => setToken(undefined)}
      />
    </TableCard>
  );
}

const TOKENS = endpoint('/admin-tokens');

/** Days; zero is for ever. */
const LIVES = [30, 90, 365, 0] as const;
const SCOPES = ['read', 'restriction', 'payment', 'full'] as const;

function NewToken({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean;
  onMade: (token: string) => void;
  onClose: () => void;
}) {
  const say = useMessages();
  const projects = useKeyset(endpoint('/projects'));
  /** None is every one. */
  const projectsOf = (chosen: readonly string[]): number[] =>
    chosen.length > 0 ? chosen.map(Number) : projects.items.map(({ game_index }) => game_index);
  return (
    <FormDialog
      opened={opened}
      title={say.create}
      action={say.create}
      initialValues={{
        name: '',
        scope: 'read' as (typeof SCOPES)[number],
        projects: [] as string[],
        life: '90',
        isLimited: false,
        ...NO_LIMITS,
      }}
      run={({ name, scope, projects: chosen, life, isLimited, ...values }) => {
        const limits = isLimited && scope === 'restriction' ? limitsIn(values) : null;
        return call('POST', TOKENS, {
          name: name.trim(),
          scope,
          ...(limits && { limits }),
          ...(chosen.length > 0 && { projects: chosen.map(Number) }),
          ...(life !== '0' && { expires_in_days: Number(life) }),
        });
      }}
      refreshes={[TOKENS]}
      after={({ token }) => onMade(token)}
      onClose={onClose}
      fields={[
        { kind: 'name', name: 'name', label: say.name, about: say.nameAbout },
        {
          kind: 'choice',
          name: 'scope',
          label: say.scope,
          data: SCOPES.map((scope) => ({ value: scope, label: say[`scope_${scope}`] })),
        },
        {
          kind: 'choices',
          name: 'projects',
          label: say.projects,
          about: say.projectsAbout,
          data: projects.items.map(({ game_index, name }) => ({
            value: String(game_index),
            label: `${game_index} ${name}`,
          })),
        },
        {
          kind: 'choice',
          name: 'life',
          label: say.life,
          data: LIVES.map((days) => ({ value: String(days), label: say[`life_${days}`] })),
        },
      ]}
    >
      {(form) =>
        form.values.scope === 'restriction' && (
          <OptionalLimits form={form} gameIndexes={projectsOf(form.values.projects)} />
        )
      }
    </FormDialog>
  );
}
