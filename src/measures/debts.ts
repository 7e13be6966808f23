// Keeps the debts of an account as its purchases are: a refund of delivered goods opens one, buying again pays it.
import { findCancellations } from '../payment/ledger/purchases-store.ts';
import type { Db } from '../storage/db.ts';
import type { Queryable } from '../storage/rows.ts';
import type { CancellationTable, MeasureDebtTable } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';
import { keyOf, type UndonePurchase } from './causes.ts';
import { debtsOf, insertDebts, paymentsOf, removeDebt } from './debts-store.ts';
import { inParts } from './purchases-store.ts';
import { owedFor, type PaidPurchase, paymentOf, type Settlement, settle } from './settle.ts';

type Debt = MeasureDebtTable;
export type Reports = ReadonlyMap<string, readonly CancellationTable[]>;

const NO_DEBTS: Settlement = { debts: [], tried: new Set(), idle: [] };

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
  db: Queryable,
  { appid, gameIndex }: AppName,
  account: string,
  debts: readonly Debt[],
  stored: readonly Debt[],
): Promise<Settlement & { readonly bought: readonly PaidPurchase[] }> {
  const app = { appid, gameIndex };
  if (debts.length === 0) return { ...NO_DEBTS, bought: [] };
  const bought = await paymentsOf(db, {
    ...app,
    account,
    products: [...new Set(debts.map(({ product_id }) => product_id))],
    from: Math.min(...debts.map(({ refunded_at }) => refunded_at)),
  });
  const rows = await inParts(bought, (part) => findCancellations(db, app, part));
  const reports = Map.groupBy(rows, keyOf);
  const payments = bought.map((each) => paymentOf(each, reports.get(keyOf(each)) ?? []));
  return { ...settle(debts, payments, stored), bought };
}

/** Makes the stored debts what the purchases say, and returns them. */
export async function followDebts(
  tx: Db,
  app: AppName,
  account: string,
  undone: readonly UndonePurchase[],
  reports: Reports,
): Promise<Settlement> {
  const { appid, gameIndex } = app;
  const stored = await debtsOf(tx, { appid, gameIndex, accounts: [account] });
  const owed = undone
    .filter(({ account_uuid }) => account_uuid === account)
    .flatMap((purchase) => debtsFor(app, purchase, reports));
  const settlement = await settleDebts(tx, app, account, owed, stored);
  const { debts } = settlement;
  const before = new Map(stored.map((debt) => [keyOf(debt), debt]));
  const changed = debts.filter((debt) => !isSame(before.get(keyOf(debt)), debt));
  const kept = new Set(debts.filter((debt) => !changed.includes(debt)).map(keyOf));
  for (const debt of stored) if (!kept.has(keyOf(debt))) await removeDebt(tx, debt);
  await insertDebts(tx, changed);
  return settlement;
}

const isSame = (stored: Debt | undefined, debt: Debt): boolean =>
  stored !== undefined &&
  (Object.keys(debt) as (keyof Debt)[]).every((column) => stored[column] === debt[column]);
