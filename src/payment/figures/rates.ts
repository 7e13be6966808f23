// Exchange rates that the studio enters. None is invented: what has no rate is shown in its own currency.
import { Big } from 'big.js';
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import type { Calendar } from '../../base/calendar.ts';
import { namedObject } from '../../base/named.ts';
import type { Range } from '../../figures/range.ts';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofProject } from '../../storage/tenancy.ts';
import { changeOfProject } from '../../tenants/projects.ts';
import { currencyDigits } from '../money.ts';
import { RATE_DIGITS, type RateOf, unitOf } from './money-sums.ts';

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' });

export const Rate = namedObject('ExchangeRate', {
  currency: Currency,
  day: Type.String({
    description: 'First day that it is for. It holds until the next day that has one.',
  }),
  rate: Type.String({ description: 'What one unit is worth in the reporting currency.' }),
});
type Rate = Type.Static<typeof Rate>;

const given = (description: string, example: string) =>
  Type.String({ maxLength: 100, description, examples: [example] });

/** Any text, so that a wrong one is answered in words. */
const RateInput = namedObject(
  'ExchangeRateInput',
  {
    currency: given('ISO 4217.', 'KRW'),
    day: given('`YYYY-MM-DD`, the first day that it is for.', '2026-11-01'),
    rate: given('More than 0, at most 9 digits before the point and 12 after it.', '0.00072'),
  },
  { additionalProperties: false },
);

export const RatesQuery = Type.Object({ reporting: Currency }, { additionalProperties: false });

export const MOST_RATES = 10_000;

export const RatesChange = Type.Object(
  { reporting: Currency, rates: Type.Array(RateInput, { minItems: 1, maxItems: MOST_RATES }) },
  { additionalProperties: false },
);
export type RatesChange = Type.Static<typeof RatesChange>;

export const RatesResult = namedObject('ExchangeRatesResult', { rates: Type.Integer() });

interface Reporting {
  readonly gameIndex: number;
  readonly reporting: string;
}

const ratesOf = statement((db, $: Params<Reporting>) =>
  ofProject(db, $)
    .selectFrom('figure_rate')
    .select(['currency', 'day', 'rate'])
    .where('reporting', '=', $.reporting)
    .orderBy('currency')
    .orderBy('day'),
);

const reportingOf = statement((db, $: Params<Pick<Reporting, 'gameIndex'>>) =>
  ofProject(db, $).selectFrom('figure_rate').select('reporting').distinct().orderBy('reporting'),
);

/** The currencies that there are rates into. */
export async function reportingCurrencies(db: Db, gameIndex: number): Promise<string[]> {
  return (await reportingOf(db, { gameIndex })).map(({ reporting }) => reporting);
}

/** By currency, oldest first. */
export async function listRates(
  { storage }: OperationContext,
  { game_index: gameIndex, reporting }: { readonly game_index: number; readonly reporting: string },
): Promise<{ items: Rate[] }> {
  return { items: [...(await ratesOf(storage.db, { gameIndex, reporting }))] };
}

/** Adds rates; one of the same day is replaced. */
export function saveRates(
  context: OperationContext,
  actor: Actor,
  { game_index, reporting, rates }: RatesChange & { readonly game_index: number },
): Promise<Type.Static<typeof RatesResult> | Rejection> {
  return changeOfProject(context, actor, game_index, async (tx) => {
    if (currencyDigits(reporting) === undefined) {
      return invalid('reporting', `${reporting} is not a currency. Use a code of ISO 4217.`);
    }
    const problems = rates.flatMap((rate, index) => {
      const problem = rateProblem(rate);
      return problem === undefined ? [] : [`Rate ${index + 1}: ${problem}`];
    });
    if (problems.length > 0) return invalid('rates', describeProblems(problems));
    const rows = new Map(
      rates.map((rate) => [`${rate.currency} ${rate.day}`, { game_index, reporting, ...rate }]),
    );
    await insertRows(
      tx,
      'figure_rate',
      [...rows.values()],
      'on conflict (game_index, reporting, currency, day) do update set rate = excluded.rate',
    );
    return {
      value: { rates: rows.size },
      audit: {
        action: 'figures.rates',
        gameIndex: game_index,
        target: `projects/${game_index}/rates/${reporting}`,
        after: { rates: rows.size },
      },
    };
  });
}

