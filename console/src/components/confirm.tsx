// Asks before something that cannot be undone; for deletions the name is to be typed.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMessages } from './messages.ts';

export interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen, in a sentence or two. */
  readonly children: ReactNode;
  /** The verb of the button. */
  readonly action: string;
  /** Of the button; red unless it does no harm. */
  readonly color?: string;
  /** What must be typed first. */
  readonly name?: string;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function Confirm({ opened, title, onClose, ...rest }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Question {...rest} onClose={onClose} />
    </Modal>
  );
}

/** Its own component, so that what was typed is forgotten when the dialog closes. */
function Question({
  children,
  action,
  color = 'red',
  name,
  isPending,
  onConfirm,
  onClose,
}: Omit<ConfirmProps, 'opened' | 'title'>) {
  const say = useMessages();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {name !== undefined && (
          <TextInput
            label={say.typeName(name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {say.cancel}
          </Button>
          <Button
            type="submit"
            color={color}
            loading={isPending}
            disabled={name !== undefined && typed !== name}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
