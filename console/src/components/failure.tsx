// What went wrong with reading something, and the way to try again.
import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '../api.ts';
import { useProblemText } from '../i18n/problems.ts';
import { useWords } from '../i18n/words.ts';
import { WarningIcon } from './icons.tsx';
import { words } from './words.ts';

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const say = useWords(words);
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
