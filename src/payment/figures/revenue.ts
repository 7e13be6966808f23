// Revenue of an app over time: gross, refunds, disputes and net, by market, product or country.
import { Type } from 'typebox';
import { invalid, isRejection, type Rejection } from '../../audit/operation.ts';
import { DAY_MS } from '../../base/calendar.ts';
import { isoTime } from '../../base/iso-time.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import {
  Compare,
  type FigureDeps,
  openRange,
  type Range,
  RangeQuery,
} from '../../tenants/range.ts';
import { withCompared } from '../../tenants/split-periods.ts';
import { currencyDigits } from '../money.ts';
import { IsCurrent, isCurrent } from './current.ts';
import { MoneyFields } from './money-sums.ts';
import { reportingCurrencies } from './rates.ts';
import { addRevenue, type By, createLines, MOST_VALUES, shownValues } from './revenue-lines.ts';

/** Each day has a line for each value and currency. */
const MOST_SPLIT_DAYS = 92;

const isLong = ({ from, to }: Range): boolean => to - from > (MOST_SPLIT_DAYS + 1) * DAY_MS;

/** What both kinds of revenue are asked with. */
export const REVENUE_FIELDS = {
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'Converts to this currency by the rates that were entered; what has none stays in its own.',
    }),
  ),
  compare: Compare,
};

export const RevenueQuery = Type.Object(
  {
    ...RangeQuery,
    by: Type.Optional(
      Type.Enum(['market', 'product', 'country', 'currency'], {
        description: `Splits the sums. The ${MOST_VALUES} products or countries with most purchases, and the others together. By currency, the one that was paid in.`,
      }),
    ),
    ...REVENUE_FIELDS,
  },
  { additionalProperties: false },
);
export type RevenueQuery = Type.Static<typeof RevenueQuery>;

const Value = {
  value: orNull(
    Type.String(),
    'The market, product, country, currency or app; null for all others, or without `by`.',
  ),
};
const Sum = Type.Object({ ...Value, ...MoneyFields });
export const RevenuePart = {
  from: Type.String({ description: 'When the first period begins.' }),
  to: Type.String({ description: 'When the last one ends.' }),
  items: Type.Array(
    Type.Object({ at: Type.String({ description: 'When the period begins.' }), ...Sum.properties }),
    { description: 'In the order of time; what is zero is left out.' },
  ),
  totals: Type.Array(Sum),
};

export const ReportingCurrencies = Type.Array(Type.String(), {
  description: 'Currencies that rates were entered for: `currency` converts to them.',
});

export const Revenue = namedObject('Revenue', {
  time_zone: Type.String(),
  step: Type.Enum(['hour', 'day', 'week', 'month']),
  is_current: IsCurrent,
  ...RevenuePart,
  compared: orNull(Type.Object(RevenuePart)),
  reporting: ReportingCurrencies,
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
  const wrong = problemOf(range, by, currency);
  if (wrong) return wrong;
  const { db } = context.storage;
  const values = await shownValues(db, by, [opened]);
  const question = { by, values, currency };
  const read = async (part: Range) => {
    const lines = createLines(question);
    await addRevenue(db, { app, range: part }, question, isoTime, lines);
    return { from: isoTime(part.from), to: isoTime(part.to), ...lines.result() };
  };
  return {
    time_zone: app.timeZone,
    step: range.step,
    is_current: await isCurrent(context, app),
    ...(await withCompared(range, compare, read)),
    reporting: await reportingCurrencies(db, app.gameIndex),
  };
}

/** What cannot be asked. */
export function problemOf(
  range: Range,
  by: By | undefined,
  currency: string | undefined,
): Rejection | undefined {
  if (currency !== undefined && currencyDigits(currency) === undefined) {
    return invalid('currency', `${currency} is not a currency. Use a code of ISO 4217.`);
  }
  if (by !== 'product' && by !== 'country') return undefined;
  if (range.step === 'hour') {
    return invalid('by', `Hours are kept in total and by market. Ask for days by ${by}.`);
  }
  if (range.step === 'day' && isLong(range)) {
    return invalid(
      'step',
      `Days by ${by} are for at most ${MOST_SPLIT_DAYS} days. Ask for weeks or months.`,
    );
  }
  return undefined;
}
