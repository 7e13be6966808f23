// Revenue over time: net, what it is made of, and the number of purchases.
import { Alert, Stack, Text } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { type Series, sumOf } from '../../charts/series.ts';
import { endpoint } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { bandColor } from '../../sales/colors.ts';
import { shareOf } from '../../sales/decimal.ts';
import { marketNames } from '../../sales/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { comparedLine } from './compared-line.ts';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart } from './figure-chart.tsx';
import styles from './figures.module.css';
import { AGAIN_MS, Frame } from './frame.tsx';
import { messages } from './messages.ts';
import {
  listFilters,
  listQuery,
  namedPeriods,
  purchasesQuery,
  queryOf,
  type Range,
} from './periods.ts';
import { useAmounts, useShares } from './printing.ts';
import {
  type Amount,
  amountIn,
  currenciesOf,
  purchasesIn,
  type Revenue,
  splitSeries,
  totalsOf,
} from './revenue.ts';
import { type Abilities, type FiguresState, useFiguresState } from './state.ts';
import { FigureTile, FigureTiles } from './tile.tsx';
import { sumsOf } from './values.ts';

const D = DEFINITIONS.revenue;

const abilities: Abilities = {
  preset: '30d',
  hasSteps: true,
  hasHours: true,
  splits: ['market', 'product', 'country'],
  hasCompare: true,
  hasRates: true,
};

export function RevenueTab() {
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range, compare, by, into } = state;
  const at = endpoint('/apps/{appid}/figures/revenue', { appid });
  const plain = useGet(at, { ...queryOf(range), currency: '' }, { enabled: range !== undefined });
  const total = useGet(
    at,
    { ...queryOf(range, compare), currency: into },
    {
      enabled: range !== undefined,
      refetchInterval: AGAIN_MS,
    },
  );
  const split = useGet(
    at,
    { ...queryOf(range), currency: into, by: by ?? '' },
    { enabled: range !== undefined && by !== undefined },
  );
  const own = plain.data ? currenciesOf(plain.data) : [];
  const shown = into || (own.includes(state.currency) ? state.currency : (own[0] ?? ''));
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={total}
      currencies={{ own, reporting: plain.data?.reporting ?? [], shown }}
      isEmpty={total.data?.totals.length === 0}
    >
      {range && total.data && (
        <RevenueFigures
          state={state}
          range={range}
          currency={shown}
          total={total.data}
          split={by && split.data}
          file={{
            at: endpoint('/apps/{appid}/figures/revenue/file', { appid }),
            query: { ...queryOf(range), currency: into, by },
          }}
        />
      )}
    </Frame>
  );
}

