// Payers over time: how many, how many for the first time or again, and what they pay.
import { Stack, Text } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { bandColor } from '../../sales/colors.ts';
import { microsOf } from '../../sales/decimal.ts';
import { useComparedLine } from './compared-line.ts';
import { LeftOut, useCovers } from './coverage.tsx';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart } from './figure-chart.tsx';
import styles from './figures.module.css';
import { Frame, useFigures } from './frame.tsx';
import { useMessages } from './messages.ts';
import { purchasesQuery, queryOf, type Range } from './periods.ts';
import { useAmounts, useShares } from './printing.ts';
import { type Abilities, type FiguresState, useFiguresState } from './state.ts';
import { FigureTiles } from './tile.tsx';
import { lastWhole, usePeriods } from './use-periods.ts';
import { levelsOf } from './values.ts';

type Payers = Schema<'Payers'>;
type Item = Payers['items'][number];

const D = DEFINITIONS.payers;

const abilities: Abilities = { preset: '30d', hasSteps: true, hasCompare: true };

export function PayersTab() {
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range } = state;
  const at = endpoint('/apps/{appid}/figures/payers', { appid });
  const answer = useFigures(at, state);
  const { data } = answer;
  // Most purchases first; who never paid has none of all time.
  const own = data?.lifetime.revenue.map(({ currency }) => currency) ?? [];
  const shown = own.includes(state.currency) ? state.currency : (own[0] ?? '');
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      currencies={{ own, shown }}
      isEmpty={
        data?.lifetime.payers === 0 || data?.items.every(({ payers }) => payers === 0) === true
      }
    >
      {range && data && (
        <PayerFigures
          state={state}
          range={range}
          currency={shown}
          payers={data}
          file={{
            at: endpoint('/apps/{appid}/figures/payers/file', { appid }),
            query: queryOf(range),
          }}
        />
      )}
    </Frame>
  );
}

const perPayer =
  (currency: string) =>
  ({ revenue }: Item): bigint | undefined => {
    const text = revenue.find((each) => each.currency === currency)?.per_payer;
    return text ? microsOf(text) : undefined;
  };
const repeatRate = ({ repeat_rate }: Item): bigint | undefined =>
  repeat_rate === null ? undefined : microsOf(repeat_rate);
const payersOf = ({ payers }: Item): bigint => BigInt(payers);
const firstOf = ({ first_payers }: Item): bigint => BigInt(first_payers);

/** What was paid in other currencies, most first as the items have it. */
function leftOutOf(items: readonly Item[], shown: string) {
  const sums = new Map<string, bigint>();
  for (const { currency, gross } of items.flatMap(({ revenue }) => revenue)) {
    if (currency !== shown) sums.set(currency, (sums.get(currency) ?? 0n) + microsOf(gross));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

function PayerFigures({
  state: { compared },
  range,
  currency,
  payers: { items, range: whole, lifetime, compared: other },
  file,
}: {
  state: FiguresState;
  range: Range;
  currency: string;
  payers: Payers;
  file: Parameters<typeof FigureChart>[0]['file'];
}) {
  const say = useMessages();
  const { language } = useLanguage();
  const { appid } = useApp();
  const counts = useCounts();
  const amounts = useAmounts(currency);
  const shares = useShares();
  const periods = usePeriods(range);
  const coverage = { currency, isConverted: false, leftOut: leftOutOf(items, currency) };
  const covers = useCovers(coverage);
  const values = (pick: (item: Item) => bigint | undefined) => levelsOf(items, range, pick);
  const then = useComparedLine(other?.items, compared, periods);
  // These are of accounts in one period and cannot be added up: the last one that is over stands for now.
  const index = lastWhole(periods);
  const last = items[index];
  const lastName = periods[index]?.long ?? '';
  const lastBefore = (pick: (item: Item) => bigint | undefined) => {
    const item = other?.items[Math.min(index, other.items.length - 1)];
    return compared ? item && pick(item) : null;
  };
  const ofRange = (name: keyof Payers['range']) => ({
    value: BigInt(whole[name]),
    before: compared ? other && BigInt(other.range[name]) : null,
  });
  const net = lifetime.revenue.find((each) => each.currency === currency);
  const opens = (index: number) =>
    appPath(appid, `/purchases?${purchasesQuery(range, periods[index]?.key ?? '')}`);
  const named = (name: keyof typeof D) => D[name].name[language];
  const inAll = { ...counts, notes: [covers.counts] };
  return (
    <Stack gap="md">
      <LeftOut {...coverage} />
      <FigureTiles
        tiles={[
          { definition: D.range, label: named('payers'), ...ofRange('payers'), ...inAll },
          {
            definition: D.range,
            label: named('first_payers'),
            ...ofRange('first_payers'),
            ...inAll,
          },
          {
            definition: D.repeat_rate,
            notes: [lastName, covers.counts],
            value: last && repeatRate(last),
            before: lastBefore(repeatRate),
            ...shares,
            isShare: true,
          },
          {
            definition: D.per_payer,
            notes: [lastName, covers.amounts],
            value: last && perPayer(currency)(last),
            before: lastBefore(perPayer(currency)),
            ...amounts,
          },
          {
            definition: D.lifetime,
            label: say.lifetimePayers,
            value: BigInt(lifetime.payers),
            before: null,
            ...inAll,
          },
          {
            definition: D.lifetime,
            value: net?.per_payer ? microsOf(net.per_payer) : undefined,
            before: null,
            ...amounts,
            notes: [covers.amounts],
          },
        ]}
      />
      <FigureChart
        definitions={[D.payers, D.first_payers]}
        periods={periods}
        series={[
          {
            label: say.returning,
            color: bandColor('pine'),
            values: values((item) => payersOf(item) - firstOf(item)),
            figure: null,
          },
          { label: named('first_payers'), color: bandColor('amber'), values: values(firstOf) },
          ...then.levels(named('payers'), payersOf, null),
        ]}
        {...counts}
        covers={covers.counts}
        opens={opens}
        file={file}
      />
      <Text size="xs" c="dimmed" className={styles.screen}>
        {say.drillPeriod}
      </Text>
      <ChartGrid
        periods={periods}
        file={file}
        charts={[
          {
            definitions: [D.per_payer],
            series: [
              {
                label: named('per_payer'),
                color: bandColor('pine'),
                as: 'line',
                values: values(perPayer(currency)),
                figure: null,
              },
              ...then.levels(named('per_payer'), perPayer(currency), null),
            ],
            ...amounts,
            covers: covers.amounts,
          },
          {
            definitions: [D.repeat_rate, D.repeat_payers],
            series: [
              {
                label: named('repeat_rate'),
                color: bandColor('violet'),
                as: 'line',
                values: values(repeatRate),
                figure: null,
              },
              ...then.levels(named('repeat_rate'), repeatRate, null),
            ],
            ...shares,
            covers: covers.counts,
          },
        ]}
      />
    </Stack>
  );
}
