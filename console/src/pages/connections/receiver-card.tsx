// A receiver: its URL, a test message, and buttons to change or remove it.
import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Empty } from '../../components/empty.tsx';
import { Facts } from '../../components/facts.tsx';
import { DoneIcon, type Icon, WarningIcon } from '../../components/icons.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { Time } from '../../components/time.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import {
  type Channel,
  type Registration,
  receiversEndpoint,
  registrationOf,
  useReceiver,
} from '../../receivers.ts';
import { useMessages } from './messages.ts';
import { ReceiverDialog } from './receiver-dialog.tsx';

export interface ReceiverCardProps {
  readonly channel: Channel;
  /** An address as it might be. */
  readonly example: string;
  readonly icon: Icon;
  readonly title: string;
  readonly about: string;
  readonly none: string;
  readonly noneAbout: string;
  /** What removing it means. */
  readonly removal: string;
}

export function ReceiverCard(props: ReceiverCardProps) {
  const { channel, example, title } = props;
  const say = useMessages();
  const { game_index } = useProject();
  const receiver = useReceiver(game_index, channel);
  const registered = registrationOf(receiver.data);
  const [isEditing, { open, close }] = useDisclosure(false);
  const [key, setKey] = useState<string>();
  return (
    <Card title={title} about={props.about}>
      {registered && <Registered {...props} receiver={registered} onEdit={open} onKey={setKey} />}
      {receiver.data && !registered && <Absent {...props} onRegister={open} />}
      {!receiver.data && <Unread query={receiver} height={96} />}
      <ReceiverDialog
        channel={channel}
        title={title}
        example={example}
        receiver={registered}
        opened={isEditing}
        onSaved={({ key }) => setKey(key)}
        onClose={close}
      />
      <SecretOnce
        title={say.made}
        secrets={key === undefined ? undefined : { [say.key]: key }}
        onDone={() => setKey(undefined)}
      />
    </Card>
  );
}

function Absent({
  icon,
  title,
  none,
  noneAbout,
  onRegister,
}: ReceiverCardProps & { onRegister: () => void }) {
  const say = useMessages();
  const mayChange = useCan()('admin');
  return (
    <Empty title={none} about={mayChange ? noneAbout : say.noneToRead} icon={icon}>
      {mayChange && (
        <Button aria-label={say.registerOf(title)} onClick={onRegister}>
          {say.register}
        </Button>
      )}
    </Empty>
  );
}

function Registered({
  channel,
  title,
  removal,
  receiver,
  onEdit,
  onKey,
}: ReceiverCardProps & {
  receiver: Registration;
  onEdit: () => void;
  onKey: (key: string | undefined) => void;
}) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const place = { game_index, channel };
  const { old_key, bearer_hint } = receiver;
  const test = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/test', place)),
  });
  return (
    <Stack>
      <Facts
        facts={[
          { label: say.url, value: <Code>{receiver.url}</Code> },
          { label: say.key, value: <Code>…{receiver.key_hint}</Code> },
          { label: say.oldKey, value: old_key ? <OldKey {...old_key} /> : null },
          { label: say.bearer, value: bearer_hint ? <Code>…{bearer_hint}</Code> : null },
          { label: say.onlyEvents, value: listed(receiver.events) },
          { label: say.onlyApps, value: listed(receiver.apps) },
          { label: say.onlyMarkets, value: listed(receiver.markets) },
          { label: say.changed, value: <Time at={receiver.updated_at} /> },
        ]}
      />
      {test.data && <TestFinding {...test.data} />}
      {can('operator') && (
        <Group gap="xs">
          <Button
            variant="light"
            aria-label={say.testOf(title)}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {say.test}
          </Button>
          {can('admin') && (
            <>
              <Button variant="default" aria-label={say.changeOf(title)} onClick={onEdit}>
                {say.change}
              </Button>
              <KeyButton channel={channel} title={title} isRotating={!!old_key} onKey={onKey} />
              <ConfirmButton
                button={{ variant: 'default', 'aria-label': say.removeOf(title) }}
                title={say.removeTitle}
                action={say.remove}
                run={() =>
                  call('DELETE', endpoint('/projects/{game_index}/receivers/{channel}', place))
                }
                done={say.removed}
                refreshes={[receiversEndpoint(game_index)]}
              >
                {removal}
              </ConfirmButton>
            </>
          )}
        </Group>
      )}
    </Stack>
  );
}

const listed = (list: readonly string[] | undefined): string | null => list?.join(', ') || null;

/** Both keys sign until the old one ends; then the key can be rotated again. */
function KeyButton({
  channel,
  title,
  isRotating,
  onKey,
}: Pick<ReceiverCardProps, 'channel' | 'title'> & {
  isRotating: boolean;
  onKey: (key: string | undefined) => void;
}) {
  const say = useMessages();
  const { game_index } = useProject();
  const place = { game_index, channel };
  const rotation = useAction({
    run: () =>
      call('POST', endpoint('/projects/{game_index}/receivers/{channel}/rotate-key', place), {}),
    done: say.rotated,
    refreshes: [receiversEndpoint(game_index)],
    after: ({ key }) => onKey(key),
  });
  const ending = useAction({
    run: () =>
      call('DELETE', endpoint('/projects/{game_index}/receivers/{channel}/old-key', place)),
    done: say.endedOld,
    refreshes: [receiversEndpoint(game_index)],
  });
  const action = isRotating ? ending : rotation;
  return (
    <Button
      variant="default"
      aria-label={isRotating ? say.endOldOf(title) : say.rotateOf(title)}
      loading={action.isPending}
      onClick={() => action.mutate()}
    >
      {isRotating ? say.endOld : say.rotate}
    </Button>
  );
}

function OldKey({ hint, ends_at }: NonNullable<Registration['old_key']>) {
  const say = useMessages();
  return (
    <>
      <Code>…{hint}</Code> {say.oldKeyUntil} <Time at={ends_at} />
    </>
  );
}

function TestFinding({ result, status, error }: Schema<'TestSent'>) {
  const say = useMessages();
  const isFine = result === 'delivered';
  return (
    <Alert
      role="status"
      color={isFine ? 'green' : 'red'}
      icon={isFine ? <DoneIcon /> : <WarningIcon />}
      title={isFine ? say.testFine : say.testWrong}
    >
      {error ?? (status === null ? undefined : say.testAnswer(status))}
    </Alert>
  );
}
