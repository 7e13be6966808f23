// Refunds by player, device or product: where a wave comes from.
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { EmptyProps } from '../../components/empty.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useMoney } from '../../sales/money.ts';
import { useMessages } from './messages.ts';

export const GROUPINGS = ['player', 'device', 'product'] as const;
export type Grouping = (typeof GROUPINGS)[number];
type Group = Schema<'RefundGroup'>;

const LIVE = { refetchInterval: 15_000 };

export function Groups({
  by,
  query,
  empty,
  onChoose,
}: {
  by: Grouping;
  query: Readonly<Record<string, string>>;
  empty: EmptyProps;
  /** Shows the refunds of one group: which kind of id, and the id. */
  onChoose: (by: string, id: string) => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const groups = useGet(
    endpoint('/apps/{appid}/refunds/groups', { appid }),
    { ...query, by },
    LIVE,
  );
  const columns = useColumns(by);
  return (
    <Stack gap="xs">
      {groups.data && !groups.data.is_complete && <Alert color="yellow">{say.incomplete}</Alert>}
      <DataTable
        label={say.title}
        columns={columns}
        source={groups}
        rowKey={keyOf}
        minWidth={640}
        empty={empty}
        actions={(group) => {
          const id = keyOf(group);
          const chosen = { player: 'player_id', device: 'did', product: 'product_id' }[by];
          return [
            id !== '' && {
              label: say.showRefunds,
              about: say.showRefundsOf(id),
              onClick: () => onChoose(chosen, id),
            },
          ];
        }}
      />
    </Stack>
  );
}

const keyOf = ({ player_id, did, product_id }: Group): string =>
  String(player_id ?? did ?? product_id ?? '');

function useColumns(by: Grouping): readonly Column<Group>[] {
  const say = useMessages();
  const format = useFormat();
  const money = useMoney();
  const { appid } = useApp();
  const names = { player: say.player, device: say.device, product: say.product };
  return [
    {
      label: names[by],
      cell: (group) => {
        const key = keyOf(group);
        if (key === '') return <Text size="sm">{say.unknown}</Text>;
        if (by !== 'player') return <Text size="sm">{key}</Text>;
        return (
          <Anchor component={Link} to={appPath(appid, `/players/${key}`)} ff="monospace" size="sm">
            {key}
          </Anchor>
        );
      },
    },
    {
      label: say.title,
      align: 'right',
      cell: ({ refunds }) => (
        <Text size="sm" fw={600}>
          {format.number(refunds)}
        </Text>
      ),
    },
    ...(by === 'player'
      ? []
      : [
          {
            label: say.players,
            align: 'right' as const,
            cell: ({ players }: Group) => format.number(players),
          },
        ]),
    {
      label: say.amount,
      align: 'right',
      cell: ({ amounts }) => (
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {amounts.map(({ amount, currency }) => money.amount(amount, currency)).join(' · ')}
        </Text>
      ),
    },
    { label: say.newest, cell: ({ last_refunded_at: at }) => <AppTime at={at} /> },
  ];
}
