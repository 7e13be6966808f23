// What is known of a subscription.
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { useApp } from '../../place.tsx';
import { MarketName } from '../../sales/market-name.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import type { SubscriptionRecord } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

export function SubscriptionCard({ subscription }: { subscription: SubscriptionRecord }) {
  const say = useMessages();
  const common = useSalesMessages();
  const { appid, time_zone: timeZone } = useApp();
  const { player_id: playerId, subscription_id: id, original_transaction_id } = subscription;
  const at = (time: string | null) =>
    time === null ? null : <Time at={time} timeZone={timeZone} absolute />;
  return (
    <Card title={say.facts}>
      <Facts
        facts={[
          { label: common.product, value: subscription.product_id },
          { label: say.renewsAs, value: subscription.auto_renew_product_id ?? say.willNot },
          { label: say.expires, value: at(subscription.expires_at) },
          { label: say.grace, value: at(subscription.grace_until) },
          { label: say.refunded, value: at(subscription.refunded_at) },
          { label: common.market, value: <MarketName market={subscription.provider} /> },
          idFact(say.originalId, original_transaction_id),
          idFact(say.id, id === original_transaction_id ? null : id),
          idFact(common.account, subscription.account_uuid),
          playerFact(say.player, appid, playerId),
          { label: say.since, value: at(subscription.created_at) },
          { label: say.changed, value: at(subscription.updated_at) },
        ]}
      />
    </Card>
  );
}
