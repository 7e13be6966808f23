// The first step: address and password.
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Credentials } from '../../session.tsx';
import { useMessages } from './messages.ts';

export function PasswordForm({
  isLocked,
  onSubmit,
}: {
  isLocked: boolean;
  onSubmit: (credentials: Credentials) => Promise<void>;
}) {
  const say = useMessages();
  const form = useForm({ initialValues: { email: '', password: '' } });
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        <TextInput
          label={say.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={say.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={form.submitting} disabled={isLocked} fullWidth>
          {say.signIn}
        </Button>
      </Stack>
    </form>
  );
}
