// SQL of what accounts have paid: sums are made of groups of equal prices, so that they are exact.
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { MARKET_CODES } from '../markets/markets.ts';

interface OfAccounts extends AppName {
  readonly accounts: readonly string[];
}

const own = (db: Db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .where('purchase.provider', 'in', MARKET_CODES)
    .where('purchase.account_uuid', 'in', $.accounts)
    // What the family paid for is no spending.
    .where('purchase.ownership', 'is', null);

export const groupByPrice = statement((db, $: Params<OfAccounts>) =>
  own(db, $)
    .select(({ fn }) => [
      'currency',
      'price',
      'cancel_state',
      'test',
      fn.countAll<number>().as('purchases'),
    ])
    .groupBy(['currency', 'price', 'cancel_state', 'test']),
);

/** Reports about refunds of purchases that still count, such as those of a part. */
export const partReports = statement((db, $: Params<OfAccounts>) =>
  db
    .with(
      (name) => name('own').materialized(),
      () =>
        own(db, $)
          .where('purchase.cancel_state', '=', 0)
          .where('purchase.test', '=', 0)
          .select(['purchase.provider', 'purchase.unique_key', 'purchase.currency']),
    )
    .selectFrom('own')
    // SQLite would begin with the reports of the whole app.
    .crossJoin('purchase_cancellation as report')
    .select([
      'report.provider',
      'report.unique_key',
      'report.state',
      'report.amount',
      'report.last_at',
      'report.reported_at',
      'own.currency',
    ])
    .where('report.game_index', '=', $.gameIndex)
    .where('report.appid', '=', $.appid)
    .whereRef('report.provider', '=', 'own.provider')
    .whereRef('report.unique_key', '=', 'own.unique_key')
    .where('report.cause', '=', 'refund'),
);
