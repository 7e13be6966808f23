// An answer as it was seen: what it counts as, its numbers, its text.
import { Group, Stack, Text } from '@mantine/core';
import { StatusBadge } from '../../components/status-badge.tsx';
import { RawText } from '../../sales/raw.tsx';
import { useMessages, useResultNames } from './messages.ts';
import type { Reply } from './records.ts';

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
