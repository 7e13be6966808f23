// Certification keys of an app: shown once, rotated while the old one lives on, ended.
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { AddIcon, KeysIcon } from '../../../components/icons.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { Time } from '../../../components/time.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { useLast } from '../../../last.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { Example } from '../example.tsx';
import { messages as shared } from '../messages.ts';
import { Hint, MOST_VALID, RotateDialog, SecretState } from '../rotation.tsx';
import { messages } from './messages.ts';

type Key = Schema<'CertificationKey'>;

export function Keys() {
  const say = useMessages(messages);
  const common = useMessages(shared);
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const path = endpoint('/apps/{appid}/keys', { appid });
  const list = useGet(path);
  const keys = list.data?.items ?? [];
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const asked = useLast(ending);
  const show = (made: Schema<'NewCertificationKey'>) => setSecret(made.service_certification_key);
  const create = useAction({
    run: () => call('POST', path),
    refreshes: [path],
    after: show,
  });
  const rotate = useAction({
    run: (grace_seconds: number) =>
      call('POST', endpoint('/apps/{appid}/keys/rotate', { appid }), { grace_seconds }),
    refreshes: [path],
    after(made) {
      setRotating(false);
      show(made);
    },
  });
  const end = useAction({
    run: ({ key_id }: Key) =>
      call('DELETE', endpoint('/apps/{appid}/keys/{key_id}', { appid, key_id })),
    done: say.ended,
    refreshes: [path],
    after: () => setEnding(undefined),
  });
  const createButton = (label: string, variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<AddIcon size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate()}
    >
      {label}
    </Button>
  );
  const columns: readonly Column<Key>[] = [
    { label: say.key, cell: (key) => <Hint {...key} /> },
    { label: common.state, cell: (key) => <SecretState {...key} /> },
    { label: common.created, cell: ({ created_at }) => <Time at={created_at} /> },
    ...(mayChange
      ? [
          {
            label: '',
            align: 'right',
            cell: (key: Key) => (
              <Button
                size="xs"
                variant="default"
                aria-label={say.endOf(key.hint)}
                onClick={() => setEnding(key)}
              >
                {say.end}
              </Button>
            ),
          } as const,
        ]
      : []),
  ];
  return (
    <Stack gap="lg">
      <Card
        title={say.title}
        about={say.about}
        aside={
          mayChange &&
          keys.length > 0 && (
            <Group gap="xs">
              {keys.length < MOST_VALID && createButton(say.another, 'default')}
              <Button onClick={() => setRotating(true)}>{common.rotate}</Button>
            </Group>
          )
        }
      >
        <DataTable
          label={say.title}
          columns={columns}
          source={{
            items: keys,
            isPending: list.isPending,
            error: list.error,
            retry: () => void list.refetch(),
          }}
          rowKey={({ key_id }) => key_id}
          minWidth={480}
          empty={
            <Empty
              title={say.none}
              about={mayChange ? say.noneAbout : say.noneToRead}
              icon={KeysIcon}
            >
              {mayChange && createButton(say.first, 'filled')}
            </Empty>
          }
        />
      </Card>
      <Example about={say.example} text={exampleOf(appid)} />
      <RotateDialog
        opened={isRotating}
        title={say.rotateTitle}
        valid={keys.length}
        isPending={rotate.isPending}
        onRotate={rotate.mutate}
        onClose={() => setRotating(false)}
      />
      <Confirm
        opened={ending !== undefined}
        title={say.endTitle}
        action={say.end}
        isPending={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
        onClose={() => setEnding(undefined)}
      >
        {say.endAbout(asked?.hint ?? '')}
      </Confirm>
      <SecretOnce
        title={say.made}
        secrets={secret === undefined ? undefined : { [say.value]: secret }}
        onDone={() => setSecret(undefined)}
      />
    </Stack>
  );
}

const exampleOf = (appid: string): string =>
  `curl -s ${location.origin}/game/block/type/get \\
  -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\
  -d '{"appid": "${appid}", "service_certification_key": "KEY"}'`;
