// The configuration file that was last applied to the project, and what has changed since.
import { Code, Stack, Text } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useGet } from '../../queries.ts';
import { useMessages } from './messages.ts';

type Drift = Schema<'ConfigurationDrift'>;
type Change = Drift['changes'][number];

export function ConfigurationCard({ gameIndex: game_index }: { gameIndex: number }) {
  const say = useMessages();
  const drift = useGet(endpoint('/projects/{game_index}/configuration/drift', { game_index }));
  const differs = (drift.data?.changes.length ?? 0) > 0;
  return (
    <Card
      title={say.configuration}
      about={say.configurationAbout}
      aside={
        drift.data?.applied_at && (
          <StatusBadge tone={differs ? 'warning' : 'good'}>
            {differs ? say.drifted(drift.data.changes.length) : say.asApplied}
          </StatusBadge>
        )
      }
    >
      {!drift.data && <Unread query={drift} height={60} />}
      {drift.data && <Applied drift={drift.data} gameIndex={game_index} />}
    </Card>
  );
}

function Applied({ drift, gameIndex }: { drift: Drift; gameIndex: number }) {
  const say = useMessages();
  if (drift.applied_at === null) {
    return (
      <Stack gap="xs">
        <Text size="sm">{say.neverApplied}</Text>
        <Code block>{`tollgate config export --project ${gameIndex} > tollgate.yaml`}</Code>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        {say.appliedBy(drift.applied_by ?? '')} <Time at={drift.applied_at} />
      </Text>
      {drift.changes.length > 0 && (
        <DataTable
          label={say.configuration}
          source={drift.changes}
          rowKey={({ target }) => target}
          columns={[
            { label: say.what, cell: ({ target }) => <Code>{target}</Code> },
            { label: say.difference, cell: (change) => <Difference change={change} /> },
          ]}
          minWidth={480}
        />
      )}
    </Stack>
  );
}

function Difference({ change: { action, fields } }: { change: Change }) {
  const say = useMessages();
  if (action === 'add') return say.missingNow;
  if (action === 'remove') return say.notInFile;
  return (
    <Stack gap={2}>
      {fields.map(({ field, from, to }) => (
        <Text key={field} size="sm">
          {field}: <Code>{print(to)}</Code> → <Code>{print(from)}</Code>
        </Text>
      ))}
    </Stack>
  );
}

const print = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));
