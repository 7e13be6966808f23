// When alerts open: which kinds, and from which numbers on.
import { Checkbox, NumberInput, SimpleGrid } from '@mantine/core';
import { call } from '../../api.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { Card } from '../../components/card.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useProject } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

type Settings = Schema<'AlertSettings'>;
type Kind = Schema<'AlertKind'>;

/** All of them, in the order of the page. */
const KINDS = Object.keys({
  dead_letters: true,
  credentials_refused: true,
  market_down: true,
  refund_spike: true,
  verification_failures: true,
  internal_errors: true,
  payment_mismatch: true,
  certificate_status: true,
  expiring: true,
  rule_without_type: true,
  appeals_waiting: true,
  disputes_due: true,
  external_reports: true,
  consent_unlinked: true,
  actions_stuck: true,
} satisfies Record<Kind, true>) as Kind[];

const NUMBERS = [
  'market_down_minutes',
  'refund_minimum',
  'refund_factor',
  'failure_minimum',
  'failure_factor',
  'expiry_days',
  'appeal_days',
  'dispute_days',
] as const satisfies readonly (keyof Settings)[];

export function ThresholdsCard() {
  const say = useMessages();
  const { game_index } = useProject();
  const settings = useGet(endpoint('/projects/{game_index}/alert-settings', { game_index }));
  return (
    <Card title={say.thresholds} about={say.thresholdsAbout}>
      {!settings.data && <Unread query={settings} height={180} />}
      {settings.data && <Thresholds settings={settings.data} />}
    </Card>
  );
}

function Thresholds({ settings }: { settings: Settings }) {
  const say = useMessages();
  const { game_index } = useProject();
  const path = endpoint('/projects/{game_index}/alert-settings', { game_index });
  return (
    <ActionForm
      action={say.save}
      initialValues={settings}
      run={(values) => call('PUT', path, values)}
      done={say.saved}
      refreshes={[path]}
    >
      {(form) => {
        const { off } = form.values;
        const change = (kind: Kind, isOn: boolean) =>
          form.setFieldValue('off', isOn ? off.filter((each) => each !== kind) : [...off, kind]);
        return (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs">
              {KINDS.map((kind) => (
                <Checkbox
                  key={kind}
                  label={say[kind]}
                  checked={!off.includes(kind)}
                  onChange={(event) => change(kind, event.currentTarget.checked)}
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
          </>
        );
      }}
    </ActionForm>
  );
}
