// Delivery results of verified purchases. Players report a delivery; the app server reports any result, which replaces an earlier one.

import type { Clock } from '../../base/clock.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import type { AnyToken, PlayerToken } from '../../identity/tokens.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { findByServiceId, recordConsumption, recordDelivery } from '../ledger/purchases-store.ts';
import { type Problem, problem } from '../problem.ts';
import { closeOrder, findOrder } from './store.ts';

interface Delivery {
  readonly serviceTransactionId: string;
  /** 1 delivered, 2 cancelled, 3 cancelled and clawed back. */
  readonly result: 1 | 2 | 3;
  /** How much of it was used; to a thousandth. */
  readonly consumptionPercentage?: number;
}

export type ReportDelivery = (
  app: App,
  token: AnyToken,
  delivery: Delivery,
) => Promise<Delivery | Problem>;

export function createDeliveries(db: Db, clock: Clock): ReportDelivery {
  /** A purchase is the player's if it has their account, or if they opened its order. */
  async function isOwn(app: App, token: PlayerToken, purchase: PurchaseTable): Promise<boolean> {
    const accounts = await accountUuidsOf(db, app, token.playerId);
    if ([...accounts, token.accountUuid].includes(purchase.account_uuid)) return true;
    const { game_index, appid, unique_key: order_id } = purchase;
    const order = await findOrder(db, { game_index, appid, order_id });
    return order !== undefined && BigInt(order.player_id) === token.playerId;
  }

  async function find(app: App, token: AnyToken, id: string): Promise<PurchaseTable | undefined> {
    const purchase = await findByServiceId(db, app, id);
    if (purchase?.claimed !== 1) return undefined;
    return token.use === 'app' || (await isOwn(app, token, purchase)) ? purchase : undefined;
  }

  const save = (purchase: PurchaseTable, delivery: Delivery): Promise<boolean> =>
    db.transaction().execute((tx) => saveDelivery(tx, purchase, delivery, clock()));

  return async (app, token, delivery) => {
    const { result, consumptionPercentage } = delivery;
    if (token.use !== 'app' && result !== DELIVERED) return NOT_A_PLAYERS;
    if (token.use !== 'app' && consumptionPercentage !== undefined) return USE_IS_NOT_A_PLAYERS;
    for (;;) {
      const purchase = await find(app, token, delivery.serviceTransactionId);
      if (!purchase) return UNKNOWN;
      const isReplaced = purchase.delivery !== null && purchase.delivery !== result;
      if (isReplaced && token.use !== 'app') return ALREADY_CANCELLED;
      if (await save(purchase, delivery)) return delivery;
    }
  };
}

/** False when another result was saved meanwhile. */
export async function saveDelivery(
  tx: Db,
  purchase: PurchaseTable,
  { result, consumptionPercentage: used }: Omit<Delivery, 'serviceTransactionId'>,
  now: number,
): Promise<boolean> {
  // With any result, the order no longer has to be restored.
  const { game_index, appid, unique_key: order_id } = purchase;
  await closeOrder(tx, { game_index, appid, order_id, now });
  const isSaved = purchase.delivery === result || (await recordDelivery(tx, purchase, result, now));
  if (isSaved && used !== undefined) {
    await recordConsumption(tx, purchase, Math.round(used * 1_000));
  }
  return isSaved;
}

const DELIVERED = 1;

const NOT_A_PLAYERS = problem(
  'FORBIDDEN_REQUEST',
  'A user token can report only 1 (delivered). Report 2 and 3 with an app-server token.',
);

const USE_IS_NOT_A_PLAYERS = problem(
  'FORBIDDEN_REQUEST',
  'consumptionPercentage decides about refunds. Report it with an app-server token.',
);

const UNKNOWN = problem(
  'INVALID_REQUEST',
  'serviceTransactionId names no purchase of this caller. Send the one from the verify call.',
  [{ field: 'serviceTransactionId', message: 'names no purchase of this caller' }],
);

const ALREADY_CANCELLED = problem(
  'INVALID_REQUEST',
  'The app server reported this purchase as cancelled. Only the app server can change that.',
);
