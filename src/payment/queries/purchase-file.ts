// Exports purchases of a date range as a CSV or NDJSON stream.
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRejection, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { printRecord } from '../../base/csv.ts';
import { Instant } from '../../base/shapes.ts';
import type { Db } from '../../storage/db.ts';
import { readApp } from '../../tenants/apps.ts';
import { MarketName, marketsOf } from '../../tenants/market-shapes.ts';
import {
  countPurchases,
  type ExportedPurchase,
  type ExportQuery,
  exportPurchases,
} from './export.ts';

export const PurchaseFileQuery = Type.Object(
  {
    from: Instant('Verified at or after this time'),
    to: Type.Optional(Instant('Verified at or before this time; default: now')),
    provider: Type.Optional(MarketName),
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

/** Newest first within each provider. */
export async function openPurchaseFile(
  context: OperationContext,
  { appid, format = 'csv', provider, from, to }: PurchaseFileQuery & { readonly appid: string },
): Promise<PurchaseFile | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  const range = dateRangeOf({ from, to });
  if (isRejection(range)) return range;
  const query = {
    appid,
    gameIndex: app.game_index,
    providers: marketsOf(provider),
    ...range,
  };
  const { db } = context.storage;
  return {
    format,
    contentType: FORMATS[format].contentType,
    count: () => countPurchases(db, query),
    chunks: (onPurchases) => printPurchases(db, query, format, onPurchases),
  };
}

export async function* printPurchases(
  db: Db,
  query: ExportQuery,
  format: FormatName,
  onPurchases: (count: number) => void = () => {},
): AsyncGenerator<string> {
  const { head, print } = FORMATS[format];
  if (head) yield head;
  for await (const purchases of exportPurchases(db, query)) {
    yield purchases.map(print).join('');
    onPurchases(purchases.length);
  }
}
