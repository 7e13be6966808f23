// Products with refunds; those that are refunded unusually often are marked.
import { Badge, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import type { Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { microsOf } from '../../sales/decimal.ts';
import { Info } from './definition.tsx';
import { DEFINITIONS } from './definitions.ts';
import { useMessages } from './messages.ts';
import { useShares } from './printing.ts';

const DEFINITION = DEFINITIONS.verification.products;

export function ProductRefunds({
  products,
}: {
  products: Schema<'VerificationFigures'>['products'];
}) {
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const shares = useShares();
  const title = DEFINITION.name[language];
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group gap={4} mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Info about={[DEFINITION, DEFINITIONS.verification.unusual]} />
      </Group>
      {products.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say.noRefunds}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={300} type="native">
          <Table aria-label={title} fz={{ base: 'xs', sm: 'sm' }} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say.product}</Table.Th>
                <Table.Th ta="right">{say.purchases}</Table.Th>
                <Table.Th ta="right">{say.cancelled}</Table.Th>
                <Table.Th ta="right">{say.rate}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {products.map(({ product, purchases, cancelled, refund_rate, unusual }) => (
                <Table.Tr key={product}>
                  <Table.Td>
                    {product}{' '}
                    {unusual && (
                      <Badge color="red" miw="max-content">
                        {say.unusual}
                      </Badge>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{counts.print(BigInt(purchases))}</Table.Td>
                  <Table.Td ta="right">{counts.print(BigInt(cancelled))}</Table.Td>
                  <Table.Td ta="right">{shares.print(microsOf(refund_rate))}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}
