// What is known of a subscription.
import { timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { useApp } from '../../place.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import type { SubscriptionRecord } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function SubscriptionCard({ subscription }: { subscription: SubscriptionRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid } = useApp();
  const { player_id: playerId, subscription_id: id, original_transaction_id } = subscription;
  return (
    <Card title={say.facts}>
      <Facts
        facts={[
          { label: common.product, value: subscription.product_id },
          { label: say.renewsAs, value: subscription.auto_renew_product_id ?? say.willNot },
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
