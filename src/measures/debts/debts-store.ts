// Keeps the debts of accounts as their purchases are: a refund of delivered goods opens one, buying again pays it.
import { MARKET_CODES } from '../../payment/markets/markets.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type { MeasureDebtTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import { type AppName, nameOf } from '../../tenants/directory.ts';
import { type OfAccounts, type Reports, reportsOn } from '../decide/buyers.ts';
import { keyOf, type UndonePurchase } from '../decide/causes.ts';
import {
  owedFor,
  PAID_COLUMNS,
  type PaidPurchase,
  paymentOf,
  type Settlement,
  settle,
} from './settle.ts';

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
    .select(PAID_COLUMNS)
    .where('provider', 'in', MARKET_CODES)
    .where('account_uuid', '=', $.account)
    .where('verified_at', '>=', $.from)
    .where('product_id', 'in', $.products)
    .where('kind', '=', 'consumable')
    .where('claimed', '=', 1)
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

const anyDebt = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_debt').select('number').limit(1),
).first;

const anyUnknown = statement((db, $: Params<AppName>) =>
  ofApp(db, $).selectFrom('measure_account').select('account_uuid').limit(1),
).first;

/** Whether a login has anything to look for. */
export const hasDebts = async (db: Queryable, app: AppName): Promise<boolean> =>
  (await anyDebt(db, app)) !== undefined || (await anyUnknown(db, app)) !== undefined;

type Debt = MeasureDebtTable;

/** Makes the stored debts of accounts what their purchases say, and returns them. */
export async function updateDebts(
  tx: Db,
  app: AppName,
  accounts: readonly string[],
  undone: readonly UndonePurchase[],
  reports: Reports,
): Promise<Pick<Settlement, 'debts' | 'underpaid'>> {
  const all: Debt[] = [];
  const underpaid = new Set<string>();
  for (const account of accounts) {
    const stored = await debtsOf(tx, { ...nameOf(app), accounts: [account] });
    const owed = undone
      .filter(({ account_uuid }) => account_uuid === account)
      .flatMap((purchase) => debtsFor(app, purchase, reports));
    const settlement = await settleDebts(tx, app, account, owed, stored);
    await replaceDebts(tx, stored, settlement.debts);
    all.push(...settlement.debts);
    for (const key of settlement.underpaid) underpaid.add(key);
  }
  return { debts: all, underpaid };
}

const debtsFor = (app: AppName, purchase: UndonePurchase, reports: Reports): Debt[] => {
  const owed = owedFor(purchase, reports.get(keyOf(purchase)) ?? []);
  if (!owed) return [];
  return [
    {
      game_index: app.gameIndex,
      appid: app.appid,
      provider: purchase.provider,
      unique_key: purchase.unique_key,
      account_uuid: purchase.account_uuid,
      number: purchase.number,
      transaction_id: purchase.transaction_id,
      product_id: purchase.product_id,
      ...owed,
      refunded_at: purchase.cancel_said_at ?? 0,
      settled_by: null,
      paid: null,
    },
  ];
};

/** What the purchases of an account since the first of its refunds pay. */
export async function settleDebts(
  db: Db,
  app: AppName,
  account: string,
  debts: readonly Debt[],
  stored: readonly Debt[],
): Promise<Settlement & { readonly bought: readonly PaidPurchase[] }> {
  if (debts.length === 0) return { debts: [], underpaid: new Set(), unused: [], bought: [] };
  const name = nameOf(app);
  const bought = await paymentsOf(db, {
    ...name,
    account,
    products: [...new Set(debts.map(({ product_id }) => product_id))],
    from: Math.min(...debts.map(({ refunded_at }) => refunded_at)),
  });
  const reports = await reportsOn(db, name, bought);
  const payments = bought.map((each) => paymentOf(each, reports.get(keyOf(each)) ?? []));
  return { ...settle(debts, payments, stored), bought };
}

/** Writes only what differs. */
async function replaceDebts(tx: Db, stored: readonly Debt[], debts: readonly Debt[]) {
  const before = new Map(stored.map((debt) => [keyOf(debt), debt]));
  const changed = debts.filter((debt) => !isSame(before.get(keyOf(debt)), debt));
  const kept = new Set(debts.filter((debt) => !changed.includes(debt)).map(keyOf));
  for (const debt of stored) if (!kept.has(keyOf(debt))) await removeDebt(tx, debt);
  await insertRows(tx, 'measure_debt', changed);
}

const isSame = (stored: Debt | undefined, debt: Debt): boolean =>
  stored !== undefined &&
  (Object.keys(debt) as (keyof Debt)[]).every((column) => stored[column] === debt[column]);
