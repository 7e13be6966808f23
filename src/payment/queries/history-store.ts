// SQL of the purchase history: by app, player or transaction. Each query reads only what it returns.
// Raw SQL, because JSON pages and lookups per account differ between the databases.
import { isPostgres, type Queryable, queryPrepared } from '../../storage/rows.ts';
import type { Market, PurchaseTable } from '../../storage/schema.ts';
import type { AppName } from '../../tenants/directory.ts';
import { uniqueKeysOf } from '../markets/market.ts';
import type { Position } from './cursor.ts';

export interface HistoryQuery extends AppName {
  readonly provider: Market;
  readonly from: number;
  /** Only what is older than this. */
  readonly before: Position;
  /** Only purchases of these accounts; of all when undefined. */
  readonly accounts?: readonly string[] | undefined;
  readonly limit: number;
}

type OneQuery = Pick<HistoryQuery, 'appid' | 'gameIndex' | 'provider' | 'accounts'> & {
  readonly id: string;
};

/** The position of a purchase, then the selected columns; arrays cost less than objects. */
export type HistoryRow<Names extends readonly (keyof PurchaseTable)[]> = readonly [
  verifiedAt: number,
  number: number,
  ...{ [Index in keyof Names]: PurchaseTable[Names[Index]] },
];

export interface HistoryReader<Row> {
  /** One page per query, newest first; similar queries of a project share a statement. */
  list(db: Queryable, queries: readonly HistoryQuery[]): Promise<readonly (readonly Row[])[]>;
  /** The purchases with this transaction or order id at the market, newest first. */
  find(db: Queryable, query: OneQuery): Promise<readonly Row[]>;
}

/** Newer than everything. Numbers begin at 1, so `to` itself is included. */
export const afterAll = (to: number | undefined): Position => ({
  verifiedAt: to === undefined ? Number.MAX_SAFE_INTEGER : to + 1,
  number: 0,
});

/** Reads these columns; the statements are built once. */
export function historyReader<const Names extends readonly (keyof PurchaseTable)[]>(
  names: Names,
): HistoryReader<HistoryRow<Names>> {
  type Row = HistoryRow<Names>;
  const texts = { sqlite: textsFor(names, SQLITE), postgres: textsFor(names, POSTGRES) };
  const textsOf = (db: Queryable) => (isPostgres(db) ? texts.postgres : texts.sqlite);

  async function read(db: Queryable, text: string, parameters: unknown[]): Promise<Row[][]> {
    const found = await queryPrepared<{ page: string | null }>(db, text, parameters);
    // The databases keep the order while aggregating, but do not guarantee it.
    return found.map(({ page }) => JSON.parse(page ?? '[]').sort(newestFirst));
  }

  return {
    async list(db, queries) {
      const { ofApp, ofAccounts } = textsOf(db);
      const groups = Map.groupBy(
        queries,
        ({ gameIndex, accounts, limit }) => `${gameIndex} ${accounts ? -limit : limit}`,
      );
      const pages = new Map<HistoryQuery, readonly Row[]>();
      for (const alike of groups.values()) {
        const [{ gameIndex, limit, accounts }] = alike as [HistoryQuery];
        const inquiries = JSON.stringify(alike.map(inquiryOf));
        const found = accounts
          ? await read(db, ofAccounts, [gameIndex, limit, limit, inquiries])
          : await read(db, ofApp, [gameIndex, limit, inquiries]);
        for (const [index, each] of alike.entries()) pages.set(each, found[index] ?? []);
      }
      return queries.map((each) => pages.get(each) ?? []);
    },
    async find(db, { appid, gameIndex, provider, id, accounts }) {
      const { withId, withIdOfAccounts } = textsOf(db);
      const name = [gameIndex, appid, provider, id, ...uniqueKeysOf(id), id];
      const [rows] = accounts
        ? await read(db, withIdOfAccounts, [...name, JSON.stringify(accounts)])
        : await read(db, withId, name);
      return rows ?? [];
    },
  };
}

