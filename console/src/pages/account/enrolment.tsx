// Setting up the second factor: password, then the secret and a first code of it.
import { Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { refresh, SESSION } from '../../queries.ts';
import { useMessages } from './messages.ts';
import { PasswordProof } from './password-proof.tsx';
import { QrCode } from './qr-code.tsx';

type Secret = Schema<'Enrolment'>;
type OnCodes = (recoveryCodes: readonly string[]) => void;

export function Enrolment({ onCodes }: { onCodes: OnCodes }) {
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
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useAction({
    run: ({ code }: { code: string }) =>
      call('POST', endpoint('/session/totp/confirm'), { code: code.trim() }),
    done: say.recoveryDone,
    form,
    after(output) {
      onCodes(output.recovery_codes);
      void refresh(SESSION);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))}>
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
        <TextInput
          label={say.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          minLength={6}
          maxLength={6}
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {say.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
