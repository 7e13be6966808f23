// Purchases for operators: search, details, timeline, refunds.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRejection, notFound, type Rejection } from '../../audit/operation.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  sortBy,
  toPage,
  totalOf,
} from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import type { PurchaseTable } from '../../storage/schema.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { findByServiceId } from '../ledger/purchases-store.ts';
import { isUnclaimed } from '../ledger/unclaimed.ts';
import { MarketName, marketsOf } from '../markets/markets.ts';
import { ServiceTransactionId, serviceIdOf } from '../service-id.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import { byServiceId, byStoreId, onlyReported } from './by-id-store.ts';
import { readPurchaseDetails, readPurchaseRecord } from './details.ts';
import { type WithContext, withContext } from './purchase-context.ts';
import { stateOf } from './purchase-state.ts';
import {
  type PurchaseRecordView,
  type PurchaseView,
  StateFilter,
  viewPurchase,
  viewPurchaseRecord,
} from './purchase-view.ts';
import { ProductFilter, REFUND_FILTERS, refundsOf, TestFilter } from './refund-search.ts';
import {
  countFound,
  KEY,
  type ListedPurchase,
  type Matching,
  type PurchaseSearch,
  placeOf,
  searchPurchases,
  timeOf,
} from './search-store.ts';
import { purchaseTimeline, type TimelineEntry } from './timeline.ts';

export const PURCHASE_FILTERS = {
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
  product_id: ProductFilter,
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'Country that the app server named, such as `KR`.',
    }),
  ),
  test: TestFilter,
  undelivered: Type.Optional(
    Type.Enum(['Y'], {
      description:
        'Only undelivered purchases: never reported as delivered, and no test purchase, import, subscription cycle or cancelled purchase.',
    }),
  ),
  unclaimed: Type.Optional(
    Type.Enum(['Y'], {
      description:
        'Only purchases that the market reported and no app server has verified; no subscription cycles.',
    }),
  ),
  reported: Type.Optional(
    Type.Enum(['Y'], {
      description:
        'Only purchases with a refund or dispute, also a partial or reversed one, that the market reported between `from` and `to`.',
    }),
  ),
  from: Type.Optional(
    Instant('Verified at or after this time; bought or reported, with `sort` or `reported`'),
  ),
  to: Type.Optional(
    Instant('Verified at or before this time; bought or reported, with `sort` or `reported`'),
  ),
};

export const PurchaseQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    sort: sortBy('-verified_at', 'verified_at', '-purchased_at', 'purchased_at'),
    ...PURCHASE_FILTERS,
  },
  { additionalProperties: false },
);
export type PurchaseQuery = Type.Static<typeof PurchaseQuery>;

export const RefundQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    sort: sortBy('-refunded_at', 'refunded_at'),
    ...REFUND_FILTERS,
  },
  { additionalProperties: false },
);
export type RefundQuery = Type.Static<typeof RefundQuery>;

interface PurchaseKey {
  readonly service_transaction_id: string;
}

/** Newest verification first, unless sorted otherwise. */
export async function listPurchases(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after, ...query }: PurchaseQuery,
): Promise<Page<PurchaseView> | Rejection> {
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  if (isRejection(search)) return search;
  const page = { limit: limit + 1, after: KEY.read(after) };
  const rows =
    (await findNamed(db, search, query)) ??
    (await withContext(db, app, await searchPurchases(db, search, page)));
  return purchasePage(rows, limit, search.by);
}

export async function countPurchases(
  { context, app }: AppContext,
  query: PurchaseQuery,
): Promise<ListTotal | Rejection> {
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  if (isRejection(search)) return search;
  const named = await findNamed(db, search, query);
  return totalOf(named?.length ?? (await countFound(db, search, COUNT_LIMIT)));
}

/** Cancelled by a refund or a dispute, newest first unless sorted otherwise. */
export async function listRefunds(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after, ...query }: RefundQuery,
): Promise<Page<PurchaseView> | Rejection> {
  const { db } = context.storage;
  const search = await refundsOf(db, app, query, query.sort === 'refunded_at');
  if (isRejection(search)) return search;
  const page = { limit: limit + 1, after: KEY.read(after) };
  const rows = await withContext(db, app, await searchPurchases(db, search, page));
  return purchasePage(rows, limit, 'refunded');
}

