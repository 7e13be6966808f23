// The charts of the overview.
import { SimpleGrid } from '@mantine/core';
import { useMessages } from '../../i18n/messages.ts';
import { Amounts } from './amounts.tsx';
import { useMarketBands, useReasonBands, useSubscriptionBands } from './bands.ts';
import type { Band } from './chart/band.ts';
import { ChartCard } from './chart/chart-card.tsx';
import { useCounts } from './chart/counts.ts';
import type { Figures } from './figures.ts';
import { MarketHealth } from './market-health.tsx';
import { messages } from './messages.ts';
import { Restrictions } from './restrictions.tsx';

export function Charts({ figures }: { figures: Figures }) {
  const say = useMessages(messages);
  const counts = useCounts();
  const { step, steps } = figures;
  const subscriptions = useSubscriptionBands(figures);
  const chart = (bands: readonly Band[]) => ({ step, steps, bands, ...counts });
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
        />
        <Restrictions figures={figures} />
      </SimpleGrid>
      <MarketHealth figures={figures} />
    </>
  );
}
