// One purchase: details, timeline and evidence.
import { Alert, Anchor, Grid, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageSkeleton } from '../../components/page-skeleton.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { PurchaseState } from '../../sales/purchase-columns.tsx';
import { Timeline } from '../../sales/timeline.tsx';
import { PurchaseEffects } from './effects.tsx';
import { Evidence } from './evidence.tsx';
import { useMessages } from './messages.ts';
import { OrderCard } from './order-card.tsx';
import { PurchaseCard } from './purchase-card.tsx';
import { RequestCard } from './request-card.tsx';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { serviceId = '' } = useParams();
  const name = { appid, service_transaction_id: serviceId };
  const at = endpoint('/apps/{appid}/purchases/{service_transaction_id}', name);
  const found = useGet(at, {}, { refetchInterval: LIVE_MS });
  const purchase = found.data;
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/purchases')} size="sm">
        ← {say.back}
      </Anchor>
      <PageTitle title={say.title(serviceId)}>
        {purchase && <PurchaseState purchase={purchase} />}
      </PageTitle>
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {!purchase && !found.error && <PageSkeleton />}
      {purchase && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Timeline
              from={endpoint('/apps/{appid}/purchases/{service_transaction_id}/timeline', name)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              {!purchase.claimed && <Alert color="blue">{say.unclaimed}</Alert>}
              <PurchaseCard purchase={purchase} />
              {purchase.claimed && <RequestCard purchase={purchase} />}
              {purchase.order && <OrderCard order={purchase.order} />}
            </Stack>
          </Grid.Col>
          <PurchaseEffects serviceId={serviceId} />
          <Grid.Col span={12}>
            <Card title={say.evidence} about={say.evidenceAbout}>
              <Evidence purchase={purchase} />
            </Card>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
