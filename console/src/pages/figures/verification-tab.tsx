// Quality of verification over time: how verifications end, how the markets answer, what was never delivered.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import { type Series, sumOf } from '../../charts/series.ts';
import { FiguresIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { type Band, bandColor, marketColor } from '../../sales/colors.ts';
import { microsOf } from '../../sales/decimal.ts';
import { useMarketNames } from '../../sales/messages.ts';
import { reasonColor, useReasonNames } from '../../sales/reasons.ts';
import { MARKETS } from '../../sales/records.ts';
import { comparedLine } from './compared-line.ts';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import { AGAIN_MS, Frame } from './frame.tsx';
import { useMessages as useCommon } from './messages.ts';
import { namedPeriods, queryOf, type Range, undeliveredQuery } from './periods.ts';
import { useMilliseconds, useShares } from './printing.ts';
import { ProductRefunds } from './product-refunds.tsx';
import { useMessages } from './quality-messages.ts';
import { type Abilities, type FiguresState, useFiguresState } from './state.ts';
import { FigureTile, FigureTiles } from './tile.tsx';
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
  const { range, compare } = state;
  const at = endpoint('/apps/{appid}/figures/verification', { appid });
  const isOn = { enabled: range !== undefined, refetchInterval: AGAIN_MS };
  const answer = useGet(at, queryOf(range, compare), isOn);
  const markets = useGet(at, { ...queryOf(range), by: 'market' }, isOn);
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
  const { comparedLine: comparedName } = useCommon();
  const markets = useMarketNames();
  const reasonName = useReasonNames();
  const { language } = useLanguage();
  const counts = useCounts();
  const shares = useShares();
  const times = useMilliseconds();
  const { items, totals, products, compared: other } = figures;
  const [now] = totals;
  const periods = namedPeriods(range, language);
  const named = (name: keyof typeof D): string => D[name].name[language];
  const tile = (pick: (total: Total) => bigint | undefined) => ({
    value: now && pick(now),
    before: compared ? other?.totals[0] && pick(other.totals[0]) : null,
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
  const verifiedThen =
    other && compared
      ? sumsOf(other.items, compared, ({ verified }) => BigInt(verified))
      : undefined;
  const chart = { periods, file };
  return (
    <Stack gap="md">
      <FigureTiles>
        <FigureTile
          definition={D.verified}
          {...tile((each) => countOf(each.verified))}
          print={counts.print}
        />
        <FigureTile
          definition={D.refused}
          {...tile((each) => countOf(each.refused))}
          print={counts.print}
        />
        <FigureTile
          definition={D.could_not_ask}
          {...tile((each) => countOf(each.could_not_ask))}
          print={counts.print}
        />
        <FigureTile
          definition={D.availability}
          {...tile(availabilityOf)}
          print={shares.print}
          isShare
        />
        <FigureTile
          definition={D.times}
          label={say.p95}
          {...tile((each) => countOf(each.p95_ms))}
          print={times.print}
        />
        <FigureTile
          definition={D.undelivered}
          {...tile((each) => countOf(each.undelivered))}
          opens={lists()}
          print={counts.print}
        />
      </FigureTiles>
      <FigureChart
        {...chart}
        {...counts}
        title={say.outcomes}
        definitions={[D.verified, D.duplicates, D.refused, D.could_not_ask]}
        series={[
          bars(named('verified'), 'blue', 'verified'),
          bars(named('duplicates'), 'cyan', 'duplicates'),
          bars(named('refused'), 'amber', 'refused'),
          bars(named('could_not_ask'), 'slate', 'could_not_ask'),
          ...(verifiedThen
            ? [
                comparedLine(
                  comparedName(named('verified')),
                  verifiedThen,
                  periods,
                  sumOf(verifiedThen),
                ),
              ]
            : []),
        ]}
      />
      <ChartGrid>
        <FigureChart
          {...chart}
          {...shares}
          definitions={[D.availability, D.asked]}
          series={marketLines(availabilityOf)}
        />
        <FigureChart
          {...chart}
          {...times}
          title={say.p95}
          definitions={[D.times]}
          series={marketLines(({ p95_ms }) => countOf(p95_ms))}
        />
        <FigureChart
          {...chart}
          {...counts}
          title={say.reasons}
          definitions={[D.refused]}
          series={reasons}
        />
        <FigureChart
          {...chart}
          {...counts}
          definitions={[D.undelivered]}
          series={undelivered}
          opens={(index, market) => lists(periods[index]?.key, market)}
        />
      </ChartGrid>
      <ProductRefunds products={products} />
    </Stack>
  );
}
