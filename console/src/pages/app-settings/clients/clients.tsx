// OAuth clients of the app's project: created, rotated, deleted; secrets are shown once.
import { Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { AddButton } from '../../../components/add-button.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ClientsIcon } from '../../../components/icons.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { TableCard } from '../../../components/table-card.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { useApiUrl } from '../../../session.tsx';
import { Example } from '../example.tsx';
import { useMessages as useShared } from '../messages.ts';
import { Hint, RotateDialog, SecretState } from '../rotation.tsx';
import { useMessages } from './messages.ts';

type Client = Schema<'OauthClient'>;
type Credentials = Schema<'ClientCredentials'>;

export function Clients() {
  const say = useMessages();
  const common = useShared();
  const { game_index } = useApp();
  const apiUrl = useApiUrl();
  const mayChange = useCan()('admin');
  const path = endpoint('/projects/{game_index}/clients', { game_index });
  const list = useKeyset(path);
  const [isCreating, { open, close }] = useDisclosure(false);
  const [rotated, setRotated] = useState<Client>();
  const [leaving, setLeaving] = useState<Client>();
  const [shown, setShown] = useState<Credentials & { readonly title: string }>();
  const columns: readonly Column<Client>[] = [
    {
      label: say.client,
      cell: ({ client_id, name }) => (
        <>
          <Text size="sm">{name}</Text>
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
    { label: say.created, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  return (
    <Stack gap="lg">
      <TableCard
        title={say.title}
        about={say.about}
        source={list}
        rowKey={({ client_id }) => client_id}
        columns={columns}
        actions={
          mayChange &&
          ((client) => [
            {
              label: common.rotate,
              about: say.rotateOf(client.name),
              onClick: () => setRotated(client),
            },
            {
              label: say.remove,
              about: say.removeOf(client.name),
              onClick: () => setLeaving(client),
            },
          ])
        }
        create={mayChange && <AddButton label={say.create} onClick={open} />}
        minWidth={820}
        empty={{
          title: say.none,
          about: mayChange ? say.noneAbout : say.noneToRead,
          icon: ClientsIcon,
        }}
      />
      <Example
        about={say.example}
        text={exampleOf(apiUrl, list.items[0]?.client_id ?? 'CLIENT_ID')}
      />
      <FormDialog
        opened={isCreating}
        title={say.create}
        action={say.create}
        initialValues={{ name: '' }}
        run={({ name }) => call('POST', path, { name: name.trim() })}
        refreshes={[path]}
        after={(made) => setShown({ ...made, title: say.made })}
        fields={[{ kind: 'name', name: 'name', label: say.name, about: say.nameAbout }]}
        onClose={close}
      />
      <RotateDialog
        asked={rotated}
        title={({ name }) => say.rotateOf(name)}
        valid={({ secrets }) => secrets.length}
        run={({ client_id }, grace_seconds) =>
          call('POST', endpoint('/clients/{client_id}/rotate', { client_id }), { grace_seconds })
        }
        refreshes={[path]}
        after={(made) => setShown({ ...made, title: say.rotated })}
        onClose={() => setRotated(undefined)}
      />
      <Confirm
        asked={leaving}
        title={say.removeTitle}
        action={say.remove}
        name={({ name }) => name}
        run={({ client_id }) => call('DELETE', endpoint('/clients/{client_id}', { client_id }))}
        done={say.removed}
        refreshes={[path]}
        onClose={() => setLeaving(undefined)}
      >
        {({ name }) => say.removeAbout(name)}
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
