// Admin tokens: shown once, ended at once.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { AddIcon, TokensIcon } from '../../components/icons.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLast } from '../../last.ts';
import { useKeyset } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { NewToken, TOKENS } from './new-token.tsx';

type AdminToken = Schema<'AdminToken'>;

export function TokensCard() {
  const say = useMessages();
  const list = useKeyset(TOKENS);
  const [isCreating, setCreating] = useState(false);
  const [token, setToken] = useState<string>();
  const [ending, setEnding] = useState<AdminToken>();
  const asked = useLast(ending);
  const end = useAction({
    run: ({ token_id }: AdminToken) =>
      call('DELETE', endpoint('/admin-tokens/{token_id}', { token_id })),
    done: say.ended,
    refreshes: [TOKENS],
    after: () => setEnding(undefined),
  });
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setCreating(true)}>
      {say.create}
    </Button>
  );
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
    {
      label: '',
      align: 'right',
      cell: (row) => (
        <Button
          size="xs"
          variant="default"
          aria-label={say.endOf(row.name)}
          onClick={() => setEnding(row)}
        >
          {say.end}
        </Button>
      ),
    },
  ];
  return (
    <Card title={say.tokens} about={say.tokensAbout} aside={list.items.length > 0 && create}>
      <DataTable
        label={say.tokens}
        columns={columns}
        source={list}
        rowKey={({ token_id }) => token_id}
        minWidth={860}
        empty={
          <Empty title={say.none} about={say.noneAbout} icon={TokensIcon}>
            {create}
          </Empty>
        }
      />
      <NewToken
        opened={isCreating}
        onClose={() => setCreating(false)}
        onMade={(made) => {
          setCreating(false);
          setToken(made);
        }}
      />
      <Confirm
        opened={ending !== undefined}
        title={say.endTitle}
        action={say.end}
        isPending={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
        onClose={() => setEnding(undefined)}
      >
        {say.endAbout(asked?.name ?? '')}
      </Confirm>
      <SecretOnce
        title={say.made}
        secrets={token === undefined ? undefined : { [say.token]: token }}
        onDone={() => setToken(undefined)}
      />
    </Card>
  );
}
