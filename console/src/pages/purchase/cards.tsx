// What is known of a purchase: what was bought, who had it verified, and its order.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useApp, useCan } from '../../place.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { subscriptionPage } from '../../sales/paths.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import type { Order, PurchaseRecord, Subscription } from '../../sales/records.ts';
import { RestoreButton } from '../../sales/restore-button.tsx';
import { useMessages } from './messages.ts';

export function PurchaseCard({ purchase }: { purchase: PurchaseRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const money = useMoney();
  const format = useFormat();
  const { appid } = useApp();
  const { provider, subscription_id: subscriptionId, market_transaction_id: marketId } = purchase;
  const { dispute } = purchase;
  return (
    <Card title={say.facts}>
      <Facts
        facts={[
          { label: common.product, value: purchase.product_id },
          { label: say.quantity, value: format.number(purchase.quantity) },
          { label: common.amount, value: money.amount(purchase.amount, purchase.currency) },
          { label: common.market, value: <MarketName market={provider} /> },
          idFact(say.serviceId, purchase.service_transaction_id),
          idFact(say.storeId, purchase.store_transaction_id),
          idFact(say.marketId, marketId === purchase.store_transaction_id ? null : marketId),
          idFact(say.transactionId, purchase.transaction_id),
          timeFact(say.paidAt, purchase.purchased_at),
          timeFact(say.verifiedAt, purchase.verified_at),
          timeFact(say.deliveryAt, purchase.delivery_at),
          timeFact(dispute ? common.cancelledAt : say.refundedAt, purchase.refunded_at),
          timeFact(
            dispute?.state === 'lost' ? say.disputeLost : say.disputeOpened,
            dispute?.since ?? null,
          ),
          idFact(say.disputeId, dispute?.id ?? null),
          {
            label: say.subscription,
            value:
              subscriptionId !== null ? (
                <Anchor
                  component={Link}
                  size="sm"
                  to={subscriptionPage(appid, {
                    // Only markets with subscriptions have one.
                    provider: provider as Subscription['provider'],
                    subscription_id: subscriptionId,
                  })}
                >
                  {say.open}
                </Anchor>
              ) : null,
          },
        ]}
      />
    </Card>
  );
}

export function RequestCard({ purchase }: { purchase: PurchaseRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const { player_id: playerId } = purchase;
  return (
    <Card title={say.request}>
      <Facts
        facts={[
          idFact(common.account, purchase.account_uuid),
          playerFact(say.player, appid, playerId),
          { label: say.buyer, value: say[purchase.account_compare] },
          idFact(say.client, purchase.client_id),
          { label: say.appVersion, value: purchase.app_version },
          { label: say.country, value: purchase.country },
          { label: say.language, value: purchase.language },
          { label: say.server, value: purchase.server_id },
          idFact(say.priceKey, purchase.price_verify_key),
        ]}
      />
    </Card>
  );
}

export function OrderCard({ order }: { order: Order }) {
  const say = useMessages();
  const common = useSalesMessages();
  const money = useMoney();
  const can = useCan();
  const { appid } = useApp();
  return (
    <Card
      title={say.order}
      aside={
        can('operator') && order.state === 'paid' && <RestoreButton orderId={order.order_id} />
      }
    >
      <Facts
        facts={[
          idFact(say.orderId, order.order_id),
          { label: say.state, value: say[`${order.state}State`] },
          { label: common.amount, value: money.amount(order.amount, order.currency) },
          playerFact(say.player, appid, order.player_id),
          { label: say.gateway, value: order.gateway },
          idFact(say.steamId, order.steam_id),
          timeFact(say.openedAt, order.opened_at),
          timeFact(say.paidAt, order.paid_at),
          timeFact(say.closedAt, order.closed_at),
        ]}
      />
    </Card>
  );
}
