// Columns of lists of purchases; each list takes those it needs.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppTime } from '../components/app-time.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import type { Column } from '../components/data-table.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { appPath, useApp } from '../place.tsx';
import { MarketName } from './market-name.tsx';
import { useMessages } from './messages.ts';
import { useMoney } from './money.ts';
import { purchasePage } from './paths.ts';
import type { Purchase } from './records.ts';

const SHORT = 20;

type Columns = Readonly<
  Record<
    | 'bought'
    | 'verified'
    | 'refunded'
    | 'purchase'
    | 'product'
    | 'amount'
    | 'market'
    | 'account'
    | 'player'
    | 'state',
    Column<Purchase>
  >
>;

export function usePurchaseColumns(): Columns {
  const say = useMessages();
  const money = useMoney();
  const { appid } = useApp();
  return {
    bought: {
      id: 'bought',
      label: say.bought,
      sorts: ['-purchased_at', 'purchased_at'],
      cell: ({ purchased_at }) => <AppTime at={purchased_at} />,
    },
    verified: {
      id: 'verified',
      label: say.verified,
      sorts: ['-verified_at', 'verified_at'],
      cell: ({ verified_at }) => <AppTime at={verified_at} />,
    },
    refunded: {
      id: 'cancelled',
      label: say.cancelledAt,
      sorts: ['-refunded_at', 'refunded_at'],
      cell: ({ refunded_at }) => <AppTime at={refunded_at} />,
    },
    purchase: {
      label: say.purchase,
      cell: ({ service_transaction_id: id, store_transaction_id }) => (
        <Stack gap={0}>
          <Anchor
            component={Link}
            to={purchasePage(appid, id)}
            // Cycles of subscriptions have long names.
            size={id.length > SHORT ? 'xs' : 'sm'}
            fw={500}
            maw={140}
            truncate
            title={id}
          >
            {id}
          </Anchor>
          <Text size="xs" c="dimmed" ff="monospace" maw={140} truncate title={store_transaction_id}>
            {store_transaction_id}
          </Text>
        </Stack>
      ),
    },
    product: {
      id: 'product',
      label: say.product,
      cell: ({ product_id, quantity }) => (
        <Text size="sm" className="name">
          {product_id}
          {quantity > 1 && ` × ${quantity}`}
        </Text>
      ),
    },
    amount: {
      id: 'amount',
      label: say.amount,
      align: 'right',
      cell: ({ amount, currency }) => (
        <Text
          size="sm"
          fw={500}
          style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {money.amount(amount, currency)}
        </Text>
      ),
    },
    market: {
      id: 'market',
      label: say.market,
      cell: ({ provider }) => <MarketName market={provider} />,
    },
    account: {
      id: 'account',
      label: say.account,
      cell: ({ account_uuid }) => (
        <Group gap={0} wrap="nowrap">
          <Text size="xs" ff="monospace" c="dimmed" maw={38} truncate title={account_uuid}>
            {account_uuid}
          </Text>
          {account_uuid !== '' && <CopyButton text={account_uuid} />}
        </Group>
      ),
    },
    player: {
      id: 'player',
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
    state: {
      id: 'state',
      label: say.state,
      cell: (purchase) => <PurchaseState purchase={purchase} />,
    },
  };
}

export const TONES = {
  valid: 'good',
  refunded: 'bad',
  revoked: 'quiet',
  disputed: 'warning',
  charged_back: 'bad',
} as const;

/** Valid or what cancels it, verified and delivered or not, paid by a family, real or a test. */
export function PurchaseState({
  purchase: { state, kind, claimed, delivery, undelivered, ownership, test },
}: {
  purchase: Pick<
    Purchase,
    'state' | 'kind' | 'claimed' | 'delivery' | 'undelivered' | 'ownership' | 'test'
  >;
}) {
  const say = useMessages();
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge tone={TONES[state]}>{say[state]}</StatusBadge>
      {!claimed && kind === 'consumable' && (
        <StatusBadge tone="warning">{say.unclaimed}</StatusBadge>
      )}
      {undelivered && claimed && <StatusBadge tone="warning">{say.undelivered}</StatusBadge>}
      {delivery !== null && (
        <StatusBadge tone={delivery === 'delivered' ? 'busy' : 'warning'}>
          {say[delivery]}
        </StatusBadge>
      )}
      {ownership === 'FAMILY_SHARED' && <StatusBadge tone="quiet">{say.familyShared}</StatusBadge>}
      {test && <StatusBadge tone="quiet">{say.test}</StatusBadge>}
    </Group>
  );
}
