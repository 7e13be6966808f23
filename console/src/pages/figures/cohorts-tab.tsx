// Cohorts: of the subscribers of each month, how many stayed; the stronger the colour, the more.
import { Group, Paper, Text, Title } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Empty } from '../../components/empty.tsx';
import { SubscriptionsIcon } from '../../components/icons.tsx';
import { endpoint, type Schema } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { shareOf } from '../../sales/decimal.ts';
import { Info } from './definition.tsx';
import { DEFINITIONS } from './definitions.ts';
import { Csv } from './figure-chart.tsx';
import styles from './figures.module.css';
import { AGAIN_MS, Frame } from './frame.tsx';
import { messages } from './messages.ts';
import { useShares } from './printing.ts';
import { type Abilities, useFiguresState } from './state.ts';

type Cohort = Schema<'Cohorts'>['items'][number];

const D = DEFINITIONS.cohorts;
const MILLION = 1_000_000;
/** The colour of those who all stayed, in percent of the strongest. */
const STRONGEST = 65;

const abilities: Abilities = { preset: '12m' };

export function CohortsTab() {
  const say = useMessages(messages);
  const { appid } = useApp();
  const state = useFiguresState(abilities);
  const { range } = state;
  const query = { from: range?.days.from ?? '', to: range?.days.to ?? '' };
  const answer = useGet(endpoint('/apps/{appid}/figures/cohorts', { appid }), query, {
    enabled: range !== undefined,
    refetchInterval: AGAIN_MS,
  });
  const file = { at: endpoint('/apps/{appid}/figures/cohorts/file', { appid }), query };
  return (
    <Frame
      state={state}
      abilities={abilities}
      answer={answer}
      isEmpty={answer.data?.items.length === 0}
      empty={
        <Paper withBorder>
          <Empty title={say.noCohorts} about={say.noCohortsAbout} icon={SubscriptionsIcon} />
        </Paper>
      }
    >
      <Paper withBorder p="lg" component="section" aria-label={say.cohortTitle}>
        <Group justify="space-between" gap="xs">
          <Group gap={4} wrap="nowrap">
            <Title order={2} size="h4">
              {say.cohortTitle}
            </Title>
            <Info about={[D.subscribers, D.retained]} />
          </Group>
          <span className={styles.screen}>
            <Csv file={file} />
          </span>
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          {say.cohortAbout}
        </Text>
        <HeatMap cohorts={answer.data?.items ?? []} />
      </Paper>
    </Frame>
  );
}

function HeatMap({ cohorts }: { cohorts: readonly Cohort[] }) {
  const say = useMessages(messages);
  const format = useFormat();
  const { language } = useLanguage();
  const most = Math.max(0, ...cohorts.map(({ retained }) => retained.length));
  const months = Array.from({ length: most }, (_, index) => index + 1);
  const monthName = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.cohorts} tabIndex={0} aria-label={say.cohortScroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.cohortMonth}</th>
            <th scope="col" className={styles.size}>
              {D.subscribers.name[language]}
            </th>
            {months.map((month) => (
              <th key={month} scope="col">
                {say.monthNumber(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, subscribers, retained }) => (
            <tr key={month}>
              <th scope="row">{monthName.format(new Date(`${month}-01`))}</th>
              <td className={styles.size}>{format.number(subscribers)}</td>
              {months.map((number) => (
                <Cell key={number} retained={retained[number - 1]} subscribers={subscribers} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ retained, subscribers }: { retained: number | undefined; subscribers: number }) {
  const say = useMessages(messages);
  const format = useFormat();
  const shares = useShares();
  if (retained === undefined) return <td />;
  const share = shareOf(BigInt(retained), BigInt(subscribers)) ?? 0n;
  const strength = Number(share) / MILLION;
  return (
    <td
      data-share
      style={{ '--cohort-share': `${Math.round(strength * STRONGEST)}%` } as CSSProperties}
      title={say.retainedOf(format.number(retained), format.number(subscribers))}
    >
      {shares.printShort(Number(share))}
    </td>
  );
}
