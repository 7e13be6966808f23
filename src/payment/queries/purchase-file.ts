// Exports the purchases that match a query as a CSV or NDJSON stream.
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../../audit/operation.ts';
import { printRecord } from '../../base/csv.ts';
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type ExportedPurchase, exportPurchases, viewExported } from './export.ts';
import { findNamed, PURCHASE_FILTERS, PurchaseQuery, searchOf } from './purchase-operations.ts';
import { countFound, type PurchaseSearch } from './search-store.ts';

export const PurchaseFileQuery = Type.Object(
  {
    ...PURCHASE_FILTERS,
    sort: PurchaseQuery.properties.sort,
    format: Type.Optional(Type.Enum(['csv', 'ndjson'], { default: 'csv' })),
  },
  { additionalProperties: false },
);
export type PurchaseFileQuery = Type.Static<typeof PurchaseFileQuery>;

type FormatName = NonNullable<PurchaseFileQuery['format']>;

interface Format {
  readonly contentType: string;
  readonly head: string;
  print(purchase: ExportedPurchase): string;
}

const HEAD: readonly (keyof ExportedPurchase)[] = [
  'transaction_id',
  'service_transaction_id',
  'kind',
  'provider',
  'store_transaction_id',
  'product_id',
  'quantity',
  'amount',
  'currency',
  'purchase_date',
  'purchase_date_source',
  'verified_date',
  'cancel_state',
  'test',
  'account_uuid',
  'server_id',
  'delivery',
];

const FORMATS: Readonly<Record<FormatName, Format>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    head: printRecord(HEAD),
    print: (purchase) => printRecord(HEAD.map((name) => purchase[name])),
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    print: (purchase) => `${JSON.stringify(purchase)}\n`,
  },
};

export interface PurchaseFile {
  readonly format: FormatName;
  readonly contentType: string;
  /** The number of purchases it would contain now. */
  count(): Promise<number>;
  /** The file in chunks; `onPurchases` gets the number of purchases in each. */
  chunks(onPurchases?: (count: number) => void): AsyncIterable<string>;
}

/** The purchases that match, in the order of the list; without a filter or order, each provider after another. */
export async function openPurchaseFile(
  { context, app }: AppContext,
  { format = 'csv', ...query }: PurchaseFileQuery,
): Promise<PurchaseFile | Rejection> {
  const { db } = context.storage;
  const search = await searchOf(db, app, query);
  if (isRejection(search)) return search;
  const named = await findNamed(db, search, query);
  return {
    format,
    contentType: FORMATS[format].contentType,
    count: async () => named?.length ?? countFound(db, search, Number.MAX_SAFE_INTEGER),
    chunks: (onPurchases) =>
      print(named ? [named.map(viewExported)] : pagesOf(db, search), format, onPurchases),
  };
}

async function* pagesOf(db: Db, search: PurchaseSearch): AsyncGenerator<ExportedPurchase[]> {
  if (!isWhole(search)) yield* exportPurchases(db, search);
  else {
    for (const provider of search.providers) {
      yield* exportPurchases(db, { ...search, providers: [provider] });
    }
  }
}

/** All purchases of a time range, newest first. */
const isWhole = (search: PurchaseSearch): boolean =>
  search.by === 'verified' &&
  !search.oldestFirst &&
  !search.accounts &&
  search.state === undefined &&
  !search.undelivered &&
  !search.unclaimed &&
  !search.reported &&
  Object.keys(search.matching ?? {}).length === 0;

async function* print(
  pages: AsyncIterable<ExportedPurchase[]> | Iterable<ExportedPurchase[]>,
  format: FormatName,
  onPurchases: (count: number) => void = () => {},
): AsyncGenerator<string> {
  const { head, print: printOne } = FORMATS[format];
  if (head) yield head;
  for await (const purchases of pages) {
    yield purchases.map(printOne).join('');
    onPurchases(purchases.length);
  }
}
