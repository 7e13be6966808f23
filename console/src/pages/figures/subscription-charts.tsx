// The charts of subscriptions.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { type Series, sumOf } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { type Band, bandColor } from '../../sales/colors.ts';
import { comparedLine } from './compared-line.ts';
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
  const comparedSeries = (label: string, pick: Pick): readonly Series[] =>
    other && compared
      ? [comparedLine(say.comparedLine(label), levelsOf(other, compared, pick), periods)]
      : [];
  const chart = { periods, file };
  return (
    <Stack gap="md">
      <FigureChart
        {...chart}
        {...amounts}
        definitions={[D.mrr]}
        series={[
          series(named('mrr'), 'blue', mrrOf('mrr', currency), line),
          ...comparedSeries(named('mrr'), mrrOf('mrr', currency)),
        ]}
      />
      <ChartGrid>
        <FigureChart
          {...chart}
          {...amounts}
          definitions={[D.movement]}
          series={MOVEMENTS.map(([movement, name, band]) =>
            series(say[name], band, mrrOf(movement, currency)),
          )}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.levels}
          definitions={[D.active, D.paying, D.trialing]}
          series={[
            series(named('active'), 'blue', countOf('active'), line),
            series(named('paying'), 'amber', countOf('paying'), line),
            series(named('trialing'), 'violet', countOf('trialing'), line),
            ...comparedSeries(named('active'), countOf('active')),
          ]}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.events}
          definitions={[D.new, D.renewed, D.resurrected, D.churned]}
          hasTotal={false}
          series={[
            series(named('new'), 'blue', countOf('new')),
            series(named('renewed'), 'lime', countOf('renewed')),
            series(named('resurrected'), 'violet', countOf('resurrected')),
            series(named('churned'), 'rose', countOf('churned'), { isBelow: true }),
          ]}
        />
        <FigureChart
          {...chart}
          {...shares}
          title={say.churnRate}
          definitions={[D.churned]}
          series={[
            series(say.churnRate, 'blue', rateOf('churn_rate'), { ...line, figure: null }),
            ...comparedSeries(say.churnRate, rateOf('churn_rate')),
          ]}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.trialsChart}
          definitions={[D.trials]}
          series={[
            series(say.trials, 'blue', countOf('trials'), { ...line, figure: total('trials') }),
            series(say.convertedTrials, 'amber', countOf('converted'), {
              ...line,
              figure: total('converted'),
            }),
          ]}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.endedChart}
          definitions={[D.ended]}
          series={REASONS.map(([reason, band]) => series(say[reason], band, endedBy(reason)))}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.troubled}
          definitions={[D.grace, D.retry, D.paused]}
          series={[
            series(named('grace'), 'amber', countOf('grace'), line),
            series(named('retry'), 'rose', countOf('retry'), line),
            series(named('paused'), 'slate', countOf('paused'), line),
          ]}
        />
      </ChartGrid>
    </Stack>
  );
}
