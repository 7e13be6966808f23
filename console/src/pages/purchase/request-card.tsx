// Who had it verified, and for whom.
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { useApp } from '../../place.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import type { PurchaseRecord } from '../../sales/records.ts';
import { useMessages } from './messages.ts';

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
