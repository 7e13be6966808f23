// Admin route of purchase files: all purchases of a window as CSV or NDJSON, written as they are read.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateRangeOf } from '../../audit/date-range.ts';
import { isRefusal, type Refusal } from '../../audit/operation.ts';
import { printRecord } from '../../base/csv.ts';
import { Instant } from '../../base/shapes.ts';
import {
  type ExportedPurchase,
  type ExportQuery,
  exportPurchases,
} from '../../payment/queries/export.ts';
import type { Db } from '../../storage/db.ts';
import { appOf } from '../../tenants/apps.ts';
import { marketsOf } from '../../tenants/market-shapes.ts';
import { type AdminDeps, adminRoute } from '../edge/route.ts';
import { AppPath, MarketPath } from '../edge/schema.ts';

export const PurchaseFile = Type.Object(
  {
    from: Instant('Verified at this moment or after'),
    to: Type.Optional(Instant('Verified at this moment or before; up to now when omitted')),
    provider: Type.Optional(MarketPath.properties.market),
    format: Type.Optional(Type.Enum(['csv', 'ndjson'], { default: 'csv' })),
  },
  { additionalProperties: false },
);
export type PurchaseFile = Type.Static<typeof PurchaseFile>;

/** Chunks of text that wait for a slow receiver. */
const WAITING_CHUNKS = 2;

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

const FORMATS: Readonly<Record<NonNullable<PurchaseFile['format']>, Format>> = {
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

export function purchaseFileRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', '/apps/:appid/purchases/file', {
    operation: 'purchase.file',
    summary: 'All purchases of a window as a file, newest first within each provider.',
    needs: 'viewer',
    params: AppPath,
    query: PurchaseFile,
    answer: Type.String({ description: 'CSV with a head line, or one JSON object per line.' }),
    async run({ params: { appid }, query, reply }) {
      const app = await appOf(deps.directory, appid);
      if (isRefusal(app)) return app;
      const wanted = exportQueryOf(appid, query);
      if (isRefusal(wanted)) return wanted;
      const { format = 'csv' } = query;
      const text = printPurchases(deps.desk.storage.db, wanted, format);
      return reply
        .type(FORMATS[format].contentType)
        .header('content-disposition', `attachment; filename="purchases-${appid}.${format}"`)
        .send(Readable.from(text, { highWaterMark: WAITING_CHUNKS }));
    },
  });
}

export function exportQueryOf(
  appid: string,
  { from, to, provider }: PurchaseFile,
): ExportQuery | Refusal {
  const window = dateRangeOf({ from, to });
  return isRefusal(window) ? window : { appid, providers: marketsOf(provider), ...window };
}

/** The file in chunks; `onPurchases` hears how many each one holds. */
export async function* printPurchases(
  db: Db,
  query: ExportQuery,
  format: NonNullable<PurchaseFile['format']>,
  onPurchases: (count: number) => void = () => {},
): AsyncGenerator<string> {
  const { head, print } = FORMATS[format];
  if (head) yield head;
  for await (const purchases of exportPurchases(db, query)) {
    yield purchases.map(print).join('');
    onPurchases(purchases.length);
  }
}
