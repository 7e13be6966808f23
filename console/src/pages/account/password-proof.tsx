// Asks for the password before the second factor is touched.
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { useMessages } from './messages.ts';

export function PasswordProof<T>({
  about,
  action,
  asksCode = false,
  run,
  after,
}: {
  about: string;
  action: string;
  /** Whether a code of the second factor is needed, too. */
  asksCode?: boolean;
  run: (password: string, code: string) => Promise<T>;
  after: (output: T) => void;
}) {
  const say = useMessages();
  const form = useForm({ initialValues: { password: '', code: '' } });
  const prove = useAction({
    run: ({ password, code }: { password: string; code: string }) => run(password, code.trim()),
    form,
    after,
  });
  return (
    <form onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <Stack>
        <Text size="sm">{about}</Text>
        <PasswordInput
          label={say.password}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        {asksCode && (
          <TextInput
            label={say.code}
            description={say.codeOrRecovery}
            autoComplete="one-time-code"
            required
            {...form.getInputProps('code')}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={prove.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
