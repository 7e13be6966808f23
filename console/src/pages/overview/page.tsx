// Overview of an app: purchases, rejections, refunds, restrictions, and how the markets responded.
import {
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { Empty } from '../../components/empty.tsx';
import { Failure } from '../../components/failure.tsx';
import { OverviewIcon } from '../../components/icons.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { FirstSteps } from '../../first-steps/first-steps.tsx';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { WindowPicker } from '../../sales/window-picker.tsx';
import { useSession } from '../../session.tsx';
import { AttentionNotes } from './attention.tsx';
import { Charts } from './charts.tsx';
import { beforeOf, figuresOf } from './figures.ts';
import { useMessages } from './messages.ts';
import { type Range, useRange } from './range.ts';
import { OverviewTiles } from './tiles.tsx';

const AGAIN_MS = 60_000;

export function Page() {
  const say = useMessages();
  const app = useApp();
  const range = useRange();
  const [withTests, setWithTests] = useTests();
  const at = endpoint('/apps/{appid}/overview', { appid: app.appid });
  const { data, error, refetch } = useGet(
    at,
    { ...range.query },
    { enabled: range.query !== undefined, refetchInterval: AGAIN_MS },
  );
  const figures = data && figuresOf(data, withTests);
  const then = useGet(at, { ...beforeOf(figures) }, { enabled: beforeOf(figures) !== undefined });
  const before = then.data && figuresOf(then.data, withTests);
  const isQuiet = data && data.series.length === 0 && data.now.every(({ value }) => value === 0);
  return (
    <>
      <PageTitle title={say.title} about={`${say.about} ${say.zones(app.time_zone)}`} />
      <Stack gap="md">
        <AttentionNotes />
        <Controls range={range} withTests={withTests} onTests={setWithTests} />
        <FirstSteps app={app} />
        {range.query === undefined && <Text c="dimmed">{say.incomplete}</Text>}
        {error && <Failure error={error} retry={() => void refetch()} />}
        {range.query && !data && !error && <OverviewSkeleton />}
        {isQuiet && (
          <Paper withBorder>
            <Empty title={say.quietTitle} about={say.quietAbout} icon={OverviewIcon} />
          </Paper>
        )}
        {figures && !isQuiet && (
          <>
            <OverviewTiles figures={figures} before={before} window={range.window} />
            <Charts figures={figures} />
          </>
        )}
      </Stack>
    </>
  );
}

/** Whether test purchases count: in the sandbox nearly everything is a test. */
function useTests(): readonly [boolean, (counted: boolean) => void] {
  const { environment } = useSession();
  const [{ tests }, change] = useFilters(['tests']);
  const isCounted = tests === '' ? environment === 'sandbox' : tests === 'yes';
  return [isCounted, (counted) => change({ tests: counted ? 'yes' : 'no' })];
}

function Controls({
  range: { window, change, step, mayBeHours },
  withTests,
  onTests,
}: {
  range: Range;
  withTests: boolean;
  onTests: (counted: boolean) => void;
}) {
  const say = useMessages();
  const app = useApp();
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Group align="flex-start" gap="sm">
        <WindowPicker
          value={window}
          onChange={(changes) => change({ step: '', ...changes })}
          timeZone={app.time_zone}
        />
        {mayBeHours && (
          <SegmentedControl
            size="xs"
            aria-label={say.step}
            value={step}
            onChange={(chosen) => change({ step: chosen })}
            data={[
              { value: 'hour', label: say.hour },
              { value: 'day', label: say.day },
            ]}
          />
        )}
      </Group>
      <Switch
        mt={8}
        label={say.withTests}
        checked={withTests}
        onChange={(event) => onTests(event.currentTarget.checked)}
      />
    </Group>
  );
}

function OverviewSkeleton() {
  const say = useMessages();
  return (
    <Stack role="status" aria-label={say.title}>
      <SimpleGrid cols={{ base: 2, lg: 5 }}>
        {['a', 'b', 'c', 'd', 'e'].map((name) => (
          <Skeleton key={name} height={108} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Skeleton height={320} />
        <Skeleton height={320} />
      </SimpleGrid>
    </Stack>
  );
}
