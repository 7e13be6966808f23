// When alerts open: which kinds, and from which numbers on.
import { Button, Checkbox, Group, NumberInput, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { Card } from '../../components/card.tsx';
import { Failure } from '../../components/failure.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

type Settings = Schema<'AlertSettings'>;

const KINDS = [
  'dead_letters',
  'credentials_refused',
  'market_down',
  'refund_spike',
  'verification_failures',
  'internal_errors',
  'expiring',
  'rule_without_type',
] as const satisfies readonly Schema<'AlertKind'>[];

const NUMBERS = [
  'market_down_minutes',
  'refund_minimum',
  'refund_factor',
  'failure_minimum',
  'failure_factor',
  'expiry_days',
] as const satisfies readonly (keyof Settings)[];

export function ThresholdsCard() {
  const say = useMessages();
  const { game_index } = useProject();
  const settings = useGet(endpoint('/projects/{game_index}/alert-settings', { game_index }));
  return (
    <Card title={say.thresholds} about={say.thresholdsAbout}>
      {settings.error && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton height={180} />}
      {settings.data && <Thresholds settings={settings.data} />}
    </Card>
  );
}

function Thresholds({ settings }: { settings: Settings }) {
  const say = useMessages();
  const { game_index } = useProject();
  const path = endpoint('/projects/{game_index}/alert-settings', { game_index });
  const form = useForm<Settings>({ initialValues: settings });
  const save = useAction({
    run: (values: Settings) => call('PUT', path, values),
    done: say.saved,
    refreshes: [path],
    form,
  });
  const { off } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={say[kind]}
              checked={!off.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(
                  'off',
                  checked ? off.filter((each) => each !== kind) : [...off, kind],
                )
              }
            />
          ))}
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {NUMBERS.map((name) => (
            <NumberInput
              key={name}
              label={say[name]}
              min={1}
              allowDecimal={false}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {say.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