const MOST_NAMED = 20;

/** The first of them, one after another. */
export function describeProblems(problems: readonly string[]): string {
  const more = problems.length - MOST_NAMED;
  return [...problems.slice(0, MOST_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** What is wrong with a rate; undefined when nothing is. */
export function rateProblem({ currency, day, rate }: Rate): string | undefined {
  if (currencyDigits(currency) === undefined) {
    return `${currency || 'Empty text'} is not a currency. Use a code of ISO 4217.`;
  }
  if (!isDay(day)) return `${currency}: the day is "${day}". Use one that exists, as YYYY-MM-DD.`;
  return RATE.test(rate) && new Big(rate).gt(0)
    ? undefined
    : `${currency} ${day}: the rate is "${rate}". Use a number greater than 0, such as 0.00072, with at most 9 digits before the point and 12 after it.`;
}

const RATE = /^\d{1,9}(\.\d{1,12})?$/;

const isDay = (day: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return false;
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

export interface Rates {
  /** The rate of a day: the newest that is not later. */
  readonly of: RateOf;
  /** Whether a rate begins within a period, so that its days differ. */
  changeWithin(range: Pick<Range, 'from' | 'to' | 'step'>): boolean;
}

export async function readRates(
  db: Db,
  { gameIndex, reporting }: Reporting,
  calendar: Calendar,
): Promise<Rates> {
  const rates = await ratesOf(db, { gameIndex, reporting });
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  const days = new Map<number, string>();
  const dayOf = (at: number): string => {
    const day = days.get(at) ?? calendar.dateOf(at);
    days.set(at, day);
    return day;
  };
  const known = new Map<string, Map<number, bigint | undefined>>();
  return {
    of(currency, at) {
      let found = known.get(currency);
      if (!found) {
        found = new Map();
        known.set(currency, found);
      }
      let rate = found.get(at);
      if (rate === undefined && !found.has(at)) {
        rate = currency === reporting ? ONE : newestRate(byCurrency.get(currency) ?? [], dayOf(at));
        rate &&= rate * unitOf(currency);
        found.set(at, rate);
      }
      return rate;
    },
    changeWithin: ({ from, to, step }) =>
      [...new Set(rates.map(({ day }) => day))].some((day) => {
        const at = calendar.readDay(day) as number;
        return at > from && at < to && calendar.startOf(step, at) !== at;
      }),
  };
}

/** Of rates in the order of their days, the last that is not later. */
function newestRate(rates: readonly Rate[], date: string): bigint | undefined {
  let [low, high] = [0, rates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rates[middle] as Rate).day <= date) low = middle + 1;
    else high = middle;
  }
  const rate = rates[low - 1];
  return rate && scaled(rate.rate);
}

const ONE = 10n ** BigInt(RATE_DIGITS);

/** `1.08` as a whole number with all decimals. */
function scaled(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.', 2);
  return BigInt(whole + fraction.padEnd(RATE_DIGITS, '0'));
}

interface OnDay extends Reporting {
  readonly currency: string;
  readonly day: string;
}

/** As it was entered: the newest that is not later than the day. */
export const rateOn = statement((db, $: Params<OnDay>) =>
  ofProject(db, $)
    .selectFrom('figure_rate')
    .select('rate')
    .where('reporting', '=', $.reporting)
    .where('currency', '=', $.currency)
    .where('day', '<=', $.day)
    .orderBy('day', 'desc')
    .limit(1),
).first;
