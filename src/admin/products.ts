// Admin routes of products.
import type { FastifyInstance } from 'fastify';
import { PageQuery, pageOf } from '../base/paging.ts';
import {
  listProducts,
  Product,
  ProductInput,
  readProduct,
  removeProduct,
  setProduct,
} from '../tenants/products.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function productRoutes(scope: FastifyInstance, { context }: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/products', {
    operation: 'product.list',
    summary: 'Lists the products of an app by id.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(Product),
    run: ({ app, query }) => listProducts({ context, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/products/:product_id', {
    operation: 'product.read',
    summary: 'Returns a product.',
    needs: 'viewer',
    answer: Product,
    run: ({ params }) => readProduct(context, params),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/products/:product_id', {
    operation: 'product.set',
    summary: 'Adds a product or replaces its definition.',
    needs: 'admin',
    body: ProductInput,
    answer: Product,
    run: ({ params, body, actor }) => setProduct(context, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/apps/:appid/products/:product_id', {
    operation: 'product.remove',
    summary: 'Removes a product.',
    needs: 'admin',
    run: ({ params, actor }) => removeProduct(context, actor, params),
  });
}
