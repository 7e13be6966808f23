// How disputes went: answered, won and lost, by reason, and the amounts.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCounts } from '../../charts/counts.ts';
import { Tiles } from '../../charts/tile.tsx';
import { Empty } from '../../components/empty.tsx';
import { FiguresIcon } from '../../components/icons.tsx';
import { TableSection } from '../../components/table-section.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMarketReason } from '../../sales/market-reasons.ts';
import { useMoney } from '../../sales/money.ts';
import { DAY_MS } from '../../sales/window.ts';
import { wallTime } from '../../wall-time.ts';
import { useShares } from '../figures/printing.ts';
import { useMessages } from './messages.ts';
import { useStates } from './names.ts';

type Sums = Schema<'DisputeFigures'>['totals'][number];

const RANGES = ['30', '90', '365'] as const;

export function DisputeFigures() {
  const say = useMessages();
  const { appid, time_zone: zone } = useApp();
  const [days, setDays] = useState<string>(RANGES[1]);
  const today = wallTime(new Date(), zone).slice(0, 10);
  const from = wallTime(new Date(Date.now() - Number(days) * DAY_MS), zone).slice(0, 10);
  const at = endpoint('/apps/{appid}/figures/disputes', { appid });
  const range = { from, to: today, step: 'month' } as const;
  const total = useGet(at, range);
  const byReason = useGet(at, { ...range, by: 'reason' });
  const [all] = total.data?.totals ?? [];
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
      {!total.data && <Unread query={total} height={120} />}
      {total.data && !all && (
        <Empty icon={FiguresIcon} title={say.noFigures} about={say.noFiguresAbout} />
      )}
      {all && (
        <>
          <SumTiles sums={all} />
          <Amounts sums={all} />
          {byReason.data ? (
            <Reasons sums={byReason.data.totals} />
          ) : (
            <Unread query={byReason} height={120} />
          )}
        </>
      )}
    </Stack>
  );
}

/** In millionths; undefined while none is decided. */
const winRate = ({ won, lost }: Sums): bigint | undefined =>
  won + lost === 0 ? undefined : (BigInt(won) * 1_000_000n) / BigInt(won + lost);

function SumTiles({ sums }: { sums: Sums }) {
  const say = useMessages();
  const states = useStates();
  const counts = useCounts();
  const shares = useShares();
  const tile = (label: string, count: number) => ({
    label,
    value: BigInt(count),
    before: null,
    ...counts,
  });
  return (
    <Tiles
      tiles={[
        tile(say.opened, sums.disputes),
        tile(say.answered, sums.answered),
        tile(states.won, sums.won),
        tile(states.lost, sums.lost),
        { label: say.winRate, value: winRate(sums), before: null, ...shares },
      ]}
    />
  );
}

function Amounts({ sums: { amounts } }: { sums: Sums }) {
  const say = useMessages();
  const states = useStates();
  const money = useMoney();
  return (
    <TableSection
      title={say.amounts}
      columns={[
        { label: say.currency, cell: ({ currency }) => currency },
        ...(['disputed', 'won', 'lost'] as const).map((name) => ({
          label: name === 'disputed' ? say.disputed : states[name],
          align: 'right' as const,
          cell: (row: Sums['amounts'][number]) => money.amount(row[name], row.currency),
        })),
      ]}
      source={amounts}
      rowKey={({ currency }) => currency}
      minWidth={420}
    />
  );
}

function Reasons({ sums }: { sums: readonly Sums[] }) {
  const say = useMessages();
  const states = useStates();
  const format = useFormat();
  const shares = useShares();
  const reasonOf = useMarketReason();
  const count = (name: 'disputes' | 'answered' | 'won' | 'lost', label: string) => ({
    label,
    align: 'right' as const,
    cell: (row: Sums) => format.number(row[name]),
  });
  return (
    <TableSection
      title={say.byReason}
      columns={[
        {
          label: say.reason,
          cell: ({ value }: Sums) => (value === null ? '–' : reasonOf(value)),
        },
        count('disputes', say.opened),
        count('answered', say.answered),
        count('won', states.won),
        count('lost', states.lost),
        {
          label: say.winRate,
          align: 'right',
          cell: (row: Sums) => {
            const rate = winRate(row);
            return rate === undefined ? '–' : shares.print(rate);
          },
        },
      ]}
      source={sums}
      rowKey={({ value }) => value ?? ''}
      minWidth={560}
    />
  );
}
