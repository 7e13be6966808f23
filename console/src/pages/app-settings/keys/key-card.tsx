// The keys of an app, of one kind: shown once, rotated while the old one lives on, revoked.

import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../action.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { AddIcon, KeysIcon } from '../../../components/icons.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { TableCard } from '../../../components/table-card.tsx';
import { Time } from '../../../components/time.tsx';
import type { Endpoint, Item } from '../../../endpoint.ts';
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
  const valid = list.data?.items.length ?? 0;
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const [ending, setEnding] = useState<Key>();
  const creation = useAction({ run: create, refreshes: [path], after: setSecret });
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
  return (
    <TableCard
      title={say.title}
      about={about}
      aside={
        mayChange &&
        valid > 0 && (
          <Group gap="xs">
            {another && valid < MOST_VALID && createButton(another, 'default')}
            <Button aria-label={say.rotateTitle} onClick={() => setRotating(true)}>
              {common.rotate}
            </Button>
          </Group>
        )
      }
      source={list}
      rowKey={({ key_id }) => key_id}
      columns={[
        { label: say.key, cell: (key) => <Hint {...key} /> },
        { label: say.state, cell: (key) => <SecretState {...key} /> },
        { label: say.created, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      actions={
        mayChange &&
        ((key) => [{ label: say.end, about: say.endOf(key.hint), onClick: () => setEnding(key) }])
      }
      minWidth={480}
      empty={{
        title: say.none,
        about: mayChange ? say.noneAbout : say.noneToRead,
        icon: KeysIcon,
        children: mayChange && createButton(say.first, 'filled'),
      }}
    >
      <RotateDialog
        asked={isRotating || undefined}
        title={() => say.rotateTitle}
        valid={() => valid}
        atOnce={say.atOnce}
        run={(_, graceSeconds) => rotate(graceSeconds)}
        refreshes={[path]}
        after={setSecret}
        onClose={() => setRotating(false)}
      />
      <Confirm
        asked={ending}
        title={say.endTitle}
        action={say.end}
        run={({ key_id }) => revoke(key_id)}
        done={say.ended}
        refreshes={[path]}
        onClose={() => setEnding(undefined)}
      >
        {({ hint }) => say.endAbout(hint)}
      </Confirm>
      <SecretOnce
        title={say.made}
        secrets={secret === undefined ? undefined : { [say.value]: secret }}
        onDone={() => setSecret(undefined)}
      />
    </TableCard>
  );
}
