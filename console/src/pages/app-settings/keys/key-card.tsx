// The keys of an app, of one kind: shown once, rotated while the old one lives on, revoked.
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../action.ts';
import { Card } from '../../../components/card.tsx';
import { Confirm } from '../../../components/confirm.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { AddIcon, KeysIcon } from '../../../components/icons.tsx';
import { actionsColumn } from '../../../components/row-actions.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { Time } from '../../../components/time.tsx';
import type { Endpoint, Item } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useMessages as useShared } from '../messages.ts';
import { Hint, MOST_VALID, RotateDialog, SecretState } from '../rotation.tsx';
import type { KeyWords } from './messages.ts';

type Path = '/apps/{appid}/keys' | '/apps/{appid}/price-keys';
type Key = Item<Path>;

export function KeyCard({
  say,
  about = say.about,
  path,
  create,
  rotate,
  revoke,
  another,
}: {
  say: KeyWords;
  about?: ReactNode;
  path: Endpoint<Path>;
  /** This and the next return the key. */
  create: () => Promise<string>;
  rotate: (graceSeconds: number) => Promise<string>;
  revoke: (keyId: string) => Promise<unknown>;
  /** Where a second key can be made without a rotation: what the button says. */
  another?: string;
}) {
  const common = useShared();
  const mayChange = useCan()('admin');
  const list = useGet(path);
  const keys = list.data?.items ?? [];
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const asked = useLast(ending);
  const creation = useAction({ run: create, refreshes: [path], after: setSecret });
  const rotation = useAction({
    run: rotate,
    refreshes: [path],
    after(made) {
      setRotating(false);
      setSecret(made);
    },
  });
  const end = useAction({
    run: ({ key_id }: Key) => revoke(key_id),
    done: say.ended,
    refreshes: [path],
    after: () => setEnding(undefined),
  });
  const createButton = (label: string, variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<AddIcon size={16} />}
      loading={creation.isPending}
      onClick={() => creation.mutate()}
    >
      {label}
    </Button>
  );
  const columns: readonly Column<Key>[] = [
    { label: say.key, cell: (key) => <Hint {...key} /> },
    { label: common.state, cell: (key) => <SecretState {...key} /> },
    { label: common.created, cell: ({ created_at }) => <Time at={created_at} /> },
    ...actionsColumn(mayChange, (key: Key) => [
      { label: say.end, about: say.endOf(key.hint), onClick: () => setEnding(key) },
    ]),
  ];
  return (
    <>
      <Card
        title={say.title}
        about={about}
        aside={
          mayChange &&
          keys.length > 0 && (
            <Group gap="xs">
              {another && keys.length < MOST_VALID && createButton(another, 'default')}
              <Button aria-label={say.rotateTitle} onClick={() => setRotating(true)}>
                {common.rotate}
              </Button>
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
      <RotateDialog
        opened={isRotating}
        title={say.rotateTitle}
        atOnce={say.atOnce}
        valid={keys.length}
        isPending={rotation.isPending}
        onRotate={rotation.mutate}
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
    </>
  );
}
