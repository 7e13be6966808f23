// Admin route of refunds: purchases whose money went back.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isRefusal } from '../apps/desk.ts';
import { DEFAULT_LIMIT, toPage } from '../apps/page.ts';
import { placeOf, searchPurchases } from '../payment/search-store.ts';
import { Instant, windowOf } from './instant.ts';
import {
  PURCHASE_EXAMPLE,
  PurchasePage,
  PurchaseView,
  printPlace,
  readPlace,
  viewPurchase,
} from './purchase-view.ts';
import { type AdminDeps, adminRoute, appOf } from './route.ts';
import { AppPath, MarketPath, pageOf, providersOf } from './schema.ts';

const RefundQuery = Type.Object(
  {
    ...PurchasePage,
    provider: Type.Optional(MarketPath.properties.market),
    from: Type.Optional(Instant('Refunded at this moment or after')),
    to: Type.Optional(Instant('Refunded at this moment or before')),
  },
  { additionalProperties: false },
);

const REFUND_EXAMPLE: PurchaseView = {
  ...PURCHASE_EXAMPLE,
  state: 'refunded',
  refunded_at: '2026-11-17T08:30:00.000Z',
};

export function refundRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/refunds', {
    operation: 'refund.list',
    summary: 'Refunded purchases, the newest refund first.',
    needs: 'viewer',
    params: AppPath,
    query: RefundQuery,
    answer: pageOf(PurchaseView, REFUND_EXAMPLE),
    async run({ params, query }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const window = windowOf({ from: query.from, to: query.to });
      if (isRefusal(window)) return window;
      const { limit = DEFAULT_LIMIT } = query;
      const rows = await searchPurchases(
        deps.desk.storage.db,
        {
          appid: app.appid,
          by: 'refunded',
          providers: providersOf(query.provider),
          ...window,
        },
        { limit: limit + 1, after: readPlace(query.after) },
      );
      return toPage(rows, limit, (row) => printPlace(placeOf(row, 'refunded')), viewPurchase);
    },
  });
}
