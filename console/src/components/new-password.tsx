// A new password, typed twice.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useMessages } from './messages.ts';

const LEAST = 12;
const MOST = 200;

export function NewPassword({
  password,
  repeat,
}: {
  /** From `form.getInputProps`. */
  password: PasswordInputProps;
  repeat: PasswordInputProps;
}) {
  const say = useMessages();
  const shared = { autoComplete: 'new-password', required: true, maxLength: MOST };
  return (
    <>
      <PasswordInput
        label={say.newPassword}
        description={say.atLeast(LEAST)}
        minLength={LEAST}
        {...shared}
        {...password}
      />
      <PasswordInput label={say.repeat} {...shared} {...repeat} />
    </>
  );
}

/** For `validate` of the form: the second time says the same as the first. */
export function useSamePassword(): (repeat: string, password: string) => string | null {
  const say = useMessages();
  return (repeat, password) => (repeat === password ? null : say.different);
}
