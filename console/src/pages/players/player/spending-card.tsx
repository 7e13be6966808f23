// What the player has paid and got back, by currency.
import { Skeleton, Table, Text } from '@mantine/core';
import { Card } from '../../../components/card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useMoney } from '../../../sales/money.ts';
import { useSpending } from './data.ts';
import { useMessages } from './messages.ts';

const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

export function SpendingCard({ playerId }: { playerId: string }) {
  const say = useMessages();
  const format = useFormat();
  const money = useMoney();
  const { data, error, refetch } = useSpending(playerId);
  return (
    <Card title={say.spending}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
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
