// Asks for the password before the second factor is touched.
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { useMessages } from '../../i18n/messages.ts';
import { messages } from './messages.ts';

export function PasswordProof<T>({
  about,
  action,
  run,
  after,
}: {
  about: string;
  action: string;
  run: (password: string) => Promise<T>;
  after: (output: T) => void;
}) {
  const say = useMessages(messages);
  const form = useForm({ initialValues: { password: '' } });
  const prove = useAction({
    run: ({ password }: { password: string }) => run(password),
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
        <Group justify="flex-end">
          <Button type="submit" loading={prove.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
