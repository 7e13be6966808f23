// Delivery results that operators report, for games that could not.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, makeChange, notFound, type Rejection } from '../../audit/operation.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { findByServiceId } from '../ledger/purchases-store.ts';
import { saveDelivery } from './delivery.ts';

const RESULTS = { delivered: 1, cancelled: 2, clawed_back: 3 } as const;
const NAMES = { 1: 'delivered', 2: 'cancelled', 3: 'clawed_back' } as const;

export const DeliveryInput = Type.Object(
  {
    result: Type.Enum(['delivered', 'cancelled', 'clawed_back'], {
      description:
        '`delivered`: the player has the goods. `cancelled`: they were never given. `clawed_back`: they were taken back.',
    }),
    comment: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'Reason, shown in the audit log.' }),
    ),
  },
  { additionalProperties: false },
);
export type DeliveryInput = Type.Static<typeof DeliveryInput>;

interface PurchaseKey {
  readonly service_transaction_id: string;
}

/** As if the app server had reported it: a different result replaces the one before. */
export function reportDelivery(
  { context, app }: AppContext,
  actor: Actor,
  { service_transaction_id: id, result, comment }: DeliveryInput & PurchaseKey,
): Promise<object | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const purchase = await findByServiceId(tx, app, id);
    if (!purchase) return notFound(`App ${app.appid} has no purchase ${id}.`);
    if (purchase.claimed !== 1) {
      const detail = `No app server has verified purchase ${id} yet, so nothing can have been delivered.`;
      return invalid('service_transaction_id', detail);
    }
    if (!(await saveDelivery(tx, purchase, { result: RESULTS[result] }, now))) {
      const detail = `The game reported another result of purchase ${id} at the same moment. Look at it again.`;
      return { rejected: 'IN_USE', detail };
    }
    const before = purchase.delivery;
    return {
      value: {},
      audit: {
        action: 'purchase.deliver',
        gameIndex: app.gameIndex,
        target: `apps/${app.appid}/purchases/${id}`,
        before: { delivery: before === null ? null : NAMES[before] },
        after: { delivery: result, ...(comment && { comment }) },
      },
    };
  });
}
