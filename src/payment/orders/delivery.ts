// Delivery results of verified purchases: delivered, cancelled, or cancelled and clawed back.

import type { Clock } from '../../base/clock.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import type { AppToken, UserToken } from '../../identity/tokens.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { findByNumber, recordDelivery } from '../ledger/purchases-store.ts';
import { type Problem, problem } from '../problem.ts';
import { serviceTransactionId } from '../service-id.ts';
import { closeOrder, findOrder } from './store.ts';

interface Delivery {
  readonly serviceTransactionId: string;
  /** 1 delivered, 2 cancelled, 3 cancelled and clawed back. */
  readonly result: 1 | 2 | 3;
}

export type ReportDelivery = (
  app: App,
  token: AppToken | UserToken,
  delivery: Delivery,
) => Promise<Delivery | Problem>;

const NUMBER = /_(\d{1,15})$/;

export function createDeliveries(db: Db, clock: Clock): ReportDelivery {
  /** A purchase is the player's if it has their account, or if they opened its order. */
  async function isOwn(app: App, token: UserToken, purchase: PurchaseTable): Promise<boolean> {
    const accounts = await accountUuidsOf(db, app, token.playerId);
    if ([...accounts, token.accountUuid].includes(purchase.account_uuid)) return true;
    const order = await findOrder(db, { appid: app.appid, order_id: purchase.unique_key });
    return order !== undefined && BigInt(order.player_id) === token.playerId;
  }

  async function find(
    app: App,
    token: AppToken | UserToken,
    id: string,
  ): Promise<PurchaseTable | undefined> {
    const number = Number(NUMBER.exec(id)?.[1]);
    const purchase = Number.isNaN(number) ? undefined : await findByNumber(db, app.appid, number);
    if (!purchase || serviceTransactionId(purchase.provider, number) !== id) return undefined;
    return token.use === 'app' || (await isOwn(app, token, purchase)) ? purchase : undefined;
  }

  return async (app, token, delivery) => {
    const { result } = delivery;
    const purchase = await find(app, token, delivery.serviceTransactionId);
    if (!purchase) {
      return problem(
        'INVALID_REQUEST',
        'serviceTransactionId names no purchase of this caller. Send the one from the verify call.',
        [{ field: 'serviceTransactionId', message: 'names no purchase of this caller' }],
      );
    }
    const now = clock();
    const after = await db.transaction().execute(async (tx) => {
      const { appid, provider, unique_key } = purchase;
      await recordDelivery(tx, { appid, provider, unique_key, delivery: result, now });
      // With any result, the order no longer has to be restored.
      await closeOrder(tx, { appid: app.appid, order_id: purchase.unique_key, now });
      return findByNumber(tx, app.appid, purchase.number);
    });
    return after?.delivery === result
      ? delivery
      : problem(
          'INVALID_REQUEST',
          'The purchase was already reported as cancelled, so this result is ignored.',
        );
  };
}
