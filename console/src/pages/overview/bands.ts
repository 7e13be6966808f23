// The bands of the charts: what each colour stands for.
import type { Series } from '../../charts/series.ts';
import { useMessages } from '../../i18n/messages.ts';
import { type Band as BandName, bandColor, marketColor } from '../../sales/colors.ts';
import { marketNames } from '../../sales/messages.ts';
import { byMarket, type Figures, sumOf, valuesOf } from './figures.ts';
import { messages } from './messages.ts';

const REASONS: Readonly<Record<string, BandName>> = {
  INVALID_RECEIPT: 'rose',
  PRICE_VERIFY_FAIL: 'amber',
  RECEIPT_VERIFY_FAIL: 'violet',
  PAYMENT_PENDING: 'slate',
  MARKET_UNAVAILABLE: 'blue',
};

const SUBSCRIPTIONS = [
  ['started', 'blue'],
  ['renewed', 'pine'],
  ['ended', 'slate'],
] as const;

export function useMarketBands(
  figures: Figures,
  metric: string,
  isMeant?: (rest: string) => boolean,
): readonly Series[] {
  const names = useMessages(marketNames);
  return byMarket(figures, metric, isMeant).map(({ name, values }) => ({
    label: names[name],
    color: marketColor(name),
    values,
  }));
}

/** Refusals of all markets by their reason, the most frequent first. */
export function useReasonBands(figures: Figures): readonly Series[] {
  const names: Readonly<Record<string, unknown>> = useMessages(messages);
  return valuesOf(figures, 'purchase.refused', (_market, reason) => reason)
    .toSorted((one, other) => Number(sumOf(other.values) - sumOf(one.values)))
    .map(({ name, values }) => ({
      label: String(names[name] ?? name),
      color: bandColor(REASONS[name] ?? 'lime'),
      values,
    }));
}

export function useSubscriptionBands(figures: Figures): readonly Series[] {
  const say = useMessages(messages);
  return SUBSCRIPTIONS.flatMap(([what, color]) =>
    valuesOf(figures, `subscription.${what}`, () => what).map(({ values }) => ({
      label: say[what],
      color: bandColor(color),
      values,
      isBelow: what === 'ended',
    })),
  );
}
