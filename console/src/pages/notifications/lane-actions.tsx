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
  const refreshes = [laneEndpoint(game_index, channel), receiversEndpoint(game_index)];
  const pause = useAction({
    run: () =>
      call(
        'POST',
        endpoint('/projects/{game_index}/outbox/{channel}/pause', { game_index, channel }),
      ),
    done: say.pausedDone,
    refreshes,
  });
  const resume = useAction({
    run: () =>
      call(
        'POST',
        endpoint('/projects/{game_index}/outbox/{channel}/resume', { game_index, channel }),
      ),
    done: say.resumedDone,
    refreshes,
  });
  const test = useAction({
    run: () =>
      call(
        'POST',
        endpoint('/projects/{game_index}/outbox/{channel}/test', { game_index, channel }),
      ),
  });
  if (!can('operator') || !(isConnected || receiver.paused)) return null;
  const isStuck = !receiver.paused && isConnected && receiver.waiting > 0;
  return (
    <>
      <Group gap="xs">
        {receiver.paused ? (
          <Button
            size="xs"
            aria-label={say.resumeOf(name)}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {say.resume}
          </Button>
        ) : (
          isConnected && (
            <Button
              size="xs"
              variant="default"
              aria-label={say.pauseOf(name)}
              loading={pause.isPending}
              onClick={() => pause.mutate()}
            >
              {say.pause}
            </Button>
          )
        )}
        {isStuck && (
          <Button
            size="xs"
            variant="default"
            aria-label={say.tryNowOf(name)}
            loading={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {say.tryNow}
          </Button>
        )}
        {isConnected && (
          <Button
            size="xs"
            variant="default"
            aria-label={say.testOf(name)}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            {say.test}
          </Button>
        )}
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
