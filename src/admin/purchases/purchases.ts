// Admin routes of purchases: search, one whole, and its life as a timeline.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRefusal, notFound, type Refusal } from '../../audit/operation.ts';
import { DEFAULT_LIMIT, listOf, pageOf, toPage } from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import { readPurchaseLife, readPurchaseRecord } from '../../payment/queries/details.ts';
import {
  findByServiceId,
  findByStoreId,
  type ListedPurchase,
  type PurchaseSearch,
  placeOf,
  searchPurchases,
} from '../../payment/queries/search-store.ts';
import { serviceIdOf } from '../../payment/service-id.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { appOf } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { marketsOf } from '../../tenants/market-shapes.ts';
import { type AdminDeps, adminRoute } from '../edge/route.ts';
import { AppPath, MarketPath, PurchasePath } from '../edge/schema.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import { purchaseTimeline, TIMELINE_EXAMPLE, TimelineEntry } from './timeline.ts';
import {
  PURCHASE_EXAMPLE,
  PurchasePage,
  PurchaseRecordView,
  PurchaseView,
  printPlace,
  readPlace,
  StateFilter,
  viewPurchase,
  viewPurchaseRecord,
} from './view.ts';

const SearchQuery = Type.Object(
  {
    ...PurchasePage,
    ...AccountFilter,
    store_transaction_id: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description: "The market's id of the transaction, or our order number.",
      }),
    ),
    service_transaction_id: Type.Optional(PurchasePath.properties.service_transaction_id),
    provider: Type.Optional(MarketPath.properties.market),
    state: StateFilter,
    from: Type.Optional(Instant('Verified at this moment or after')),
    to: Type.Optional(Instant('Verified at this moment or before')),
  },
  { additionalProperties: false },
);
type SearchQuery = Type.Static<typeof SearchQuery>;

export function purchaseRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.desk.storage;

  /** Runs `work` on the purchase that the path names. */
  async function withPurchase<T extends object>(
    params: Type.Static<typeof PurchasePath>,
    work: (app: App, purchase: PurchaseTable) => Promise<T>,
  ): Promise<T | Refusal> {
    const { appid, service_transaction_id: id } = params;
    const app = await appOf(deps.directory, appid);
    if (isRefusal(app)) return app;
    const purchase = await findByServiceId(db, appid, id);
    return purchase ? work(app, purchase) : notFound(`The app ${appid} has no purchase ${id}.`);
  }

  adminRoute(scope, 'GET', '/apps/:appid/purchases', {
    operation: 'purchase.search',
    summary: 'Purchases, the newest verification first.',
    needs: 'viewer',
    params: AppPath,
    query: SearchQuery,
    answer: pageOf(PurchaseView, PURCHASE_EXAMPLE),
    async run({ params, query }) {
      const app = await appOf(deps.directory, params.appid);
      if (isRefusal(app)) return app;
      const search = await searchOf(db, app, query);
      if (isRefusal(search)) return search;
      const { limit = DEFAULT_LIMIT } = query;
      const named = await findNamed(db, search, query);
      const rows =
        named ??
        (await searchPurchases(db, search, { limit: limit + 1, after: readPlace(query.after) }));
      return toPage(rows, limit, (row) => printPlace(placeOf(row, 'verified')), viewPurchase);
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/purchases/:service_transaction_id', {
    operation: 'purchase.read',
    summary: 'A purchase whole, with its receipt and what the market said.',
    needs: 'viewer',
    params: PurchasePath,
    answer: PurchaseRecordView,
    run: ({ params }) =>
      withPurchase(params, async (_app, purchase) =>
        viewPurchaseRecord(await readPurchaseRecord(db, purchase)),
      ),
  });
  adminRoute(scope, 'GET', '/apps/:appid/purchases/:service_transaction_id/timeline', {
    operation: 'purchase.timeline',
    summary: "A purchase's life, from the order to the refund, oldest first.",
    needs: 'viewer',
    params: PurchasePath,
    answer: listOf(TimelineEntry, TIMELINE_EXAMPLE),
    run: ({ params }) =>
      withPurchase(params, async (app, purchase) => ({
        items: purchaseTimeline(await readPurchaseLife(db, app, purchase)),
      })),
  });
}

async function searchOf(db: Db, app: App, query: SearchQuery): Promise<PurchaseSearch | Refusal> {
  const window = dateRangeOf({ from: query.from, to: query.to });
  if (isRefusal(window)) return window;
  const owners = await accountsOf(db, app, query);
  if (isRefusal(owners)) return owners;
  const { appid } = app;
  const providers = marketsOf(query.provider);
  return { appid, by: 'verified', providers, state: query.state, ...owners, ...window };
}

/** Purchases that are called by an id, as far as they fit the rest; undefined when none is called so. */
async function findNamed(
  db: Db,
  search: PurchaseSearch,
  { store_transaction_id: storeId, service_transaction_id: serviceId }: SearchQuery,
): Promise<readonly ListedPurchase[] | undefined> {
  if (storeId !== undefined) {
    const rows = await findByStoreId(db, search.appid, storeId);
    return rows.filter(
      (row) => fits(row, search) && (serviceId === undefined || serviceIdOf(row) === serviceId),
    );
  }
  if (serviceId === undefined) return undefined;
  const row = await findByServiceId(db, search.appid, serviceId);
  return row && fits(row, search) ? [row] : [];
}

function fits(row: ListedPurchase, search: PurchaseSearch): boolean {
  const { providers, accounts, state, from = 0, to = Number.POSITIVE_INFINITY } = search;
  return (
    providers.includes(row.provider) &&
    (accounts?.includes(row.account_uuid) ?? true) &&
    (state === undefined || (state === 'refunded') === (row.cancel_state === 1)) &&
    row.verified_at >= from &&
    row.verified_at <= to
  );
}
