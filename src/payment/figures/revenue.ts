// Revenue of an app over time: gross, refunds, disputes and net, by market, product or country.
import { Type } from 'typebox';
import {
  invalid,
  isRejection,
  type OperationContext,
  type Rejection,
} from '../../audit/operation.ts';
import { DAY_MS } from '../../base/calendar.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import type { FigureMoneyTable } from '../../storage/schema.ts';
import type { App } from '../../tenants/directory.ts';
import {
  Compare,
  comparedRange,
  type FigureDeps,
  openRange,
  type Range,
  RangeQuery,
} from '../../tenants/range.ts';
import { currencyDigits } from '../money.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { createMoneySum, type Money, MoneyFields, type RateOf } from './money-sums.ts';
import { readRates } from './rates.ts';
import { readMoney, topValues } from './read-store.ts';
import type { MoneyRow } from './sums.ts';

const MARKETS = ['APPLE', 'GOOGLE', 'STEAM', 'PG'];
/** Values that are shown for themselves; the rest is one line. */
const MOST_VALUES = 20;
/** Each day has a line for each value and currency. */
const MOST_SPLIT_DAYS = 92;

const isLong = ({ from, to }: Range): boolean => to - from > (MOST_SPLIT_DAYS + 1) * DAY_MS;

export const RevenueQuery = Type.Object(
  {
    ...RangeQuery,
    by: Type.Optional(
      Type.Enum(['market', 'product', 'country'], {
        description: `Splits the sums. The ${MOST_VALUES} products or countries with most purchases, and the others together.`,
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description:
          'Converts to this currency by the rates that were entered; what has none stays in its own.',
      }),
    ),
    compare: Compare,
  },
  { additionalProperties: false },
);
export type RevenueQuery = Type.Static<typeof RevenueQuery>;

const Value = {
  value: orNull(
    Type.String(),
    'The market, product or country; null for all others, or without `by`.',
  ),
};
const Sum = Type.Object({ ...Value, ...MoneyFields });
const RevenuePart = {
  from: Type.String({ description: 'When the first period begins.' }),
  to: Type.String({ description: 'When the last one ends.' }),
  items: Type.Array(
    Type.Object({ at: Type.String({ description: 'When the period begins.' }), ...Sum.properties }),
    { description: 'In the order of time; what is zero is left out.' },
  ),
  totals: Type.Array(Sum),
};

export const Revenue = namedObject('Revenue', {
  time_zone: Type.String(),
  step: Type.Enum(['hour', 'day', 'week', 'month']),
  is_current: IsCurrent,
  ...RevenuePart,
  compared: orNull(Type.Object(RevenuePart)),
});
export type Revenue = Type.Static<typeof Revenue>;

export async function readRevenue(
  deps: FigureDeps,
  { by, currency, compare, ...asked }: RevenueQuery & { readonly appid: string },
): Promise<Revenue | Rejection> {
  const opened = await openRange(deps, asked);
  if (isRejection(opened)) return opened;
  const { app, range } = opened;
  const { context } = deps;
  if (currency !== undefined && currencyDigits(currency) === undefined) {
    return invalid('currency', `${currency} is not a currency. Use a code of ISO 4217.`);
  }
  if (range.step === 'hour' && by !== undefined && by !== 'market') {
    return invalid('by', `Hours are kept in total and by market. Ask for days by ${by}.`);
  }
  if (range.step === 'day' && by !== undefined && by !== 'market' && isLong(range)) {
    return invalid(
      'step',
      `Days by ${by} are for at most ${MOST_SPLIT_DAYS} days. Ask for weeks or months.`,
    );
  }
  const into =
    currency === undefined ? undefined : await converterTo(context, app, currency, range);
  const values = await valuesOf(context, app, by, range);
  const read = (part: Range) => readPart(context, app, part, by, values, into);
  return {
    time_zone: app.timeZone,
    step: range.step,
    is_current: await isCurrent(context, app),
    ...(await read(range)),
    compared: compare ? await read(comparedRange(range, compare)) : null,
  };
}

type Converter = { readonly currency: string; readonly rateOf: RateOf } | undefined;

const converterTo = async (
  { storage }: OperationContext,
  { gameIndex }: App,
  currency: string,
  { calendar }: Range,
): Promise<Converter> => ({
  currency,
  rateOf: await readRates(storage.db, { gameIndex, reporting: currency }, calendar),
});

