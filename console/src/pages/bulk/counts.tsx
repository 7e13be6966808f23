// What applying a list would do, and what it has done so far, counted.
import { Group, Progress, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import classes from './bulk.module.css';
import { useMessages, useResultNames, useVerdictNames } from './messages.ts';
import { type JobRecord, RESULTS, toneOf, VERDICTS, type Verdict, workOf } from './records.ts';

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

/** Those a list can have; the rest appear only when there are some. */
const EXPECTED = {
  restrict: ['new', 'changed', 'already_restricted', 'unknown_type', 'invalid'],
  release: ['release', 'not_restricted', 'invalid'],
} as const satisfies Record<JobRecord['action'], readonly Verdict[]>;

export function DryRun({
  job,
  chosen,
  onChoose,
}: {
  job: JobRecord;
  chosen: Verdict | undefined;
  onChoose: (verdict: Verdict | undefined) => void;
}) {
  const say = useMessages();
  const names = useVerdictNames();
  const format = useFormat();
  const expected: readonly Verdict[] = EXPECTED[job.action];
  const shown = VERDICTS.filter((each) => expected.includes(each) || job.verdicts[each]);
  return (
    <Card title={say.dryRun} about={say.dryRunAbout}>
      <SimpleGrid cols={{ base: 2, sm: shown.length + 1 }} spacing="sm">
        <UnstyledButton
          className={classes.tile}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          <span className={classes.count}>{format.number(job.total)}</span>
          <span className={classes.label}>{say.all}</span>
        </UnstyledButton>
        {shown.map((verdict) => {
          const count = job.verdicts[verdict] ?? 0;
          return (
            <UnstyledButton
              key={verdict}
              className={classes.tile}
              data-tone={count > 0 ? toneOf(verdict) : 'quiet'}
              aria-pressed={chosen === verdict}
              onClick={() => onChoose(verdict)}
            >
              <span className={classes.count}>{format.number(count)}</span>
              <span className={classes.label}>{names[verdict]}</span>
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
      {job.state === 'ready' && workOf(job) === 0 && (
        <Text size="sm" mt="md">
          {say.nothingToDo}
        </Text>
      )}
    </Card>
  );
}
