// SQL of the purchase search: by account, time or refund. Each query reads about as much as it
// returns.
import { pageKey } from '../../base/paging.ts';
import type { Db } from '../../storage/db.ts';
import { isPostgres, query } from '../../storage/rows.ts';
import type { Market, PurchaseTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { IS_UNCLAIMED } from '../ledger/unclaimed.ts';
import { IS_UNDELIVERED } from '../ledger/undelivered.ts';
import { MARKETS } from '../markets/markets.ts';
import { IS_UNDONE, type PurchaseState, STATE_CONDITIONS } from './purchase-state.ts';

export const COLUMNS = [
  'provider',
  'unique_key',
  'number',
  'transaction_id',
  'provider_transaction_id',
  'product_id',
  'country',
  'quantity',
  'price',
  'currency',
  'cancel_state',
  'cancel_said_at',
  'test',
  'account_uuid',
  'purchased_at',
  'purchase_date_source',
  'verified_at',
  'server_id',
  'delivery',
  'kind',
  'claimed',
  'ownership',
] as const satisfies (keyof PurchaseTable)[];

/** A list entry: without the receipt and the market's answer. */
export type ListedPurchase = Pick<PurchaseTable, (typeof COLUMNS)[number]>;

/** Compared with each purchase of the time range. */
export type Matching = Partial<Pick<PurchaseTable, 'product_id' | 'country' | 'test'>>;

/** Both ends are included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface PurchaseSearch extends AppName {
  /** By when it was verified or bought, or cancelled ones by when that was. */
  readonly by: 'verified' | 'purchased' | 'refunded';
  readonly oldestFirst?: boolean;
  readonly providers: readonly Market[];
  /** Only purchases of these accounts; of all when undefined. */
  readonly accounts?: readonly string[] | undefined;
  readonly state?: PurchaseState | undefined;
  readonly matching?: Matching;
  /** Only what was never reported as delivered. */
  readonly undelivered?: boolean;
  /** Only what no app server has verified. */
  readonly unclaimed?: boolean;
  /** Only what the market reported a refund or dispute of within this time. */
  readonly reported?: TimeSpan | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const KEY = pageKey({ at: 'number', number: 'number' });
/** The position after a page. */
type Place = ReturnType<typeof placeOf>;

/** The market's time, or the time of the report if the refund came before the purchase was recorded. */
export const refundedAt = (row: Pick<PurchaseTable, 'cancel_said_at' | 'verified_at'>): number =>
  row.cancel_said_at ?? row.verified_at;

/** When the market says it was bought; when it was verified if it does not say. */
const purchasedAt = (row: Pick<PurchaseTable, 'purchased_at' | 'verified_at'>): number =>
  row.purchased_at ?? row.verified_at;

export function timeOf(row: ListedPurchase, by: PurchaseSearch['by']): number {
  switch (by) {
    case 'verified':
      return row.verified_at;
    case 'purchased':
      return purchasedAt(row);
    case 'refunded':
      return refundedAt(row);
  }
}

export const placeOf = (row: ListedPurchase, by: PurchaseSearch['by']) => ({
  at: timeOf(row, by),
  number: row.number,
});

const AT = {
  verified: 'verified_at',
  purchased: 'coalesce(purchased_at, verified_at)',
  refunded: 'coalesce(cancel_said_at, verified_at)',
} as const;

interface Page {
  readonly limit: number;
  readonly after?: Place | undefined;
}

/** Newest first unless it says otherwise, starting after `after`. */
export function searchPurchases(
  db: Db,
  search: PurchaseSearch,
  page: Page,
): Promise<readonly ListedPurchase[]> {
  const { text, parameters } = searchStatement(db, search, page);
  return query<ListedPurchase>(db, text, parameters);
}

/** How many there are, up to a limit. */
export async function countFound(db: Db, search: PurchaseSearch, limit: number): Promise<number> {
  const { text, parameters } = searchStatement(db, search, { limit }, true);
  const [row] = await query<{ readonly found: number }>(db, text, parameters);
  return row?.found ?? 0;
}

export function searchStatement(db: Db, search: PurchaseSearch, page: Page, isCount = false) {
  const { appid, gameIndex, providers, accounts, reported } = search;
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = search;
  const start = search.oldestFirst
    ? { at: from, number: 0 }
    : { at: to, number: Number.MAX_SAFE_INTEGER };
  const { limit, after = start } = page;
  const lines = isOneLine(search)
    ? [{}]
    : providers.flatMap((provider) =>
        accounts ? accounts.map((account) => ({ provider, account })) : [{ provider }],
      );
  const ends = search.oldestFirst ? [Math.max(after.at, from), to] : [from, Math.min(after.at, to)];
  const bounds = [...ends, after.at, after.number];
  return {
    text: searchText(search, isPostgres(db), isCount),
    parameters: [
      JSON.stringify(lines),
      gameIndex,
      appid,
      ...Object.values(matchingOf(search)),
      ...(reported ? [gameIndex, appid, reported.from, reported.to] : []),
      ...bounds,
      limit,
      limit,
    ],
  };
}

/** These have an index by time alone, and may be few at one market and many at another. */
const isOneLine = (search: PurchaseSearch): boolean =>
  ((fewOf(search) !== undefined && search.by === 'verified') || search.reported !== undefined) &&
  !search.accounts &&
  search.providers.length === MARKETS.length;

/** Conditions that few purchases meet, word for word as in their index. */
const FEW = {
  unclaimed: { index: 'purchase_unclaimed', condition: IS_UNCLAIMED },
  undelivered: { index: 'purchase_undelivered', condition: IS_UNDELIVERED },
} as const;

/** The first of them that is wanted. */
const fewOf = ({ unclaimed, undelivered }: PurchaseSearch) =>
  unclaimed ? FEW.unclaimed : undelivered ? FEW.undelivered : undefined;

/** A condition about a row of `purchase`. */
const IS_REPORTED = `ownership is null and (provider, unique_key) in (
    select provider, unique_key from purchase_cancellation
    where game_index = ? and appid = ? and reported_at >= ? and reported_at <= ?)`;

const MATCHED = ['product_id', 'country', 'test'] as const;

/** In one order, for the text and its parameters. */
const matchingOf = ({ matching = {} }: PurchaseSearch): Matching =>
  Object.fromEntries(
    MATCHED.flatMap((name) => (matching[name] === undefined ? [] : [[name, matching[name]]])),
  );

/**
 * The newest of each line (a provider, or an account at a provider), then the newest of those. With `in (…)`
 * the database would choose between reading all of the accounts' purchases and all of the app's.
 * Raw SQL, because lookups per line differ between the databases.
 */
function searchText(search: PurchaseSearch, postgres: boolean, isCount: boolean): string {
  const { by, accounts, state, undelivered, unclaimed, reported } = search;
  // Of an account, or with a report: sorting these is quicker than searching a time range of the app for
  // them, which the `+` rules out.
  const isSorted = reported !== undefined || (accounts && by !== 'verified');
  const at = isSorted ? `+${AT[by]}` : AT[by];
  const [direction, beyond] = search.oldestFirst ? ['asc', '>'] : ['desc', '<'];
  const matched = Object.keys(matchingOf(search)).map((name) => `and ${name} = ?`);
  const ordered = `order by ${at} ${direction}, number ${direction} limit ?`;
  // SQLite does not know how few these are, and would prefer an index of a market.
  const few = postgres || by !== 'verified' || accounts || reported ? undefined : fewOf(search);
  const line = `from purchase ${few ? `indexed by ${few.index}` : ''}
    where game_index = ? and appid = ? ${isOneLine(search) ? '' : 'and provider = line.provider'}
    ${accounts ? 'and account_uuid = line.account' : ''}
    ${matched.join(' ')}
    ${reported ? `and ${IS_REPORTED}` : ''}
    ${by === 'refunded' ? `and ${IS_UNDONE}` : ''}
    ${state === undefined ? '' : `and ${STATE_CONDITIONS[state]}`}
    ${undelivered ? `and ${IS_UNDELIVERED}` : ''}
    ${unclaimed ? `and ${IS_UNCLAIMED}` : ''}
    and ${at} >= ? and ${at} <= ? and (${at}, number) ${beyond} (?, ?) ${ordered}`;
  const columns = isCount ? '1' : COLUMNS.map((name) => `purchase.${name}`).join();
  const tail = isCount ? 'limit ?' : ordered;
  const found = postgres
    ? `select ${columns} from json_to_recordset(?::json) as line(provider text, account text)
        cross join lateral (select * ${line}) as purchase ${tail}`
    : `select ${columns} from (select value ->> 'provider' as provider, value ->> 'account' as account
        from json_each(?)) as line join purchase on purchase.rowid in (select rowid ${line}) ${tail}`;
  return isCount ? `select count(*) as found from (${found}) as counted` : found;
}
