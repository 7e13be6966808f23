// All SQL of purchase history: whole app, one player, one transaction. Each reads what it returns.
import { isPostgres, oneOf, type Queryable, query } from '../storage/rows.ts';
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
  const columns = names.map((name) => `purchase.${name}`).join();
  const ofApp = `select ${columns} from purchase
    where appid = ? and provider = ? and ${OLDER} ${NEWEST_FIRST}`;
  // For each account its newest, then the newest of those. A plain `account_uuid in (…)` would make
  // the database choose between reading all of the accounts' purchases and all of the app's.
  const ofAccounts = {
    postgres: `select ${columns} from unnest(?::text[]) as account(value)
      cross join lateral (select * ${OF_ACCOUNT}) as purchase ${NEWEST_FIRST}`,
    sqlite: `select ${columns} from json_each(?) as account
      join purchase on purchase.rowid in (select rowid ${OF_ACCOUNT}) ${NEWEST_FIRST}`,
  };
  const withId = `select ${columns} from purchase
    where appid = ? and provider = ? and provider_transaction_id = ?`;

  return {
    list(db, { appid, provider, from, before, accounts, limit }) {
      const range = [appid, provider, from, before.verifiedAt, before.number, limit];
      if (!accounts) return query<Row>(db, ofApp, range);
      return isPostgres(db)
        ? query<Row>(db, ofAccounts.postgres, [accounts, ...range, limit])
        : query<Row>(db, ofAccounts.sqlite, [JSON.stringify(accounts), ...range, limit]);
    },
    async find(db, { appid, provider, id, accounts }) {
      const own = accounts && oneOf(db, 'account_uuid', accounts);
      const [row] = await query<Row>(
        db,
        `${withId} ${own ? `and ${own.text}` : ''} ${NEWEST_FIRST}`,
        [appid, provider, id, ...(own ? [own.parameter] : []), 1],
      );
      return row;
    },
  };
}
