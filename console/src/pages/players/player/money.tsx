// What the player has paid, got back and owes.
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { AppTime } from '../../../components/app-time.tsx';
import { Card } from '../../../components/card.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { Unread } from '../../../components/unread.tsx';
import type { Schema } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useApp } from '../../../place.tsx';
import { useMoney } from '../../../sales/money.ts';
import { purchasePage } from '../../../sales/paths.ts';
import { useDebt, useSpending } from './data.ts';
import { useMessages } from './messages.ts';

/** More of what is settled is folded away: what is owed comes first. */
const SHOWN_SETTLED = 2;

export function DebtCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const money = useMoney();
  const debts = useDebt(playerId);
  const { data } = debts;
  const debt = data?.debt ?? [];
  const isFree = debt.length === 0 && data?.without_price.length === 0;
  const settled = data?.settled ?? [];
  const [isWhole, setWhole] = useState(false);
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
      {!data && <Unread query={debts} height={40} />}
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
        {settled.length > SHOWN_SETTLED && !isWhole ? (
          <Anchor component="button" size="sm" ta="start" onClick={() => setWhole(true)}>
            {say.showSettled(settled.length)}
          </Anchor>
        ) : (
          settled.map((each) => <Owed key={each.transaction_id} purchase={each} isOpen={false} />)
        )}
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

const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

export function SpendingCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const format = useFormat();
  const money = useMoney();
  const spending = useSpending(playerId);
  const { data } = spending;
  return (
    <Card title={say.spending}>
      {!data && <Unread query={spending} height={60} />}
      {data && data.currencies.length > 0 && (
        <Table.ScrollContainer minWidth={260} type="native" className="table">
          <Table aria-label={say.spending} withRowBorders={false} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say.currency}</Table.Th>
                <Table.Th ta="right">{say.spent}</Table.Th>
                <Table.Th ta="right">{say.refunded}</Table.Th>
                <Table.Th ta="right">{say.kept}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.currencies.map(({ currency, spent, refunded, kept }) => (
                <Table.Tr key={currency}>
                  <Table.Td>{currency}</Table.Td>
                  {[spent, refunded, kept].map((amount, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always these three
                    <Table.Td key={index} ta="right" style={FIGURES} fw={index === 2 ? 600 : 400}>
                      {money.amount(amount, currency)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data && (
        <Text size="sm" c="dimmed" mt="xs">
          {data.purchases === 0 && data.test_purchases === 0
            ? say.noSpending
            : say.counted(format.number(data.purchases), format.number(data.cancelled))}
          {data.test_purchases > 0 && ` ${say.tests(format.number(data.test_purchases))}`}
          {data.without_price > 0 && ` ${say.withoutPrice(format.number(data.without_price))}`}
        </Text>
      )}
    </Card>
  );
}
