// Disputes over time: how many were answered, won and lost, and what they were about, in money.
import { Big } from 'big.js';
import { Type } from 'typebox';
import { printTable } from '../../base/csv.ts';
import { orNull } from '../../base/shapes.ts';
import { figureOverTime } from '../../figures/figure.ts';
import { type Placed, partFields, splitPeriods, valueField } from '../../figures/split-periods.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { amountText } from '../money.ts';
import { rateOf } from './payer-figures.ts';

const Count = (description: string) => Type.Integer({ description });
const Amount = (description: string) => Type.String({ description });

const Fields = {
  disputes: Count('Opened in the period; inquiries that took no money are left out.'),
  answered: Count('Of these, answered in time.'),
  open: Count('Of these, not decided yet.'),
  won: Count('Of these, won by now.'),
  lost: Count('Of these, lost by now.'),
  win_rate: orNull(Type.String(), '`won` by `won` and `lost`; null while none is decided.'),
  amounts: Type.Array(
    Type.Object({
      currency: Type.String(),
      disputed: Amount('All that was disputed.'),
      won: Amount('Of that, won back.'),
      lost: Amount('Of that, lost.'),
    }),
    { description: 'By currency of the bank.' },
  ),
};

const Part = partFields(
  valueField('Reason or gateway; null without `by`, and for an unknown reason.'),
  Fields,
);

export const disputes = figureOverTime({
  name: 'disputes',
  operation: 'figures.disputes',
  summary: 'Returns how many disputes were answered, won and lost over time, and what they cost.',
  file: {
    summary: 'Downloads the same as CSV, without the comparison.',
    example: 'at,value,disputes,answered\n2026-11-15T00:00:00.000Z,,3,2\n',
  },
  schema: 'DisputeFigures',
  byDay: 'Disputes',
  asked: {
    by: Type.Optional(Type.Enum(['reason', 'gateway'], { description: 'Splits the figures.' })),
  },
  part: Part,
  current: {
    field: Type.Boolean({ description: 'Always true: disputes are counted when asked.' }),
    read: async () => true,
  },
  open:
    async ({ context, app, asked: { by } }) =>
    async (part) => {
      const { from, to, calendar, step } = part;
      const { appid, gameIndex } = app;
      const rows = await disputesIn(context.storage.db, { appid, gameIndex, from, to });
      const placed = rows.map((row) => ({
        ...row,
        at: calendar.startOf(step, row.opened_at),
        value: by === undefined ? null : row[by],
      }));
      return splitPeriods(part, placed, sumOf);
    },
  /** A column for each amount of each currency. */
  csv({ items }) {
    const currencies = new Set(
      items.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)),
    );
    const { amounts: _, ...Counted } = Fields;
    const columns = [...currencies]
      .sort()
      .flatMap((currency) => AMOUNTS.map((what) => `${what}_${currency}`));
    return printTable(
      items.map(({ amounts, ...item }) => ({
        ...item,
        ...Object.fromEntries(
          amounts.flatMap(({ currency, ...sums }) =>
            AMOUNTS.map((what) => [`${what}_${currency}`, sums[what]]),
          ),
        ),
      })),
      ['at', 'value', ...Object.keys(Counted), ...columns],
    );
  },
});

const AMOUNTS = ['disputed', 'won', 'lost'] as const;

type Row = Placed &
  Pick<DisputeTable, 'state' | 'submissions' | 'amount' | 'currency' | 'reason' | 'gateway'>;

const disputesIn = statement((db, $: Params<AppName & { from: number; to: number }>) =>
  ofApp(db, $)
    .selectFrom('dispute')
    .select(['opened_at', 'state', 'submissions', 'amount', 'currency', 'reason', 'gateway'])
    .where('opened_at', '>=', $.from)
    .where('opened_at', '<', $.to)
    // An inquiry is no dispute until the bank makes it one; `closed` ones took no money.
    .where('inquiry', '=', 0)
    .where('state', '<>', 'closed'),
);

function sumOf(rows: readonly Row[]) {
  const count = (...states: readonly Row['state'][]): number =>
    rows.filter(({ state }) => states.includes(state)).length;
  const [won, lost] = [count('won'), count('lost')];
  return {
    disputes: rows.length,
    answered: rows.filter(({ submissions }) => submissions > 0).length,
    open: count('open', 'sent'),
    won,
    lost,
    win_rate: rateOf(won, won + lost),
    amounts: [...Map.groupBy(rows, ({ currency }) => currency)]
      .filter((entry): entry is [string, Row[]] => entry[0] !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, group]) => {
        const total = (some: readonly Row[]): string =>
          amountText(
            some.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Big(0)),
            currency,
          );
        return {
          currency,
          disputed: total(group),
          won: total(group.filter(({ state }) => state === 'won')),
          lost: total(group.filter(({ state }) => state === 'lost')),
        };
      }),
  };
}
