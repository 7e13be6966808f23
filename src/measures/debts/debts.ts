// What a player owes, for operators and app servers: refunded for delivered goods, and not paid again.
import { Big } from 'big.js';
import { Type } from 'typebox';
import type { Rejection } from '../../audit/operation.ts';
import { createCache } from '../../base/cache.ts';
import type { Clock } from '../../base/clock.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { playerIdOf } from '../../identity/player-id.ts';
import { PURCHASES_CHANGED, recordChanges } from '../../payment/ledger/changes.ts';
import { amountText } from '../../payment/money.ts';
import { serviceTransactionId } from '../../payment/service-id.ts';
import type { MeasureDebtTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { type App, nameOf } from '../../tenants/directory.ts';
import { recognise, unknownAmong } from '../decide/buyers.ts';
import { debtsOf, hasDebts, settleDebts } from './debts-store.ts';
import { hasAmount, type PaidPurchase } from './settle.ts';

const Amount = Type.String({ description: 'Exact decimal, as text.' });
const Time = Type.String({ format: 'date-time' });

const PAYING = {
  paid: Type.String({ description: 'Of that, paid again so far.' }),
  remaining: Type.String({ description: 'What is still to be paid.' }),
};

const IDS = {
  transaction_id: Type.String(),
  service_transaction_id: Type.String(),
  product_id: Type.String(),
};

const DebtPurchase = namedObject('DebtPurchase', {
  ...IDS,
  amount: Amount,
  currency: Type.String(),
  refunded_at: Time,
  ...PAYING,
});

export const Debt = namedObject('Debt', {
  currency: Type.String(),
  amount: Amount,
  purchases: Type.Array(DebtPurchase, { description: 'Oldest refund first.' }),
  ...PAYING,
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
  without_price: Type.Array(Type.Object({ ...IDS, refunded_at: Time }), {
    description:
      'Refunded, but nobody knows for how much: no purchase settles these, a person decides.',
  }),
  not_counted: Type.Array(
    Type.Object({
      ...IDS,
      amount: orNull(Type.String()),
      currency: orNull(Type.String()),
      verified_at: Time,
    }),
    {
      description:
        'Later purchases of owed products that pay nothing: in another currency, free or without a price.',
    },
  ),
});
export type PlayerDebt = Type.Static<typeof PlayerDebt>;

type Row = MeasureDebtTable;

/** By currency. */
function sumDebts(rows: readonly Row[]): Debt[] {
  const open = rows.filter((row) => row.settled_by === null && hasAmount(row));
  return [...Map.groupBy(open, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      const sum = (part: (row: Row) => string | Big): string =>
        amountText(
          own.reduce((total, row) => total.plus(part(row)), new Big(0)),
          currency,
        );
      return {
        currency,
        amount: sum(({ amount }) => amount),
        purchases: own.map(purchaseView),
        paid: sum(paidOf),
        remaining: sum((row) => new Big(row.amount).minus(paidOf(row))),
      };
    });
}

/** Rows of before version 35 do not say: settled with one purchase, or not at all. */
const paidOf = ({ paid, amount, settled_by }: Row): string =>
  paid ?? (settled_by === null ? '0' : amount);

const idsOf = (
  row: Pick<Row, 'transaction_id' | 'provider' | 'number' | 'product_id'>,
): Type.Static<Type.TObject<typeof IDS>> => ({
  transaction_id: row.transaction_id,
  service_transaction_id: serviceTransactionId(row.provider, row.number),
  product_id: row.product_id,
});

const purchaseView = (row: Row): Type.Static<typeof DebtPurchase> => ({
  ...idsOf(row),
  amount: row.amount,
  currency: row.currency,
  refunded_at: isoTime(row.refunded_at),
  paid: amountText(paidOf(row), row.currency),
  remaining: amountText(new Big(row.amount).minus(paidOf(row)), row.currency),
});

const notCountedView = (purchase: PaidPurchase): PlayerDebt['not_counted'][number] => ({
  ...idsOf(purchase),
  amount: purchase.price,
  currency: purchase.currency,
  verified_at: isoTime(purchase.verified_at),
});

export async function readDebt(
  { context, app }: AppContext,
  { player_id }: { readonly player_id: string },
): Promise<PlayerDebt | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const { db } = context.storage;
  const accounts = await accountUuidsOf(db, app, playerId);
  const rows = await debtsOf(db, { ...nameOf(app), accounts });
  const notCounted: PaidPurchase[] = [];
  for (const [account, own] of Map.groupBy(rows, ({ account_uuid }) => account_uuid)) {
    if (own.every(({ settled_by }) => settled_by !== null)) continue;
    const { unused, bought } = await settleDebts(db, app, account, own, own);
    notCounted.push(...bought.filter(({ number }) => unused.includes(number)));
  }
  return {
    debt: sumDebts(rows),
    settled: rows.filter(({ settled_by }) => settled_by !== null).map(purchaseView),
    without_price: rows
      .filter((row) => !hasAmount(row))
      .map((row) => ({ ...idsOf(row), refunded_at: isoTime(row.refunded_at) })),
    not_counted: notCounted.toSorted((one, other) => one.number - other.number).map(notCountedView),
  };
}

/** Sent after debts were written, or accounts whose player is looked for. */
export const DEBTS_CHANGED = 'debts';

const CACHED_APPS = 10_000;
/** How long another process may not know of an app's first debt when the signal got lost. */
const CACHE_LIFE_MS = 1_000;

export type DebtOf = (app: App, playerId: bigint) => Promise<Debt[]>;

/** For the look-ups of app servers. It also recognises accounts without a login: rules are applied to them next. */
export function createDebts(
  { db, signals }: Pick<Storage, 'db' | 'signals'>,
  clock: Clock,
): DebtOf {
  const cache = createCache<string, Promise<boolean>>(clock, CACHE_LIFE_MS, CACHED_APPS);
  signals.on(DEBTS_CHANGED, cache.clear);

  /** An app without debts costs nothing but this. */
  function isNeeded(app: App): Promise<boolean> {
    const cached = cache.get(app.appid);
    if (cached) return cached;
    const reading = hasDebts(db, nameOf(app));
    cache.set(app.appid, reading);
    reading.catch(cache.clear);
    return reading;
  }

  return async (app, playerId) => {
    if (!(await isNeeded(app))) return [];
    const name = nameOf(app);
    const accounts = await accountUuidsOf(db, app, playerId);
    const [debts, unknown] = await Promise.all([
      debtsOf(db, { ...name, accounts }),
      unknownAmong(db, { ...name, accounts }),
    ]);
    for (const { account_uuid: account } of unknown) {
      await db.transaction().execute(async (tx) => {
        const known = { provider: '', kind: 'account', subject: account } as const;
        await recordChanges(tx, app, [known], clock());
        await recognise(tx, { ...name, account, playerId });
      });
    }
    if (unknown.length > 0) signals.emit(PURCHASES_CHANGED);
    return sumDebts(debts);
  };
}
