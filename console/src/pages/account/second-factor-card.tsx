// Two-factor authentication: whether it is on, setting it up with a first code, and removing it.
import { Button, Center, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { refresh, SESSION } from '../../queries.ts';
import { useSession } from '../../session.tsx';
import { useMessages } from './messages.ts';

type Dialog = 'enrol' | 'remove';

export function SecondFactorCard() {
  const say = useMessages();
  const { second_factor: isOn } = useSession();
  const [dialog, setDialog] = useState<Dialog>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setDialog(undefined);
  const showCodes = (recoveryCodes: readonly string[]) => {
    close();
    setCodes(recoveryCodes);
  };
  return (
    <Card
      title={say.factorTitle}
      about={isOn ? say.factorOn : say.factorOff}
      aside={<StatusBadge tone={isOn ? 'good' : 'quiet'}>{isOn ? say.on : say.off}</StatusBadge>}
    >
      {isOn ? (
        <Button variant="default" onClick={() => setDialog('remove')}>
          {say.remove}
        </Button>
      ) : (
        <Button onClick={() => setDialog('enrol')}>{say.setUp}</Button>
      )}
      <Modal
        opened={dialog !== undefined}
        onClose={close}
        title={say.factorTitle}
        closeOnClickOutside={false}
      >
        {dialog === 'enrol' ? <Enrolment onCodes={showCodes} /> : <Removal onDone={close} />}
      </Modal>
      <SecretOnce
        title={say.recoveryTitle}
        about={say.recovery}
        secrets={codes && { [say.recoveryTitle]: codes.join('\n') }}
        onDone={() => setCodes(undefined)}
      />
    </Card>
  );
}

type Secret = Schema<'Enrolment'>;
type OnCodes = (recoveryCodes: readonly string[]) => void;

function Enrolment({ onCodes }: { onCodes: OnCodes }) {
  const say = useMessages();
  const [secret, setSecret] = useState<Secret>();
  if (secret) return <FirstCode {...secret} onCodes={onCodes} />;
  return (
    <PasswordProof
      about={say.factorOff}
      action={say.next}
      run={(password) => call('POST', endpoint('/session/totp'), { password })}
      after={setSecret}
    />
  );
}

function FirstCode({ secret, otpauth_url: url, onCodes }: Secret & { onCodes: OnCodes }) {
  const say = useMessages();
  return (
    <Stack>
      <Text size="sm">{say.scan}</Text>
      <Center>
        <QrCode text={url} label={say.qr} />
      </Center>
      <div>
        <Text size="sm" fw={500}>
          {say.secret}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="secret">{secret}</Code>
          <CopyButton text={secret} />
        </Group>
      </div>
      <ActionForm
        action={say.confirm}
        initialValues={{ code: '' }}
        fields={[
          {
            name: 'code',
            label: say.code,
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            minLength: 6,
            maxLength: 6,
            required: true,
          },
        ]}
        run={({ code }) => call('POST', endpoint('/session/totp/confirm'), { code: code.trim() })}
        done={say.recoveryDone}
        after={({ recovery_codes }) => {
          onCodes(recovery_codes);
          void refresh(SESSION);
        }}
      />
    </Stack>
  );
}

function Removal({ onDone }: { onDone: () => void }) {
  const say = useMessages();
  return (
    <PasswordProof
      about={say.removeAbout}
      action={say.remove}
      asksCode
      run={(password, code) => call('POST', endpoint('/session/totp/remove'), { password, code })}
      after={() => {
        notifications.show({ message: say.removed, color: 'green' });
        void refresh(SESSION);
        onDone();
      }}
    />
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </div>
  );
}

function PasswordProof<T>({
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
  return (
    <ActionForm
      about={about}
      action={action}
      initialValues={{ password: '', code: '' }}
      fields={[
        {
          kind: 'password',
          name: 'password',
          label: say.password,
          autoComplete: 'current-password',
        },
        asksCode && {
          name: 'code',
          label: say.code,
          about: say.codeOrRecovery,
          autoComplete: 'one-time-code',
          required: true,
        },
      ]}
      run={({ password, code }) => run(password, code.trim())}
      after={after}
    />
  );
}
