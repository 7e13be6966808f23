// Sign-in by issuers: what whoever uses one has to know, and connecting an account with a password to one.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

/** In the place of the password and the second factor. */
export function IssuerCard({ issuer }: { issuer: string }) {
  const say = useMessages();
  const label = useSession().issuers?.find(({ url }) => url === issuer)?.label ?? issuer;
  return <Card title={say.issuerTitle} about={say.issuerAbout(label)} />;
}

const CONNECTIONS = endpoint('/session/connections');

export function ConnectionsCard() {
  const say = useMessages();
  const { issuers = [] } = useSession();
  const { data } = useGet(CONNECTIONS);
  const [connecting, setConnecting] = useState<string>();
  const leave = useAction({
    run: (issuer: string) => call('DELETE', endpoint('/session/connections/{issuer}', { issuer })),
    done: say.disconnected,
    refreshes: [CONNECTIONS],
  });
  const isConnected = (url: string) => data?.items.some(({ issuer }) => issuer === url) ?? false;
  return (
    <Card title={say.connectionsTitle} about={say.connectionsAbout}>
      <Stack gap="sm">
        {issuers.map(({ name, label, url }) => (
          <Group key={name} justify="space-between">
            <Group gap="xs">
              <Text size="sm">{label}</Text>
              {isConnected(url) && <StatusBadge tone="good">{say.connected}</StatusBadge>}
            </Group>
            {isConnected(url) ? (
              <Button
                size="xs"
                variant="default"
                aria-label={say.disconnectOf(label)}
                loading={leave.isPending && leave.variables === name}
                onClick={() => leave.mutate(name)}
              >
                {say.disconnect}
              </Button>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={say.connectOf(label)}
                onClick={() => setConnecting(name)}
              >
                {say.connect}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Modal
        opened={connecting !== undefined}
        onClose={() => setConnecting(undefined)}
        title={say.connectionsTitle}
      >
        <ActionForm
          about={say.connectAbout}
          action={say.next}
          initialValues={{ password: '' }}
          fields={[
            {
              kind: 'password',
              name: 'password',
              label: say.password,
              autoComplete: 'current-password',
            },
          ]}
          run={({ password }) =>
            call('POST', endpoint('/session/connections/{issuer}', { issuer: connecting ?? '' }), {
              password,
            })
          }
          after={({ url }) => location.assign(url)}
        />
      </Modal>
    </Card>
  );
}