type Place = readonly [verifiedAt: number, number: number, ...unknown[]];

const newestFirst = ([at, number]: Place, [otherAt, otherNumber]: Place): number =>
  otherAt - at || otherNumber - number;

export const positionOf = ([verifiedAt, number]: Place): Position => ({ verifiedAt, number });

const inquiryOf = ({ appid, provider, from, before, accounts }: HistoryQuery, index: number) => ({
  index,
  appid,
  provider,
  since: from,
  verified_at: before.verifiedAt,
  number: before.number,
  accounts,
});

interface Dialect {
  /** The inquiries of a JSON list as rows named `inquiry`. */
  readonly inquiries: string;
  /** The accounts of a JSON list as rows named `account`. */
  readonly accounts: (list: string) => string;
  /** Joins the purchases that such a selection finds for each account. */
  readonly join: (selection: string) => string;
  /** Rows as JSON, because passing values one by one costs more than reading them. */
  readonly print: (columns: string) => string;
}

const SQLITE: Dialect = {
  inquiries: `(select key as "index", value ->> 'appid' as appid, value ->> 'provider' as provider,
    value ->> 'since' as since, value ->> 'verified_at' as verified_at,
    value ->> 'number' as number, value -> 'accounts' as accounts from json_each(?)) as inquiry`,
  accounts: (list) => `json_each(${list}) as account`,
  join: (selection) => `join purchase on purchase.rowid in (select rowid ${selection})`,
  print: (columns) => `json_group_array(json_array(${columns}))`,
};

const POSTGRES: Dialect = {
  inquiries: `json_to_recordset(?::json) as inquiry("index" integer, appid text, provider text,
    since bigint, verified_at bigint, number bigint, accounts json)`,
  accounts: (list) => `json_array_elements_text(${list}::json) as account(value)`,
  join: (selection) => `cross join lateral (select * ${selection}) as purchase`,
  print: (columns) => `json_agg(json_build_array(${columns}))`,
};

const NEWEST_FIRST = 'order by purchase.verified_at desc, purchase.number desc';
/** What no app server has verified is nobody's purchase yet; a cycle is its owner's as soon as the owner is known. */
const IS_LISTED = `(claimed = 1 or (kind = 'subscription' and account_uuid <> ''))`;
const OF_APP = `from purchase where purchase.game_index = ?
  and appid = inquiry.appid and provider = inquiry.provider and ${IS_LISTED}`;
const OLDER = `purchase.verified_at >= inquiry.since
  and (purchase.verified_at, purchase.number) < (inquiry.verified_at, inquiry.number)
  ${NEWEST_FIRST} limit ?`;

function textsFor(names: readonly string[], { inquiries, accounts, join, print }: Dialect) {
  const list = ['verified_at', 'number', ...names].map((name) => `purchase.${name}`).join();
  const columns = `select ${list}`;
  const page = (rows: string): string =>
    `select cast(${print(list)} as text) as page from (${rows}) as purchase`;
  const pages = (rows: string): string =>
    `select (${page(rows)}) as page from ${inquiries} order by inquiry."index"`;
  // The newest of each account, then the newest of those. With a plain `account_uuid in (…)`
  // the database would read all purchases of the accounts or of the app.
  const ofEach = join(`${OF_APP} and account_uuid = account.value and ${OLDER}`);
  const withId = `${columns} from purchase
    where game_index = ? and appid = ? and provider = ? and provider_transaction_id = ?
      and (unique_key in (?, ?) or payment_key = ?) and ${IS_LISTED}`;
  const isOwn = `account_uuid in (select value from ${accounts('?')})`;
  return {
    ofApp: pages(`${columns} ${OF_APP} and ${OLDER}`),
    ofAccounts: pages(
      `${columns} from ${accounts('inquiry.accounts')} ${ofEach} ${NEWEST_FIRST} limit ?`,
    ),
    withId: page(`${withId} ${NEWEST_FIRST}`),
    withIdOfAccounts: page(`${withId} and ${isOwn} ${NEWEST_FIRST}`),
  };
}
