// What was bought: ids, product, amount, times.
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useApp } from '../../place.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { subscriptionPage } from '../../sales/paths.ts';
import type { PurchaseRecord } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function PurchaseCard({ purchase }: { purchase: PurchaseRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const money = useMoney();
  const format = useFormat();
  const { appid, time_zone: timeZone } = useApp();
  const { provider, subscription_id: subscriptionId, market_transaction_id: marketId } = purchase;
  const { dispute } = purchase;
  const at = (time: string | null) =>
    time === null ? null : <Time at={time} timeZone={timeZone} absolute />;
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
          { label: say.paidAt, value: at(purchase.purchased_at) },
          { label: say.verifiedAt, value: at(purchase.verified_at) },
          { label: say.deliveryAt, value: at(purchase.delivery_at) },
          {
            label: dispute ? common.cancelledAt : say.refundedAt,
            value: at(purchase.refunded_at),
          },
          {
            label: dispute?.state === 'lost' ? say.disputeLost : say.disputeOpened,
            value: at(dispute?.since ?? null),
          },
          idFact(say.disputeId, dispute?.id ?? null),
          {
            label: say.subscription,
            value:
              subscriptionId !== null && (provider === 'APPLE' || provider === 'GOOGLE') ? (
                <Anchor
                  component={Link}
                  size="sm"
                  to={subscriptionPage(appid, { provider, subscription_id: subscriptionId })}
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
