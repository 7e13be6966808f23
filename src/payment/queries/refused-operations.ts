// Refused verifications for operators: search and details.
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
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { App } from '../../tenants/directory.ts';
import { MarketName } from '../markets/markets.ts';
import { AccountFilter, accountsOf } from './account-filter.ts';
import {
  countRefusedRows,
  findRefused,
  playersOfAccounts,
  purchasesOfReceipts,
  type RefusedRow,
  type RefusedSearch,
  searchRefused,
} from './refused-store.ts';
import {
  REFUSED_OUTCOMES,
  type RefusedRecord,
  type RefusedView,
  viewRefused,
} from './refused-view.ts';

const KEY = pageKey({ first_at: 'number', refused_id: 'text' });

export const RefusedQuery = Type.Object(
  {
    ...pageBy(KEY.pattern),
    sort: sortBy('-first_at', 'first_at'),
    ...AccountFilter,
    outcome: Type.Optional(Type.Enum([...REFUSED_OUTCOMES])),
    provider: Type.Optional(MarketName),
    receipt_sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f]{64}$',
        description: 'Only this receipt: the SHA-256 of the text that was sent, in hex.',
      }),
    ),
    from: Type.Optional(Instant('First refused at or after this time')),
    to: Type.Optional(Instant('First refused at or before this time')),
  },
  { additionalProperties: false },
);
export type RefusedQuery = Type.Static<typeof RefusedQuery>;

export const RefusedId = Type.String({
  pattern: '^[A-Za-z0-9_-]{22}$',
  examples: ['Zx8f2nQm1LrT5vYk0WpB7c'],
  description: 'Id of a refused verification.',
});

/** Newest first, unless sorted otherwise. */
export async function listRefused(
  { context, app }: AppContext,
  { limit = DEFAULT_LIMIT, after, ...query }: RefusedQuery,
): Promise<Page<RefusedView> | Rejection> {
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  if (isRejection(search)) return search;
  const page = {
    limit: limit + 1,
    after: KEY.read(after),
    oldestFirst: query.sort === 'first_at',
  };
  const rows = await searchRefused(db, search, page);
  const view = await viewer(db, app, rows);
  return toPage(rows, limit, KEY.print, view);
}

export async function countRefused(
  { context, app }: AppContext,
  query: RefusedQuery,
): Promise<ListTotal | Rejection> {
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  return isRejection(search) ? search : totalOf(await countRefusedRows(db, search, COUNT_LIMIT));
}

async function searchOf(db: Db, app: App, query: RefusedQuery): Promise<RefusedSearch | Rejection> {
  const range = dateRangeOf({ from: query.from, to: query.to });
  if (isRejection(range)) return range;
  const owners = await accountsOf(db, app, query);
  if (isRejection(owners)) return owners;
  const { appid, gameIndex } = app;
  const { outcome, provider, receipt_sha256: hex } = query;
  const receiptHash = hex && Buffer.from(hex, 'hex').toString('base64url');
  return { gameIndex, appid, outcome, provider, receiptHash, ...owners, ...range };
}

/** With the market's answer. */
export async function readRefused(
  { context, app }: AppContext,
  { refused_id: refusedId }: { readonly refused_id: string },
): Promise<RefusedRecord | Rejection> {
  const { db } = context.storage;
  const { appid, gameIndex } = app;
  const row = await findRefused(db, { gameIndex, appid, refusedId });
  if (!row) return notFound(`App ${appid} has no refused verification ${refusedId}.`);
  const view = await viewer(db, app, [row]);
  return { ...view(row), market_answer: row.answer };
}

/** Reads once what the rows have to do with. */
async function viewer(db: Db, { appid, gameIndex }: App, rows: readonly RefusedRow[]) {
  const accounts = [...new Set(rows.flatMap((row) => row.account_uuid ?? []))];
  const app = { appid, gameIndex };
  const linked = accounts.length === 0 ? [] : await playersOfAccounts(db, { ...app, accounts });
  const players = new Map(linked.map((each) => [each.account_uuid, BigInt(each.player_id)]));
  const hashes = [...new Set(rows.map((row) => row.receipt_hash))];
  const bought = hashes.length === 0 ? [] : await purchasesOfReceipts(db, { ...app, hashes });
  return (row: RefusedRow): RefusedView => {
    const own = bought.filter(
      ({ receipt_hash, provider }) =>
        receipt_hash === row.receipt_hash && provider === row.provider,
    );
    // A receipt of StoreKit 1 holds several purchases.
    const purchase = own.find(({ product_id }) => product_id === row.product_id) ?? own[0];
    return viewRefused(row, players.get(row.account_uuid ?? '') ?? null, purchase);
  };
}
