// The most important numbers of the time, at a glance.
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useMoney } from '../../sales/money.ts';
import { currencyTotals, type Figures, totalOf, valuesOf } from './figures.ts';
import { useMessages } from './messages.ts';

const SHOWN_CURRENCIES = 3;

/** Longer numbers are set smaller, so that every digit is seen. */
function sizeOf(value: string): { base: number; sm: number } {
  if (value.length <= 8) return { base: 22, sm: 26 };
  if (value.length <= 12) return { base: 18, sm: 20 };
  return { base: 14, sm: 16 };
}

export function Tiles({ figures }: { figures: Figures }) {
  const say = useMessages();
  const format = useFormat();
  const money = useMoney();
  const percent = usePercent();
  const count = (metric: string): number => Number(totalOf(valuesOf(figures, metric, () => '')));
  const [verified, refused, refunded, repeated] = [
    count('purchase.verified'),
    count('purchase.refused'),
    count('purchase.refunded'),
    count('purchase.repeated'),
  ];
  const amounts = (totals: ReturnType<typeof currencyTotals>): string =>
    totals
      .slice(0, SHOWN_CURRENCIES - 1)
      .map(({ currency, total }) => money.micros(total, currency))
      .join(' · ');
  const [first, ...more] = currencyTotals(figures, 'purchase.amount');
  const refundedAmounts = currencyTotals(figures, 'purchase.refunded.amount');
  const restricted = figures.overview.now
    .filter(({ metric }) => metric === 'restriction.active')
    .reduce((sum, { value }) => sum + Number(value), 0);
  const ended = count('restriction.released') + count('restriction.expired');
  return (
    <SimpleGrid cols={{ base: 2, lg: 5 }} spacing="md">
      <Tile
        label={say.verified}
        value={format.number(verified)}
        about={repeated > 0 && say.repeated(format.number(repeated))}
      />
      <Tile
        label={say.amount}
        value={first ? money.micros(first.total, first.currency) : '–'}
        about={first ? amounts(more) : say.noAmount}
      />
      <Tile
        label={say.refused}
        value={format.number(refused)}
        about={refused > 0 && say.share(percent(refused, refused + verified))}
      />
      <Tile
        label={say.refunds}
        value={format.number(refunded)}
        about={
          amounts(refundedAmounts) ||
          (verified > 0 && refunded > 0 && say.refundShare(percent(refunded, verified)))
        }
      />
      <Tile
        label={say.restricted}
        value={format.number(restricted)}
        about={say.changes(format.number(count('restriction.registered')), format.number(ended))}
      />
    </SimpleGrid>
  );
}

function Tile({ label, value, about }: { label: string; value: string; about: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={label}>
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text
          fz={sizeOf(value)}
          fw={650}
          lh="32px"
          style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {value}
        </Text>
        <Text size="xs" c="dimmed" mih={18}>
          {about}
        </Text>
      </Stack>
    </Paper>
  );
}

export function usePercent(): (part: number, whole: number) => string {
  const { language } = useLanguage();
  return (part, whole) =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
      whole === 0 ? 0 : part / whole,
    );
}
