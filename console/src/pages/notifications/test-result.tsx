// What came back for a test message.
import { Alert, Modal, Stack } from '@mantine/core';
import { useMessages } from './messages.ts';
import type { Reply } from './records.ts';
import { ReplyText } from './reply-text.tsx';

export function TestResult({ reply, onClose }: { reply: Reply | undefined; onClose: () => void }) {
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
