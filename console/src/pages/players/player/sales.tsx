// Orders, purchases and subscriptions of the player.
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TableSection } from '../../../components/table-section.tsx';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useApp, useCan } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { MarketName } from '../../../sales/market-name.tsx';
import { useMoney } from '../../../sales/money.ts';
import { subscriptionPage } from '../../../sales/paths.ts';
import { usePurchaseColumns } from '../../../sales/purchase-columns.tsx';
import type { Subscription } from '../../../sales/records.ts';
import { RestoreButton } from '../../../sales/restore-button.tsx';
import { SubscriptionState } from '../../../sales/subscription-state.tsx';
import { useOrders } from './data.ts';
import { useMessages } from './messages.ts';

const ROWS = 10;

export function Purchases({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const { purchase, product, amount, market, state, verified } = usePurchaseColumns();
  const query = { player_id: playerId, limit: ROWS };
  const source = useKeyset(endpoint('/apps/{appid}/purchases', { appid }), query);
  return (
    <TableSection
      title={say.purchases}
      columns={[purchase, product, amount, market, state, verified]}
      source={source}
      rowKey={({ service_transaction_id }) => service_transaction_id}
      empty={{ title: say.noPurchases, about: say.noPurchasesAbout }}
      minWidth={760}
    />
  );
}

/** Left out while there are none: most games sell no subscriptions. */
export function Subscriptions({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const query = { player_id: playerId, limit: ROWS };
  const source = useKeyset(endpoint('/apps/{appid}/subscriptions', { appid }), query);
  const columns: readonly Column<Subscription>[] = [
    {
      label: say.product,
      cell: (row) => (
        <Anchor component={Link} to={subscriptionPage(appid, row)} size="sm" fw={600}>
          {row.product_id}
        </Anchor>
      ),
    },
    { label: say.market, cell: ({ provider }) => <MarketName market={provider} /> },
    { label: say.status, cell: (row) => <SubscriptionState subscription={row} /> },
    {
      label: say.expires,
      cell: ({ expires_at: at }) => <AppTime at={at} />,
    },
  ];
  if (!source.error && source.items.length === 0) return null;
  return (
    <TableSection
      title={say.subscriptions}
      columns={columns}
      source={source}
      rowKey={({ provider, subscription_id }) => `${provider} ${subscription_id}`}
      empty={{ title: say.noSubscriptions, about: say.noSubscriptionsAbout }}
    />
  );
}

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
      cell: ({ state, mismatch }) => (
        <>
          <StatusBadge tone={state === 'paid' ? 'good' : 'quiet'}>
            {say[`state_${state}`]}
          </StatusBadge>
          {mismatch && mismatch.refunded_at === null && (
            <>
              <StatusBadge tone="bad">{say.mismatch}</StatusBadge>
              <Text size="xs">{mismatch.text}</Text>
            </>
          )}
        </>
      ),
    },
    {
      label: say.opened,
      cell: ({ opened_at }) => <AppTime at={opened_at} />,
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
    <TableSection
      title={say.orders}
      about={say.ordersAbout}
      columns={columns}
      source={orders}
      rowKey={({ order_id }) => order_id}
      minWidth={760}
    />
  );
}
