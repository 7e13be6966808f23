// What operators do with a lane: pause, resume, try at once, send a test.
import { Button, Group } from '@mantine/core';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { useWords } from '../../i18n/words.ts';
import { useCan, useProject } from '../../place.tsx';
import { type ReceiverRecord, receiversPath } from '../../receivers.ts';
import { lanePath, type Reply } from './records.ts';
import { TestResult } from './test-result.tsx';
import { words } from './words.ts';

export function LaneActions({ receiver }: { receiver: ReceiverRecord }) {
  const say = useWords(words);
  const can = useCan();
  const { game_index: gameIndex } = useProject();
  const path = lanePath(gameIndex, receiver.channel);
  const name = say[receiver.channel];
  const isConnected = receiver.url !== null;
  const refreshes = [path, receiversPath(gameIndex)];
  const pause = useAction({
    run: () => call('POST', `${path}/pause`),
    done: say.pausedDone,
    refreshes,
  });
  const resume = useAction({
    run: () => call('POST', `${path}/resume`),
    done: say.resumedDone,
    refreshes,
  });
  const test = useAction({ run: () => call<Reply>('POST', `${path}/test`) });
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
