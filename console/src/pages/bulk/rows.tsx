// The rows of a list, those of one verdict or all.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { endpoint } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useKeyset } from '../../queries.ts';
import { usePeriodText } from '../../restrictions/terms.tsx';
import { useMessages, useResultNames, useVerdictNames } from './messages.ts';
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

const KOREAN: readonly (readonly [RegExp, string])[] = [
  [/^player_id must be a positive integer\.$/, 'player_id는 1 이상의 정수여야 합니다.'],
  [/^status must be P or B\.$/, 'status는 P 또는 B여야 합니다.'],
  [/^block_type must be a number\.$/, 'block_type은 숫자여야 합니다.'],
  [
    /^(start_date|end_date) must be a date and time such as (.+)\.$/,
    '$1은(는) $2 형식의 날짜와 시각이어야 합니다.',
  ],
  [/^start_date is after end_date\.$/, 'start_date가 end_date보다 늦습니다.'],
  [/^end_date is in the past\.$/, 'end_date가 이미 지났습니다.'],
  [/^The player is already in row (\d+)\.$/, '$1행에 이미 있는 플레이어입니다.'],
];

function useReason(): (reason: string) => string {
  const { language } = useLanguage();
  return (reason) => {
    const known = language === 'ko' && KOREAN.find(([english]) => english.test(reason));
    return known ? reason.replace(...known) : reason;
  };
}
