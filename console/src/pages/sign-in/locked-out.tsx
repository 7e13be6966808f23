// How long the lock-out still lasts.
import { Alert, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useMessages } from './messages.ts';

export function LockedOut({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const say = useMessages();
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useInterval(
    () => {
      const now = Math.ceil((until - Date.now()) / 1_000);
      if (now > 0) setLeft(now);
      else onEnd();
    },
    500,
    { autoInvoke: true },
  );
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Alert color="red" role="alert" title={say.locked}>
      {say.lockedAbout}{' '}
      <Text component="span" fw={600} inherit role="timer" aria-live="off">
        {clock}
      </Text>
    </Alert>
  );
}
