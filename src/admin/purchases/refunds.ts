// Admin route of refunds: purchases whose money went back.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRefusal } from '../../audit/operation.ts';
import { DEFAULT_LIMIT, pageOf, toPage } from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import { placeOf, searchPurchases } from '../../payment/queries/search-store.ts';
import { appOf } from '../../tenants/apps.ts';
import { marketsOf } from '../../tenants/market-shapes.ts';
import { type AdminDeps, adminRoute } from '../edge/route.ts';
import { AppPath, MarketPath } from '../edge/schema.ts';
import {
  PURCHASE_EXAMPLE,
  PurchasePage,
  PurchaseView,
  printPlace,
  readPlace,
  viewPurchase,
} from './view.ts';

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
      const app = await appOf(deps.directory, params.appid);
      if (isRefusal(app)) return app;
      const window = dateRangeOf({ from: query.from, to: query.to });
      if (isRefusal(window)) return window;
      const { limit = DEFAULT_LIMIT } = query;
      const rows = await searchPurchases(
        deps.desk.storage.db,
        {
          appid: app.appid,
          by: 'refunded',
          providers: marketsOf(query.provider),
          ...window,
        },
        { limit: limit + 1, after: readPlace(query.after) },
      );
      return toPage(rows, limit, (row) => printPlace(placeOf(row, 'refunded')), viewPurchase);
    },
  });
}
