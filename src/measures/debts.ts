// Keeps the debts of an account as its purchases are: a refund of delivered goods opens one, buying again settles it.
import type { Db } from '../storage/db.ts';
import type { MeasureDebtTable } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';
import { keyOf, type UndonePurchase } from './causes.ts';
import { debtsOf, insertDebts, paymentsOf, removeDebt } from './debts-store.ts';

type Debt = MeasureDebtTable;

const DELIVERED = 1;

/** A subscription ends with its refund, so that nothing is owed for a cycle. */
const isOwed = (purchase: UndonePurchase): boolean =>
  purchase.kind === 'consumable' &&
  (purchase.delivery === null || purchase.delivery === DELIVERED) &&
  purchase.price !== null &&
  purchase.currency !== null &&
  /[1-9]/.test(purchase.price);

const debtOf = (app: AppName, purchase: UndonePurchase): Debt => ({
  game_index: app.gameIndex,
  appid: app.appid,
  provider: purchase.provider,
  unique_key: purchase.unique_key,
  account_uuid: purchase.account_uuid,
  number: purchase.number,
  transaction_id: purchase.transaction_id,
  product_id: purchase.product_id,
  amount: purchase.price as string,
  currency: purchase.currency as string,
  refunded_at: purchase.cancel_said_at ?? 0,
  settled_by: null,
});

export interface Payment {
  readonly number: number;
  readonly product_id: string;
  readonly verified_at: number;
}

/** Each purchase after a refund settles the oldest debt of its product. */
export function settle(debts: readonly Debt[], payments: readonly Payment[]): Debt[] {
  const settled = new Map<string, number>();
  const oldestFirst = debts.toSorted(
    (one, other) => one.refunded_at - other.refunded_at || one.number - other.number,
  );
  for (const payment of payments) {
    const debt = oldestFirst.find(
      (each) =>
        !settled.has(keyOf(each)) &&
        each.product_id === payment.product_id &&
        each.refunded_at <= payment.verified_at &&
        each.number < payment.number,
    );
    if (debt) settled.set(keyOf(debt), payment.number);
  }
  return oldestFirst.map((debt) => ({ ...debt, settled_by: settled.get(keyOf(debt)) ?? null }));
}

/** Makes the stored debts what the purchases say, and returns them. */
export async function followDebts(
  tx: Db,
  { appid, gameIndex }: AppName,
  account: string,
  undone: readonly UndonePurchase[],
): Promise<Debt[]> {
  const app = { appid, gameIndex };
  const stored = await debtsOf(tx, { ...app, accounts: [account] });
  const owed = undone
    .filter((purchase) => purchase.account_uuid === account && isOwed(purchase))
    .map((purchase) => debtOf(app, purchase));
  if (owed.length === 0 && stored.length === 0) return [];
  const payments =
    owed.length === 0
      ? []
      : await paymentsOf(tx, {
          ...app,
          account,
          products: [...new Set(owed.map(({ product_id }) => product_id))],
          from: Math.min(...owed.map(({ refunded_at }) => refunded_at)),
        });
  const debts = settle(owed, payments);
  const before = new Map(stored.map((debt) => [keyOf(debt), debt]));
  const changed = debts.filter((debt) => !isSame(before.get(keyOf(debt)), debt));
  const kept = new Set(debts.filter((debt) => !changed.includes(debt)).map(keyOf));
  // Removed first, so that a payment can move from one debt to another.
  for (const debt of stored) if (!kept.has(keyOf(debt))) await removeDebt(tx, debt);
  await insertDebts(tx, changed);
  return debts;
}

const isSame = (stored: Debt | undefined, debt: Debt): boolean =>
  stored !== undefined &&
  (Object.keys(debt) as (keyof Debt)[]).every((column) => stored[column] === debt[column]);
