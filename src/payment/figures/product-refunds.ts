// Refund rate by product: of what was bought in a range, how much is refunded or disputed by now.
import { Type } from 'typebox';
import type { Range } from '../../figures/range.ts';
import { countValues, readCancelled } from '../../figures/read-store.ts';
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';
import { rateOf } from './payer-figures.ts';
import { isUnusual, LEAST_PURCHASES, type Refunds, TIMES_USUAL, wilsonLower } from './unusual.ts';

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
  app: App,
  range: Range,
): Promise<Type.Static<typeof ProductRefunds>> {
  const { appid, gameIndex } = app;
  const dimension = 'product';
  // Sums lie by value, then by time: without the values, all days of all years would be read.
  const values = [...(await countValues(db, app, dimension, range)).keys()];
  const refunds = new Map<string, Refunds>();
  const parts = await Promise.all(
    partsOf(range).map((part) =>
      readCancelled(db, { appid, gameIndex, dimension, values, ...part }),
    ),
  );
  for (const { value, purchases, cancelled } of parts.flat()) {
    const before = refunds.get(value) ?? NONE;
    refunds.set(value, sumOf(before, toNumbers({ purchases, cancelled })));
  }
  const all = [...refunds.values()].reduce(sumOf, NONE);
  return [...refunds]
    .map(([product, each]) => ({ product, ...each }))
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

const NONE: Refunds = { purchases: 0, cancelled: 0 };

const sumOf = (one: Refunds, other: Refunds): Refunds => ({
  purchases: one.purchases + other.purchases,
  cancelled: one.cancelled + other.cancelled,
});

const toNumbers = (row: Record<keyof Refunds, number | bigint | string>): Refunds => ({
  purchases: Number(row.purchases),
  cancelled: Number(row.cancelled),
});
