// The keys of an app: certification keys for the restriction API, custom price keys for signed amounts.
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { AddIcon, KeysIcon } from '../../../components/icons.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { TableCard } from '../../../components/table-card.tsx';
import { Time } from '../../../components/time.tsx';
import { type Endpoint, endpoint, type Item } from '../../../endpoint.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useApiUrl } from '../../../session.tsx';
import { Example } from '../example.tsx';
import { useMessages as useShared } from '../messages.ts';
import { Hint, MOST_VALID, RotateDialog, SecretState } from '../rotation.tsx';
import { type KeyWords, useCertificationMessages, usePriceMessages } from './messages.ts';

export function Keys() {
  return (
    <Stack gap="lg">
      <CertificationKeys />
      <PriceKeys />
    </Stack>
  );
}

function CertificationKeys() {
  const say = useCertificationMessages();
  const { appid } = useApp();
  const apiUrl = useApiUrl();
  const path = endpoint('/apps/{appid}/keys', { appid });
  const rotation = endpoint('/apps/{appid}/keys/rotate', { appid });
  return (
    <>
      <KeyCard
        say={say}
        path={path}
        another={say.another}
        create={async () => (await call('POST', path)).service_certification_key}
        rotate={async (grace_seconds) =>
          (await call('POST', rotation, { grace_seconds })).service_certification_key
        }
        revoke={(key_id) =>
          call('DELETE', endpoint('/apps/{appid}/keys/{key_id}', { appid, key_id }))
        }
      />
      <Example about={say.example} text={exampleOf(apiUrl, appid)} />
    </>
  );
}

function PriceKeys() {
  const say = usePriceMessages();
  const { appid } = useApp();
  const rotation = endpoint('/apps/{appid}/price-keys/rotate', { appid });
  return (
    <KeyCard
      say={say}
      about={
        <>
          {say.about}{' '}
          <Anchor
            component={Link}
            to={appPath(appid, '/settings/products')}
            size="sm"
            style={{ whiteSpace: 'nowrap' }}
          >
            {say.products}
          </Anchor>
        </>
      }
      path={endpoint('/apps/{appid}/price-keys', { appid })}
      create={async () => (await call('POST', rotation, {})).price_key}
      rotate={async (grace_seconds) => (await call('POST', rotation, { grace_seconds })).price_key}
      revoke={(key_id) =>
        call('DELETE', endpoint('/apps/{appid}/price-keys/{key_id}', { appid, key_id }))
      }
    />
  );
}

const exampleOf = (apiUrl: string, appid: string): string =>
  `curl -s ${apiUrl}/game/block/type/get \\
  -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\
  -d '{"appid": "${appid}", "service_certification_key": "KEY"}'`;

type Path = '/apps/{appid}/keys' | '/apps/{appid}/price-keys';
type Key = Item<Path>;

function KeyCard({
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
