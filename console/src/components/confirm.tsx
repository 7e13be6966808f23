// Asks before something that cannot be undone, and does it; for deletions the name is to be typed.
import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Action, useAction } from '../action.ts';
import { useLast } from '../last.ts';
import { useMessages } from './messages.ts';

interface QuestionProps {
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

export function ConfirmDialog({
  opened,
  title,
  ...question
}: QuestionProps & { opened: boolean; title: string }) {
  const say = useMessages();
  return (
    <Modal
      opened={opened}
      onClose={question.onClose}
      title={title}
      closeButtonProps={{ 'aria-label': say.close }}
    >
      <Question {...question} />
    </Modal>
  );
}

interface ConfirmProps<T, Made>
  extends Action<T, Made>,
    Pick<QuestionProps, 'action' | 'color' | 'onClose'> {
  /** What the question is about; nothing while it is not asked. */
  readonly asked: T | false | undefined;
  readonly title: string;
  readonly name?: string | ((asked: T) => string);
  readonly children: ReactNode | ((asked: T) => ReactNode);
}

/** Closes once it is done. */
export function Confirm<T, Made>(props: ConfirmProps<T, Made>) {
  const { asked, title, name, children, action, color, onClose, ...change } = props;
  const about = useLast(asked === false ? undefined : asked);
  const { mutate, isPending } = useAction({
    ...change,
    after(made, input) {
      onClose();
      change.after?.(made, input);
    },
  });
  const told = <Text,>(text: Text | ((about: T) => Text)) =>
    text instanceof Function ? (about === undefined ? undefined : text(about)) : text;
  return (
    <ConfirmDialog
      opened={asked !== undefined && asked !== false}
      title={title}
      name={told(name)}
      action={action}
      color={color}
      isPending={isPending}
      onConfirm={() => about !== undefined && mutate(about)}
      onClose={onClose}
    >
      {told(children)}
    </ConfirmDialog>
  );
}

/** A button that asks before it acts. */
export function ConfirmButton<Made>({
  button,
  label,
  ...question
}: Omit<ConfirmProps<true, Made>, 'asked' | 'onClose'> & {
  button?: ButtonProps & { readonly 'aria-label'?: string };
  /** In place of the verb. */
  label?: string;
}) {
  const [isAsked, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button aria-haspopup="dialog" {...button} onClick={open}>
        {label ?? question.action}
      </Button>
      <Confirm {...question} asked={isAsked} onClose={close} />
    </>
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
}: QuestionProps) {
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
