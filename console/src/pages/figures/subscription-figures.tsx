// Tiles and charts of subscriptions: at the end of the range, and what happened in it.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { type Series, sumOf } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { type Band, bandColor } from '../../sales/colors.ts';
import { shareOf } from '../../sales/decimal.ts';
import { useComparedLine } from './compared-line.ts';
import { useCovers } from './coverage.tsx';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import { useMessages } from './messages.ts';
import { useAmounts, useShares } from './printing.ts';
import {
  countOf,
  endedBy,
  type Movement,
  mrrOf,
  type Reason,
  rateOf,
  type SubscriptionItem,
  type SubscriptionView,
} from './subscription-values.ts';
import { FigureTiles } from './tile.tsx';
import { lastWhole, usePeriods } from './use-periods.ts';
import { levelsOf } from './values.ts';

const D = DEFINITIONS.subscriptions;

type Pick = (item: SubscriptionItem) => bigint | undefined;

/** Nothing goes on and nothing happened. */
export const isQuiet = ({
  active,
  retry,
  paused,
  new: fresh,
  trials,
  churned,
  ended,
}: SubscriptionItem) =>
  [active, retry, paused, fresh, trials, churned, ...Object.values(ended)].every(
    (count) => count === 0,
  );

const REASONS = [
  ['choice', 'pine'],
  ['failed_payment', 'amber'],
  ['refund', 'rose'],
  ['unknown', 'slate'],
] as const satisfies readonly (readonly [Reason, Band])[];

const MOVEMENTS = [
  ['new', 'newMrr', 'pine'],
  ['expansion', 'expansion', 'cyan'],
  ['resurrection', 'resurrection', 'violet'],
  ['contraction', 'contraction', 'amber'],
  ['churn', 'churn', 'rose'],
] as const satisfies readonly (readonly [Movement, string, Band])[];

export function SubscriptionCharts({
  range,
  compared,
  items,
  other,
  coverage,
  file,
}: SubscriptionView & { file: File }) {
  const { currency } = coverage;
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const periods = usePeriods(range);
  const covers = useCovers(coverage);
  const series = (label: string, band: Band, pick: Pick, more: Partial<Series> = {}): Series => ({
    label,
    color: bandColor(band),
    values: levelsOf(items, range, pick),
    ...more,
  });
  const named = (name: keyof typeof D): string => D[name].name[language];
  const line = { as: 'line' } as const;
  const total = (name: 'trials' | 'converted'): bigint => sumOf(items.map(countOf(name)));
  const then = useComparedLine(other, compared, periods);
  const chart = { periods, file };
  return (
    <Stack gap="md">
      <FigureChart
        {...chart}
        {...amounts}
        covers={covers.amounts}
        definitions={[D.mrr]}
        series={[
          series(named('mrr'), 'pine', mrrOf('mrr', currency), line),
          ...then.levels(named('mrr'), mrrOf('mrr', currency)),
        ]}
      />
      <ChartGrid
        {...chart}
        charts={[
          {
            ...amounts,
            covers: covers.amounts,
            definitions: [D.movement],
            series: MOVEMENTS.map(([movement, name, band]) =>
              series(say[name], band, mrrOf(movement, currency)),
            ),
          },
          {
            ...counts,
            title: say.levels,
            definitions: [D.active, D.paying, D.trialing],
            series: [
              series(named('active'), 'pine', countOf('active'), line),
              series(named('paying'), 'amber', countOf('paying'), line),
              series(named('trialing'), 'violet', countOf('trialing'), line),
              ...then.levels(named('active'), countOf('active')),
            ],
          },
          {
            ...counts,
            title: say.events,
            definitions: [D.new, D.renewed, D.resurrected, D.churned],
            hasTotal: false,
            series: [
              series(named('new'), 'pine', countOf('new')),
              series(named('renewed'), 'lime', countOf('renewed')),
              series(named('resurrected'), 'violet', countOf('resurrected')),
              series(named('churned'), 'rose', countOf('churned'), { isBelow: true }),
            ],
          },
          {
            ...shares,
            title: say.churnRate,
            definitions: [D.churned],
            series: [
              series(say.churnRate, 'pine', rateOf('churn_rate'), { ...line, figure: null }),
              ...then.levels(say.churnRate, rateOf('churn_rate')),
            ],
          },
          {
            ...counts,
            title: say.trialsChart,
            definitions: [D.trials],
            series: [
              series(say.trials, 'pine', countOf('trials'), { ...line, figure: total('trials') }),
              series(say.convertedTrials, 'amber', countOf('converted'), {
                ...line,
                figure: total('converted'),
              }),
            ],
          },
          {
            ...counts,
            title: say.endedChart,
            definitions: [D.ended],
            series: REASONS.map(([reason, band]) => series(say[reason], band, endedBy(reason))),
          },
          {
            ...counts,
            title: say.troubled,
            definitions: [D.grace, D.retry, D.paused],
            series: [
              series(named('grace'), 'amber', countOf('grace'), line),
              series(named('retry'), 'rose', countOf('retry'), line),
              series(named('paused'), 'slate', countOf('paused'), line),
            ],
          },
        ]}
      />
    </Stack>
  );
}

export function SubscriptionTiles({ range, compared, items, other, coverage }: SubscriptionView) {
  const { currency } = coverage;
  const say = useMessages();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const periods = usePeriods(range);
  const last = lastWhole(periods);
  const covers = useCovers(coverage);
  const inAll = { ...counts, notes: [covers.counts] };
  const at = (all: readonly SubscriptionItem[] | undefined, pick: Pick) => {
    const item = all?.[Math.min(last, all.length - 1)];
    return item && pick(item);
  };
  /** Levels of the range are those at its end. */
  const level = (all: readonly SubscriptionItem[] | undefined, pick: Pick) => {
    const last = all?.at(-1);
    return last && pick(last);
  };
  const levels = (pick: Pick) => ({
    value: level(items, pick),
    before: compared ? level(other, pick) : null,
  });
  const sums = (pick: (item: SubscriptionItem) => bigint) => ({
    value: sumOf(items.map(pick)),
    before: compared ? other && sumOf(other.map(pick)) : null,
  });
  const conversion = (all: readonly SubscriptionItem[]) =>
    shareOf(sumOf(all.map(countOf('converted'))), sumOf(all.map(countOf('trials'))));
  return (
    <FigureTiles
      tiles={[
        {
          definition: D.mrr,
          ...levels(mrrOf('mrr', currency)),
          ...amounts,
          notes: [covers.amounts],
        },
        { definition: D.active, ...levels(countOf('active')), ...inAll },
        { definition: D.paying, ...levels(countOf('paying')), ...inAll },
        { definition: D.new, ...sums(countOf('new')), ...inAll },
        {
          definition: D.churned,
          label: say.churnRate,
          notes: [periods[last]?.long, covers.counts],
          value: at(items, rateOf('churn_rate')),
          before: compared ? at(other, rateOf('churn_rate')) : null,
          ...shares,
          isShare: true,
        },
        {
          definition: D.trials,
          value: conversion(items),
          before: compared ? other && conversion(other) : null,
          ...shares,
          isShare: true,
          notes: [covers.counts],
        },
      ]}
    />
  );
}
