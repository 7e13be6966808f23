// The order that was opened before the payment, at Steam and at payment gateways.
import { timeFact } from '../../components/app-time.tsx';
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { useApp, useCan } from '../../place.tsx';
import { useMessages as useSalesMessages } from '../../sales/messages.ts';
import { useMoney } from '../../sales/money.ts';
import { playerFact } from '../../sales/player-fact.tsx';
import type { Order } from '../../sales/records.ts';
import { RestoreButton } from '../../sales/restore-button.tsx';
import { useMessages } from './messages.ts';

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
          { label: say.orderState, value: say[`${order.state}State`] },
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
