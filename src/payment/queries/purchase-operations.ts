// Purchases for operators: search, details, timeline, refunds.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import {
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import { appOf } from '../../tenants/apps.ts';
import type { App, Directory } from '../../tenants/directory.ts';
import { MarketName, marketsOf } from '../../tenants/market-shapes.ts';
import { ServiceTransactionId, serviceIdOf } from '../service-id.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import { readPurchaseDetails, readPurchaseRecord } from './details.ts';
import { stateOf, type WithDispute, withDisputes } from './purchase-state.ts';
import {
  type PurchaseRecordView,
  type PurchaseView,
  StateFilter,
  viewPurchase,
  viewPurchaseRecord,
} from './purchase-view.ts';
import {
  findByServiceId,
  findByStoreId,
  type ListedPurchase,
  PAGE_KEY,
  type PurchaseSearch,
  pageKeyOf,
  printPageKey,
  readPageKey,
  searchPurchases,
} from './search-store.ts';
import { purchaseTimeline, type TimelineEntry } from './timeline.ts';

export const PurchaseQuery = Type.Object(
  {
    ...pageBy(PAGE_KEY),
    ...AccountFilter,
    store_transaction_id: Type.Optional(
      Type.String({
        pattern: '^[\\x20-\\x7e]{1,300}$',
        description: 'Transaction id at the market, or the order number.',
      }),
    ),
    service_transaction_id: Type.Optional(ServiceTransactionId),
    provider: Type.Optional(MarketName),
    state: StateFilter,
    from: Type.Optional(Instant('Verified at or after this time')),
    to: Type.Optional(Instant('Verified at or before this time')),
  },
  { additionalProperties: false },
);
export type PurchaseQuery = Type.Static<typeof PurchaseQuery>;

export const RefundQuery = Type.Object(
  {
    ...pageBy(PAGE_KEY),
    provider: Type.Optional(MarketName),
    from: Type.Optional(Instant('Refunded at or after this time')),
    to: Type.Optional(Instant('Refunded at or before this time')),
  },
  { additionalProperties: false },
);
export type RefundQuery = Type.Static<typeof RefundQuery>;

interface Deps {
  readonly context: OperationContext;
  readonly directory: Directory;
}

interface AppKey {
  readonly appid: string;
}

interface PurchaseKey extends AppKey {
  readonly service_transaction_id: string;
}

/** Newest verification first. */
export async function listPurchases(
  { context, directory }: Deps,
  { appid, limit = DEFAULT_LIMIT, after, ...query }: PurchaseQuery & AppKey,
): Promise<Page<PurchaseView> | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  if (isRejection(search)) return search;
  const page = { limit: limit + 1, after: readPageKey(after) };
  const rows =
    (await findNamed(db, search, query)) ??
    (await withDisputes(db, app, await searchPurchases(db, search, page)));
  return purchasePage(rows, limit, 'verified');
}

/** Cancelled by a refund or a dispute, newest first. */
export async function listRefunds(
  { context, directory }: Deps,
  { appid, limit = DEFAULT_LIMIT, after, provider, from, to }: RefundQuery & AppKey,
): Promise<Page<PurchaseView> | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const range = dateRangeOf({ from, to });
  if (isRejection(range)) return range;
  const { gameIndex } = app;
  const providers = marketsOf(provider);
  const search = { appid, gameIndex, by: 'refunded', providers, ...range } as const;
  const page = { limit: limit + 1, after: readPageKey(after) };
  const { db } = context.storage;
  const rows = await withDisputes(db, app, await searchPurchases(db, search, page));
  return purchasePage(rows, limit, 'refunded');
}

/** With its receipt and the market's answer. */
export function readPurchase(
  deps: Deps,
  key: PurchaseKey,
): Promise<PurchaseRecordView | Rejection> {
  return withPurchase(deps, key, async (db, app, purchase) =>
    viewPurchaseRecord(await readPurchaseRecord(db, app, purchase)),
  );
}

/** From the order to the refund, oldest first. */
export function readPurchaseTimeline(
  deps: Deps,
  key: PurchaseKey,
): Promise<{ readonly items: TimelineEntry[] } | Rejection> {
  return withPurchase(deps, key, async (db, app, purchase) => ({
    items: purchaseTimeline(await readPurchaseDetails(db, app, purchase)),
  }));
}

async function withPurchase<T extends object>(
  { context, directory }: Deps,
  { appid, service_transaction_id: id }: PurchaseKey,
  work: (db: Db, app: App, purchase: PurchaseTable) => Promise<T>,
): Promise<T | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const { db } = context.storage;
  const purchase = await findByServiceId(db, app, id);
  return purchase ? work(db, app, purchase) : notFound(`App ${appid} has no purchase ${id}.`);
}

type DisputablePurchase = ListedPurchase & WithDispute;

const purchasePage = (
  rows: readonly DisputablePurchase[],
  limit: number,
  by: PurchaseSearch['by'],
): Page<PurchaseView> =>
  toPage(rows, limit, (row) => printPageKey(pageKeyOf(row, by)), viewPurchase);

async function searchOf(
  db: Db,
  app: App,
  query: PurchaseQuery,
): Promise<PurchaseSearch | Rejection> {
  const range = dateRangeOf({ from: query.from, to: query.to });
  if (isRejection(range)) return range;
  const owners = await accountsOf(db, app, query);
  if (isRejection(owners)) return owners;
  const { appid, gameIndex } = app;
  const providers = marketsOf(query.provider);
  const { state } = query;
  return { appid, gameIndex, by: 'verified', providers, state, ...owners, ...range };
}

/** Purchases with the id in the query that match its other filters; undefined without an id. */
async function findNamed(
  db: Db,
  search: PurchaseSearch,
  { store_transaction_id: storeId, service_transaction_id: serviceId }: PurchaseQuery,
): Promise<readonly DisputablePurchase[] | undefined> {
  const { appid, gameIndex } = search;
  if (storeId !== undefined) {
    const rows = await findByStoreId(db, { appid, gameIndex, id: storeId });
    return (await withDisputes(db, search, rows)).filter(
      (row) => fits(row, search) && (serviceId === undefined || serviceIdOf(row) === serviceId),
    );
  }
  if (serviceId === undefined) return undefined;
  const row = await findByServiceId(db, search, serviceId);
  const rows = await withDisputes(db, search, row ? [row] : []);
  return rows.filter((each) => fits(each, search));
}

function fits(row: DisputablePurchase, search: PurchaseSearch): boolean {
  const { providers, accounts, state, from = 0, to = Number.POSITIVE_INFINITY } = search;
  return (
    providers.includes(row.provider) &&
    (accounts?.includes(row.account_uuid) ?? true) &&
    (state === undefined || state === stateOf(row)) &&
    row.verified_at >= from &&
    row.verified_at <= to
  );
}
