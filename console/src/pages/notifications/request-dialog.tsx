// One request: what was sent, where to, and every answer to it.
import { Group, Modal, Stack, Text, Title } from '@mantine/core';
import { Facts, idFact } from '../../components/facts.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import type { Channel } from '../../receivers.ts';
import { RawText } from '../../sales/raw.tsx';
import { useMessages as useDeliveryMessages } from './delivery-messages.ts';
import { useMessages, useResultNames } from './messages.ts';
import type { AttemptRecord, Reply } from './records.ts';

export function RequestDialog({
  channel,
  batchId,
  onClose,
}: {
  channel: Channel;
  /** Undefined while none is shown. */
  batchId: string | undefined;
  onClose: () => void;
}) {
  const say = useDeliveryMessages();
  return (
    <Modal opened={batchId !== undefined} onClose={onClose} title={say.request} size="xl">
      {batchId !== undefined && <Contents channel={channel} batchId={batchId} />}
    </Modal>
  );
}

function Contents({ channel, batchId }: { channel: Channel; batchId: string }) {
  const say = useMessages();
  const more = useDeliveryMessages();
  const { game_index } = useProject();
  const path = endpoint('/projects/{game_index}/outbox/{channel}/requests/{batch_id}', {
    game_index,
    channel,
    batch_id: batchId,
  });
  const request = useGet(path);
  const { data } = request;
  if (!data) return <Unread query={request} height={240} />;
  return (
    <Stack>
      <Facts
        facts={[
          { label: say.receiver, value: data.url },
          idFact(say.id, batchId),
          { label: more.sent, value: <Time at={data.sent_at} /> },
        ]}
      />
      <div>
        <Title order={3} size="h5" mb="xs">
          {say.body}
        </Title>
        <RawText label={say.body} text={data.body} />
      </div>
      <Title order={3} size="h5">
        {say.answers}
      </Title>
      {data.attempts.map((attempt) => (
        <Answered key={`${attempt.at} ${attempt.number}`} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Answered({ attempt }: { attempt: AttemptRecord }) {
  const say = useMessages();
  const more = useDeliveryMessages();
  const format = useFormat();
  const headers = Object.entries(attempt.answer_headers ?? {});
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          { label: say.at, value: <Time at={attempt.at} /> },
          { label: say.number, value: format.number(attempt.number) },
          { label: say.took, value: say.ms(format.number(attempt.duration_ms)) },
          {
            label: more.headers,
            value:
              headers.length === 0
                ? null
                : headers.map(([name, value]) => <div key={name}>{`${name}: ${value}`}</div>),
          },
        ]}
      />
      <ReplyText reply={attempt} />
    </Stack>
  );
}

/** Results whose error says more than their numbers. */
const WITH_ERROR: readonly Reply['result'][] = ['network', 'address', 'answer', 'superseded'];
const TONES: Partial<Record<Reply['result'], 'good' | 'quiet'>> = {
  delivered: 'good',
  superseded: 'quiet',
};

export function ReplyText({ reply }: { reply: Reply }) {
  const say = useMessages();
  return (
    <Stack gap="xs">
      <ReplySummary reply={reply} />
      {reply.answer === null || reply.answer === '' ? (
        <Text size="sm" c="dimmed">
          {reply.answer === null ? say.noAnswer : say.emptyAnswer}
        </Text>
      ) : (
        <RawText label={say.answer} text={reply.answer} />
      )}
    </Stack>
  );
}

export function ReplySummary({ reply: { result, status, result_code, error } }: { reply: Reply }) {
  const say = useMessages();
  const names = useResultNames();
  const numbers = [
    status === null ? null : say.http(status),
    result_code === null ? null : say.resultCode(result_code),
    WITH_ERROR.includes(result) ? error : null,
  ].filter((part) => part !== null);
  return (
    <Group gap="xs">
      <StatusBadge tone={TONES[result] ?? 'bad'}>{names[result]}</StatusBadge>
      <Text size="sm" c="dimmed">
        {numbers.join(' · ')}
      </Text>
    </Group>
  );
}
