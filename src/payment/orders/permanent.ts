// A permanent product is bought once: orders that would sell it a second time are refused before money moves.
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';
import type { Product } from '../../tenants/products.ts';
import { type Problem, problem } from '../problem.ts';
import { type Buyer, type OrderRequest, wrongField } from './orders.ts';
import { paidUnverified } from './store.ts';

/** Why the buyer may not order this product, if it is permanent. */
export type RefuseAgain = (
  buyer: Buyer,
  product: Product,
  request: OrderRequest,
) => Promise<Problem | undefined>;

/** Whether the player has the product and nothing will end that. */
type OwnsForGood = (app: App, playerId: bigint, productId: string) => Promise<boolean>;

export function createRefuseAgain(db: Db, ownsForGood: OwnsForGood): RefuseAgain {
  return async ({ app, token }, { kind }, { productId, quantity }) => {
    if (kind !== 'permanent') return undefined;
    if (quantity > 1) return wrongField('quantity', 'must be 1, because the product is permanent');
    const { playerId } = token;
    if (await ownsForGood(app, playerId, productId)) {
      return problem(
        'FORBIDDEN_REQUEST',
        `The player owns ${productId}, which is permanent and cannot be bought again.`,
      );
    }
    const { appid, gameIndex } = app;
    const paid = await paidUnverified(db, { appid, gameIndex, playerId, productId });
    return paid && problem('FORBIDDEN_REQUEST', alreadyPaid(productId, paid.order_id));
  };
}

const alreadyPaid = (productId: string, orderId: string): string =>
  `The player has paid for ${productId} in order ${orderId}, and it is permanent. Restore that order and verify its receipt.`;
