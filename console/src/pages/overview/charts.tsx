// The charts of the overview.
import { SimpleGrid } from '@mantine/core';
import { ChartCard } from '../../charts/chart-card.tsx';
import { useCounts } from '../../charts/counts.ts';
import type { Series } from '../../charts/series.ts';
import { Amounts } from './amounts.tsx';
import { useMarketBands, useReasonBands, useSubscriptionBands } from './bands.ts';
import { useStepPeriods } from './chart/step-names.ts';
import type { Figures } from './figures.ts';
import { MarketHealth } from './market-health.tsx';
import { useMessages } from './messages.ts';
import { Restrictions } from './restrictions.tsx';

export function Charts({ figures }: { figures: Figures }) {
  const say = useMessages();
  const counts = useCounts();
  const periods = useStepPeriods(figures);
  const subscriptions = useSubscriptionBands(figures);
  const chart = (series: readonly Series[]) => ({ periods, series, ...counts });
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <ChartCard
          title={say.verified}
          nothing={say.nothingVerified}
          {...chart(useMarketBands(figures, 'purchase.verified'))}
        />
        <Amounts figures={figures} />
        <ChartCard
          title={say.refused}
          nothing={say.nothingRefused}
          {...chart(useReasonBands(figures))}
        />
        <ChartCard
          title={say.refunds}
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
