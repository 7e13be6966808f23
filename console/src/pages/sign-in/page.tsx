// Signing in: address and password, then the second factor where there is one.
import {
  Alert,
  Anchor,
  Button,
  Divider,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInterval } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { ApiError } from '../../api.ts';
import { EmailInput } from '../../components/email-input.tsx';
import { IssuerRefusal } from '../../components/issuer-refusal.tsx';
import { endpoint } from '../../endpoint.ts';
import { useProblemText } from '../../i18n/problems.ts';
import { Stage } from '../../layout/stage.tsx';
import { useGet } from '../../queries.ts';
import { type Credentials, signIn, signInBy, useSessionQuery } from '../../session.tsx';
import { useMessages } from './messages.ts';

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
      {!failure && !proven && <IssuerRefusal />}
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
        <Ways onFailure={setFailure}>
          <PasswordForm isLocked={wait !== undefined} onSubmit={attempt} />
          <Forgotten />
        </Ways>
      )}
    </Stack>
  );
}

/** The issuers, then the password; where it is for owners alone, on demand. */
function Ways({
  onFailure,
  children,
}: {
  onFailure: (failure: ApiError | undefined) => void;
  children: ReactNode;
}) {
  const say = useMessages();
  const { data } = useGet(endpoint('/environment'));
  const [isAsked, setAsked] = useState(false);
  if (!data?.issuers) return children;
  const { issuers, password_sign_in: limit } = data;
  return (
    <>
      <Stack gap="xs">
        {issuers.map((issuer) => (
          <IssuerButton key={issuer.name} {...issuer} onFailure={onFailure} />
        ))}
      </Stack>
      {limit === undefined && <Divider label={say.or} labelPosition="center" />}
      {limit === 'owners' && !isAsked && (
        <Anchor component="button" type="button" size="sm" onClick={() => setAsked(true)}>
          {say.withPassword}
        </Anchor>
      )}
      {(limit === undefined || isAsked) && children}
    </>
  );
}

function IssuerButton({
  name,
  label,
  onFailure,
}: {
  name: string;
  label: string;
  onFailure: (failure: ApiError | undefined) => void;
}) {
  const say = useMessages();
  const [search] = useSearchParams();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    onFailure(undefined);
    setLeaving(true);
    try {
      await signInBy(name, search.get('next') ?? '/');
    } catch (error) {
      setLeaving(false);
      if (!(error instanceof ApiError)) throw error;
      onFailure(error);
    }
  };
  return (
    <Button variant="default" fullWidth loading={isLeaving} onClick={() => void leave()}>
      {say.by(label)}
    </Button>
  );
}

/** Where no e-mails are sent, an administrator helps. */
function Forgotten() {
  const say = useMessages();
  const { data } = useGet(endpoint('/environment'));
  if (data?.password_reset) {
    return (
      <Anchor component={Link} to="/password-reset" size="sm">
        {say.forgot}
      </Anchor>
    );
  }
  return (
    <Text size="xs" c="dimmed">
      {say.lost}
    </Text>
  );
}

function PasswordForm({
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
        <EmailInput {...form.getInputProps('email')} />
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

function CodeForm({
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

function LockedOut({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const say = useMessages();
  const [until] = useState(() => Date.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  useInterval(
    () => {
      const now = Math.ceil((until - Date.now()) / 1_000);
      if (now > 0) setLeft(now);
      else onEnd();
    },
    500,
    { autoInvoke: true },
  );
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <Alert color="red" role="alert" title={say.locked}>
      {say.lockedAbout}{' '}
      <Text component="span" fw={600} inherit role="timer" aria-live="off">
        {clock}
      </Text>
    </Alert>
  );
}
