// One subscription: its state, paid periods and timeline.
import { Anchor, Grid, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Failure } from '../../components/failure.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import type { Subscription } from '../../sales/records.ts';
import { SubscriptionState } from '../../sales/subscription-state.tsx';
import { Timeline } from '../../sales/timeline.tsx';
import { Cycles } from './cycles.tsx';
import { useMessages } from './messages.ts';
import { SubscriptionCard } from './subscription-card.tsx';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { provider = '', subscriptionId = '' } = useParams();
  const name = {
    appid,
    provider: provider as Subscription['provider'],
    subscription_id: decodeURIComponent(subscriptionId),
  };
  const at = endpoint('/apps/{appid}/subscriptions/{provider}/{subscription_id}', name);
  const { data, error, refetch } = useGet(at, {}, { refetchInterval: LIVE_MS });
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/subscriptions')} size="sm">
        ← {say.back}
      </Anchor>
      <PageTitle title={data ? say.title(data.product_id) : say.loading}>
        {data && <SubscriptionState subscription={data} cycles={data.cycles} />}
      </PageTitle>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <Stack gap="md">
          <Cycles cycles={data.cycles} />
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Timeline
                from={endpoint(
                  '/apps/{appid}/subscriptions/{provider}/{subscription_id}/timeline',
                  name,
                )}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <SubscriptionCard subscription={data} />
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </>
  );
}
