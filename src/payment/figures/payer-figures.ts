// Payers of an app over time: how many, how many for the first time, how many again, and what they pay.
import { Type } from 'typebox';
import type { OperationContext } from '../../audit/operation.ts';
import { printTable } from '../../base/csv.ts';
import { isoTime } from '../../base/iso-time.ts';
import { orNull } from '../../base/shapes.ts';
import { figureOverTime } from '../../figures/figure.ts';
import { periodsOf, type Range } from '../../figures/range.ts';
import { countPayers, eachMoney, readCounts } from '../../figures/read-store.ts';
import type { Db } from '../../storage/db.ts';
import type { App } from '../../tenants/directory.ts';
import { decimalText, divideHalfUp } from '../money.ts';
import { CURRENT } from './current.ts';
import { createMoneySum, type Money, shareOf } from './money-sums.ts';

const Share = (description: string) => orNull(Type.String(), description);
const Revenue = (name: 'gross' | 'net') =>
  Type.Array(
    Type.Object({
      currency: Type.String(),
      [name]: Type.String(),
      paid_by: Type.Integer({ description: 'Accounts that paid in this currency.' }),
      per_payer: orNull(Type.String(), `\`${name}\` by \`paid_by\`, rounded half up.`),
    }),
  );

const PayersPart = {
  from: Type.String({ description: 'When the first period begins.' }),
  to: Type.String({ description: 'When the last one ends.' }),
  items: Type.Array(
    Type.Object({
      at: Type.String({ description: 'When the period begins.' }),
      payers: Type.Integer({ description: 'Accounts with a purchase that was not free.' }),
      first_payers: Type.Integer({ description: 'Of these, those who never paid before.' }),
      repeat_payers: Type.Integer({ description: 'Those who paid more than once in the period.' }),
      repeat_rate: Share('`repeat_payers` by `payers`; null without payers.'),
      revenue: Revenue('gross'),
    }),
    { description: 'Whole periods, in the order of time.' },
  ),
  range: Type.Object(
    { payers: Type.Integer(), first_payers: Type.Integer() },
    { description: 'Of all periods together; each account counts once.' },
  ),
};

export const payers = figureOverTime({
  name: 'payers',
  operation: 'figures.payers',
  summary: 'Returns payers, first-time payers, repeat rate and revenue per payer over time.',
  file: {
    summary: 'Downloads the same as CSV, with a line for each currency.',
    example: 'at,payers,first_payers\n2026-11-15T00:00:00.000Z,12,3\n',
  },
  schema: 'Payers',
  byDay: 'Payers',
  asked: {},
  part: PayersPart,
  more: {
    lifetime: Type.Object(
      { payers: Type.Integer(), revenue: Revenue('net') },
      { description: 'Of all time so far.' },
    ),
  },
  current: CURRENT,
  open:
    async ({ context, app }) =>
    (part) =>
      readPart(context.storage.db, app, part),
  readMore: async ({ context, app }) => ({ lifetime: await lifetimeOf(context, app) }),
  /** A line for each currency, and one for a period without revenue. */
  csv: ({ items }) =>
    printTable(
      items.flatMap(({ revenue, ...item }) =>
        revenue.length === 0 ? [item] : revenue.map((each) => ({ ...item, ...each })),
      ),
      [
        ...['at', 'payers', 'first_payers', 'repeat_payers', 'repeat_rate'],
        ...['currency', 'gross', 'paid_by', 'per_payer'],
      ],
    ),
});

async function readPart(db: Db, { appid, gameIndex }: App, range: Range) {
  const { calendar, from } = range;
  const step = range.step as Days;
  // A player counts once in a whole period, so the last one is not cut.
  const to = calendar.after(step, periodsOf(range).at(-1) as number);
  const part = { appid, gameIndex, from, to };
  const metrics = ['payers', 'first_payers', 'repeat_payers'];
  const counts = await readCounts(db, { ...part, metrics, grain: step });
  const sums = new Map(periodsOf(range).map((at) => [at, createMoneySum()]));
  const grain = step === 'month' ? 'month' : 'day';
  await eachMoney(db, { ...part, dimension: 'total', values: [''], grain }, (row) =>
    sums.get(calendar.startOf(step, row.bucket))?.add(row),
  );
  const byName = new Map(
    counts.map((row) => [`${row.metric} ${row.bucket} ${row.currency}`, Number(row.amount)]),
  );
  const countOf = (metric: string, at: number, currency = ''): number =>
    byName.get(`${metric} ${at} ${currency}`) ?? 0;
  const items = [...sums].map(([at, sum]) => {
    const payers = countOf('payers', at);
    const repeat_payers = countOf('repeat_payers', at);
    return {
      at: isoTime(at),
      payers,
      first_payers: countOf('first_payers', at),
      repeat_payers,
      repeat_rate: rateOf(repeat_payers, payers),
      revenue: perPayer(sum.result({}), (currency) => countOf('payers', at, currency), 'gross'),
    };
  });
  return {
    from: isoTime(from),
    to: isoTime(to),
    items,
    range: {
      payers: await countPayers(db, { ...part, date: calendar.dateOf(from) }),
      first_payers: items.reduce((all, { first_payers }) => all + first_payers, 0),
    },
  };
}

type Days = 'day' | 'week' | 'month';

const RATE_DIGITS = 4;
const SCALE = 10n ** BigInt(RATE_DIGITS);

/** A share with four decimals; null of nothing. */
export const rateOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : decimalText(divideHalfUp(BigInt(part) * SCALE, BigInt(whole)), RATE_DIGITS);

const perPayer = <Name extends 'gross' | 'net'>(
  money: readonly Money[],
  payersIn: (currency: string) => number,
  name: Name,
) =>
  money
    .filter(({ currency }) => currency !== '')
    .map((each) => {
      const { currency } = each;
      const paid_by = payersIn(currency);
      const per_payer = paid_by === 0 ? null : shareOf(each[name], currency, paid_by);
      return { currency, [name]: each[name], paid_by, per_payer };
    });

async function lifetimeOf({ storage }: OperationContext, { appid, gameIndex }: App) {
  const always = { appid, gameIndex, from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
  const firsts = await readCounts(storage.db, {
    ...always,
    metrics: ['first_payers'],
    grain: 'month',
  });
  const sum = createMoneySum();
  const months = { ...always, dimension: 'total', values: [''], grain: 'month' } as const;
  await eachMoney(storage.db, months, sum.add);
  const payersIn = (wanted: string): number =>
    firsts.reduce(
      (all, { currency, amount }) => all + (currency === wanted ? Number(amount) : 0),
      0,
    );
  return { payers: payersIn(''), revenue: perPayer(sum.result({}), payersIn, 'net') };
}
