// Why reading failed, with a button to retry.
import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '../api.ts';
import { useProblemText } from '../i18n/problems.ts';
import { WarningIcon } from './icons.tsx';
import { useMessages } from './messages.ts';

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const say = useMessages();
  const describe = useProblemText();
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Alert
      role="alert"
      color={isGone ? 'gray' : 'red'}
      icon={<WarningIcon />}
      title={isGone ? say.gone : say.failed}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{describe(error)}</Text>
        {retry && !isGone && (
          <Button size="xs" variant="default" onClick={retry}>
            {say.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