function RevenueFigures({
  state: { by, into, compared },
  range,
  currency,
  total,
  split,
  file,
}: {
  state: FiguresState;
  range: Range;
  currency: string;
  total: Revenue;
  split: Revenue | undefined;
  file: Parameters<typeof FigureChart>[0]['file'];
}) {
  const say = useMessages(messages);
  const markets = useMessages(marketNames);
  const { language } = useLanguage();
  const { appid } = useApp();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const money = useMoney();
  const now = totalsOf(total.totals, currency);
  const other = total.compared;
  const then = other && totalsOf(other.totals, currency);
  const before = (pick: (sums: typeof now) => bigint | undefined) =>
    compared ? then && pick(then) : null;
  const periods = namedPeriods(range, language);
  const sums = (name: Amount): readonly bigint[] =>
    sumsOf(total.items, range, amountIn(name, currency));
  const names = {
    market: (market: keyof typeof markets) => markets[market],
    others: say.others,
    unknown: say.noCountry,
  };
  const splitBy = (pick: Parameters<typeof splitSeries>[2], isWhole: boolean) =>
    by && split ? splitSeries(split, { range, by, names }, pick, isWhole) : undefined;
  const comparedSeries = (
    label: string,
    pick: Parameters<typeof splitSeries>[2],
  ): readonly Series[] => {
    if (!other || !compared) return [];
    const values = sumsOf(other.items, compared, pick);
    return [comparedLine(say.comparedLine(label), values, periods, sumOf(values))];
  };
  const keyAt = (index: number): string => periods[index]?.key ?? '';
  const opens = (index: number, id?: string) =>
    appPath(appid, `/purchases?${purchasesQuery(range, keyAt(index), listFilters(by, id))}`);
  const opensRefunds = (index: number) =>
    appPath(appid, `/refunds?${listQuery(range, keyAt(index))}`);
  const net = amountIn('net', currency);
  const unconverted = into
    ? total.totals.filter((each) => each.currency !== '' && each.currency !== into)
    : [];
  const netName = D.net.name[language];
  const purchasesName = D.purchases.name[language];
  const netCompared = comparedSeries(netName, net);
  const countCompared = comparedSeries(purchasesName, purchasesIn);
  const whole = (series: readonly Series[] | undefined, more: readonly Series[]) =>
    series && { details: [...series, ...more] };
  return (
    <Stack gap="md">
      {unconverted.length > 0 && (
        <Alert color="yellow">
          {say.unconverted(
            unconverted.map((each) => money.amount(each.net, each.currency)).join(' · '),
          )}
        </Alert>
      )}
      <FigureTiles>
        <FigureTile
          definition={D.net}
          value={now.net}
          before={before((each) => each.net)}
          print={amounts.print}
        />
        <FigureTile
          definition={D.gross}
          value={now.gross}
          before={before((each) => each.gross)}
          print={amounts.print}
        />
        <FigureTile
          definition={D.refunded}
          value={now.refunded}
          before={before((each) => each.refunded)}
          print={amounts.print}
        />
        <FigureTile
          definition={D.disputed}
          value={now.disputed}
          before={before((each) => each.disputed)}
          print={amounts.print}
        />
        <FigureTile
          definition={D.purchases}
          value={now.purchases}
          before={before((each) => each.purchases)}
          print={counts.print}
        />
        <FigureTile
          definition={D.cancelled}
          value={shareOf(now.cancelled, now.purchases)}
          before={before((each) => shareOf(each.cancelled, each.purchases))}
          print={shares.print}
          isShare
        />
      </FigureTiles>
      <FigureChart
        definitions={[D.net]}
        periods={periods}
        series={[
          ...(splitBy(net, false) ?? [
            { label: netName, color: bandColor('blue'), values: sums('net') },
          ]),
          ...netCompared,
        ]}
        {...whole(splitBy(net, true), netCompared)}
        {...amounts}
        opens={opens}
        file={file}
      />
      <Text size="xs" c="dimmed" className={styles.screen}>
        {say.drill}
      </Text>
      <ChartGrid>
        <FigureChart
          title={say.grossAndLosses}
          definitions={[D.gross, D.refunded, D.disputed]}
          periods={periods}
          series={[
            { label: D.gross.name[language], color: bandColor('blue'), values: sums('gross') },
            {
              label: D.refunded.name[language],
              color: bandColor('amber'),
              values: sums('refunded'),
              isBelow: true,
              id: 'refunds',
            },
            {
              label: D.disputed.name[language],
              color: bandColor('rose'),
              values: sums('disputed'),
              isBelow: true,
              id: 'refunds',
            },
          ]}
          {...amounts}
          hasTotal={false}
          opens={(index, id) => (id === 'refunds' ? opensRefunds(index) : opens(index))}
          file={file}
        />
        <FigureChart
          definitions={[D.purchases]}
          periods={periods}
          series={[
            ...(splitBy(purchasesIn, false) ?? [
              {
                label: purchasesName,
                color: bandColor('violet'),
                values: sumsOf(total.items, range, purchasesIn),
              },
            ]),
            ...countCompared,
          ]}
          {...whole(splitBy(purchasesIn, true), countCompared)}
          {...counts}
          opens={opens}
          file={file}
        />
      </ChartGrid>
    </Stack>
  );
}
