// OAuth clients of the app's project: created, rotated, deleted; secrets are shown once.
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { AddIcon, ClientsIcon } from '../../../components/icons.tsx';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useApiUrl } from '../../../session.tsx';
import { Example } from '../example.tsx';
import { useMessages as useShared } from '../messages.ts';
import { Hint, RotateDialog, SecretState } from '../rotation.tsx';
import { useMessages } from './messages.ts';
import { NewClient } from './new-client.tsx';

type Client = Schema<'OauthClient'>;
type Credentials = Schema<'ClientCredentials'>;

type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rotate' | 'remove'; readonly client: Client };

export function Clients() {
  const say = useMessages();
  const common = useShared();
  const { game_index } = useApp();
  const apiUrl = useApiUrl();
  const mayChange = useCan()('admin');
  const path = endpoint('/projects/{game_index}/clients', { game_index });
  const list = useKeyset(path);
  const [dialog, setDialog] = useState<Dialog>();
  const [shown, setShown] = useState<Credentials & { readonly title: string }>();
  const close = () => setDialog(undefined);
  const show = (title: string) => (credentials: Credentials) => {
    close();
    setShown({ ...credentials, title });
  };
  const about = useLast(dialog);
  const chosen = about && 'client' in about ? about.client : undefined;
  const rotate = useAction({
    run: (grace_seconds: number) =>
      call(
        'POST',
        endpoint('/clients/{client_id}/rotate', { client_id: chosen?.client_id ?? '' }),
        {
          grace_seconds,
        },
      ),
    refreshes: [path],
    after: show(say.rotated),
  });
  const remove = useAction({
    run: ({ client_id }: Client) => call('DELETE', endpoint('/clients/{client_id}', { client_id })),
    done: say.removed,
    refreshes: [path],
    after: close,
  });
  const create = mayChange && (
    <Button leftSection={<AddIcon size={16} />} onClick={() => setDialog({ kind: 'new' })}>
      {say.create}
    </Button>
  );
  const columns: readonly Column<Client>[] = [
    {
      label: say.client,
      cell: ({ client_id, name }) => (
        <>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Group gap={4} wrap="nowrap">
            <Code>{client_id}</Code>
            <CopyButton text={client_id} />
          </Group>
        </>
      ),
    },
    {
      label: say.secrets,
      cell: ({ secrets }) => (
        <Stack gap={4}>
          {secrets.map((secret) => (
            <Group key={`${secret.created_at} ${secret.hint}`} gap="xs" wrap="nowrap">
              <Hint {...secret} />
              <SecretState {...secret} />
            </Group>
          ))}
        </Stack>
      ),
    },
    { label: common.created, cell: ({ created_at }) => <Time at={created_at} /> },
    ...actionsColumn(mayChange, (client: Client) => [
      {
        label: common.rotate,
        about: say.rotateOf(client.name),
        onClick: () => setDialog({ kind: 'rotate', client }),
      },
      {
        label: say.remove,
        about: say.removeOf(client.name),
        onClick: () => setDialog({ kind: 'remove', client }),
      },
    ]),
  ];
  return (
    <Stack gap="lg">
      <Card title={say.title} about={say.about} aside={list.items.length > 0 && create}>
        <DataTable
          label={say.title}
          columns={columns}
          source={list}
          rowKey={({ client_id }) => client_id}
          minWidth={820}
          empty={
            <Empty
              title={say.none}
              about={mayChange ? say.noneAbout : say.noneToRead}
              icon={ClientsIcon}
            >
              {create}
            </Empty>
          }
        />
      </Card>
      <Example
        about={say.example}
        text={exampleOf(apiUrl, list.items[0]?.client_id ?? 'CLIENT_ID')}
      />
      <NewClient
        opened={dialog?.kind === 'new'}
        onClose={close}
        clients={path}
        onMade={show(say.made)}
      />
      <RotateDialog
        opened={dialog?.kind === 'rotate'}
        title={say.rotateOf(chosen?.name ?? '')}
        valid={chosen?.secrets.length ?? 0}
        isPending={rotate.isPending}
        onRotate={rotate.mutate}
        onClose={close}
      />
      <Confirm
        opened={dialog?.kind === 'remove'}
        title={say.removeTitle}
        action={say.remove}
        name={chosen?.name}
        isPending={remove.isPending}
        onConfirm={() => chosen && remove.mutate(chosen)}
        onClose={close}
      >
        {say.removeAbout(chosen?.name ?? '')}
      </Confirm>
      <SecretOnce
        title={shown?.title ?? ''}
        secrets={shown && { client_id: shown.client_id, client_secret: shown.client_secret }}
        onDone={() => setShown(undefined)}
      />
    </Stack>
  );
}

const exampleOf = (apiUrl: string, clientId: string): string =>
  `curl -s ${apiUrl}/oauth/token -d grant_type=client_credentials \\
  -d client_id=${clientId} -d client_secret=SECRET`;
