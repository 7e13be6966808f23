// Tiles and charts of revenue: net, what it is made of, and the number of purchases.
import { Stack, Text } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import type { Series } from '../../charts/series.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath } from '../../place.tsx';
import { bandColor } from '../../sales/colors.ts';
import { microsOf, shareOf } from '../../sales/decimal.ts';
import { useMarketNames } from '../../sales/messages.ts';
import { useComparedLine } from './compared-line.ts';
import { LeftOut, useCovers } from './coverage.tsx';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';
import { listFilters, purchasesQuery, type Range } from './periods.ts';
import { useAmounts, useShares } from './printing.ts';
import {
  type Amount,
  amountIn,
  purchasesIn,
  type Revenue,
  splitSeries,
  totalsOf,
} from './revenue.ts';
import type { FiguresState } from './state.ts';
import { FigureTiles } from './tile.tsx';
import { usePeriods } from './use-periods.ts';
import { sumsOf } from './values.ts';

const D = DEFINITIONS.revenue;
/** The amounts, in the order of their tiles. */
const TILES = ['net', 'gross', 'refunded', 'disputed'] as const satisfies Amount[];

export function RevenueFigures({
  appid,
  appName,
  state: { by, into, compared },
  range,
  currency,
  total,
  split,
  file,
}: {
  /** The app that bars lead to the purchases of; absent in a project. */
  appid?: string | undefined;
  appName?: ((appid: string) => string) | undefined;
  state: FiguresState;
  range: Range;
  currency: string;
  total: Revenue;
  split: Revenue | undefined;
  file: File;
}) {
  const say = useMessages();
  const markets = useMarketNames();
  const { language } = useLanguage();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const now = totalsOf(total.totals, currency);
  const other = total.compared;
  const then = other?.totals.length ? totalsOf(other.totals, currency) : undefined;
  const before = (pick: (sums: typeof now) => bigint | undefined) =>
    compared ? then && pick(then) : null;
  const periods = usePeriods(range);
  const sums = (name: Amount): readonly bigint[] =>
    sumsOf(total.items, range, amountIn(name, currency));
  const names = {
    market: (market: keyof typeof markets) => markets[market],
    app: appName ?? String,
    others: say.others,
    unknown: say.noCountry,
  };
  const splitBy = (pick: Parameters<typeof splitSeries>[2], isWhole: boolean) =>
    by && split ? splitSeries(split, { range, by, names }, pick, isWhole) : undefined;
  const lines = useComparedLine(other?.items, compared, periods);
  const keyAt = (index: number): string => periods[index]?.key ?? '';
  const lists = appid !== undefined && {
    purchases: (index: number, id?: string) =>
      appPath(appid, `/purchases?${purchasesQuery(range, keyAt(index), listFilters(by, id))}`),
    losses: (index: number) =>
      appPath(appid, `/purchases?${purchasesQuery(range, keyAt(index), { reported: 'Y' })}`),
  };
  const opens = lists ? lists.purchases : undefined;
  const net = amountIn('net', currency);
  const coverage = {
    currency,
    isConverted: into !== '',
    leftOut: total.totals
      .filter((each) => each.currency !== '' && each.currency !== currency)
      .map((each) => ({ currency: each.currency, amount: microsOf(each.net) })),
  };
  const covers = useCovers(coverage);
  const belowZero: Partial<Record<Amount, string>> = {
    refunded: say.reversed,
    disputed: say.wonBack,
  };
  const inAll = { ...counts, covers: covers.counts };
  const inCurrency = { ...amounts, covers: covers.amounts };
  const netName = D.net.name[language];
  const purchasesName = D.purchases.name[language];
  const netCompared = lines.sums(netName, net);
  const countCompared = lines.sums(purchasesName, purchasesIn);
  const whole = (series: readonly Series[] | undefined, more: readonly Series[]) =>
    series && { details: [...series, ...more] };
  return (
    <Stack gap="md">
      <LeftOut {...coverage} />
      <FigureTiles
        tiles={[
          ...TILES.map((name) => ({
            definition: D[name],
            value: now[name],
            before: before((each) => each[name]),
            ...amounts,
            notes: [covers.amounts, now[name] < 0n && belowZero[name]],
          })),
          {
            definition: D.purchases,
            value: now.purchases,
            before: before((each) => each.purchases),
            ...counts,
            notes: [covers.counts],
          },
          {
            definition: D.cancelled,
            value: shareOf(now.cancelled, now.purchases),
            before: before((each) => shareOf(each.cancelled, each.purchases)),
            ...shares,
            isShare: true,
            notes: [covers.counts],
          },
        ]}
      />
      <FigureChart
        definitions={[D.net]}
        periods={periods}
        series={[
          ...(splitBy(net, false) ?? [
            { label: netName, color: bandColor('pine'), values: sums('net') },
          ]),
          ...netCompared,
        ]}
        {...whole(splitBy(net, true), netCompared)}
        {...inCurrency}
        opens={opens}
        file={file}
      />
      {lists && (
        <Text size="xs" c="dimmed" className={styles.screen}>
          {say.drill}
        </Text>
      )}
      <ChartGrid
        periods={periods}
        file={file}
        charts={[
          {
            title: say.grossAndLosses,
            definitions: [D.gross, D.refunded, D.disputed],
            series: [
              { label: D.gross.name[language], color: bandColor('pine'), values: sums('gross') },
              {
                label: D.refunded.name[language],
                color: bandColor('amber'),
                values: sums('refunded'),
                isBelow: true,
                id: 'losses',
              },
              {
                label: D.disputed.name[language],
                color: bandColor('rose'),
                values: sums('disputed'),
                isBelow: true,
                id: 'losses',
              },
            ],
            ...inCurrency,
            hasTotal: false,
            opens: lists
              ? (index, id) => (id === 'losses' ? lists.losses(index) : lists.purchases(index))
              : undefined,
          },
          {
            definitions: [D.purchases],
            series: [
              ...(splitBy(purchasesIn, false) ?? [
                {
                  label: purchasesName,
                  color: bandColor('violet'),
                  values: sumsOf(total.items, range, purchasesIn),
                },
              ]),
              ...countCompared,
            ],
            ...whole(splitBy(purchasesIn, true), countCompared),
            ...inAll,
            opens,
          },
        ]}
      />
    </Stack>
  );
}
