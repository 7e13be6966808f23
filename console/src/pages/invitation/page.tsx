// Accepting an invitation: what it is for, and a password; its secret comes behind the `#`.
import { Button, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { ApiError, call } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { NewPassword, useSamePassword } from '../../components/new-password.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useRoleNames } from '../../i18n/roles.ts';
import { Stage } from '../../layout/stage.tsx';
import { signIn } from '../../session.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const [token] = useState(() => location.hash.slice(1));
  const opened = useQuery({
    queryKey: ['/invitations/open', token],
    queryFn: () => call('POST', endpoint('/invitations/open'), { token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stage>
      {opened.isPending && <Skeleton height={240} />}
      {opened.error && <Unusable error={opened.error} />}
      {opened.data && <Accept token={token} {...opened.data} />}
    </Stage>
  );
}

function Accept({
  token,
  email,
  project,
  role,
  has_account: isKnown,
}: Schema<'OpenInvitation'> & { token: string }) {
  const say = useMessages();
  const roles = useRoleNames();
  const [, navigate] = useLocation();
  const same = useSamePassword();
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: {
      repeat: (repeat, { password }) => (isKnown ? null : same(repeat, password)),
    },
  });
  const accept = useAction({
    run: async ({ password }: { password: string }) => {
      await call('POST', endpoint('/invitations/accept'), { token, password });
      // Where a second factor is asked for, the page of signing in does it.
      await signIn({ email, password }).catch(() => {});
    },
    form,
    after: () => navigate('/', { replace: true }),
  });
  const password = form.getInputProps('password');
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack>
        <Title order={1} size="h3">
          {say.title}
        </Title>
        <Text>{project === null ? say.toInstallation : say.toProject(project, roles[role])}</Text>
        <TextInput label={say.email} value={email} readOnly autoComplete="username" />
        {isKnown ? (
          <PasswordInput
            label={say.password}
            autoComplete="current-password"
            required
            {...password}
          />
        ) : (
          <NewPassword password={password} repeat={form.getInputProps('repeat')} />
        )}
        <Button type="submit" loading={accept.isPending} fullWidth>
          {say.accept}
        </Button>
      </Stack>
    </form>
  );
}

function Unusable({ error }: { error: Error }) {
  const say = useMessages();
  const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (!isRefused) return <Failure error={error} />;
  return (
    <Stack>
      <Title order={1} size="h3">
        {say.gone}
      </Title>
      <Text c="dimmed">{say.goneAbout}</Text>
      <Button component={Link} to="/sign-in" variant="light">
        {say.toSignIn}
      </Button>
    </Stack>
  );
}
