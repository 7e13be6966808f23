// Orders that the game has not closed; left out while there are none.

import { Stack, Text, Title } from '@mantine/core';
import { AppTime } from '../../../components/app-time.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import type { Schema } from '../../../endpoint.ts';
import { useCan } from '../../../place.tsx';
import { useMoney } from '../../../sales/money.ts';
import { RestoreButton } from '../../../sales/restore-button.tsx';
import { useOrders } from './data.ts';
import { useMessages } from './messages.ts';

type Order = Schema<'PlayerOrder'>;

export function Orders({ playerId }: { playerId: string }) {
  const say = useMessages();
  const money = useMoney();
  const can = useCan();
  const orders = useOrders(playerId);
  if (!orders.error && !orders.data?.items.length) return null;
  const columns: readonly Column<Order>[] = [
    {
      label: say.order,
      cell: ({ order_id }) => (
        <Text size="xs" ff="monospace">
          {order_id}
        </Text>
      ),
    },
    { label: say.product, cell: ({ product_id }) => product_id },
    {
      label: say.amount,
      align: 'right',
      cell: ({ amount, currency }) => money.amount(amount, currency),
    },
    {
      label: say.state,
      cell: ({ state }) => (
        <StatusBadge tone={state === 'paid' ? 'good' : 'quiet'}>
          {say[`state_${state}`]}
        </StatusBadge>
      ),
    },
    {
      label: say.opened,
      cell: ({ opened_at }) => <AppTime at={opened_at} absolute />,
    },
    ...(can('operator')
      ? [
          {
            label: say.actions,
            align: 'right',
            cell: ({ order_id }: Order) => <RestoreButton orderId={order_id} />,
          } as const,
        ]
      : []),
  ];
  return (
    <Stack gap="xs" component="section" aria-label={say.orders}>
      <div>
        <Title order={2} size="h4">
          {say.orders}
        </Title>
        <Text size="sm" c="dimmed">
          {say.ordersAbout}
        </Text>
      </div>
      <DataTable
        label={say.orders}
        columns={columns}
        source={orders}
        rowKey={({ order_id }) => order_id}
        minWidth={760}
      />
    </Stack>
  );
}
