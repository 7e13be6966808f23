// A dialog with a form in it: fields, and the button that sends them.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Action, useAction } from '../action.ts';

interface DialogFormProps<Values extends object, Made> extends Omit<Action<Values, Made>, 'form'> {
  readonly initialValues: Values;
  readonly validate?: FormValidateInput<Values>;
  /** The verb of the button. */
  readonly action: string;
  /** The fields. */
  readonly children: (form: UseFormReturnType<Values>) => ReactNode;
}

export interface FormDialogProps<Values extends object, Made>
  extends DialogFormProps<Values, Made> {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

export function FormDialog<Values extends object, Made>({
  opened,
  title,
  onClose,
  ...rest
}: FormDialogProps<Values, Made>) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <DialogForm {...rest} />
    </Modal>
  );
}

/** Its own component, so that what was typed is forgotten when the dialog closes. */
function DialogForm<Values extends object, Made>({
  initialValues,
  validate,
  action,
  children,
  ...rest
}: DialogFormProps<Values, Made>) {
  const form = useForm<Values>({ initialValues, ...(validate && { validate }) });
  const send = useAction({ ...rest, form });
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack>
        {children(form)}
        <Group justify="flex-end">
          <Button type="submit" loading={send.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
