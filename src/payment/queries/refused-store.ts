// SQL that lists refused verifications, and finds the purchases of their receipts.
import type { Db } from '../../storage/db.ts';
import { among } from '../../storage/rows.ts';
import type { Market, PurchaseTable, RefusedVerificationTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

export type RefusedRow = RefusedVerificationTable;

interface RefusedKey {
  readonly gameIndex: number;
  readonly appid: string;
  readonly refusedId: string;
}

export interface RefusedSearch extends Omit<RefusedKey, 'refusedId'> {
  readonly accounts?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly provider?: Market | undefined;
  readonly receiptHash?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export type RefusedPosition = Pick<RefusedRow, 'first_at' | 'refused_id'>;

interface RefusedPage {
  readonly limit: number;
  readonly after?: RefusedPosition | undefined;
  readonly oldestFirst?: boolean;
}

/** By their first time. */
export async function searchRefused(
  db: Db,
  search: RefusedSearch,
  { limit, after, oldestFirst = false }: RefusedPage,
): Promise<readonly RefusedRow[]> {
  if (search.accounts?.length === 0) return [];
  let select = matching(db, search).selectAll();
  if (after) {
    select = select.where((eb) =>
      eb(
        eb.refTuple('first_at', 'refused_id'),
        oldestFirst ? '>' : '<',
        eb.tuple(after.first_at, after.refused_id),
      ),
    );
  }
  const direction = oldestFirst ? 'asc' : 'desc';
  return select
    .orderBy('first_at', direction)
    .orderBy('refused_id', direction)
    .limit(limit)
    .execute();
}

/** How many there are, up to a limit. */
export async function countRefusedRows(
  db: Db,
  search: RefusedSearch,
  limit: number,
): Promise<number> {
  if (search.accounts?.length === 0) return 0;
  const { found } = await db
    .selectFrom(matching(db, search).select('refused_id').limit(limit).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

/** An app has a limited number of rows, so not every filter needs an index. */
function matching(db: Db, search: RefusedSearch) {
  const { gameIndex, appid, accounts, outcome, provider, receiptHash, from, to } = search;
  let select = ofApp(db, { gameIndex, appid }).selectFrom('refused_verification');
  if (accounts) select = select.where(among(db, 'account_uuid', accounts));
  if (outcome !== undefined) select = select.where('outcome', '=', outcome);
  if (provider !== undefined) select = select.where('provider', '=', provider);
  if (receiptHash !== undefined) select = select.where('receipt_hash', '=', receiptHash);
  if (from !== undefined) select = select.where('first_at', '>=', from);
  if (to !== undefined) select = select.where('first_at', '<=', to);
  return select;
}

export const findRefused = statement((db, $: Params<RefusedKey>) =>
  ofApp(db, $).selectFrom('refused_verification').selectAll().where('refused_id', '=', $.refusedId),
).first;

export type ReceiptPurchase = Pick<
  PurchaseTable,
  'provider' | 'kind' | 'number' | 'transaction_id' | 'product_id' | 'receipt_hash' | 'verified_at'
>;

/** The purchases that are recorded with one of these receipts, the first verified first. */
export const purchasesOfReceipts = statement(
  (db, $: Params<AppName & { hashes: readonly string[] }>) =>
    ofApp(db, $)
      .selectFrom('purchase')
      .select([
        'provider',
        'kind',
        'number',
        'transaction_id',
        'product_id',
        'receipt_hash',
        'verified_at',
      ])
      .where('receipt_hash', 'in', $.hashes)
      .orderBy('verified_at')
      .orderBy('number'),
);

export const playersOfAccounts = statement(
  (db, $: Params<AppName & { accounts: readonly string[] }>) =>
    ofApp(db, $)
      .selectFrom('account_link')
      .select(['account_uuid', 'player_id'])
      .where('account_uuid', 'in', $.accounts),
);
