// Imports purchases that another system has verified, so that they are not granted a second time.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import {
  type ImportItem,
  type ImportResult,
  importFields,
  isProblem,
  refusedItem,
  resultOf,
  sourceOf,
} from '../../base/import-lines.ts';
import { namedObject } from '../../base/named.ts';
import type { Db } from '../../storage/db.ts';
import type { AppContext } from '../../tenants/apps.ts';
import type { AppName } from '../../tenants/directory.ts';
import type { ImportBatch, ImportedPurchase } from '../ledger/imports.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { namesOf } from '../ledger/purchases.ts';
import { findPurchases, type PurchaseName } from '../ledger/purchases-store.ts';
import { keyOf } from '../ledger/unit-of-work.ts';
import { marketOf } from '../markets/markets.ts';
import { serviceIdOf } from '../service-id.ts';
import { PurchaseLine, readLine } from './lines.ts';

export const PurchaseImport = namedObject(
  'PurchaseImport',
  {
    ...importFields(PurchaseLine),
    send_events: Type.Optional(
      Type.Boolean({ description: 'Send an event for each new purchase, as for a verified one.' }),
    ),
  },
  { additionalProperties: false },
);
export type PurchaseImport = Type.Static<typeof PurchaseImport>;

export interface PurchaseImportDeps extends AppContext {
  readonly ledger: Ledger;
}

/** Idempotent: a purchase that is recorded, by whomever, stays as it is. */
export async function importPurchases(
  { context, app, ledger }: PurchaseImportDeps,
  actor: Actor,
  { dry_run: dryRun = false, ...input }: PurchaseImport,
): Promise<ImportResult> {
  const { environment, storage, clock } = context;
  const now = clock();
  const read = input.lines.map((line) => readLine(app, environment, line, now));
  const purchases = read.flatMap((each) => (isProblem(each) ? [] : [each]));
  const imports = {
    purchases,
    sendEvents: input.send_events ?? false,
    actor,
    gameIndex: app.gameIndex,
    details: sourceOf(input.file, input.lines),
  };
  const results = dryRun
    ? await predict(storage.db, app, purchases)
    : await record(ledger, app.appid, imports);
  let next = 0;
  const items = read.map((each, index): ImportItem => {
    const { line } = input.lines[index] as PurchaseLine;
    return isProblem(each) ? refusedItem(line, each) : { line, ...(results[next++] as Result) };
  });
  return resultOf(items, dryRun);
}

type Result = Omit<ImportItem, 'line'>;

async function record(ledger: Ledger, appid: string, imports: ImportBatch): Promise<Result[]> {
  if (imports.purchases.length === 0) return [];
  return (await ledger.apply({ appid, imports })).imports.map(({ purchase, duplicated }) => ({
    outcome: duplicated ? 'unchanged' : 'new',
    service_transaction_id: serviceIdOf(purchase),
  }));
}

/** What an import would do now. */
async function predict(
  db: Db,
  app: AppName,
  purchases: readonly ImportedPurchase[],
): Promise<Result[]> {
  const found = await findPurchases(db, app, purchases.flatMap(namesIn));
  const known = new Map(
    found
      .filter(({ claimed }) => claimed === 1)
      .map((row) => [signOf(row, row.product_id), serviceIdOf(row)]),
  );
  const seen = new Set<string>();
  return purchases.map((each) => {
    const keys = namesIn(each).map((name) => signOf(name, productIn(each)));
    const id = keys.map((key) => known.get(key)).find((service) => service !== undefined);
    const isKnown = id !== undefined || keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return {
      outcome: isKnown ? 'unchanged' : 'new',
      ...(id !== undefined && { service_transaction_id: id }),
    };
  });
}

const namesIn = (imported: ImportedPurchase): PurchaseName[] =>
  'state' in imported
    ? [{ provider: imported.state.provider, unique_key: imported.state.cycle.uniqueKey }]
    : namesOf(imported);

const productIn = (imported: ImportedPurchase): string =>
  'state' in imported ? imported.state.cycle.productId : imported.purchase.product_id;

/** Products of one payment are told apart. */
const signOf = (name: PurchaseName, productId: string): string =>
  marketOf(name.provider).sellsTogether ? `${keyOf(name)} ${productId}` : keyOf(name);
