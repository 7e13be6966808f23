// One purchase: details, timeline and evidence.
import { Alert, Anchor, Grid, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { ActionsOf } from '../../after-sale/actions-card.tsx';
import { ActionButtons } from '../../after-sale/buttons.tsx';
import { Card } from '../../components/card.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { EffectsCard } from '../../measures/effects-card.tsx';
import { useMessages as useMeasureMessages } from '../../measures/messages.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { PurchaseState } from '../../sales/purchase-columns.tsx';
import { printJson, Raw } from '../../sales/raw.tsx';
import type { PurchaseRecord } from '../../sales/records.ts';
import { Timeline } from '../../sales/timeline.tsx';
import { OrderReports } from '../reports/order-reports.tsx';
import { OrderCard, PurchaseCard, RequestCard } from './cards.tsx';
import { SendAgain, Undelivered } from './delivery.tsx';
import { useMessages } from './messages.ts';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const can = useCan();
  const measures = useMeasureMessages();
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
        {purchase?.state === 'valid' && (
          <ActionButtons target={{ serviceId, name: serviceId }} wishes={['refund']} />
        )}
      </PageTitle>
      {!purchase && <Unread query={found} />}
      {purchase && (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Timeline
              from={endpoint('/apps/{appid}/purchases/{service_transaction_id}/timeline', name)}
              actionOf={({ kind, details }) =>
                kind === 'event.queued' &&
                can('operator') && (
                  <SendAgain serviceId={serviceId} number={Number(details.number)} />
                )
              }
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="md">
              {purchase.undelivered && purchase.claimed && <Undelivered serviceId={serviceId} />}
              {!purchase.claimed && <Alert color="blue">{say.unclaimed}</Alert>}
              <ActionsOf filters={{ service_transaction_id: serviceId }} />
              <PurchaseCard purchase={purchase} />
              {purchase.claimed && <RequestCard purchase={purchase} />}
              {purchase.order && <OrderCard order={purchase.order} />}
              {purchase.provider === 'PG' && (
                <OrderReports orderId={purchase.store_transaction_id} />
              )}
            </Stack>
          </Grid.Col>
          <Grid.Col span={12}>
            <Stack gap="md">
              <EffectsCard
                about={measures.ofPurchase}
                filters={{ service_transaction_id: serviceId }}
                showsPlayer
              />
              <Card title={say.evidence} about={say.evidenceAbout}>
                <Evidence purchase={purchase} />
              </Card>
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}

/** Folded away until it is needed. */
function Evidence({ purchase }: { purchase: PurchaseRecord }) {
  const say = useMessages();
  const { market_result, project_info, payload, receipt } = purchase;
  return (
    <Stack gap="xs" w="100%">
      {market_result && <Raw title={say.marketResult} text={printJson(market_result)} />}
      <Raw title={say.receipt} text={receipt} />
      {payload !== null && <Raw title={say.payload} text={payload} />}
      {project_info && <Raw title={say.projectInfo} text={printJson(project_info)} />}
    </Stack>
  );
}
