// Quality of verification over time: how verifications end, how the markets answer, what was never delivered.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import type { Series } from '../../charts/series.ts';
import { FiguresIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { type Band, bandColor } from '../../sales/colors.ts';
import { microsOf } from '../../sales/decimal.ts';
import { MARKETS, marketColor } from '../../sales/markets.ts';
import { useMarketNames } from '../../sales/messages.ts';
import { reasonColor, useReasonNames } from '../../sales/reasons.ts';
import { useComparedLine } from './compared-line.ts';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import { Frame, useFigures } from './frame.tsx';
import { useMessages } from './messages.ts';
import { queryOf, type Range, undeliveredQuery } from './periods.ts';
import { useMilliseconds, useShares } from './printing.ts';
import { ProductRefunds } from './product-refunds.tsx';
import { type Abilities, type FiguresState, useFiguresState } from './state.ts';
import { FigureTiles } from './tile.tsx';
import { usePeriods } from './use-periods.ts';
import { levelsOf, sumsOf } from './values.ts';

type Verification = Schema<'VerificationFigures'>;
type Item = Verification['items'][number];
type Total = Verification['totals'][number];
type Counted = 'verified' | 'duplicates' | 'refused' | 'could_not_ask';

const D = DEFINITIONS.verification;

const abilities: Abilities = { preset: '30d', hasSteps: true, hasCompare: true };

export function VerificationTab() {
  const say = useMessages();
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range } = state;
  const at = endpoint('/apps/{appid}/figures/verification', { appid });
  const answer = useFigures(at, state);
  const markets = useFigures(at, { range, compare: undefined }, { by: 'market' });
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      isEmpty={answer.data?.totals.length === 0}
      empty={{ title: say.noVerifications, about: say.noVerificationsAbout, icon: FiguresIcon }}
    >
      {range && answer.data && (
        <Figures
          appid={appid}
          state={state}
          range={range}
          figures={answer.data}
          byMarket={markets.data?.items ?? []}
          file={{
            at: endpoint('/apps/{appid}/figures/verification/file', { appid }),
            query: { ...queryOf(range), by: 'market' },
          }}
        />
      )}
    </Frame>
  );
}

const countOf = (value: number | null | undefined): bigint | undefined =>
  value == null ? undefined : BigInt(value);
const availabilityOf = ({ availability }: Pick<Total, 'availability'>): bigint | undefined =>
  availability === null ? undefined : microsOf(availability);

function Figures({
  appid,
  state: { compared },
  range,
  figures,
  byMarket,
  file,
}: {
  appid: string;
  state: FiguresState;
  range: Range;
  figures: Verification;
  byMarket: readonly Item[];
  file: File;
}) {
  const say = useMessages();
  const markets = useMarketNames();
  const reasonName = useReasonNames();
  const { language } = useLanguage();
  const counts = useCounts();
  const shares = useShares();
  const times = useMilliseconds();
  const { items, totals, products, compared: other } = figures;
  const [now] = totals;
  const periods = usePeriods(range);
  const named = (name: keyof typeof D): string => D[name].name[language];
  const tile = (pick: (total: Total) => bigint | undefined) => ({
    value: now && pick(now),
    before: compared ? other?.totals[0] && pick(other.totals[0]) : null,
  });
  const counted = (name: 'verified' | 'refused' | 'could_not_ask' | 'undelivered') => ({
    definition: D[name],
    ...tile((each) => countOf(each[name])),
    ...counts,
  });
  const bars = (label: string, band: Band, name: Counted): Series => ({
    label,
    color: bandColor(band),
    values: sumsOf(items, range, (item) => BigInt(item[name])),
  });
  /** A line for each market that was asked. */
  const marketLines = (pick: (item: Item) => bigint | undefined): readonly Series[] =>
    MARKETS.flatMap((market) => {
      const own = byMarket.filter((item) => item.value === market && item.asked > 0);
      const values = levelsOf(own, range, pick);
      return own.length === 0
        ? []
        : [
            {
              label: markets[market],
              color: marketColor(market),
              as: 'line',
              values,
              figure: null,
            },
          ];
    });
  const reasons = (now?.reasons ?? []).map(({ reason }) => ({
    label: reasonName(reason),
    color: reasonColor(reason),
    values: sumsOf(items, range, (item) =>
      BigInt(item.reasons.find((each) => each.reason === reason)?.refused ?? 0),
    ),
  }));
  const undelivered = MARKETS.flatMap((market): Series[] => {
    const own = byMarket.filter((item) => item.value === market && item.undelivered);
    const values = sumsOf(own, range, (item) => BigInt(item.undelivered ?? 0));
    const label = markets[market];
    return own.length === 0 ? [] : [{ label, color: marketColor(market), values, id: market }];
  });
  const lists = (key?: string, market?: string): string =>
    appPath(appid, `/purchases?${undeliveredQuery(range, key, market)}`);
  const then = useComparedLine(other?.items, compared, periods);
  const chart = { periods, file };
  return (
    <Stack gap="md">
      <FigureTiles
        tiles={[
          counted('verified'),
          counted('refused'),
          counted('could_not_ask'),
          { definition: D.availability, ...tile(availabilityOf), ...shares, isShare: true },
          {
            definition: D.times,
            label: say.p95,
            ...tile((each) => countOf(each.p95_ms)),
            ...times,
          },
          { ...counted('undelivered'), opens: lists() },
        ]}
      />
      <FigureChart
        {...chart}
        {...counts}
        title={say.outcomes}
        definitions={[D.verified, D.duplicates, D.refused, D.could_not_ask]}
        series={[
          bars(named('verified'), 'pine', 'verified'),
          bars(named('duplicates'), 'cyan', 'duplicates'),
          bars(named('refused'), 'amber', 'refused'),
          bars(named('could_not_ask'), 'slate', 'could_not_ask'),
          ...then.sums(named('verified'), ({ verified }) => BigInt(verified)),
        ]}
      />
      <ChartGrid
        {...chart}
        charts={[
          {
            ...shares,
            definitions: [D.availability, D.asked],
            series: marketLines(availabilityOf),
          },
          {
            ...times,
            title: say.p95,
            definitions: [D.times],
            series: marketLines(({ p95_ms }) => countOf(p95_ms)),
          },
          { ...counts, title: say.reasons, definitions: [D.refused], series: reasons },
          {
            ...counts,
            definitions: [D.undelivered],
            series: undelivered,
            opens: (index, market) => lists(periods[index]?.key, market),
          },
        ]}
      />
      <ProductRefunds products={products} />
    </Stack>
  );
}
