// Purchases and subscriptions of the player, page by page.

import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useKeyset } from '../../../queries.ts';
import { MarketName } from '../../../sales/market-name.tsx';
import { subscriptionPage } from '../../../sales/paths.ts';
import { usePurchaseColumns } from '../../../sales/purchase-columns.tsx';
import type { Subscription } from '../../../sales/records.ts';
import { SubscriptionState } from '../../../sales/subscription-state.tsx';
import { useMessages } from './messages.ts';

const ROWS = 10;

export function Purchases({ playerId }: { playerId: string }) {
  const say = useMessages();
  const { appid } = useApp();
  const { purchase, product, amount, market, state, verified } = usePurchaseColumns();
  const query = { player_id: playerId, limit: ROWS };
  const source = useKeyset(endpoint('/apps/{appid}/purchases', { appid }), query);
  return (
    <Stack gap="xs" component="section" aria-label={say.purchases}>
      <Title order={2} size="h4">
        {say.purchases}
      </Title>
      <DataTable
        label={say.purchases}
        columns={[purchase, product, amount, market, state, verified]}
        source={source}
        rowKey={({ service_transaction_id }) => service_transaction_id}
        empty={{ title: say.noPurchases, about: say.noPurchasesAbout }}
        minWidth={760}
      />
    </Stack>
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
      cell: ({ expires_at: at }) => <AppTime at={at} absolute />,
    },
  ];
  if (!source.error && source.items.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={say.subscriptions}>
      <Title order={2} size="h4">
        {say.subscriptions}
      </Title>
      <DataTable
        label={say.subscriptions}
        columns={columns}
        source={source}
        rowKey={({ provider, subscription_id }) => `${provider} ${subscription_id}`}
        empty={{ title: say.noSubscriptions, about: say.noSubscriptionsAbout }}
      />
    </Stack>
  );
}
