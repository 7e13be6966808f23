// The purchases behind an effect, each with a link.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useFormat } from '../i18n/format.ts';
import { useApp } from '../place.tsx';
import { microsOf } from '../sales/decimal.ts';
import { useMoney } from '../sales/money.ts';
import { purchasePage } from '../sales/paths.ts';
import { useCauseNames, useMessages } from './messages.ts';
import type { Cause } from './records.ts';

const MOST = 3;

export function Causes({ causes }: { causes: readonly Cause[] }) {
  const say = useMessages();
  const names = useCauseNames();
  const format = useFormat();
  const money = useMoney();
  const { appid } = useApp();
  return (
    <Stack gap={2}>
      {causes.slice(0, MOST).map((cause) => (
        <Group key={`${cause.kind} ${cause.service_transaction_id}`} gap="0 8px">
          <Anchor
            component={Link}
            to={purchasePage(appid, cause.service_transaction_id)}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {cause.product_id}
          </Anchor>
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {money.amount(cause.amount, cause.currency)}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {names[cause.kind]}
          </Text>
        </Group>
      ))}
      {causes.length > 1 &&
        totalsOf(causes).map(({ micros, currency }) => (
          <Text key={currency} size="xs" fw={600}>
            {say.total(money.micros(micros, currency))}
          </Text>
        ))}
      {causes.length > MOST && (
        <Text size="xs" c="dimmed">
          {say.more(format.number(causes.length - MOST))}
        </Text>
      )}
    </Stack>
  );
}

/** By currency, to the last digit; a purchase with several causes counts once. */
function totalsOf(
  causes: readonly Cause[],
): readonly { readonly currency: string; readonly micros: bigint }[] {
  const purchases = new Map(causes.map((cause) => [cause.service_transaction_id, cause]));
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of purchases.values()) {
    if (amount === null || currency === null) continue;
    sums.set(currency, (sums.get(currency) ?? 0n) + microsOf(amount));
  }
  return [...sums].map(([currency, micros]) => ({ currency, micros }));
}
