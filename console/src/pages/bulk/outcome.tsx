// How far applying is, and what it has done so far.
import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import classes from './bulk.module.css';
import { useMessages, useResultNames } from './messages.ts';
import { type JobRecord, RESULTS } from './records.ts';

export function Outcome({ job }: { job: JobRecord }) {
  const say = useMessages();
  const format = useFormat();
  const isRunning = job.state === 'running';
  const share = job.total === 0 ? 100 : (job.done / job.total) * 100;
  return (
    <Card title={say.results}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {say.progressOf(format.number(job.done), format.number(job.total))}
          </Text>
          <Text size="sm" c="dimmed">
            {isRunning ? say.mayLeave : say.finished}
          </Text>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section
            value={share}
            animated={isRunning}
            aria-label={say.progress}
            color={isRunning ? 'pine' : 'green'}
          />
        </Progress.Root>
        <Counts job={job} />
      </Stack>
    </Card>
  );
}

function Counts({ job }: { job: JobRecord }) {
  const names = useResultNames();
  const format = useFormat();
  const known = RESULTS.filter((result) => job.results[result]);
  return (
    <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
      {known.map((result) => (
        <div key={result} className={classes.tile}>
          <span className={classes.count}>{format.number(job.results[result] ?? 0)}</span>
          <span className={classes.label}>{names[result]}</span>
        </div>
      ))}
    </SimpleGrid>
  );
}
