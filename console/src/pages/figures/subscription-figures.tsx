// Tiles and charts of subscriptions: at the end of the range, and what happened in it.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { type Series, sumOf } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { type Band, bandColor } from '../../sales/colors.ts';
import { shareOf } from '../../sales/decimal.ts';
import { useComparedLine } from './compared-line.ts';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import { useMessages } from './messages.ts';
import { namedPeriods } from './periods.ts';
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
  ['choice', 'blue'],
  ['failed_payment', 'amber'],
  ['refund', 'rose'],
  ['unknown', 'slate'],
] as const satisfies readonly (readonly [Reason, Band])[];

const MOVEMENTS = [
  ['new', 'newMrr', 'blue'],
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
  currency,
  file,
}: SubscriptionView & { file: File }) {
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const periods = namedPeriods(range, language);
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
        definitions={[D.mrr]}
        series={[
          series(named('mrr'), 'blue', mrrOf('mrr', currency), line),
          ...then.levels(named('mrr'), mrrOf('mrr', currency)),
        ]}
      />
      <ChartGrid
        {...chart}
        charts={[
          {
            ...amounts,
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
              series(named('active'), 'blue', countOf('active'), line),
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
              series(named('new'), 'blue', countOf('new')),
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
              series(say.churnRate, 'blue', rateOf('churn_rate'), { ...line, figure: null }),
              ...then.levels(say.churnRate, rateOf('churn_rate')),
            ],
          },
          {
            ...counts,
            title: say.trialsChart,
            definitions: [D.trials],
            series: [
              series(say.trials, 'blue', countOf('trials'), { ...line, figure: total('trials') }),
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

export function SubscriptionTiles({ range, compared, items, other, currency }: SubscriptionView) {
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const lastName = namedPeriods(range, language)[items.length - 1]?.long ?? '';
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
        { definition: D.mrr, ...levels(mrrOf('mrr', currency)), ...amounts },
        { definition: D.active, ...levels(countOf('active')), ...counts },
        { definition: D.paying, ...levels(countOf('paying')), ...counts },
        { definition: D.new, ...sums(countOf('new')), ...counts },
        {
          definition: D.churned,
          label: say.churnRate,
          period: lastName,
          ...levels(rateOf('churn_rate')),
          ...shares,
          isShare: true,
        },
        {
          definition: D.trials,
          value: conversion(items),
          before: compared ? other && conversion(other) : null,
          ...shares,
          isShare: true,
        },
      ]}
    />
  );
}
