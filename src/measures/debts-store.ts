// SQL of debts: what was refunded although the goods had been delivered.

import { MARKET_CODES } from '../payment/markets/markets.ts';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import type { MeasureDebtTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { ofApp } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import type { OfAccounts } from './purchases-store.ts';

/** What accounts owe, by purchase: settled debts included, oldest refund first. */
export const debtsOf = statement((db, $: Params<OfAccounts>) =>
  ofApp(db, $)
    .selectFrom('measure_debt')
    .selectAll()
    .where('account_uuid', 'in', $.accounts)
    .orderBy('refunded_at')
    .orderBy('number'),
);

interface Payments extends AppName {
  readonly account: string;
  readonly products: readonly string[];
  readonly from: number;
}

/** Purchases that may pay a debt, oldest first. */
export const paymentsOf = statement((db, $: Params<Payments>) =>
  ofApp(db, $)
    .selectFrom('purchase')
    .select([
      'provider',
      'unique_key',
      'number',
      'transaction_id',
      'product_id',
      'verified_at',
      'price',
      'currency',
    ])
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', '=', $.account)
    .where('verified_at', '>=', $.from)
    .where('product_id', 'in', $.products)
    .where('kind', '=', 'consumable')
    .where('cancel_state', '=', 0)
    .where('test', '=', 0)
    .orderBy('number'),
);

type DebtName = Pick<MeasureDebtTable, 'game_index' | 'appid' | 'provider' | 'unique_key'>;

export const removeDebt = statement((db, $: Params<DebtName>) =>
  ofApp(db, { gameIndex: $.game_index, appid: $.appid })
    .deleteFrom('measure_debt')
    .where('provider', '=', $.provider)
    .where('unique_key', '=', $.unique_key),
);

export const insertDebts = (tx: Db, rows: readonly MeasureDebtTable[]): Promise<void> =>
  insertRows(tx, 'measure_debt', rows);

const anyDebt = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_debt').select('number').limit(1),
).first;

const anyUnknown = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_account').select('account_uuid').limit(1),
).first;

/** Whether a login has anything to look for. */
export const hasDebts = async (db: Queryable, app: AppName): Promise<boolean> =>
  (await anyDebt(db, app)) !== undefined || (await anyUnknown(db, app)) !== undefined;
