// Replacing a secret: how long the old one lives on, and when each of them ends.
import { Alert, Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { WarningIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import type { Schema } from '../../endpoint.ts';
import { useApp } from '../../place.tsx';
import { useMessages } from './messages.ts';

/** What is shown of a secret. */
type SecretHint = Schema<'SecretHint'>;

/** More than this are never valid at a time. */
export const MOST_VALID = 2;

const GRACES = [0, 3_600, 86_400, 604_800, 2_592_000] as const;
const USUAL_GRACE = 86_400;

export interface RotateDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** What the end of the old one does, if it is not calls that fail. */
  readonly atOnce?: string;
  /** How many are valid now. */
  readonly valid: number;
  readonly isPending: boolean;
  readonly onRotate: (graceSeconds: number) => void;
  readonly onClose: () => void;
}

export function RotateDialog({ opened, title, onClose, ...rest }: RotateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Choice {...rest} onClose={onClose} />
    </Modal>
  );
}

function Choice({
  atOnce,
  valid,
  isPending,
  onRotate,
  onClose,
}: Omit<RotateDialogProps, 'opened' | 'title'>) {
  const say = useMessages();
  const isPair = valid >= MOST_VALID;
  const [chosen, setChosen] = useState<number>(USUAL_GRACE);
  const grace = isPair ? 0 : chosen;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRotate(grace);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {isPair ? (
          <Alert color="yellow" icon={<WarningIcon />}>
            {say.pair}
          </Alert>
        ) : (
          <Select
            label={say.grace}
            description={say.graceAbout}
            data={GRACES.map((each) => ({ value: String(each), label: say[`grace_${each}`] }))}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
            allowDeselect={false}
            data-autofocus
          />
        )}
        {grace === 0 && !isPair && (
          <Alert color="yellow" icon={<WarningIcon />}>
            {atOnce ?? say.atOnce}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {say.cancel}
          </Button>
          <Button type="submit" color={grace === 0 ? 'red' : undefined} loading={isPending}>
            {say.rotate}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The last characters, by which people tell secrets apart. */
export function Hint({ hint }: Pick<SecretHint, 'hint'>) {
  return <Code style={{ whiteSpace: 'nowrap', flex: 'none' }}>…{hint}</Code>;
}

/** Whether a secret is to stay, or when it ends. */
export function SecretState({ expires_at }: Pick<SecretHint, 'expires_at'>) {
  const say = useMessages();
  const { time_zone } = useApp();
  if (expires_at === null) return <StatusBadge tone="good">{say.valid}</StatusBadge>;
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge tone="warning">{say.ends}</StatusBadge>
      <Text size="sm">
        <Time at={expires_at} timeZone={time_zone} absolute />{' '}
        <Text span size="xs" c="dimmed">
          {time_zone}
        </Text>
      </Text>
    </Group>
  );
}
