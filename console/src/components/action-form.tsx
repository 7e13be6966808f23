// A form that makes one change: fields, and the button that sends them.
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormValidateInput, type UseFormReturnType, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { type Action, useAction } from '../action.ts';
import { type FieldList, Fields } from './fields.tsx';
import { useMessages } from './messages.ts';

export interface ActionFormProps<Values extends object, Made>
  extends Omit<Action<Values, Made>, 'form' | 'after'> {
  readonly initialValues: Values;
  readonly validate?: FormValidateInput<Values>;
  /** The verb of the button. */
  readonly action: string | ((values: Values) => string);
  /** Of the button. */
  readonly color?: (values: Values) => string | undefined;
  /** A sentence above the fields. */
  readonly about?: string;
  readonly fields?: FieldList<Values> | ((values: Values) => FieldList<Values>);
  /** Fields of another kind, below the others. */
  readonly children?: (form: UseFormReturnType<Values>) => ReactNode;
  readonly after?: (made: Made, form: UseFormReturnType<Values>) => void;
  /** Shows the button that gives up. */
  readonly onCancel?: () => void;
  readonly onValuesChange?: (form: UseFormReturnType<Values>) => void;
  /** The values are there already: the button waits for a change. */
  readonly isSettings?: boolean;
  /** The browser says nothing about the fields; `validate` does. */
  readonly noValidate?: boolean;
}

export function ActionForm<Values extends object, Made>({
  initialValues,
  validate,
  action,
  color,
  about,
  fields = [],
  children,
  after,
  onCancel,
  onValuesChange,
  isSettings = false,
  noValidate = false,
  ...change
}: ActionFormProps<Values, Made>) {
  const say = useMessages();
  const form = useForm<Values>({
    initialValues,
    onValuesChange: () => onValuesChange?.(form),
    ...(validate && { validate }),
  });
  const done = (made: Made) => {
    if (isSettings) form.resetDirty();
    after?.(made, form);
  };
  const send = useAction({ ...change, form, after: done });
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate={noValidate}>
      <Stack maw={isSettings ? 480 : undefined}>
        {about && <Text size="sm">{about}</Text>}
        <Fields form={form} fields={fields instanceof Function ? fields(form.values) : fields} />
        {children?.(form)}
        <Group justify={isSettings ? 'flex-start' : 'flex-end'} gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {say.cancel}
            </Button>
          )}
          <Button type="submit" loading={send.isPending} disabled={isSettings && !form.isDirty()}>
            {typeof action === 'string' ? action : action(form.values)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
