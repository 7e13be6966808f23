// Reports of external sales for operators: the list, the count, and one with what was sent.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRejection, notFound, type Rejection } from '../../audit/operation.ts';
import {
  COUNT_LIMIT,
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  pageKey,
  sortBy,
  toPage,
  totalOf,
} from '../../base/paging.ts';
import { Instant } from '../../base/shapes.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { findPurchases } from '../ledger/purchases-store.ts';
import { OrderId } from '../orders/operations.ts';
import { serviceIdOf } from '../service-id.ts';
import { countReportRows, type ReportSearch, searchReports } from './search-store.ts';
import { findReport } from './store.ts';
import {
  isAboutOrder,
  ReportKind,
  ReportMarket,
  type ReportRecord,
  ReportState,
  type ReportView,
  viewReport,
} from './view.ts';

const KEY = pageKey({ report_id: 'text' });

export const ReportQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    sort: sortBy('-created_at', 'created_at'),
    state: Type.Optional(ReportState),
    market: Type.Optional(ReportMarket),
    kind: Type.Optional(ReportKind),
    order_id: Type.Optional(OrderId),
    from: Type.Optional(Instant('Made at or after this time')),
    to: Type.Optional(Instant('Made at or before this time')),
  },
  { additionalProperties: false },
);
export type ReportQuery = Type.Static<typeof ReportQuery>;

function searchOf(app: App, query: ReportQuery): ReportSearch | Rejection {
  const range = dateRangeOf({ from: query.from, to: query.to });
  if (isRejection(range)) return range;
  const { appid, gameIndex } = app;
  const { state, market, kind, order_id: subject } = query;
  return { appid, gameIndex, state, market, kind, subject, ...range };
}

/** Newest first, unless sorted otherwise. */
export async function listReports(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after, ...query }: ReportQuery,
): Promise<Page<ReportView> | Rejection> {
  const search = searchOf(app, query);
  if (isRejection(search)) return search;
  const page = {
    limit: limit + 1,
    after: KEY.read(after)?.report_id,
    oldestFirst: query.sort === 'created_at',
  };
  const rows = await searchReports(context.storage.db, search, page);
  return toPage(rows, limit, KEY.print, viewReport);
}

export async function countReports(
  { context, app }: AppContext,
  query: ReportQuery,
): Promise<ListTotal | Rejection> {
  const search = searchOf(app, query);
  if (isRejection(search)) return search;
  return totalOf(await countReportRows(context.storage.db, search, COUNT_LIMIT));
}

export const unknownReport = (appid: string, report_id: string): Rejection =>
  notFound(`App ${appid} has no report ${report_id}.`);

export async function readReport(
  { context, app }: AppContext,
  { report_id }: { readonly report_id: string },
): Promise<ReportRecord | Rejection> {
  const { db } = context.storage;
  const { appid, gameIndex } = app;
  const report = await findReport(db, { game_index: gameIndex, appid, report_id });
  if (!report) return unknownReport(appid, report_id);
  const name = { provider: 'PG', unique_key: report.subject } as const;
  const [purchase] = isAboutOrder(report)
    ? await findPurchases(db, { appid, gameIndex }, [name])
    : [];
  return {
    ...viewReport(report),
    token: report.token,
    line_id: report.line_id,
    rate: report.rate,
    content: report.body === null ? null : (JSON.parse(report.body) as object),
    service_transaction_id: purchase ? serviceIdOf(purchase) : null,
  };
}
