// What the player owes: refunded although the goods were delivered, by currency, with the purchases.

import { Anchor, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import type { Schema } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useMoney } from '../../../sales/money.ts';
import { purchasePage } from '../../../sales/paths.ts';
import { useDebt } from './data.ts';
import { useMessages } from './messages.ts';

export function DebtCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const money = useMoney();
  const { data, error, refetch } = useDebt(playerId);
  const debt = data?.debt ?? [];
  const isFree = debt.length === 0 && data?.without_price.length === 0;
  return (
    <Card
      title={say.debt}
      about={say.debtAbout}
      aside={debt.map(({ currency, remaining }) => (
        <Text key={currency} fw={700}>
          {money.amount(remaining, currency)}
        </Text>
      ))}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={40} />}
      {isFree && <Text size="sm">{say.noDebt}</Text>}
      <Stack gap="xs" mt={isFree ? 'xs' : 0}>
        {debt.flatMap(({ purchases }) =>
          purchases.map((each) => <Owed key={each.transaction_id} purchase={each} isOpen />),
        )}
        {data?.without_price.map((each) => (
          <Line
            key={each.transaction_id}
            purchase={each}
            about={say.priceUnknown}
            when={say.refundedAt}
            at={each.refunded_at}
            badge={<StatusBadge tone="bad">{say.owed}</StatusBadge>}
          />
        ))}
        {data?.not_counted.map((each) => (
          <Line
            key={each.transaction_id}
            purchase={each}
            about={
              each.amount === null || each.currency === null
                ? say.priceUnknown
                : money.amount(each.amount, each.currency)
            }
            when={say.boughtAt}
            at={each.verified_at}
            badge={<StatusBadge tone="warning">{say.notCounted}</StatusBadge>}
          />
        ))}
        {data?.settled.map((each) => (
          <Owed key={each.transaction_id} purchase={each} isOpen={false} />
        ))}
      </Stack>
    </Card>
  );
}

function Owed({ purchase, isOpen }: { purchase: Schema<'DebtPurchase'>; isOpen: boolean }) {
  const say = useMessages();
  const money = useMoney();
  const { amount, currency, paid, remaining, refunded_at } = purchase;
  const of = (text: string) => money.amount(text, currency);
  const isPart = isOpen && remaining !== amount;
  return (
    <Line
      purchase={purchase}
      about={isPart ? `${of(amount)} · ${say.partlyPaid(of(paid), of(remaining))}` : of(amount)}
      when={say.refundedAt}
      at={refunded_at}
      badge={
        <StatusBadge tone={isOpen ? 'bad' : 'good'}>{isOpen ? say.owed : say.settled}</StatusBadge>
      }
    />
  );
}

interface LineProps {
  readonly purchase: { readonly service_transaction_id: string; readonly product_id: string };
  readonly about: string;
  readonly when: string;
  readonly at: string;
  readonly badge: ReactNode;
}

function Line({ purchase, about, when, at, badge }: LineProps) {
  const { appid } = useApp();
  const { service_transaction_id: id, product_id } = purchase;
  return (
    <Group justify="space-between" gap="4px 12px">
      <div>
        <Text size="sm" className="name">
          <Anchor component={Link} to={purchasePage(appid, id)} size="sm" fw={600}>
            {id}
          </Anchor>{' '}
          {product_id} · {about}
        </Text>
        <Text size="xs" c="dimmed">
          {when} <AppTime at={at} />
        </Text>
      </div>
      {badge}
    </Group>
  );
}
