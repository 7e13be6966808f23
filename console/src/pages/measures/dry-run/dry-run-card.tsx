// The dry run of a rule: totals, a chart by day, and the players with their purchases.
import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCounts } from '../../../charts/counts.ts';
import { Legend } from '../../../charts/legend.tsx';
import type { Period, Series } from '../../../charts/series.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Failure } from '../../../components/failure.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Causes } from '../../../measures/causes.tsx';
import type { DryRun } from '../../../measures/records.ts';
import { appPath, useApp } from '../../../place.tsx';
import { bandColor } from '../../../sales/colors.ts';
import { type DryRunInput, useDryRun, useTotalsText } from './dry-run.ts';
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

function DryRunChart({ found: { days, totals } }: { found: DryRun }) {
  const say = useMessages();
  const counts = useCounts();
  const periods = usePeriods(days);
  const series: readonly Series[] = [
    totals.restricted > 0
      ? {
          label: say.seriesRestricted,
          color: bandColor('rose'),
          values: days.map(({ restricted }) => BigInt(restricted)),
        }
      : {
          label: say.seriesFlagged,
          color: bandColor('amber'),
          values: days.map(({ flagged }) => BigInt(flagged)),
        },
  ];
  const chart = { periods, series, ...counts };
  const label = `${say.byDay}: ${days
    .filter(({ restricted, flagged }) => restricted + flagged > 0)
    .map(({ day, restricted, flagged }) => `${day} ${restricted + flagged}`)
    .join(', ')}`;
  return (
    <Stack gap="xs">
      <Legend series={series} print={counts.print} />
      <TimeChart {...chart} title={say.byDay} label={label} />
    </Stack>
  );
}

/** The days are on the app's clock already. */
function usePeriods(days: DryRun['days']): readonly Period[] {
  const { language } = useLanguage();
  const format = (options: Intl.DateTimeFormatOptions) => {
    const print = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    return (day: string): string => print.format(new Date(`${day}T00:00:00Z`));
  };
  const short = format({ month: 'short', day: 'numeric' });
  const long = format({ month: 'short', day: 'numeric', weekday: 'short' });
  return days.map(({ day }) => ({ key: day, short: short(day), long: long(day) }));
}

type FoundPlayer = DryRun['restricted'][number];

const MOST_AT_FIRST = 20;

function DryRunPlayers({ players }: { players: readonly FoundPlayer[] }) {
  const say = useMessages();
  const format = useFormat();
  const columns = useColumns(players.some(({ step }) => step !== null));
  const [isWhole, setWhole] = useState(players.length <= MOST_AT_FIRST);
  return (
    <Stack gap="xs">
      <DataTable
        label={say.players}
        columns={columns}
        source={isWhole ? players : players.slice(0, MOST_AT_FIRST)}
        rowKey={({ account_uuid, at }) => `${account_uuid} ${at}`}
        minWidth={560}
      />
      {!isWhole && (
        <Button variant="default" w="fit-content" onClick={() => setWhole(true)}>
          {say.showAll(format.number(players.length))}
        </Button>
      )}
    </Stack>
  );
}

function useColumns(isRestricting: boolean): readonly Column<FoundPlayer>[] {
  const say = useMessages();
  const { appid } = useApp();
  const until: Column<FoundPlayer> = {
    label: say.until,
    cell: ({ until: end }) => (end === null ? say.permanent : <AppTime at={end} />),
  };
  return [
    {
      label: say.player,
      cell: ({ player_id: id, account_uuid }) =>
        id === null ? (
          <Text size="sm" c="dimmed" title={account_uuid}>
            {say.account}
          </Text>
        ) : (
          <Anchor component={Link} to={appPath(appid, `/players/${id}`)} ff="monospace" size="sm">
            {String(id)}
          </Anchor>
        ),
    },
    { label: say.at, cell: ({ at }) => <AppTime at={at} /> },
    ...(isRestricting ? [until] : []),
    { label: say.purchases, cell: ({ causes }) => <Causes causes={causes} /> },
  ];
}