type Dimension = FigureMoneyTable['dimension'];

/** The values that are shown for themselves. */
async function valuesOf(
  { storage }: OperationContext,
  app: App,
  by: Exclude<Dimension, 'total'> | undefined,
  { from, to, calendar }: Range,
): Promise<string[]> {
  if (by === undefined) return [];
  if (by === 'market') return MARKETS;
  const months = { from: calendar.startOf('month', from), to };
  const { appid, gameIndex } = app;
  return topValues(storage.db, { appid, gameIndex, dimension: by, ...months }, MOST_VALUES);
}

async function readPart(
  { storage }: OperationContext,
  { appid, gameIndex }: App,
  { from, to, step, calendar }: Range,
  by: Exclude<Dimension, 'total'> | undefined,
  values: readonly string[],
  into: Converter,
) {
  const { db } = storage;
  // Whole weeks or months, and the days of the last one if it is cut. A rate is of a day.
  const isWhole = (step === 'week' || step === 'month') && !into;
  const cut = isWhole ? calendar.startOf(step, to) : from;
  const parts = [
    { from, to: cut, grain: step },
    { from: cut, to, grain: step === 'hour' ? 'hour' : 'day' },
  ] as const;
  const readAll = async (dimension: Dimension, names: readonly string[]) => {
    const read = parts
      .filter((part) => part.from < part.to)
      .map((part) => readMoney(db, { appid, gameIndex, dimension, values: names, ...part }));
    return (await Promise.all(read)).flat();
  };
  // Nothing is of another market.
  const totals = by === 'market' ? [] : await readAll('total', ['']);
  const split = by && (await readAll(by, values));
  const rows: (readonly [string | null, MoneyRow, 1 | -1])[] = split
    ? [
        ...split.map((row) => [row.value, row, 1] as const),
        ...(by === 'market' ? [] : restOf(totals, split)),
      ]
    : totals.map((row) => [null, row, 1] as const);
  const all = new Map<string | null, ReturnType<typeof createMoneySum>>();
  const periods = new Map<number, Map<string | null, ReturnType<typeof createMoneySum>>>();
  const sumIn = (sums: typeof all, value: string | null) => {
    const sum = sums.get(value) ?? createMoneySum(into);
    sums.set(value, sum);
    return sum;
  };
  for (const [value, row, sign] of rows) {
    const at = calendar.startOf(step, row.bucket);
    const sums = periods.get(at) ?? new Map();
    periods.set(at, sums);
    const signed = sign === 1 ? row : negative(row);
    sumIn(sums, value).add(signed);
    sumIn(all, value).add(signed);
  }
  return {
    from: isoTime(from),
    to: isoTime(to),
    items: [...periods]
      .sort(([one], [other]) => one - other)
      .flatMap(([at, sums]) => listOf(sums, values).map((sum) => ({ at: isoTime(at), ...sum }))),
    totals: listOf(all, values),
  };
}

/** All that is not of these values: the total less them. */
const restOf = (totals: readonly MoneyRow[], split: readonly MoneyRow[]) => [
  ...totals.map((row) => [null, row, 1] as const),
  ...split.map((row) => [null, row, -1] as const),
];

const negative = (row: MoneyRow): MoneyRow => ({
  ...row,
  purchases: -Number(row.purchases),
  gross: -BigInt(row.gross),
  refunds: -Number(row.refunds),
  refunded: -BigInt(row.refunded),
  disputes: -Number(row.disputes),
  disputed: -BigInt(row.disputed),
  cancelled: -Number(row.cancelled),
});

/** In the order of the values, the others last. */
function listOf(
  sums: ReadonlyMap<string | null, ReturnType<typeof createMoneySum>>,
  values: readonly string[],
): ({ value: string | null } & Money)[] {
  return [...values, null].flatMap((value) =>
    (sums.get(value)?.result() ?? []).filter(isSomething).map((money) => ({ value, ...money })),
  );
}

const isSomething = ({
  purchases,
  gross,
  refunds,
  refunded,
  disputes,
  disputed,
  cancelled,
}: Money) =>
  purchases !== 0 ||
  refunds !== 0 ||
  disputes !== 0 ||
  cancelled !== 0 ||
  [gross, refunded, disputed].some((amount) => /[1-9]/.test(amount));
