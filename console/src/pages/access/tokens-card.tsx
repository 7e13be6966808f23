// Admin tokens: shown once, ended at once.
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../api.ts';
import { AddButton } from '../../components/add-button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import type { Column } from '../../components/data-table.tsx';
import { TokensIcon } from '../../components/icons.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { TableCard } from '../../components/table-card.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useKeyset } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { NewToken, TOKENS } from './new-token.tsx';

type AdminToken = Schema<'AdminToken'>;

export function TokensCard() {
  const say = useMessages();
  const [isCreating, { open, close }] = useDisclosure(false);
  const [token, setToken] = useState<string>();
  const [ending, setEnding] = useState<AdminToken>();
  const columns: readonly Column<AdminToken>[] = [
    {
      label: say.name,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    { label: say.scope, cell: ({ scope }) => say[`scope_${scope}`] },
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
