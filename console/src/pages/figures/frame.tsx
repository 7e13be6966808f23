// What every tab has around its figures: controls, the title on paper, and what to say while there is nothing.
import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SharedCursor } from '../../charts/cursor.tsx';
import { useMessages as useChartMessages } from '../../charts/messages.ts';
import { Empty, type EmptyProps } from '../../components/empty.tsx';
import { Failure } from '../../components/failure.tsx';
import { FiguresIcon, WarningIcon } from '../../components/icons.tsx';
import { type Endpoint, endpoint, type PathWith, type Query } from '../../endpoint.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { ToMarkets } from '../../sales/market-name.tsx';
import { useSession } from '../../session.tsx';
import { useWatch } from '../../watch.ts';
import { Controls, type Currencies } from './controls.tsx';
import type { Days, Preset } from './days.ts';
import { useMessages } from './messages.ts';
import { queryOf, type Range } from './periods.ts';
import { useFiguresPlace } from './place.ts';
import type { Abilities, FiguresState } from './state.ts';
import { usePeriods } from './use-periods.ts';

interface Answer {
  readonly data: { readonly is_current: boolean } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** How often figures are read again. */
export const AGAIN_MS = 60_000;
const COUNTING_MS = 3_000;

/** Figures of the days that are chosen, and of those that they are compared with. */
export function useFigures<P extends PathWith<'GET'>>(
  at: Endpoint<P>,
  { range, compare }: Pick<FiguresState, 'range' | 'compare'>,
  more: object = {},
) {
  const query = { ...queryOf(range, compare), ...more } as Query<P>;
  return useGet(at, query, { enabled: range !== undefined, refetchInterval: AGAIN_MS });
}

export function Frame({
  state,
  abilities,
  answer,
  currencies,
  isEmpty,
  empty,
  children,
}: {
  state: FiguresState;
  abilities: Abilities;
  answer: Answer;
  currencies?: Currencies | undefined;
  isEmpty: boolean;
  /** In place of what is said when nothing was bought. */
  empty?: EmptyProps;
  children: ReactNode;
}) {
  const say = useMessages();
  const { data, error, refetch } = answer;
  const { at } = useFiguresPlace();
  useWatch(at, COUNTING_MS, data?.is_current === false);
  return (
    <Stack gap="md">
      <Controls state={state} abilities={abilities} currencies={currencies} />
      {state.range && <RangeText range={state.range} compared={state.compared} />}
      {!state.range && <Text c="dimmed">{say.incomplete}</Text>}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {data?.is_current === false && (
        <Alert color="yellow" icon={<WarningIcon />} title={say.counting} role="status">
          {say.countingAbout}
        </Alert>
      )}
      {state.range && !data && !error && <FiguresSkeleton />}
      {data && isEmpty && (empty ? <Nothing {...empty} /> : <NoPurchases state={state} />)}
      {data && !isEmpty && <SharedCursor>{children}</SharedCursor>}
    </Stack>
  );
}

/** Names the days, so that a picture or a page of paper says what it is of. */
function RangeText({ range, compared }: { range: Range; compared: Range | undefined }) {
  const say = useMessages();
  const charts = useChartMessages();
  const running = usePeriods(range).find(({ isRunning }) => isRunning);
  const { name, timeZone } = useFiguresPlace();
  const print = useDays();
  return (
    <Text size="sm" c="dimmed">
      {[
        name,
        print(range.days),
        timeZone === undefined ? say.ownZones : say.zone(timeZone),
        ...(compared ? [say.comparedWith(print(compared.days))] : []),
        ...(running ? [charts.running(running.short)] : []),
      ].join(' · ')}
    </Text>
  );
}

function useDays(): (days: Days) => string {
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return ({ from, to }) => format.formatRange(new Date(from), new Date(to));
}

function Nothing(empty: EmptyProps) {
  return (
    <Paper withBorder>
      <Empty {...empty} />
    </Paper>
  );
}

const longerThan = (preset: Preset): Preset | undefined =>
  preset === '12m' ? undefined : preset === '90d' ? '12m' : '90d';

function NoPurchases({ state }: { state: FiguresState }) {
  const say = useMessages();
  const { appid } = useApp();
  const { environment } = useSession();
  const total = useGet(endpoint('/apps/{appid}/purchases/count', { appid }));
  if (!total.data) return <FiguresSkeleton />;
  const hasNone = total.data.count === 0;
  const about = hasNone ? say.emptyAbout : say.emptyRangeAbout;
  const longer = longerThan(state.preset);
  return (
    <Nothing
      title={hasNone ? say.emptyTitle : say.emptyRange}
      about={environment === 'sandbox' ? `${about} ${say.emptySandbox}` : about}
      icon={FiguresIcon}
    >
      {hasNone ? (
        <ToMarkets />
      ) : (
        <Group gap="sm" justify="center" mt="sm">
          {longer && (
            <Button
              variant="default"
              onClick={() => state.change({ range: longer, from: '', to: '', step: '' })}
            >
              {longer === '12m' ? say.longest : say.longer}
            </Button>
          )}
          <Button component={Link} to={appPath(appid, '/purchases')} variant="default">
            {say.toPurchases}
          </Button>
        </Group>
      )}
    </Nothing>
  );
}

function FiguresSkeleton() {
  return (
    <Stack role="status">
      <Skeleton height={108} />
      <Skeleton height={300} />
    </Stack>
  );
}
