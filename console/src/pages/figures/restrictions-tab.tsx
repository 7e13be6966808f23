// Restrictions over time: registered, released and expired, by type or by who did it; who comes back.
import { Stack } from '@mantine/core';
import { useCounts } from '../../charts/counts.ts';
import type { Series } from '../../charts/series.ts';
import { PlayersIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { useScopeName } from '../../restrictions/scopes.tsx';
import { useTypeNameOf } from '../../restrictions/terms.tsx';
import { type Band, bandColor, nthColor } from '../../sales/colors.ts';
import { useComparedLine } from './compared-line.ts';
import { DEFINITIONS } from './definitions.ts';
import { ChartGrid, FigureChart, type File } from './figure-chart.tsx';
import { Frame, useFigures } from './frame.tsx';
import { useMessages } from './messages.ts';
import { queryOf, type Range } from './periods.ts';
import { useDurations } from './printing.ts';
import { type Abilities, type FiguresState, useFiguresState } from './state.ts';
import { FigureTiles } from './tile.tsx';
import { usePeriods } from './use-periods.ts';
import { levelsOf, sumsOf } from './values.ts';

type Restrictions = Schema<'RestrictionFigures'>;
type Total = Restrictions['totals'][number];
type Counted = 'registered' | 'changed' | 'released' | 'expired' | 'repeat_offenders';

const D = DEFINITIONS.restrictions;
/** So many types have a colour of their own. */
const MOST_COLORS = 7;

const abilities: Abilities = {
  preset: '30d',
  hasSteps: true,
  hasCompare: true,
  splits: ['type', 'actor', 'scope'],
};

export function RestrictionsTab() {
  const say = useMessages();
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range, by } = state;
  const at = endpoint('/apps/{appid}/figures/restrictions', { appid });
  const answer = useFigures(at, state);
  const split = useGet(
    at,
    { ...queryOf(range), by: by ?? '' },
    { enabled: range !== undefined && by !== undefined },
  );
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      isEmpty={answer.data?.totals.length === 0}
      empty={{ title: say.noRestrictions, about: say.noRestrictionsAbout, icon: PlayersIcon }}
    >
      {range && answer.data && (
        <Figures
          state={state}
          range={range}
          figures={answer.data}
          split={by && split.data}
          file={{
            at: endpoint('/apps/{appid}/figures/restrictions/file', { appid }),
            query: { ...queryOf(range), by },
          }}
        />
      )}
    </Frame>
  );
}

const secondsOf = (seconds: number | null): bigint | undefined =>
  seconds === null ? undefined : BigInt(seconds);

function Figures({
  state: { compared, by },
  range,
  figures: { items, totals, compared: other },
  split,
  file,
}: {
  state: FiguresState;
  range: Range;
  figures: Restrictions;
  split: Restrictions | undefined;
  file: File;
}) {
  const say = useMessages();
  const { language } = useLanguage();
  const counts = useCounts();
  const durations = useDurations();
  const typeName = useTypeNameOf();
  const scopeName = useScopeName();
  const [now] = totals;
  const periods = usePeriods(range);
  const named = (name: keyof typeof D): string => D[name].name[language];
  const tile = (pick: (total: Total) => bigint | undefined) => ({
    value: now && pick(now),
    before: compared ? other?.totals[0] && pick(other.totals[0]) : null,
  });
  const bars = (name: Counted, band: Band): Series => ({
    label: named(name),
    color: bandColor(band),
    values: sumsOf(items, range, (item) => BigInt(item[name])),
  });
  const actors: Readonly<Record<string, unknown>> = say;
  const nameOf = (value: string): string => {
    if (by === 'scope') return scopeName(value);
    return by === 'type' ? typeName(Number(value)) : String(actors[value] ?? value);
  };
  const registered = split ? registeredBy(split, range, nameOf, say.others) : undefined;
  const then = useComparedLine(other?.items, compared, periods);
  const chart = { periods, file };
  return (
    <Stack gap="md">
      <FigureTiles
        tiles={[
          ...(['registered', 'released', 'expired', 'repeat_offenders'] as const).map((name) => ({
            definition: D[name],
            ...tile((each) => BigInt(each[name])),
            ...counts,
          })),
          {
            definition: D.release,
            label: say.medianRelease,
            ...tile((each) => secondsOf(each.release_median_s)),
            ...durations,
          },
          {
            definition: D.release,
            label: say.p90Release,
            ...tile((each) => secondsOf(each.release_p90_s)),
            ...durations,
          },
        ]}
      />
      <FigureChart
        {...chart}
        {...counts}
        definitions={[D.registered]}
        series={[
          ...(registered ?? [bars('registered', 'pine')]),
          ...then.sums(named('registered'), (item) => BigInt(item.registered)),
        ]}
      />
      <ChartGrid
        {...chart}
        charts={[
          {
            ...counts,
            title: say.ends,
            definitions: [D.changed, D.released, D.expired],
            series: [bars('changed', 'violet'), bars('released', 'pine'), bars('expired', 'amber')],
          },
          {
            ...counts,
            definitions: [D.repeat_offenders],
            series: [bars('repeat_offenders', 'rose')],
          },
          {
            ...durations,
            definitions: [D.release],
            series: [
              {
                label: say.medianRelease,
                color: bandColor('pine'),
                as: 'line',
                figure: null,
                values: levelsOf(items, range, (item) => secondsOf(item.release_median_s)),
              },
              {
                label: say.p90Release,
                color: bandColor('amber'),
                as: 'line',
                figure: null,
                values: levelsOf(items, range, (item) => secondsOf(item.release_p90_s)),
              },
            ],
          },
        ]}
      />
    </Stack>
  );
}

/** Most registrations first; the last ones share a colour. */
function registeredBy(
  { items, totals }: Restrictions,
  range: Range,
  nameOf: (value: string) => string,
  others: string,
): readonly Series[] {
  const values = totals
    .filter(({ registered }) => registered > 0)
    .toSorted((one, other) => other.registered - one.registered)
    .map(({ value }) => value ?? '');
  const sums = (wanted: (value: string) => boolean) =>
    sumsOf(
      items.filter(({ value }) => wanted(value ?? '')),
      range,
      (item) => BigInt(item.registered),
    );
  const rest = new Set(values.slice(MOST_COLORS));
  return [
    ...values.slice(0, MOST_COLORS).map((each, index) => ({
      label: nameOf(each),
      color: nthColor(index),
      values: sums((value) => value === each),
    })),
    ...(rest.size > 0
      ? [{ label: others, color: bandColor('slate'), values: sums((value) => rest.has(value)) }]
      : []),
  ];
}
