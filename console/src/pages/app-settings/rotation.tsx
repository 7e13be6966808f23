// Replacing a secret: how long the old one lives on, and when each of them ends.
import { Alert, Code, Group, Select, Text } from '@mantine/core';
import { AppTime } from '../../components/app-time.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { Endpoint, Schema } from '../../endpoint.ts';
import { useLast } from '../../last.ts';
import { useApp } from '../../place.tsx';
import { useMessages } from './messages.ts';

/** What is shown of a secret. */
type SecretHint = Schema<'SecretHint'>;

/** More than this are never valid at a time. */
export const MOST_VALID = 2;

const GRACES = [0, 3_600, 86_400, 604_800, 2_592_000] as const;
const USUAL_GRACE = 86_400;

interface RotateDialogProps<T, Made> {
  /** What has the secret; undefined while it is not asked about. */
  readonly asked: T | undefined;
  readonly title: (asked: T) => string;
  /** How many are valid now. */
  readonly valid: (asked: T) => number;
  /** What the end of the old one does, if it is not calls that fail. */
  readonly atOnce?: string;
  readonly run: (asked: T, graceSeconds: number) => Promise<Made>;
  readonly refreshes: readonly Endpoint[];
  readonly after: (made: Made) => void;
  readonly onClose: () => void;
}

export function RotateDialog<T, Made>({
  asked,
  title,
  valid,
  atOnce,
  run,
  ...dialog
}: RotateDialogProps<T, Made>) {
  const say = useMessages();
  const about = useLast(asked);
  if (about === undefined) return null;
  const isPair = valid(about) >= MOST_VALID;
  return (
    <FormDialog
      opened={asked !== undefined}
      title={title(about)}
      action={say.rotate}
      initialValues={{ grace: isPair ? 0 : USUAL_GRACE }}
      color={({ grace }) => (grace === 0 ? 'red' : undefined)}
      run={({ grace }) => run(about, grace)}
      onCancel={dialog.onClose}
      {...dialog}
    >
      {(form) => (
        <>
          {isPair ? (
            <Alert color="yellow" icon={<WarningIcon />}>
              {say.pair}
            </Alert>
          ) : (
            <Select
              label={say.grace}
              description={say.graceAbout}
              data={GRACES.map((each) => ({ value: String(each), label: say[`grace_${each}`] }))}
              value={String(form.values.grace)}
              onChange={(value) => form.setFieldValue('grace', Number(value))}
              allowDeselect={false}
              data-autofocus
            />
          )}
          {form.values.grace === 0 && !isPair && (
            <Alert color="yellow" icon={<WarningIcon />}>
              {atOnce ?? say.atOnce}
            </Alert>
          )}
        </>
      )}
    </FormDialog>
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
        <AppTime at={expires_at} />{' '}
        <Text span size="xs" c="dimmed">
          {time_zone}
        </Text>
      </Text>
    </Group>
  );
}
