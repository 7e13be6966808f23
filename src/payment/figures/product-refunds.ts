// Refund rate by product: of what was bought in a range, how much is refunded or disputed by now.
import { Type } from 'typebox';
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';
import type { Range } from '../../tenants/range.ts';
import { rateOf } from './payer-figures.ts';
import { countValues, readMoney, topOf } from './read-store.ts';
import type { MoneyRow } from './sums.ts';
import { isUnusual, LEAST_PURCHASES, type Refunds, TIMES_USUAL, wilsonLower } from './unusual.ts';

/** Products that are looked at, and those that are shown. */
const MOST_PRODUCTS = 500;
const MOST_SHOWN = 50;

export const ProductRefunds = Type.Array(
  Type.Object({
    product: Type.String(),
    purchases: Type.Integer({ description: 'Bought in the range.' }),
    cancelled: Type.Integer({ description: 'Of these, refunded or disputed by now.' }),
    refund_rate: Type.String({ description: '`cancelled` by `purchases`.' }),
    unusual: Type.Boolean({
      description: `True with at least ${LEAST_PURCHASES} purchases when the rate is, with 95 % confidence (Wilson), more than ${TIMES_USUAL} times that of the app.`,
    }),
  }),
  { description: `Products with refunds, most conspicuous first; at most ${MOST_SHOWN}.` },
);

export async function readProductRefunds(
  db: Db,
  { appid, gameIndex }: App,
  range: Range,
): Promise<Type.Static<typeof ProductRefunds>> {
  const app = { appid, gameIndex };
  const { from, to, calendar } = range;
  const months = { from: calendar.startOf('month', from), to };
  const counts = await countValues(db, { ...app, dimension: 'product', ...months });
  const products = topOf(counts, MOST_PRODUCTS);
  const read = async (dimension: 'product' | 'total', values: readonly string[]) => {
    const parts = partsOf(range).map((part) =>
      readMoney(db, { ...app, dimension, values, ...part }),
    );
    return (await Promise.all(parts)).flat();
  };
  const all = refundsOf(await read('total', ['']));
  return [...Map.groupBy(await read('product', products), ({ value }) => value)]
    .map(([product, rows]) => ({ product, ...refundsOf(rows) }))
    .filter(({ cancelled }) => cancelled > 0)
    .sort(
      (one, other) =>
        wilsonLower(other.cancelled, other.purchases) - wilsonLower(one.cancelled, one.purchases) ||
        (one.product < other.product ? -1 : 1),
    )
    .slice(0, MOST_SHOWN)
    .map((each) => ({
      ...each,
      refund_rate: rateOf(each.cancelled, each.purchases) as string,
      unusual: isUnusual(each, all),
    }));
}

/** Days up to the first whole month, months, and days after the last whole month. */
function partsOf({ from, to, calendar }: Range) {
  const begin = calendar.startOf('month', from);
  const first = begin === from ? from : calendar.after('month', begin);
  const last = calendar.startOf('month', to);
  const parts =
    first >= last
      ? ([{ grain: 'day', from, to }] as const)
      : ([
          { grain: 'day', from, to: first },
          { grain: 'month', from: first, to: last },
          { grain: 'day', from: last, to },
        ] as const);
  return parts.filter((part) => part.from < part.to);
}

const refundsOf = (rows: readonly MoneyRow[]): Refunds => ({
  purchases: rows.reduce((sum, row) => sum + Number(row.purchases), 0),
  cancelled: rows.reduce((sum, row) => sum + Number(row.cancelled), 0),
});
