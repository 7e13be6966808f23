// The order that was opened before the payment, at Steam and at payment gateways.
import { Card } from '../../components/card.tsx';
import { Facts, idFact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
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
  const { appid, time_zone: timeZone } = useApp();
  const at = (time: string | null) =>
    time === null ? null : <Time at={time} timeZone={timeZone} absolute />;
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
          { label: say.openedAt, value: at(order.opened_at) },
          { label: say.paidAt, value: at(order.paid_at) },
          { label: say.closedAt, value: at(order.closed_at) },
        ]}
      />
    </Card>
  );
}
