// What the player owes: refunded although the goods were delivered, by currency, with the purchases.
import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../../components/card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Time } from '../../../components/time.tsx';
import type { Schema } from '../../../endpoint.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { useApp } from '../../../place.tsx';
import { useMoney } from '../../../sales/money.ts';
import { purchasePage } from '../../../sales/paths.ts';
import { useDebt } from './data.ts';
import { messages } from './messages.ts';

export function DebtCard({ playerId }: { playerId: string }) {
  const say = useMessages(messages);
  const money = useMoney();
  const { data, error, refetch } = useDebt(playerId);
  const debt = data?.debt ?? [];
  return (
    <Card
      title={say.debt}
      about={say.debtAbout}
      aside={debt.map(({ currency, amount }) => (
        <Text key={currency} fw={700}>
          {money.amount(amount, currency)}
        </Text>
      ))}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={40} />}
      {data && debt.length === 0 && <Text size="sm">{say.noDebt}</Text>}
      <Stack gap="xs" mt={debt.length === 0 ? 'xs' : 0}>
        {debt.flatMap(({ purchases }) =>
          purchases.map((each) => <Owed key={each.transaction_id} purchase={each} isOpen />),
        )}
        {data?.settled.map((each) => (
          <Owed key={each.transaction_id} purchase={each} isOpen={false} />
        ))}
      </Stack>
    </Card>
  );
}

function Owed({ purchase, isOpen }: { purchase: Schema<'DebtPurchase'>; isOpen: boolean }) {
  const say = useMessages(messages);
  const money = useMoney();
  const { appid, time_zone: timeZone } = useApp();
  const { service_transaction_id: id, product_id, amount, currency, refunded_at } = purchase;
  return (
    <Group justify="space-between" gap="4px 12px">
      <div>
        <Text size="sm" className="name">
          <Anchor component={Link} to={purchasePage(appid, id)} size="sm" fw={600}>
            {id}
          </Anchor>{' '}
          {product_id} · {money.amount(amount, currency)}
        </Text>
        <Text size="xs" c="dimmed">
          {say.refundedAt} <Time at={refunded_at} timeZone={timeZone} />
        </Text>
      </div>
      <StatusBadge tone={isOpen ? 'bad' : 'good'}>{isOpen ? say.owed : say.settled}</StatusBadge>
    </Group>
  );
}
