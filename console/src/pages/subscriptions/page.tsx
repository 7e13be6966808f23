// Subscriptions of an app: search by id, account and player.
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../../components/app-time.tsx';
import type { Column } from '../../components/data-table.tsx';
import { SubscriptionsIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { ListTable } from '../../list/list-table.tsx';
import { useApp } from '../../place.tsx';
import { type IdKind, IdSearch, useAccountKinds } from '../../sales/id-search.tsx';
import { MarketName, ToMarkets } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { subscriptionPage } from '../../sales/paths.ts';
import type { Subscription } from '../../sales/records.ts';
import { SubscriptionState } from '../../sales/subscription-state.tsx';
import { useMessages } from './messages.ts';

const ORIGINAL = 'original_transaction_id';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const [filters, change] = useFilters(['by', 'id']);
  const kinds: Readonly<Record<string, IdKind>> = {
    [ORIGINAL]: { label: say.originalId },
    ...useAccountKinds(),
  };
  const { id } = filters;
  const by = filters.by in kinds ? filters.by : ORIGINAL;
  const columns = useColumns();
  return (
    <>
      <PageTitle title={say.subscriptions} about={say.about} />
      <Stack gap="md">
        <IdSearch kinds={kinds} value={{ by, id }} onSearch={change} />
        <ListTable
          label={say.subscriptions}
          counted={say.counted}
          at={endpoint('/apps/{appid}/subscriptions', { appid })}
          filters={id === '' ? {} : { [by]: id }}
          sort="-updated_at"
          columns={columns}
          rowKey={({ provider, subscription_id }) => `${provider} ${subscription_id}`}
          minWidth={900}
          empty={{
            title: id === '' ? say.none : say.notFound,
            about: id === '' ? say.noneAbout : say.notFoundAbout,
            icon: SubscriptionsIcon,
            children: id === '' && <ToMarkets />,
          }}
        />
      </Stack>
    </>
  );
}

function useColumns(): readonly Column<Subscription>[] {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const renewal = ({ product_id, auto_renew_product_id: next }: Subscription): string => {
    if (next === null) return say.willNot;
    return next === product_id ? say.willRenew : say.renewsAs(next);
  };
  return [
    {
      label: say.subscription,
      cell: (row) => (
        <Stack gap={0}>
          <Anchor
            component={Link}
            to={subscriptionPage(appid, row)}
            size="sm"
            fw={500}
            className="name"
          >
            {row.product_id}
          </Anchor>
          <Text size="xs" c="dimmed" ff="monospace" maw={150} truncate title={row.subscription_id}>
            {row.original_transaction_id ?? row.subscription_id}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'market',
      label: common.market,
      cell: ({ provider }) => <MarketName market={provider} />,
    },
    {
      id: 'state',
      label: common.state,
      cell: (row) => (
        <Stack gap={0} align="flex-start">
          <SubscriptionState subscription={row} />
          <Text size="xs" c="dimmed" className="name" maw={160}>
            {renewal(row)}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'until',
      sorts: ['-expires_at', 'expires_at'],
      label: say.expires,
      cell: ({ expires_at }) => <AppTime at={expires_at} />,
    },
    {
      id: 'account',
      label: common.account,
      cell: ({ account_uuid }) =>
        account_uuid !== null && (
          <Text size="xs" ff="monospace" c="dimmed" maw={76} truncate title={account_uuid}>
            {account_uuid}
          </Text>
        ),
    },
    {
      id: 'since',
      sorts: ['-created_at', 'created_at'],
      label: say.since,
      cell: ({ created_at }) => <AppTime at={created_at} />,
    },
    {
      id: 'changed',
      sorts: ['-updated_at', 'updated_at'],
      label: say.changed,
      cell: ({ updated_at }) => <AppTime at={updated_at} />,
    },
  ];
}
