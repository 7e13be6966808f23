// The address of an account, where one signs in or has forgotten the password.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useMessages } from './messages.ts';

/** With `form.getInputProps`. */
export function EmailInput(field: TextInputProps) {
  const say = useMessages();
  return (
    <TextInput
      label={say.emailAddress}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      autoFocus
      {...field}
    />
  );
}
