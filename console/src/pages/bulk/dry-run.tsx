// What applying would do, counted; each number leads to its rows.
import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { useFormat } from '../../i18n/format.ts';
import classes from './bulk.module.css';
import { useMessages, useVerdictNames } from './messages.ts';
import { type JobRecord, toneOf, VERDICTS, type Verdict, workOf } from './records.ts';

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
