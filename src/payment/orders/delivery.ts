// What became of a verified purchase in the game: delivered, cancelled, or cancelled and clawed back.

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
  /** A player's purchase is known by their account, or by the order that they opened. */
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
      return problem('INVALID_REQUEST', 'There is no such purchase of this caller.', [
        { field: 'serviceTransactionId', message: 'is not known' },
      ]);
    }
    const now = clock();
    const after = await db.transaction().execute(async (tx) => {
      const { appid, provider, unique_key } = purchase;
      await recordDelivery(tx, { appid, provider, unique_key, delivery: result, now });
      // Whatever the result is, the order behind it needs no restoring any more.
      await closeOrder(tx, { appid: app.appid, order_id: purchase.unique_key, now });
      return findByNumber(tx, app.appid, purchase.number);
    });
    return after?.delivery === result
      ? delivery
      : problem('INVALID_REQUEST', 'The purchase was reported as cancelled before.');
  };
}
