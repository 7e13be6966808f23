// All SQL of purchase history: whole app, one player, one transaction. Each reads what it returns.
import { isPostgres, type Queryable, query } from '../storage/rows.ts';
import type { Market, PurchaseTable } from '../storage/schema.ts';
import type { Position } from './cursor.ts';

export interface HistoryQuery {
  readonly appid: string;
  readonly provider: Market;
  readonly from: number;
  /** Only what is older than this. */
  readonly before: Position;
  /** Only purchases of these accounts; of all when undefined. */
  readonly accounts?: readonly string[] | undefined;
  readonly limit: number;
}

export interface HistoryReader<Row> {
  /** Newest first. */
  list(db: Queryable, query: HistoryQuery): Promise<readonly Row[]>;
  /** The newest purchase with this transaction or order id at the market. */
  find(
    db: Queryable,
    query: Pick<HistoryQuery, 'appid' | 'provider' | 'accounts'> & { readonly id: string },
  ): Promise<Row | undefined>;
}

/** Nothing is newer. Numbers begin at 1, so this is the end of a millisecond as well as its start. */
export const afterAll = (to: number | undefined): Position => ({
  verifiedAt: to === undefined ? Number.MAX_SAFE_INTEGER : to + 1,
  number: 0,
});

const OLDER = 'verified_at >= ? and (verified_at, number) < (?, ?)';
const NEWEST_FIRST = 'order by verified_at desc, number desc limit ?';
const OF_ACCOUNT = `from purchase where appid = ? and provider = ? and account_uuid = account.value
  and ${OLDER} ${NEWEST_FIRST}`;

/** Reads these columns; the texts of the statements are made once. */
export function historyReader<Name extends keyof PurchaseTable>(
  names: readonly Name[],
): HistoryReader<Pick<PurchaseTable, Name>> {
  type Row = Pick<PurchaseTable, Name>;
  const texts = { sqlite: textsFor(names, SQLITE), postgres: textsFor(names, POSTGRES) };

  async function read(db: Queryable, text: string, parameters: unknown[]): Promise<Row[]> {
    const [found] = await query<{ page: string }>(db, text, parameters);
    return JSON.parse(found?.page ?? '[]');
  }

  return {
    list(db, { appid, provider, from, before, accounts, limit }) {
      const range = [appid, provider, from, before.verifiedAt, before.number, limit];
      const { ofApp, ofAccounts } = isPostgres(db) ? texts.postgres : texts.sqlite;
      if (!accounts) return read(db, ofApp, range);
      return read(db, ofAccounts, [JSON.stringify(accounts), ...range, limit]);
    },
    async find(db, { appid, provider, id, accounts }) {
      const { withId, withIdOfAccounts } = isPostgres(db) ? texts.postgres : texts.sqlite;
      const [row] = accounts
        ? await read(db, withIdOfAccounts, [appid, provider, id, JSON.stringify(accounts), 1])
        : await read(db, withId, [appid, provider, id, 1]);
      return row;
    },
  };
}

interface Dialect {
  /** The accounts of a JSON list, as rows. */
  readonly accounts: string;
  /** The newest of each account, as rows named `purchase`. */
  readonly ofEach: string;
  /** A page as one JSON text: handing over its values one by one costs more than reading them. */
  readonly page: (names: readonly string[]) => string;
}

const SQLITE: Dialect = {
  accounts: 'json_each(?) as account',
  ofEach: `join purchase on purchase.rowid in (select rowid ${OF_ACCOUNT})`,
  page: (names) => `json_group_array(json_object(${names.map((name) => `'${name}', ${name}`)})`,
};

const POSTGRES: Dialect = {
  accounts: 'json_array_elements_text(?::json) as account(value)',
  ofEach: `cross join lateral (select * ${OF_ACCOUNT}) as purchase`,
  page: () => 'json_agg(purchase',
};

function textsFor(names: readonly string[], { accounts, ofEach, page }: Dialect) {
  const columns = `select ${names.map((name) => `purchase.${name}`)}`;
  const print = (rows: string): string =>
    `select cast(${page(names)} order by verified_at desc, number desc) as text) as page
      from (${rows} ${NEWEST_FIRST}) as purchase`;
  const withId = `${columns} from purchase
    where appid = ? and provider = ? and provider_transaction_id = ?`;
  return {
    ofApp: print(`${columns} from purchase where appid = ? and provider = ? and ${OLDER}`),
    // For each account its newest, then the newest of those. A plain `account_uuid in (…)` would make
    // the database choose between reading all of the accounts' purchases and all of the app's.
    ofAccounts: print(`${columns} from ${accounts} ${ofEach}`),
    withId: print(withId),
    withIdOfAccounts: print(`${withId} and account_uuid in (select value from ${accounts})`),
  };
}
