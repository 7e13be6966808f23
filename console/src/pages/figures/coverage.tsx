// Which currencies the amounts of a page are of, and what they leave out.
import { Alert, Text } from '@mantine/core';
import { useMessages as useChartMessages } from '../../charts/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { useMessages } from './messages.ts';

export interface Coverage {
  /** In which amounts are shown. */
  readonly currency: string;
  /** Whether other currencies are converted to it. */
  readonly isConverted: boolean;
  /** What is not contained, in millionths. */
  readonly leftOut: readonly { readonly currency: string; readonly amount: bigint }[];
}

/** In a few words, for tiles and charts: of amounts, and of what is counted whatever it was paid in. */
export function useCovers({
  currency,
  isConverted,
  leftOut,
}: Omit<Coverage, 'leftOut'> & { leftOut: readonly unknown[] }) {
  const say = useChartMessages();
  const others = leftOut.length;
  const amounts = isConverted
    ? others === 0
      ? say.allIn(currency)
      : say.withoutRate(currency, others)
    : others === 0
      ? say.inCurrency(currency)
      : say.onlyIn(currency);
  return { amounts, counts: isConverted || others > 0 ? say.allCurrencies : undefined };
}

/** Names what is left out, with its amounts. */
export function LeftOut({ currency, isConverted, leftOut }: Coverage) {
  const say = useMessages();
  const money = useMoney();
  if (leftOut.length === 0) return null;
  const amounts = leftOut.map((each) => money.micros(each.amount, each.currency)).join(' · ');
  if (isConverted) return <Alert color="yellow">{say.unconverted(amounts)}</Alert>;
  return (
    <Text size="sm" c="dimmed">
      {say.leftOut(currency, amounts)}
    </Text>
  );
}
