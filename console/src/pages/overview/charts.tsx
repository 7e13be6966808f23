// The charts of the overview.
import { Anchor, Group, Progress, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { ChartCard } from '../../charts/chart-card.tsx';
import { useCounts } from '../../charts/counts.ts';
import { useMessages as useChartMessages } from '../../charts/messages.ts';
import type { Series } from '../../charts/series.ts';
import { Card } from '../../components/card.tsx';
import { endpoint } from '../../endpoint.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { nthColor } from '../../sales/colors.ts';
import { useMoney } from '../../sales/money.ts';
import { useMarketBands, useReasonBands, useSubscriptionBands } from './bands.ts';
import { useStepPeriods } from './chart/step-names.ts';
import { currencyTotals, type Figures } from './figures.ts';
import { MarketHealth } from './market-health.tsx';
import { useMessages } from './messages.ts';

export function Charts({ figures }: { figures: Figures }) {
  const say = useMessages();
  const common = useChartMessages();
  const counts = useCounts();
  const periods = useStepPeriods(figures);
  const subscriptions = useSubscriptionBands(figures);
  const chart = (series: readonly Series[]) => ({ periods, series, ...counts });
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <ChartCard
          title={say.purchases}
          covers={common.allCurrencies}
          nothing={say.nothingVerified}
          {...chart(useMarketBands(figures, 'purchase.verified'))}
        />
        <Amounts figures={figures} />
        <ChartCard
          title={say.refused}
          covers={say.refusedAbout}
          nothing={say.nothingRefused}
          {...chart(useReasonBands(figures))}
        />
        <ChartCard
          title={say.refunds}
          covers={common.allCurrencies}
          nothing={say.nothingRefunded}
          {...chart(useMarketBands(figures, 'purchase.refunded'))}
        />
        <ChartCard
          title={say.subscriptions}
          nothing={say.nothingSubscribed}
          {...chart(subscriptions)}
          hasTotal={false}
        />
        <Restrictions figures={figures} />
      </SimpleGrid>
      <MarketHealth figures={figures} />
    </>
  );
}

const METRIC = 'purchase.amount';
/** A hundredth of the currency, in millionths. */
const LEAST = 10_000;

function Amounts({ figures }: { figures: Figures }) {
  const say = useMessages();
  const common = useChartMessages();
  const money = useMoney();
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = currencyTotals(figures, METRIC).map((each) => each.currency);
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? '';
  const periods = useStepPeriods(figures);
  const series = useMarketBands(figures, METRIC, (rest) => rest === currency);
  return (
    <ChartCard
      title={say.gross}
      covers={currencies.length > 1 ? common.onlyIn(currency) : common.inCurrency(currency)}
      nothing={say.nothingPaid}
      periods={periods}
      series={series}
      least={LEAST}
      print={(value) => money.micros(value, currency)}
      printShort={(value) => money.short(BigInt(Math.round(value)), currency)}
      aside={
        currencies.length > 1 && (
          <Select
            size="xs"
            w={92}
            aria-label={say.currency}
            allowDeselect={false}
            data={currencies}
            value={currency}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

function Restrictions({ figures: { overview } }: { figures: Figures }) {
  const say = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const { appid } = useApp();
  const types = useGet(endpoint('/apps/{appid}/types', { appid }));
  const active = overview.now
    .filter(({ metric, value }) => metric === 'restriction.active' && value !== 0)
    .map(({ dimension, value }) => ({ type: dimension, count: Number(value) }))
    .sort((one, other) => other.count - one.count);
  const most = active[0]?.count ?? 1;
  const nameOf = (type: string): string => {
    const found = types.data?.items.find(({ block_type }) => String(block_type) === type);
    return found ? found[language === 'ko' ? 'type_name' : 'type_en_name'] : say.typeNumber(type);
  };
  return (
    <Card
      title={say.activeTitle}
      about={active.length === 0 ? say.activeNone : say.activeAbout}
      aside={
        <Anchor component={Link} to={appPath(appid, '/players')} size="sm">
          {say.toPlayers}
        </Anchor>
      }
    >
      <Stack gap="sm">
        {active.map(({ type, count }, index) => (
          <div key={type}>
            <Group justify="space-between" gap="xs" mb={4} wrap="nowrap">
              <Text size="sm" truncate>
                {nameOf(type)}
              </Text>
              <Text size="sm" fw={600}>
                {format.number(count)}
              </Text>
            </Group>
            <Progress
              value={(100 * count) / most}
              color={nthColor(index)}
              aria-label={`${nameOf(type)}: ${format.number(count)}`}
            />
          </div>
        ))}
      </Stack>
    </Card>
  );
}
