// The second step: a code of the authenticator app, or a recovery code.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMessages } from './messages.ts';

export function CodeForm({
  isLocked,
  onCode,
  onBack,
}: {
  isLocked: boolean;
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}) {
  const say = useMessages();
  const form = useForm({ initialValues: { code: '' } });
  return (
    <form onSubmit={form.onSubmit(({ code }) => onCode(code.trim()))}>
      <Stack>
        <Text size="sm" c="dimmed">
          {say.secondAbout}
        </Text>
        <TextInput
          label={say.code}
          autoComplete="one-time-code"
          minLength={6}
          maxLength={40}
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Group grow>
          <Button variant="default" onClick={onBack}>
            {say.back}
          </Button>
          <Button type="submit" loading={form.submitting} disabled={isLocked}>
            {say.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
