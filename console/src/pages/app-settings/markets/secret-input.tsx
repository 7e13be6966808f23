// A secret that is never shown again: typed, pasted or read from a file, replaced or removed.
import {
  Button,
  FileButton,
  Group,
  Input,
  PasswordInput,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { StatusBadge } from '../../../components/status-badge.tsx';
import type { Market } from '../../../sales/records.ts';
import { useMessages } from './messages.ts';
import type { SecretField } from './shape.ts';
import { useWords } from './shapes.ts';

export function SecretInput({
  market,
  field,
  isSet,
  value,
  error,
  onChange,
  onFile,
}: {
  market: Market;
  field: SecretField;
  /** Whether the service has one already. */
  isSet: boolean;
  value: string | null;
  error?: ReactNode;
  onChange: (value: string | null) => void;
  onFile: (name: string, text: string) => void;
}) {
  const say = useMessages();
  const word = useWords(market);
  const [isReplacing, setReplacing] = useState(false);
  const [label, about] = [word(field.name), word(`${field.name}_about`)];
  const keep = () => {
    setReplacing(false);
    onChange('');
  };
  if (isSet && !isReplacing) {
    const isGoing = value === null;
    return (
      <Input.Wrapper label={label} description={about} labelElement="div" error={error}>
        <Group gap="xs" mt={6}>
          {isGoing ? (
            <Text size="sm">{say.willGo}</Text>
          ) : (
            <StatusBadge tone="good">{say.secretSet}</StatusBadge>
          )}
          {isGoing ? (
            <Small label={say.keep} about={label} onClick={keep} />
          ) : (
            <>
              <Small label={say.replace} about={label} onClick={() => setReplacing(true)} />
              <Small label={say.remove} about={label} onClick={() => onChange(null)} />
            </>
          )}
        </Group>
      </Input.Wrapper>
    );
  }
  const input = {
    label,
    description: about,
    error,
    value: value ?? '',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <Stack gap={6}>
      {field.kind === 'file' ? (
        <>
          <Textarea
            {...input}
            autosize
            minRows={3}
            maxRows={6}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            placeholder={say.paste}
            autoComplete="off"
          />
          <Group gap="xs">
            <FileButton
              accept={field.accept}
              onChange={async (file) => file && onFile(file.name, await file.text())}
            >
              {(props) => (
                <Button {...props} size="xs" variant="default">
                  {say.chooseFile}
                </Button>
              )}
            </FileButton>
          </Group>
        </>
      ) : (
        <PasswordInput {...input} autoComplete="new-password" />
      )}
      {isSet && (
        <Group>
          <Small label={say.keep} about={label} onClick={keep} />
        </Group>
      )}
    </Stack>
  );
}

function Small({ label, about, onClick }: { label: string; about: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="default" aria-label={`${label}: ${about}`} onClick={onClick}>
      {label}
    </Button>
  );
}
