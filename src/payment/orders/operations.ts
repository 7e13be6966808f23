// Orders for operators: those of a player that the game has not closed, and offering one to the game again.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, makeChange, notFound, type Rejection } from '../../audit/operation.ts';
import { Id64Answer } from '../../base/id-shapes.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { playerIdOf } from '../../identity/player-id.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { ORDER_MARKETS } from '../markets/markets.ts';
import { mismatchOf, OrderMismatch } from './mismatch.ts';
import type { Hindrance, Restoring } from './restore.ts';
import { findOrder, type Order, reopenOrder, unclosedOrders } from './store.ts';

const MOST_ORDERS = 50;
/** Unpaid orders of this age are of no use to anybody. */
const SHOWN_MS = 30 * 24 * 60 * 60_000;

export const OrderId = Type.String({
  pattern: '^H?\\d{1,25}$',
  description: 'Order number of Tollgate.',
});

const Time = Type.String();
export const PlayerOrder = namedObject('PlayerOrder', {
  order_id: Type.String(),
  provider: Type.Enum(ORDER_MARKETS),
  state: Type.Enum(['open', 'charging', 'paid', 'failed']),
  player_id: Id64Answer('Player who opened the order; 0 after the player was erased.'),
  product_id: Type.String(),
  quantity: Type.Integer(),
  amount: Type.String(),
  currency: Type.String(),
  opened_at: Time,
  paid_at: orNull(Time),
  closed_at: orNull(Time, 'Null while the game gets it from `purchase/restore`.'),
  mismatch: orNull(OrderMismatch, 'A payment that differs from the order, so it buys nothing.'),
});
export type PlayerOrder = Type.Static<typeof PlayerOrder>;

/** Newest first: paid ones, and unpaid ones of the last 30 days. */
export async function listOrders(
  { context, app: { appid, gameIndex } }: AppContext,
  { player_id }: { readonly player_id: string },
): Promise<{ items: PlayerOrder[] } | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const since = context.clock() - SHOWN_MS;
  const orders = await unclosedOrders(context.storage.db, {
    gameIndex,
    appid,
    playerId,
    since,
    limit: MOST_ORDERS,
  });
  return { items: orders.map(view) };
}

const HINDRANCES: Readonly<Record<Hindrance, string>> = {
  unpaid: 'is not paid at the market. Ask the player for the receipt of the payment.',
  cancelled: 'is refunded or disputed, so it is not delivered again.',
  unavailable: 'could not be checked: the market did not answer correctly. Try again.',
};

/** Its next `purchase/restore` gives the game the order again, also one that it has closed. */
export async function restoreOrder(
  { context, app: { appid, gameIndex }, restoring }: AppContext & { readonly restoring: Restoring },
  actor: Actor,
  { order_id }: { readonly order_id: string },
): Promise<PlayerOrder | Rejection> {
  const { db } = context.storage;
  const name = { game_index: gameIndex, appid, order_id };
  const order = await findOrder(db, name);
  if (!order) return notFound(`App ${appid} has no order ${order_id}.`);
  const hindrance = await restoring.hindranceOf(order);
  if (hindrance) return invalid('order_id', `Order ${order_id} ${HINDRANCES[hindrance]}`);
  return makeChange(context, actor, async (tx) => {
    await reopenOrder(tx, name);
    const after = (await findOrder(tx, name)) ?? order;
    return {
      value: view(after),
      audit: {
        action: 'order.restore',
        gameIndex,
        target: `apps/${appid}/orders/${order_id}`,
        before: { state: order.state, closed_at: isoTimeOrNull(order.closed_at) },
        after: { state: after.state, closed_at: null },
      },
    };
  });
}

const view = (order: Order): PlayerOrder => ({
  order_id: order.order_id,
  provider: order.provider,
  state: order.state,
  player_id: BigInt(order.player_id),
  product_id: order.product_id,
  quantity: order.quantity,
  amount: order.amount,
  currency: order.currency,
  opened_at: isoTime(order.created_at),
  paid_at: isoTimeOrNull(order.paid_at),
  closed_at: isoTimeOrNull(order.closed_at),
  mismatch: mismatchOf(order),
});
