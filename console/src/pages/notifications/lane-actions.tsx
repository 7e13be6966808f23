// What operators do with a lane: pause, resume, try at once, send a test.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { endpoint } from '../../endpoint.ts';
import { useCan, useProject } from '../../place.tsx';
import { type ReceiverRecord, receiversEndpoint } from '../../receivers.ts';
import { useMessages } from './messages.ts';
import { laneEndpoint, type Reply } from './records.ts';
import { ReplyText } from './request-dialog.tsx';

export function LaneActions({ receiver }: { receiver: ReceiverRecord }) {
  const say = useMessages();
  const can = useCan();
  const { game_index } = useProject();
  const { channel } = receiver;
  const name = say[channel];
  const isConnected = receiver.url !== null;
  const place = { game_index, channel };
  const refreshes = [laneEndpoint(game_index, channel), receiversEndpoint(game_index)];
  const pause = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/pause', place)),
    done: say.pausedDone,
    refreshes,
  });
  const resume = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/resume', place)),
    done: say.resumedDone,
    refreshes,
  });
  const test = useAction({
    run: () => call('POST', endpoint('/projects/{game_index}/outbox/{channel}/test', place)),
  });
  if (!can('operator') || !(isConnected || receiver.paused)) return null;
  const isStuck = !receiver.paused && isConnected && receiver.waiting > 0;
  const button = (
    label: string,
    about: (lane: string) => string,
    action: { readonly isPending: boolean; mutate(): void },
    variant: 'default' | 'filled' = 'default',
  ) => (
    <Button
      size="xs"
      variant={variant}
      aria-label={about(name)}
      loading={action.isPending}
      onClick={() => action.mutate()}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Group gap="xs">
        {receiver.paused && button(say.resume, say.resumeOf, resume, 'filled')}
        {!receiver.paused && isConnected && button(say.pause, say.pauseOf, pause)}
        {isStuck && button(say.tryNow, say.tryNowOf, resume)}
        {isConnected && button(say.test, say.testOf, test)}
      </Group>
      <TestResult reply={test.data} onClose={() => test.reset()} />
    </>
  );
}

function TestResult({ reply, onClose }: { reply: Reply | undefined; onClose: () => void }) {
  const say = useMessages();
  const isDelivered = reply?.result === 'delivered';
  return (
    <Modal opened={reply !== undefined} onClose={onClose} title={say.testTitle} size="lg">
      {reply && (
        <Stack>
          <Alert color={isDelivered ? 'green' : 'red'}>
            {isDelivered ? say.testDelivered : say.testFailed}
          </Alert>
          <ReplyText reply={reply} />
        </Stack>
      )}
    </Modal>
  );
}
