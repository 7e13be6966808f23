// purchases.products and purchases.productsv2.
import type { FastifyInstance } from 'fastify';
import { notFound } from './errors.ts';
import {
  findPurchase,
  members,
  mustBeAllowed,
  mustMatchProduct,
  type PackageParams,
  splitVerb,
} from './lookup.ts';
import type { Play } from './play.ts';
import { productPurchase, productPurchaseV2 } from './product-resource.ts';
import { acknowledgeProduct, consumeProduct, linesOf } from './products.ts';

const config = { playBucket: 'oneTimePurchases' } as const;

export function productRoutes(scope: FastifyInstance, play: Play): void {
  function find(packageName: string, token: string) {
    return findPurchase(play, 'product', packageName, token);
  }

  scope.get<{ Params: PackageParams & { productId: string; token: string } }>(
    '/purchases/products/:productId/tokens/:token',
    { config },
    async ({ params: { packageName, productId, token } }) => {
      const product = find(packageName, token);
      // The first generation knows one product of a purchase.
      mustMatchProduct([product], productId);
      return productPurchase(product);
    },
  );

  scope.post<{ Params: PackageParams & { productId: string; target: string } }>(
    '/purchases/products/:productId/tokens/:target',
    { config },
    async ({ params: { packageName, productId, target }, body }, reply) => {
      const { name: token, verb } = splitVerb(target);
      if (verb !== 'acknowledge' && verb !== 'consume') throw notFound;
      const product = find(packageName, token);
      mustMatchProduct(linesOf(product), productId);
      const payload = members(body).developerPayload;
      mustBeAllowed(
        verb === 'consume'
          ? consumeProduct(product, productId)
          : acknowledgeProduct(product, typeof payload === 'string' ? payload : undefined),
      );
      return reply.code(204).send();
    },
  );

  scope.get<{ Params: PackageParams & { token: string } }>(
    '/purchases/productsv2/tokens/:token',
    { config },
    async ({ params: { packageName, token } }) => productPurchaseV2(find(packageName, token)),
  );
}
