// Changing one's password.
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { NewPassword, useSamePassword } from '../../components/new-password.tsx';
import { endpoint } from '../../endpoint.ts';
import { useMessages } from './messages.ts';

const EMPTY = { password: '', new_password: '', repeat: '' };

export function PasswordCard() {
  const say = useMessages();
  const same = useSamePassword();
  const form = useForm({
    initialValues: EMPTY,
    validate: { repeat: (repeat, { new_password }) => same(repeat, new_password) },
  });
  const change = useAction({
    run: ({ password, new_password }: typeof EMPTY) =>
      call('PUT', endpoint('/session/password'), { password, new_password }),
    done: say.changed,
    refreshes: [endpoint('/session/list')],
    form,
    after: () => form.reset(),
  });
  return (
    <Card title={say.passwordTitle} about={say.passwordAbout}>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          <PasswordInput
            label={say.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <NewPassword
            password={form.getInputProps('new_password')}
            repeat={form.getInputProps('repeat')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {say.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
