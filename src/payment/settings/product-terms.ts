// What a verification needs to know about a product, cached.

import { APPS_CHANGED, isRejection, type OperationContext } from '../../audit/operation.ts';
import { createCachedReads } from '../../base/cache.ts';
import { CACHE_LIFE_MS } from '../../tenants/directory.ts';
import { readProduct } from '../../tenants/products.ts';
import type { ProductTerms } from '../markets/market.ts';

/** Undefined when the app has no such product: markets sell what nobody has added here. */
export type FindProductTerms = (
  appid: string,
  productId: string,
) => Promise<ProductTerms | undefined>;

const CACHED = 10_000;

export function createProductTerms(context: OperationContext): FindProductTerms {
  const { storage, clock } = context;
  const cache = createCachedReads<ProductTerms | undefined>(clock, CACHE_LIFE_MS, CACHED);
  storage.signals.on(APPS_CHANGED, cache.clear);
  return (appid, productId) =>
    cache.get(`${appid} ${productId}`, async () => {
      const product = await readProduct(context, { appid, product_id: productId });
      return isRejection(product) ? undefined : product;
    });
}
