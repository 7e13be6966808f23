// A page that broke, or whose code is gone since a new version came: says so, and offers to begin anew.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useMessages } from './messages.ts';

interface State {
  readonly isBroken: boolean;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const say = useMessages();
  return (
    <Alert color="red" role="alert" title={say.broken}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{say.brokenAbout}</Text>
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          {say.reload}
        </Button>
      </Stack>
    </Alert>
  );
}
