// The dry run of a rule: totals, a chart by day, and the players with their purchases.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { Failure } from '../../../components/failure.tsx';
import type { DryRun } from '../../../measures/records.ts';
import { type DryRunInput, useDryRun, useTotalsText } from './dry-run.ts';
import { DryRunChart } from './dry-run-chart.tsx';
import { DryRunPlayers } from './dry-run-players.tsx';
import { useMessages } from './messages.ts';

export function DryRunCard({
  saved,
  draftOf,
}: {
  /** A rule that is there is looked at by itself. */
  saved: DryRunInput | undefined;
  /** What to ask of the form as it is now; undefined where it has errors. */
  draftOf: () => DryRunInput | undefined;
}) {
  const say = useMessages();
  const [asked, setAsked] = useState(saved);
  const found = useDryRun(asked);
  const run = () => {
    const draft = draftOf();
    if (draft === undefined) return;
    if (JSON.stringify(draft) === JSON.stringify(asked)) void found.refetch();
    else setAsked(draft);
  };
  return (
    <Card title={say.title} about={say.about}>
      <Stack>
        <Button variant="default" w="fit-content" loading={found.isFetching} onClick={run}>
          {asked ? say.again : say.run}
        </Button>
        {found.error && <Failure error={found.error} />}
        {asked && found.isPending && <Skeleton height={240} />}
        {found.data && <Found found={found.data} />}
      </Stack>
    </Card>
  );
}

function Found({ found }: { found: DryRun }) {
  const say = useMessages();
  const totalsText = useTotalsText();
  const players = found.restricted.length > 0 ? found.restricted : found.flagged;
  return (
    <>
      <Text fw={600} role="status">
        {totalsText(found)}
      </Text>
      {players.length > 0 && <DryRunChart found={found} />}
      {found.is_cut && <Alert color="yellow">{say.cut}</Alert>}
      {players.length > 0 && <DryRunPlayers players={players} />}
    </>
  );
}
