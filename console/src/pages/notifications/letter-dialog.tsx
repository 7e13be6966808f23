// One dead letter: where it should have gone, the answers that came instead, and its bytes.
import { Button, Group, Modal, Skeleton, Stack, Title } from '@mantine/core';
import { useAction } from '../../action.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Failure } from '../../components/failure.tsx';
import { Time } from '../../components/time.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useCan, useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import type { Channel } from '../../receivers.ts';
import { Raw } from '../../sales/raw.tsx';
import { Attempts } from './attempts.tsx';
import { useMessages } from './messages.ts';
import { useDeleting, useReplaying } from './replay.ts';
import { ReplyText } from './request-dialog.tsx';

export function LetterDialog({
  channel,
  batchId,
  onClose,
}: {
  channel: Channel;
  /** Undefined while none is shown. */
  batchId: string | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  return (
    <Modal opened={batchId !== undefined} onClose={onClose} title={say.letterTitle} size="xl">
      {batchId !== undefined && <Letter channel={channel} batchId={batchId} onClose={onClose} />}
    </Modal>
  );
}

interface LetterProps {
  readonly channel: Channel;
  readonly batchId: string;
  readonly onClose: () => void;
}

function Letter({ channel, batchId, onClose }: LetterProps) {
  const say = useMessages();
  const format = useFormat();
  const can = useCan();
  const { game_index } = useProject();
  const letter = useGet(
    endpoint('/projects/{game_index}/outbox/{channel}/dead-letters/{batch_id}', {
      game_index,
      channel,
      batch_id: batchId,
    }),
  );
  const replay = useAction(useReplaying(channel, onClose));
  const deleting = useDeleting(channel, onClose);
  if (letter.error) return <Failure error={letter.error} />;
  if (!letter.data) return <Skeleton height={240} />;
  const { url, messages: count, attempts, created_at, died_at, body } = letter.data;
  return (
    <Stack>
      <Facts
        facts={[
          { label: say.receiver, value: url },
          idFact(say.id, batchId),
          { label: say.count, value: format.number(count) },
          { label: say.tried, value: format.number(attempts) },
          { label: say.created, value: <Time at={created_at} /> },
          { label: say.died, value: <Time at={died_at} /> },
        ]}
      />
      <LastAnswer channel={channel} batchId={batchId} />
      <Raw title={say.body} text={body} />
      {can('operator') && (
        <Group justify="flex-end">
          <ConfirmButton
            button={{ variant: 'default' }}
            title={say.deleteTitle}
            action={say.delete}
            {...deleting}
            run={() => deleting.run(batchId)}
          >
            {say.deleteAbout}
          </ConfirmButton>
          <Button loading={replay.isPending} onClick={() => replay.mutate(batchId)}>
            {say.replay}
          </Button>
        </Group>
      )}
      <div>
        <Title order={3} size="h5" mb="xs">
          {say.answers}
        </Title>
        <Attempts channel={channel} batchId={batchId} />
      </div>
    </Stack>
  );
}

function LastAnswer({ channel, batchId }: { channel: Channel; batchId: string }) {
  const say = useMessages();
  const { game_index } = useProject();
  const last = useGet(
    endpoint('/projects/{game_index}/outbox/{channel}/attempts', { game_index, channel }),
    { batch_id: batchId, limit: 1 },
  );
  const reply = last.data?.items[0];
  if (!reply) return null;
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {say.lastAnswer}
      </Title>
      <ReplyText reply={reply} />
    </div>
  );
}
