// Cohorts: of the subscribers of each month, how many stayed, or what they paid so far.
import { Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { SubscriptionsIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFilters } from '../../filters.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { HeatMap } from './cohorts-map.tsx';
import { useCovers } from './coverage.tsx';
import { Info } from './definition.tsx';
import { DEFINITIONS } from './definitions.ts';
import { Csv } from './figure-chart.tsx';
import styles from './figures.module.css';
import { AGAIN_MS, Frame } from './frame.tsx';
import { useMessages } from './messages.ts';
import { type Abilities, useFiguresState } from './state.ts';

const D = DEFINITIONS.cohorts;

const abilities: Abilities = { preset: '12m', hasRunningMonth: true };

/** The one of most subscribers first. */
function currenciesOf(items: Schema<'Cohorts'>['items']): readonly string[] {
  const payers = new Map<string, number>();
  for (const { lifetime, subscribers } of items) {
    for (const { currency } of lifetime) {
      payers.set(currency, (payers.get(currency) ?? 0) + subscribers);
    }
  }
  return [...payers].toSorted(([, one], [, other]) => other - one).map(([currency]) => currency);
}

export function CohortsTab() {
  const say = useMessages();
  const { language } = useLanguage();
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range } = state;
  const query = { from: range?.days.from ?? '', to: range?.days.to ?? '' };
  const answer = useGet(endpoint('/apps/{appid}/figures/cohorts', { appid }), query, {
    enabled: range !== undefined,
    refetchInterval: AGAIN_MS,
  });
  const [{ show }, change] = useFilters(['show']);
  const isRevenue = show === 'revenue';
  const items = answer.data?.items ?? [];
  const own = currenciesOf(items);
  const currency = own.includes(state.currency) ? state.currency : (own[0] ?? '');
  const covers = useCovers({
    currency,
    isConverted: false,
    leftOut: own.filter((each) => each !== currency),
  });
  const title = isRevenue ? say.cohortRevenueTitle : say.cohortTitle;
  const file = { at: endpoint('/apps/{appid}/figures/cohorts/file', { appid }), query };
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      currencies={isRevenue ? { own, shown: currency } : undefined}
      isEmpty={answer.data?.items.length === 0}
      empty={{ title: say.noCohorts, about: say.noCohortsAbout, icon: SubscriptionsIcon }}
    >
      <Paper withBorder p="lg" component="section" aria-label={title}>
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap" mb={4}>
          <Group gap={4} wrap="nowrap">
            <Title order={2} size="h4">
              {title}
            </Title>
            <Info about={[D.subscribers, isRevenue ? D.lifetime : D.retained]} />
          </Group>
          <span className={styles.screen}>
            <Csv file={file} />
          </span>
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          {isRevenue ? `${say.cohortRevenueAbout} ${covers.amounts}.` : say.cohortAbout}
        </Text>
        <SegmentedControl
          aria-label={say.cohortShow}
          className={styles.screen}
          mb="md"
          value={isRevenue ? 'revenue' : 'retention'}
          onChange={(value) => change({ show: value === 'revenue' ? value : '' })}
          data={[
            { value: 'retention', label: D.retained.name[language] },
            { value: 'revenue', label: D.lifetime.name[language] },
          ]}
        />
        <HeatMap cohorts={items} currency={isRevenue ? currency : undefined} />
      </Paper>
    </Frame>
  );
}
