// What a player owes: refunded for goods that were delivered, and not paid again.
import { Big } from 'big.js';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { accountUuidsOf } from '../identity/logins.ts';
import { playerIdOf } from '../identity/player-id.ts';
import { amountText } from '../payment/money.ts';
import { serviceTransactionId } from '../payment/service-id.ts';
import type { MeasureDebtTable } from '../storage/schema.ts';
import { appOf } from '../tenants/apps.ts';
import { debtsOf } from './debts-store.ts';
import type { MeasureDeps } from './rules.ts';

const Amount = Type.String({ description: 'Exact decimal, as text.' });
const Time = Type.String({ format: 'date-time' });

const DebtPurchase = namedObject('DebtPurchase', {
  transaction_id: Type.String(),
  service_transaction_id: Type.String(),
  product_id: Type.String(),
  amount: Amount,
  currency: Type.String(),
  refunded_at: Time,
});

export const Debt = namedObject('Debt', {
  currency: Type.String(),
  amount: Amount,
  purchases: Type.Array(DebtPurchase, { description: 'Oldest refund first.' }),
});
export type Debt = Type.Static<typeof Debt>;

/** Of the look-ups of app servers. */
export const DebtList = Type.Array(Debt, {
  description:
    'What the player was refunded for delivered goods and has not paid again, by currency.',
});

export const PlayerDebt = namedObject('PlayerDebt', {
  debt: DebtList,
  settled: Type.Array(DebtPurchase, { description: 'Paid again, oldest refund first.' }),
});
export type PlayerDebt = Type.Static<typeof PlayerDebt>;

/** By currency. */
export function sumDebts(rows: readonly MeasureDebtTable[]): Debt[] {
  const open = rows.filter(({ settled_by }) => settled_by === null);
  return [...Map.groupBy(open, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      amount: amountText(
        own.reduce((sum, { amount }) => sum.plus(amount), new Big(0)),
        currency,
      ),
      purchases: own.map(purchaseView),
    }));
}

const purchaseView = (row: MeasureDebtTable): Type.Static<typeof DebtPurchase> => ({
  transaction_id: row.transaction_id,
  service_transaction_id: serviceTransactionId(row.provider, row.number),
  product_id: row.product_id,
  amount: row.amount,
  currency: row.currency,
  refunded_at: isoTime(row.refunded_at),
});

export async function readDebt(
  { context, directory }: MeasureDeps,
  { appid, player_id }: { readonly appid: string; readonly player_id: string },
): Promise<PlayerDebt | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const { db } = context.storage;
  const accounts = await accountUuidsOf(db, app, playerId);
  const rows = await debtsOf(db, { appid, gameIndex: app.gameIndex, accounts });
  const settled = rows.filter(({ settled_by }) => settled_by !== null).map(purchaseView);
  return { debt: sumDebts(rows), settled };
}
