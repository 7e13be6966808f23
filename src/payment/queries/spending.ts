// What a player has paid and got back, by currency.
import { Big } from 'big.js';
import { Type } from 'typebox';
import type { Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { accountUuidsOf } from '../../identity/logins.ts';
import { playerIdOf } from '../../identity/player-id.ts';
import type { AppContext } from '../../tenants/apps.ts';
import { amountText } from '../money.ts';
import { groupByPrice, partReports } from './spending-store.ts';

const Amount = (description: string) => Type.String({ description });

export const Spending = namedObject(
  'Spending',
  {
    purchases: Type.Integer({ description: 'Without test purchases.' }),
    cancelled: Type.Integer({ description: 'Of these, refunded, disputed or charged back.' }),
    test_purchases: Type.Integer(),
    without_price: Type.Integer({ description: 'Purchases whose price the market did not name.' }),
    currencies: Type.Array(
      Type.Object({
        currency: Type.String(),
        purchases: Type.Integer(),
        spent: Amount('Everything that was paid, as an exact decimal.'),
        refunded: Amount('Of that, given back, in whole or in part, or disputed.'),
        kept: Amount('Net: paid and not refunded.'),
      }),
      { description: 'Most purchases first.' },
    ),
  },
  {
    examples: [
      {
        purchases: 12,
        cancelled: 1,
        test_purchases: 0,
        without_price: 0,
        currencies: [
          { currency: 'USD', purchases: 12, spent: '119.88', refunded: '9.99', kept: '109.89' },
        ],
      },
    ],
  },
);
export type Spending = Type.Static<typeof Spending>;

export async function readSpending(
  { context, app }: AppContext,
  { player_id }: { readonly player_id: string },
): Promise<Spending | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const { appid, gameIndex } = app;
  const { db } = context.storage;
  const accounts = await accountUuidsOf(db, app, playerId);
  const [groups, reports] = await Promise.all([
    groupByPrice(db, { gameIndex, appid, accounts }),
    partReports(db, { gameIndex, appid, accounts }),
  ]);
  const sums = new Map<string, { purchases: number; spent: Big; refunded: Big }>();
  const sumOf = (currency: string) => {
    const sum = sums.get(currency) ?? { purchases: 0, spent: new Big(0), refunded: new Big(0) };
    sums.set(currency, sum);
    return sum;
  };
  const counts = { purchases: 0, cancelled: 0, test_purchases: 0, without_price: 0 };
  for (const { currency, price, cancel_state, test, purchases } of groups) {
    const count = Number(purchases);
    if (test === 1) {
      counts.test_purchases += count;
      continue;
    }
    counts.purchases += count;
    if (cancel_state === 1) counts.cancelled += count;
    if (price === null || currency === null) {
      counts.without_price += count;
      continue;
    }
    const sum = sumOf(currency);
    const paid = new Big(price).times(count);
    sum.purchases += count;
    sum.spent = sum.spent.plus(paid);
    if (cancel_state === 1) sum.refunded = sum.refunded.plus(paid);
  }
  for (const { currency, amount } of newestParts(reports)) {
    if (currency !== null && amount !== null) {
      const sum = sumOf(currency);
      sum.refunded = sum.refunded.plus(amount);
    }
  }
  const currencies = [...sums]
    .map(([currency, { purchases, spent, refunded }]) => ({
      currency,
      purchases,
      spent: amountText(spent, currency),
      refunded: amountText(refunded, currency),
      kept: amountText(spent.minus(refunded), currency),
    }))
    .sort(
      (one, other) => other.purchases - one.purchases || (one.currency < other.currency ? -1 : 1),
    );
  return { ...counts, currencies };
}

type Report = Awaited<ReturnType<typeof partReports>>[number];

/** The newest report of each purchase, if it is of a part. */
function newestParts(reports: readonly Report[]): Report[] {
  const isOlder = (one: Report, other: Report): boolean =>
    one.last_at < other.last_at ||
    (one.last_at === other.last_at && one.reported_at < other.reported_at);
  const byPurchase = Map.groupBy(reports, (each) => `${each.provider} ${each.unique_key}`);
  return [...byPurchase.values()]
    .flatMap((all) => all.filter((each) => !all.some((other) => isOlder(each, other))))
    .filter(({ state }) => state === 'partial');
}
