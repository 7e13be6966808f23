// What was bought: ids, product, amount, times.

import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
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
