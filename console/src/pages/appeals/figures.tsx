// How appeals went: how many, how many granted, how long it took, by type and by operator.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCounts } from '../../charts/counts.ts';
import { Tiles } from '../../charts/tile.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { FiguresIcon } from '../../components/icons.tsx';
import { TableSection } from '../../components/table-section.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useShortActor } from '../../restrictions/actors.ts';
import { useTypeNameOf } from '../../restrictions/terms.tsx';
import { DAY_MS } from '../../sales/window.ts';
import { useDurations, useShares } from '../figures/printing.ts';
import { useMessages } from './messages.ts';

type Figures = Schema<'AppealFigures'>;
type Sums = Pick<Figures, 'made' | 'decided' | 'granted' | 'median_hours'>;

const RANGES = ['30', '90', '365'] as const;
const HOUR_MS = 3_600_000;

export function AppealFigures() {
  const say = useMessages();
  const { appid } = useApp();
  const [days, setDays] = useState<string>(RANGES[0]);
  const typeName = useTypeNameOf();
  const short = useShortActor();
  const columns = useSumColumns();
  const figures = useGet(endpoint('/apps/{appid}/figures/appeals', { appid }), {
    from: since(Number(days)),
  });
  const { data } = figures;
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={say.range}
        w="fit-content"
        value={days}
        onChange={setDays}
        data={RANGES.map((value) => ({ value, label: say.days(Number(value)) }))}
      />
      <Text size="sm" c="dimmed">
        {say.figuresAbout}
      </Text>
      {!data && <Unread query={figures} height={120} />}
      {data?.made === 0 && (
        <Empty icon={FiguresIcon} title={say.noFigures} about={say.noFiguresAbout} />
      )}
      {data && data.made > 0 && (
        <>
          <SumTiles sums={data} />
          <TableSection
            title={say.byType}
            columns={[
              { label: say.type, cell: ({ block_type }) => typeName(block_type) },
              ...columns,
            ]}
            source={data.by_type}
            rowKey={({ block_type }) => block_type}
            minWidth={480}
          />
          <TableSection
            title={say.byOperator}
            columns={[{ label: say.operator, cell: ({ operator }) => short(operator) }, ...columns]}
            source={data.by_operator}
            rowKey={({ operator }) => operator}
            minWidth={480}
            empty={{ title: say.noDecisions, about: say.noDecisionsAbout }}
          />
        </>
      )}
    </Stack>
  );
}

/** By the hour, so that the same question is not asked anew all the time. */
const since = (days: number): string =>
  new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - days * DAY_MS).toISOString();

/** In millionths; undefined before the first decision. */
const shareGranted = ({ granted, decided }: Sums): bigint | undefined =>
  decided === 0 ? undefined : (BigInt(granted) * 1_000_000n) / BigInt(decided);

const medianSeconds = ({ median_hours: hours }: Sums): bigint | undefined =>
  hours === null ? undefined : BigInt(Math.round(hours * 3_600));

function SumTiles({ sums }: { sums: Sums }) {
  const say = useMessages();
  const counts = useCounts();
  const shares = useShares();
  const durations = useDurations();
  return (
    <Tiles
      tiles={[
        { label: say.made, value: BigInt(sums.made), before: null, ...counts },
        { label: say.decided, value: BigInt(sums.decided), before: null, ...counts },
        {
          label: say.granted,
          value: shareGranted(sums),
          before: null,
          notes: [say.grantedNote],
          ...shares,
        },
        { label: say.median, value: medianSeconds(sums), before: null, ...durations },
      ]}
    />
  );
}

function useSumColumns(): readonly Column<Sums>[] {
  const say = useMessages();
  const format = useFormat();
  const shares = useShares();
  const durations = useDurations();
  const printed = (value: bigint | undefined, print: (value: bigint) => string): string =>
    value === undefined ? '–' : print(value);
  return [
    { label: say.made, align: 'right', cell: ({ made }) => format.number(made) },
    { label: say.decided, align: 'right', cell: ({ decided }) => format.number(decided) },
    {
      label: say.granted,
      align: 'right',
      cell: (sums) => printed(shareGranted(sums), shares.print),
    },
    {
      label: say.median,
      align: 'right',
      cell: (sums) => printed(medianSeconds(sums), durations.print),
    },
  ];
}
