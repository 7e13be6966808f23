// Signing in: address and password, then the second factor where there is one.
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { ApiError } from '../../api.ts';
import { useProblemText } from '../../i18n/problems.ts';
import { Stage } from '../../layout/stage.tsx';
import { type Credentials, signIn, useSessionQuery } from '../../session.tsx';
import { CodeForm } from './code-form.tsx';
import { LockedOut } from './locked-out.tsx';
import { useMessages } from './messages.ts';
import { PasswordForm } from './password-form.tsx';

export function Page() {
  const [search] = useSearchParams();
  const session = useSessionQuery();
  const next = search.get('next') ?? '/';
  // Only a path of the console: the address may have been made by somebody else.
  if (session.data) return <Redirect to={next.startsWith('/') ? next : '/'} replace />;
  return (
    <Stage>
      <SignIn />
    </Stage>
  );
}

function SignIn() {
  const say = useMessages();
  const describe = useProblemText();
  const [search] = useSearchParams();
  const [failure, setFailure] = useState<ApiError>();
  const [proven, setProven] = useState<Credentials>();

  const attempt = async (credentials: Credentials): Promise<void> => {
    setFailure(undefined);
    try {
      await signIn(credentials);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'code_needed') setProven(credentials);
      else setFailure(error);
    }
  };

  const wait = failure?.code === 'too_many_attempts' ? failure.retryAfter : undefined;
  return (
    <Stack>
      <Title order={1} size="h3">
        {proven ? say.second : say.title}
      </Title>
      {search.has('ended') && !failure && !proven && (
        <Alert color="yellow" role="alert" title={say.ended}>
          {say.endedAbout}
        </Alert>
      )}
      {failure && wait === undefined && (
        <Alert color="red" role="alert">
          {describe(failure)}
        </Alert>
      )}
      {wait !== undefined && <LockedOut seconds={wait} onEnd={() => setFailure(undefined)} />}
      {proven ? (
        <CodeForm
          isLocked={wait !== undefined}
          onCode={(code) => attempt({ ...proven, code })}
          onBack={() => {
            setFailure(undefined);
            setProven(undefined);
          }}
        />
      ) : (
        <>
          <PasswordForm isLocked={wait !== undefined} onSubmit={attempt} />
          <Text size="xs" c="dimmed">
            {say.lost}
          </Text>
        </>
      )}
    </Stack>
  );
}