export async function countRefunds(
  { context, app }: AppContext,
  query: RefundQuery,
): Promise<ListTotal | Rejection> {
  const { db } = context.storage;
  const search = await refundsOf(db, app, query);
  if (isRejection(search)) return search;
  return totalOf(await countFound(db, search, COUNT_LIMIT));
}

const matchingTest = (test: RefundQuery['test']): Matching =>
  test === undefined ? {} : { test: test === 'Y' ? 1 : 0 };

/** With its receipt and the market's answer. */
export function readPurchase(
  deps: AppContext,
  key: PurchaseKey,
): Promise<PurchaseRecordView | Rejection> {
  return withPurchase(deps, key, async (db, app, purchase) =>
    viewPurchaseRecord(await readPurchaseRecord(db, app, purchase)),
  );
}

/** From the order to the refund, oldest first. */
export function readPurchaseTimeline(
  deps: AppContext,
  key: PurchaseKey,
): Promise<{ readonly items: TimelineEntry[] } | Rejection> {
  return withPurchase(deps, key, async (db, app, purchase) => ({
    items: purchaseTimeline(await readPurchaseDetails(db, app, purchase)),
  }));
}

async function withPurchase<T extends object>(
  { context, app }: AppContext,
  { service_transaction_id: id }: PurchaseKey,
  work: (db: Db, app: App, purchase: PurchaseTable) => Promise<T>,
): Promise<T | Rejection> {
  const { db } = context.storage;
  const purchase = await findByServiceId(db, app, id);
  return purchase ? work(db, app, purchase) : notFound(`App ${app.appid} has no purchase ${id}.`);
}

type ShownPurchase = ListedPurchase & WithContext;

const purchasePage = (
  rows: readonly ShownPurchase[],
  limit: number,
  by: PurchaseSearch['by'],
): Page<PurchaseView> => toPage(rows, limit, (row) => KEY.print(placeOf(row, by)), viewPurchase);

/** What a query looks for. */
export async function searchOf(
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
  const { state, sort = '-verified_at', product_id, country, test } = query;
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = range;
  const matching: Matching = {
    ...(product_id !== undefined && { product_id }),
    ...(country !== undefined && { country }),
    ...matchingTest(test),
  };
  const by = sort.endsWith('purchased_at') ? 'purchased' : 'verified';
  const oldestFirst = !sort.startsWith('-');
  return {
    ...{ appid, gameIndex, by, oldestFirst, providers, state, matching, ...owners },
    ...(query.reported === 'Y' ? { reported: { from, to } } : range),
    undelivered: query.undelivered === 'Y',
    unclaimed: query.unclaimed === 'Y',
  };
}

/** Purchases with the id in the query that match its other filters; undefined without an id. */
export async function findNamed(
  db: Db,
  search: PurchaseSearch,
  query: Pick<PurchaseQuery, 'store_transaction_id' | 'service_transaction_id'>,
): Promise<readonly ShownPurchase[] | undefined> {
  const rows = await findById(db, search, query);
  if (!rows) return undefined;
  const fitting = (await withContext(db, search, rows)).filter((row) => fits(row, search));
  const { reported, undelivered } = search;
  const matching = reported ? await onlyReported(db, search, fitting, reported) : fitting;
  return undelivered ? matching.filter((row) => row.undelivered) : matching;
}

async function findById(
  db: Db,
  { appid, gameIndex }: PurchaseSearch,
  { store_transaction_id: id, service_transaction_id: serviceId }: Parameters<typeof findNamed>[2],
): Promise<readonly ListedPurchase[] | undefined> {
  const app = { gameIndex, appids: [appid] };
  if (id !== undefined) {
    const rows = await byStoreId(db, app, id);
    return rows
      .filter((row) => serviceId === undefined || serviceIdOf(row) === serviceId)
      .sort((one, other) => other.verified_at - one.verified_at || other.number - one.number);
  }
  return serviceId === undefined ? undefined : byServiceId(db, app, serviceId);
}

function fits(row: ShownPurchase, search: PurchaseSearch): boolean {
  const { providers, accounts, state, matching = {}, by } = search;
  const { from = 0, to = Number.POSITIVE_INFINITY } = search;
  const at = timeOf(row, by);
  return (
    providers.includes(row.provider) &&
    (accounts?.includes(row.account_uuid) ?? true) &&
    (state === undefined || state === stateOf(row)) &&
    (!search.unclaimed || isUnclaimed(row)) &&
    Object.entries(matching).every(([name, value]) => row[name as keyof Matching] === value) &&
    at >= from &&
    at <= to
  );
}
