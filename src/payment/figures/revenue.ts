// Revenue of an app over time: gross, refunds, disputes and net, by market, product or country.
import { Type } from 'typebox';
import { invalid, type Rejection } from '../../audit/operation.ts';
import { DAY_MS } from '../../base/calendar.ts';
import { printTable } from '../../base/csv.ts';
import { isoTime } from '../../base/iso-time.ts';
import { orNull } from '../../base/shapes.ts';
import { figureOverTime } from '../../figures/figure.ts';
import type { Range } from '../../figures/range.ts';
import { currencyDigits } from '../money.ts';
import { CURRENT } from './current.ts';
import { MoneyFields } from './money-sums.ts';
import { reportingCurrencies } from './rates.ts';
import { addRevenue, type By, createLines, MOST_VALUES, shownValues } from './revenue-lines.ts';

/** Each day has a line for each value and currency. */
const MOST_SPLIT_DAYS = 92;

const isLong = ({ from, to }: Range): boolean => to - from > (MOST_SPLIT_DAYS + 1) * DAY_MS;

/** What both kinds of revenue are asked with. */
export const ReportingCurrency = {
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'Converts to this currency by the rates that were entered; what has none stays in its own.',
    }),
  ),
};

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

export const revenueCsv = ({
  items,
}: {
  readonly items: Type.Static<typeof RevenuePart.items>;
}): string => printTable(items, ['at', 'value', ...Object.keys(MoneyFields)]);

export const ReportingCurrencies = Type.Array(Type.String(), {
  description: 'Currencies that rates were entered for: `currency` converts to them.',
});

export const revenue = figureOverTime({
  name: 'revenue',
  operation: 'figures.revenue',
  summary: 'Returns gross, refunds, disputes and net over time.',
  file: {
    summary: 'Downloads the same as CSV, without the comparison.',
    example: 'at,value,currency,purchases\n2026-11-15T00:00:00.000Z,APPLE,USD,12\n',
  },
  schema: 'Revenue',
  asked: {
    by: Type.Optional(
      Type.Enum(['market', 'product', 'country', 'currency'], {
        description: `Splits the sums. The ${MOST_VALUES} products or countries with most purchases, and the others together. By currency, the one that was paid in.`,
      }),
    ),
    ...ReportingCurrency,
  },
  part: RevenuePart,
  more: { reporting: ReportingCurrencies },
  current: CURRENT,
  async open({ context, app, range, asked: { by, currency } }) {
    const wrong = problemOf(range, by, currency);
    if (wrong) return wrong;
    const { db } = context.storage;
    const question = { by, values: await shownValues(db, by, [{ app, range }]), currency };
    return async (part) => {
      const lines = createLines(question);
      await addRevenue(db, { app, range: part }, question, isoTime, lines);
      return { from: isoTime(part.from), to: isoTime(part.to), ...lines.result() };
    };
  },
  readMore: async ({ context, app }) => ({
    reporting: await reportingCurrencies(context.storage.db, app.gameIndex),
  }),
  csv: revenueCsv,
});

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
