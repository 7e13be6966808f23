// How often a rule would have restricted or flagged somebody, day by day.
import { Stack } from '@mantine/core';
import { useCounts } from '../../../charts/counts.ts';
import { Legend } from '../../../charts/legend.tsx';
import type { Period, Series } from '../../../charts/series.ts';
import { TimeChart } from '../../../charts/time-chart.tsx';
import { useLanguage } from '../../../i18n/language.tsx';
import type { DryRun } from '../../../measures/records.ts';
import { bandColor } from '../../../sales/colors.ts';
import { useMessages } from './messages.ts';

export function DryRunChart({ found: { days, totals } }: { found: DryRun }) {
  const say = useMessages();
  const counts = useCounts();
  const periods = usePeriods(days);
  const series: readonly Series[] = [
    totals.restricted > 0
      ? {
          label: say.seriesRestricted,
          color: bandColor('rose'),
          values: days.map(({ restricted }) => BigInt(restricted)),
        }
      : {
          label: say.seriesFlagged,
          color: bandColor('amber'),
          values: days.map(({ flagged }) => BigInt(flagged)),
        },
  ];
  const chart = { periods, series, ...counts };
  const label = `${say.byDay}: ${days
    .filter(({ restricted, flagged }) => restricted + flagged > 0)
    .map(({ day, restricted, flagged }) => `${day} ${restricted + flagged}`)
    .join(', ')}`;
  return (
    <Stack gap="xs">
      <Legend series={series} print={counts.print} />
      <TimeChart {...chart} title={say.byDay} label={label} />
    </Stack>
  );
}

/** The days are on the app's clock already. */
function usePeriods(days: DryRun['days']): readonly Period[] {
  const { language } = useLanguage();
  const format = (options: Intl.DateTimeFormatOptions) => {
    const print = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    return (day: string): string => print.format(new Date(`${day}T00:00:00Z`));
  };
  const short = format({ month: 'short', day: 'numeric' });
  const long = format({ month: 'short', day: 'numeric', weekday: 'short' });
  return days.map(({ day }) => ({ key: day, short: short(day), long: long(day) }));
}
