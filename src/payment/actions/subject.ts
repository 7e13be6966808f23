// What an action is about: a purchase, or a subscription with its newest cycle.
import { notFound, type Rejection } from '../../audit/operation.ts';
import type { Db } from '../../storage/db.ts';
import type { Market, PurchaseTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import { findByServiceId, findPurchase } from '../ledger/purchases-store.ts';
import { findSubscriptions } from '../ledger/subscriptions-store.ts';
import type { Action } from '../markets/action.ts';

/** One of the two. */
export type SubjectKey =
  | { readonly service_transaction_id: string }
  | { readonly provider: Market; readonly subscription_id: string };

export interface Subject {
  readonly purchase: PurchaseTable;
  /** Undefined for an action about a purchase alone. */
  readonly subscriptionId: string | undefined;
}

export async function findSubject(db: Db, app: App, key: SubjectKey): Promise<Subject | Rejection> {
  if ('service_transaction_id' in key) {
    const { service_transaction_id: id } = key;
    const purchase = await findByServiceId(db, app, id);
    return purchase
      ? { purchase, subscriptionId: undefined }
      : notFound(`App ${app.appid} has no purchase ${id}.`);
  }
  const { appid, gameIndex: game_index } = app;
  const { provider, subscription_id } = key;
  const [subscription] = await findSubscriptions(db, app, [{ provider, subscription_id }]);
  const purchase =
    subscription &&
    (await findPurchase(db, { game_index, appid, provider, unique_key: subscription.cycle_key }));
  return purchase
    ? { purchase, subscriptionId: subscription_id }
    : notFound(`App ${appid} has no ${provider} subscription ${subscription_id}.`);
}

/** The payment or the subscription: what has one action at a time. */
export const subjectOf = ({ purchase, subscriptionId }: Subject, kind: Action['kind']): string =>
  kind === 'refund' || subscriptionId === undefined
    ? (purchase.payment_key ?? purchase.unique_key)
    : subscriptionId;
