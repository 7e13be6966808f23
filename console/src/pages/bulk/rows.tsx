// The rows of a list, those of one verdict or all.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { usePeriodText } from '../../restrictions/terms.tsx';
import { useMessages, useResultNames, useVerdictNames } from './messages.ts';
import { useReason } from './reasons.ts';
import { type JobRecord, type RowRecord, toneOf, type Verdict } from './records.ts';

export function Rows({
  job: { appid, job_id },
  verdict,
  hasResults,
}: {
  job: JobRecord;
  verdict: Verdict | undefined;
  hasResults: boolean;
}) {
  const say = useMessages();
  const rows = useKeyset(endpoint('/apps/{appid}/bulk/{job_id}/rows', { appid, job_id }), {
    verdict,
  });
  const columns = useColumns(hasResults);
  return (
    <DataTable
      label={say.rowsTitle}
      columns={columns}
      source={rows}
      rowKey={(row) => row.row}
      minWidth={900}
      empty={{ title: say.noRows, about: say.noRowsAbout }}
    />
  );
}

function useColumns(hasResults: boolean): readonly Column<RowRecord>[] {
  const say = useMessages();
  const periodOf = usePeriodText();
  const explain = useReason();
  const verdicts = useVerdictNames();
  const results = useResultNames();
  const { appid } = useApp();
  return [
    {
      label: say.row,
      width: 72,
      cell: ({ row }) => (
        <Text size="sm" c="dimmed">
          {row}
        </Text>
      ),
    },
    {
      label: say.player,
      cell: ({ player_id: id }) =>
        id === null ? (
          '–'
        ) : (
          <Anchor component={Link} to={appPath(appid, `/players/${id}`)} ff="monospace" size="sm">
            {String(id)}
          </Anchor>
        ),
    },
    {
      label: say.period,
      cell: ({ status, start_date, end_date }) => {
        if (status === null || !start_date) return '–';
        const period = { status, start_date, end_date: end_date ?? '' };
        return (
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {periodOf(period)}
          </Text>
        );
      },
    },
    { label: say.type, cell: ({ block_type }) => block_type ?? '–' },
    {
      label: say.verdict,
      cell: ({ verdict, reason }) => (
        <>
          <StatusBadge tone={toneOf(verdict)}>{verdicts[verdict]}</StatusBadge>
          {reason && (
            <Text size="xs" c="dimmed" mt={2}>
              {explain(reason)}
            </Text>
          )}
        </>
      ),
    },
    ...(hasResults
      ? [
          {
            label: say.result,
            cell: ({ result }: RowRecord) =>
              result === null ? (
                '–'
              ) : (
                <StatusBadge tone={toneOf(result)}>{results[result]}</StatusBadge>
              ),
          },
        ]
      : []),
  ];
}
