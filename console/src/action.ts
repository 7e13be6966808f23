// A change made by the user: a notification on success, with a link to what was made; the problem in a notification or at its field.
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { createElement } from 'react';
import { ApiError } from './api.ts';
import { Done, type DoneLink } from './components/done.tsx';
import { useMessages } from './components/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { useProblemText } from './i18n/problems.ts';
import { refresh } from './queries.ts';

interface Fields {
  getValues(): object;
  setErrors(errors: Record<string, string>): void;
}

export interface Action<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** What to say when it is done. */
  readonly done?: string | ((output: Output) => string | undefined);
  /** Where to see what was made. */
  readonly leadsTo?: (output: Output) => DoneLink;
  /** What has changed of the admin API. */
  readonly refreshes?: readonly Endpoint[] | ((input: Input) => readonly Endpoint[]);
  /** Shows the problems that name its fields. */
  readonly form?: Fields;
  readonly after?: (output: Output, input: Input) => void;
}

export function useAction<Input = void, Output = void>(action: Action<Input, Output>) {
  const describe = useProblemText();
  const closeButtonProps = { 'aria-label': useMessages().close };
  return useMutation({
    mutationFn: action.run,
    async onSuccess(output, input) {
      const { done, leadsTo, refreshes = [], after } = action;
      await refresh(...(refreshes instanceof Function ? refreshes(input) : refreshes));
      const message = typeof done === 'function' ? done(output) : done;
      if (message !== undefined) {
        const link = leadsTo?.(output);
        const shown = link ? createElement(Done, { message, link }) : message;
        notifications.show({
          message: shown,
          color: 'green',
          closeButtonProps,
          ...(link && { autoClose: 8_000 }),
        });
      }
      after?.(output, input);
    },
    onError(error) {
      if (action.form && blameFields(action.form, error)) return;
      notifications.show({
        message: describe(error),
        color: 'red',
        autoClose: 10_000,
        closeButtonProps,
      });
    },
  });
}

/** Whether the form has every field that the problem names. */
function blameFields(form: Fields, error: Error): boolean {
  if (!(error instanceof ApiError) || error.errors.length === 0) return false;
  const blamed = Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  form.setErrors(blamed);
  // `prices.0.amount` is shown where the form has `prices`.
  return Object.keys(blamed).every((field) => field.replace(/\..*/, '') in form.getValues());
}
