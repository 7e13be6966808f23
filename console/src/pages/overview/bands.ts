// The bands of the charts: what each colour stands for.
import type { Series } from '../../charts/series.ts';
import { bandColor } from '../../sales/colors.ts';
import { marketColor } from '../../sales/markets.ts';
import { useMarketNames } from '../../sales/messages.ts';
import { reasonColor, useReasonNames } from '../../sales/reasons.ts';
import { byMarket, type Figures, refusedOf, sumOf, valuesOf } from './figures.ts';
import { useMessages } from './messages.ts';

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
  const names = useMarketNames();
  return byMarket(figures, metric, isMeant).map(({ name, values }) => ({
    label: names[name],
    color: marketColor(name),
    values,
  }));
}

/** Refusals of all markets by their reason, the most frequent first. */
export function useReasonBands(figures: Figures): readonly Series[] {
  const nameOf = useReasonNames();
  return refusedOf(figures)
    .toSorted((one, other) => Number(sumOf(other.values) - sumOf(one.values)))
    .map(({ name, values }) => ({
      label: nameOf(name),
      color: reasonColor(name),
      values,
    }));
}

export function useSubscriptionBands(figures: Figures): readonly Series[] {
  const say = useMessages();
  return SUBSCRIPTIONS.flatMap(([what, color]) =>
    valuesOf(figures, `subscription.${what}`, () => what).map(({ values }) => ({
      label: say[what],
      color: bandColor(color),
      values,
      isBelow: what === 'ended',
    })),
  );
}
