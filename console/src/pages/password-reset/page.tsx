// A forgotten password: a link by e-mail, and with its secret behind the `#` a new password.
import { Button, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useAction } from '../../action.ts';
import { ApiError, call } from '../../api.ts';
import { EmailInput } from '../../components/email-input.tsx';
import { NewPassword, useSamePassword } from '../../components/new-password.tsx';
import { endpoint } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Stage } from '../../layout/stage.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const [token, setToken] = useState(() => location.hash.slice(1));
  return (
    <Stage>{token === '' ? <Ask /> : <Choose token={token} onAgain={() => setToken('')} />}</Stage>
  );
}

function Ask() {
  const say = useMessages();
  const { language } = useLanguage();
  const form = useForm({ initialValues: { email: '' } });
  const [sentTo, setSentTo] = useState<string>();
  const ask = useAction({
    run: ({ email }: { email: string }) =>
      call('POST', endpoint('/password-resets'), { email, language }),
    form,
    after: () => setSentTo(form.values.email),
  });
  if (sentTo !== undefined) return <Outcome title={say.sent} about={say.sentAbout(sentTo)} />;
  return (
    <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
      <Stack>
        <Title order={1} size="h3">
          {say.title}
        </Title>
        <Text size="sm" c="dimmed">
          {say.about}
        </Text>
        <EmailInput {...form.getInputProps('email')} />
        <Button type="submit" loading={ask.isPending} fullWidth>
          {say.send}
        </Button>
        <ToSignIn />
      </Stack>
    </form>
  );
}

function Choose({ token, onAgain }: { token: string; onAgain: () => void }) {
  const say = useMessages();
  const same = useSamePassword();
  const form = useForm({
    initialValues: { new_password: '', repeat: '' },
    validate: { repeat: (repeat, { new_password }) => same(repeat, new_password) },
  });
  const [end, setEnd] = useState<'done' | 'gone'>();
  const save = useAction({
    async run({ new_password }: { new_password: string }) {
      try {
        await call('POST', endpoint('/password-resets/complete'), { token, new_password });
        setEnd('done');
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        setEnd('gone');
      }
    },
    form,
  });
  if (end === 'done') return <Outcome title={say.done} />;
  if (end === 'gone') {
    return (
      <Outcome title={say.gone} about={say.goneAbout}>
        <Button onClick={onAgain}>{say.again}</Button>
      </Outcome>
    );
  }
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Title order={1} size="h3">
          {say.choose}
        </Title>
        <Text size="sm" c="dimmed">
          {say.chooseAbout}
        </Text>
        <NewPassword
          password={form.getInputProps('new_password')}
          repeat={form.getInputProps('repeat')}
        />
        <Button type="submit" loading={save.isPending} fullWidth>
          {say.save}
        </Button>
      </Stack>
    </form>
  );
}

function Outcome({
  title,
  about,
  children,
}: {
  title: string;
  about?: string;
  children?: ReactNode;
}) {
  return (
    <Stack role="status">
      <Title order={1} size="h3">
        {title}
      </Title>
      {about !== undefined && <Text c="dimmed">{about}</Text>}
      {children}
      <ToSignIn />
    </Stack>
  );
}

function ToSignIn() {
  const say = useMessages();
  return (
    <Button component={Link} to="/sign-in" variant="light">
      {say.toSignIn}
    </Button>
  );
}
