// One subscription: its state, paid periods and timeline.
import { Anchor, Grid, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { ActionsOf } from '../../after-sale/actions-card.tsx';
import { ActionButtons } from '../../after-sale/buttons.tsx';
import { AppTime, timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { type Fact, Facts, idFact } from '../../components/facts.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Unread } from '../../components/unread.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp } from '../../place.tsx';
import { useGet } from '../../queries.ts';
import { LIVE_MS } from '../../sales/live.ts';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { subscriptionPage } from '../../sales/paths.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import { usePurchaseColumns } from '../../sales/purchase-columns.tsx';
import type { Cycle, Subscription, SubscriptionRecord } from '../../sales/records.ts';
import { SubscriptionState } from '../../sales/subscription-state.tsx';
import { Timeline } from '../../sales/timeline.tsx';
import { useMessages } from './messages.ts';

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
  const found = useGet(at, {}, { refetchInterval: LIVE_MS });
  const { data } = found;
  return (
    <>
      <Anchor component={Link} to={appPath(appid, '/subscriptions')} size="sm">
        ← {say.back}
      </Anchor>
      <PageTitle title={data ? say.title(data.product_id) : say.subscription}>
        {data && <SubscriptionState subscription={data} cycles={data.cycles} />}
        {data && (
          <ActionButtons
            target={{
              provider: data.provider,
              subscriptionId: data.subscription_id,
              name: data.product_id,
            }}
            wishes={['refund', 'cancel', 'postpone']}
          />
        )}
      </PageTitle>
      {!data && <Unread query={found} />}
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
              <Stack gap="md">
                <ActionsOf filters={{ subscription_id: data.subscription_id }} />
                <SubscriptionCard subscription={data} />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </>
  );
}

function Cycles({ cycles }: { cycles: readonly Cycle[] }) {
  const say = useMessages();
  const shared = usePurchaseColumns();
  const columns: readonly Column<Cycle>[] = [
    {
      label: say.paid,
      cell: ({ purchased_at, verified_at }) => <AppTime at={purchased_at ?? verified_at} />,
    },
    shared.purchase,
    shared.product,
    shared.amount,
    {
      label: say.byServer,
      cell: ({ claimed }) => (
        <StatusBadge tone={claimed ? 'good' : 'quiet'}>
          {claimed ? say.claimed : say.unclaimed}
        </StatusBadge>
      ),
    },
    shared.state,
  ];
  return (
    <Card title={say.cycles} about={say.cyclesAbout}>
      <DataTable
        label={say.cycles}
        columns={columns}
        source={cycles}
        rowKey={({ transaction_id }) => transaction_id}
        minWidth={900}
        empty={{ title: say.noCycles, about: say.noCyclesAbout }}
      />
    </Card>
  );
}

function SubscriptionCard({ subscription }: { subscription: SubscriptionRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const { player_id: playerId, subscription_id: id, original_transaction_id } = subscription;
  const otherFact = (label: string, other: string | null): Fact => {
    const name = { provider: subscription.provider, subscription_id: other ?? '' };
    const page = subscriptionPage(appid, name);
    return {
      ...idFact(label, other),
      value: other && (
        <Anchor component={Link} to={page} size="xs" ff="monospace">
          {other}
        </Anchor>
      ),
    };
  };
  return (
    <Card title={say.subscription}>
      <Facts
        facts={[
          { label: common.product, value: subscription.product_id },
          { label: say.renewsAs, value: subscription.auto_renew_product_id ?? say.willNot },
          otherFact(say.replacedBy, subscription.replaced_by),
          otherFact(say.replaces, subscription.replaces),
          timeFact(say.expires, subscription.expires_at),
          timeFact(say.grace, subscription.grace_until),
          timeFact(say.refunded, subscription.refunded_at),
          { label: common.market, value: <MarketName market={subscription.provider} /> },
          idFact(say.originalId, original_transaction_id),
          idFact(say.id, id === original_transaction_id ? null : id),
          idFact(common.account, subscription.account_uuid),
          playerFact(say.player, appid, playerId),
          timeFact(say.since, subscription.created_at),
          timeFact(say.changed, subscription.updated_at),
        ]}
      />
    </Card>
  );
}
