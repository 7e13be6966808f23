// Every figure of a generated year, computed from what was made up and compared with what the admin API says.
import assert from 'node:assert/strict';
import { admin } from '../admin/caller.ts';
import type { Gate } from '../support/harness.ts';
import { DAY, type Run, type Sale, type Subscriber, type Year } from './figures-year.ts';

type Step = 'hour' | 'day' | 'week' | 'month';

/** Local times as text, so that nothing is shared with the code under test. */
export function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const local = (at: number): string => format.format(at);
  const date = (at: number): string => local(at).slice(0, 10);
  const monday = (day: string): string => {
    const at = new Date(`${day}T12:00:00Z`);
    at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
    return at.toISOString().slice(0, 10);
  };
  const period = (step: Step, at: number): string => {
    if (step === 'hour') return `${local(at).slice(0, 13)} ${offset.format(at).slice(-9)}`;
    if (step === 'day') return date(at);
    return step === 'week' ? monday(date(at)) : date(at).slice(0, 7);
  };
  return { local, date, period };
}
export type LocalClock = ReturnType<typeof clockOf>;

export const DIGITS: Readonly<Record<string, number>> = {
  USD: 2,
  EUR: 2,
  KRW: 0,
  JPY: 0,
  KWD: 3,
  '': 0,
};

/** Back from `1.23` to 123. */
export const minor = (text: string, currency: string): number =>
  Math.round(Number(text) * 10 ** (DIGITS[currency] as number));

export class Tally {
  readonly sums = new Map<string, Record<string, number>>();
  add(key: string, name: string, amount = 1): void {
    const row = this.sums.get(key) ?? {};
    row[name] = (row[name] ?? 0) + amount;
    this.sums.set(key, row);
  }
  /** In an order of its own, without zeros. */
  list(): [string, [string, number][]][] {
    return [...this.sums]
      .map(([key, row]): [string, [string, number][]] => [
        key,
        Object.entries(row)
          .filter(([, amount]) => amount !== 0)
          .sort(),
      ])
      .filter(([, row]) => row.length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

export function revenueTruth(
  sales: readonly Sale[],
  periodOf: (at: number) => string | undefined,
  nameOf: (sale: Sale) => string,
): Tally {
  const tally = new Tally();
  for (const sale of sales) {
    const add = (at: number, name: string, amount = 1): void => {
      const period = periodOf(at);
      if (period !== undefined)
        tally.add(`${period}|${nameOf(sale)}|${sale.currency}`, name, amount);
    };
    add(sale.at, 'purchases');
    add(sale.at, 'gross', sale.amount);
    const so = { refund: 0, dispute: 0 };
    for (const { at, as, amount } of sale.lost) {
      const before = so[as];
      so[as] += amount;
      add(at, as === 'refund' ? 'refunded' : 'disputed', amount);
      add(at, as === 'refund' ? 'refunds' : 'disputes', Number(so[as] > 0) - Number(before > 0));
    }
    if (so.refund + so.dispute > 0 && so.refund + so.dispute === sale.amount) {
      add(sale.at, 'cancelled');
    }
  }
  return tally;
}

const NAMES = ['purchases', 'gross', 'refunds', 'refunded', 'disputes', 'disputed', 'cancelled'];
const AMOUNTS = ['gross', 'refunded', 'disputed'];

export interface Proof {
  /** How many numbers of the API were compared. */
  compared: number;
}

export interface Question {
  readonly gate: Gate;
  readonly appid: string;
  readonly timeZone: string;
  readonly year: Year;
  readonly end: number;
}

export async function expectTruth({ gate, appid, timeZone, year, end }: Question): Promise<Proof> {
  const clock = clockOf(timeZone);
  const [first, last] = [clock.date(end - 365 * DAY), clock.date(end)];
  const proof = { compared: 0 };
  const ask = async (figure: string, query: string) => {
    const path = `/apps/${appid}/figures/${figure}?${query}`;
    const { status, body } = await admin(gate, 'GET', path);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.is_current, true);
    return body;
  };

  // biome-ignore lint/suspicious/noExplicitAny: an answer as it comes
  const revenueOf = (items: any[], step: Step): Tally => {
    const tally = new Tally();
    for (const item of items) {
      const period = clock.period(step, Date.parse(item.at));
      for (const name of NAMES) {
        const amount = AMOUNTS.includes(name) ? minor(item[name], item.currency) : item[name];
        tally.add(`${period}|${item.value ?? ''}|${item.currency}`, name, amount);
        proof.compared += 1;
      }
      const net = minor(item.gross, item.currency) - minor(item.refunded, item.currency);
      assert.equal(minor(item.net, item.currency), net - minor(item.disputed, item.currency));
    }
    return tally;
  };
  const values = {
    market: (sale: Sale) => sale.market,
    product: (sale: Sale) => sale.product,
    country: (sale: Sale) => sale.country,
  };
  for (const step of ['day', 'week', 'month'] as const) {
    const range = `from=${first}&to=${last}&step=${step}`;
    const period = (at: number) => clock.period(step, at);
    const total = await ask('revenue', range);
    assert.deepEqual(
      revenueOf(total.items, step).list(),
      revenueTruth(year.sales, period, () => '').list(),
    );
    for (const by of ['market', 'product', 'country'] as const) {
      // By day, products and countries are for a quarter at most.
      const isShort = step === 'day' && by !== 'market';
      const since = isShort ? clock.date(end - 91 * DAY) : first;
      const inRange = (at: number) => (clock.date(at) >= since ? period(at) : undefined);
      const { items } = await ask('revenue', `from=${since}&to=${last}&step=${step}&by=${by}`);
      assert.deepEqual(
        revenueOf(items, step).list(),
        revenueTruth(year.sales, isShort ? inRange : period, values[by]).list(),
        `${by} by ${step}`,
      );
    }
  }
  // The hours of a week, and of the days when clocks change.
  for (const day of [last, '2026-03-08', '2026-11-01', '2026-04-05']) {
    const isDay = (at: number) => (clock.date(at) === day ? clock.period('hour', at) : undefined);
    const { items } = await ask('revenue', `from=${day}&to=${day}&step=hour&by=market`);
    assert.deepEqual(
      revenueOf(items, 'hour').list(),
      revenueTruth(year.sales, isDay, values.market).list(),
      day,
    );
  }

  const paid = year.sales.filter(({ isFree }) => !isFree);
  const firstDay = new Map<string, string>();
  for (const { player, at } of paid) {
    const day = clock.date(at);
    if (day < (firstDay.get(player) ?? '9')) firstDay.set(player, day);
  }
  for (const step of ['day', 'week', 'month'] as const) {
    const truth = new Tally();
    const byPeriod = Map.groupBy(paid, ({ at }) => clock.period(step, at));
    for (const [period, all] of byPeriod) {
      const players = [...Map.groupBy(all, ({ player }) => player)];
      truth.add(period, 'payers', players.length);
      truth.add(period, 'repeat_payers', players.filter(([, own]) => own.length > 1).length);
      for (const [currency, own] of Map.groupBy(all, (sale) => sale.currency)) {
        if (currency === '') continue;
        truth.add(period, currency, new Set(own.map(({ player }) => player)).size);
      }
    }
    for (const day of firstDay.values()) {
      truth.add(clock.period(step, Date.parse(`${day}T12:00:00Z`)), 'first_payers');
    }
    const { items, lifetime } = await ask('payers', `from=${first}&to=${last}&step=${step}`);
    const said = new Tally();
    for (const item of items) {
      for (const name of ['payers', 'repeat_payers', 'first_payers']) {
        said.add(clock.period(step, Date.parse(item.at)), name, item[name]);
        proof.compared += 1;
      }
      for (const { currency, paid_by } of item.revenue) {
        said.add(clock.period(step, Date.parse(item.at)), currency, paid_by);
        proof.compared += 1;
      }
    }
    assert.deepEqual(said.list(), truth.list(), `payers by ${step}`);
    assert.equal(lifetime.payers, firstDay.size);
    for (const { currency, paid_by } of lifetime.revenue) {
      const own = paid.filter((sale) => sale.currency === currency);
      assert.equal(paid_by, new Set(own.map(({ player }) => player)).size, currency);
    }
  }

  for (const step of ['day', 'week', 'month'] as const) {
    const { items } = await ask('subscriptions', `from=${first}&to=${last}&step=${step}`);
    proof.compared += expectSubscriptions(year.subscribers, items, step, clock);
  }
  const cohorts = await ask('cohorts', `from=${first}&to=${last}`);
  const cells = new Tally();
  for (const { month, subscribers, retained } of cohorts.items) {
    cells.add(month, '0', subscribers);
    retained.forEach((count: number, index: number) => {
      cells.add(month, String(index + 1), count);
    });
  }
  assert.deepEqual(cells.list(), cohortTruth(year.subscribers, clock, end).list());
  return proof;
}

const isPaid = ({ monthly }: { readonly monthly: number }): boolean => monthly > 0;

/** From one moment to another, the second one excluded, by the days on the clock. */
const lasts = (clock: LocalClock, day: string, from: number, to: number): boolean =>
  clock.date(from) <= day && day < clock.date(to);

function expectSubscriptions(
  subscribers: readonly Subscriber[],
  // biome-ignore lint/suspicious/noExplicitAny: an answer as it comes
  items: any[],
  step: Step,
  clock: LocalClock,
): number {
  const events = new Tally();
  const mrr = new Tally();
  for (const { runs, currency } of subscribers) eventsOf(runs, currency, step, clock, events, mrr);
  const said = new Tally();
  const moved = new Tally();
  let compared = 0;
  for (const [index, item] of items.entries()) {
    const period = clock.period(step, Date.parse(item.at));
    for (const name of ['new', 'renewed', 'resurrected', 'churned', 'trials', 'converted']) {
      said.add(period, name, item[name]);
    }
    for (const [reason, count] of Object.entries(item.ended)) {
      said.add(period, `ended ${reason}`, count as number);
    }
    for (const { currency, mrr: _, ...movement } of item.mrr) {
      for (const [name, amount] of Object.entries(movement)) {
        moved.add(`${period}|${currency}`, name, minor(amount as string, currency));
        compared += 1;
      }
    }
    // The last day of the period, or today.
    const next = items[index + 1]?.at;
    const day = clock.date(next ? Date.parse(next) - 1 : Date.parse('2026-11-15T12:00:00Z'));
    const during = (from: number, to: number) => lasts(clock, day, from, to);
    const levels = new Tally();
    for (const { runs, currency, statuses } of subscribers) {
      for (const run of runs) {
        if (during(run.start, run.end)) levels.add('level', 'active');
        const firstPaid = run.periods.find(isPaid);
        if (firstPaid && during(firstPaid.start, run.end)) levels.add('level', 'paying');
        const now = run.periods.findLast(({ start }) => clock.date(start) <= day);
        if (now && during(run.start, run.end)) levels.add('level', `mrr ${currency}`, now.monthly);
      }
      const [trial, after] = runs[0]?.periods ?? [];
      if (trial?.monthly === 0 && during(trial.start, after?.start ?? (runs[0] as Run).end)) {
        levels.add('level', 'trialing');
      }
      for (const { of, from, to } of statuses) if (during(from, to)) levels.add('level', of);
    }
    const level = new Tally();
    for (const name of ['active', 'paying', 'trialing', 'grace', 'retry', 'paused']) {
      level.add('level', name, item[name]);
      compared += 1;
    }
    for (const { currency, mrr: amount } of item.mrr) {
      level.add('level', `mrr ${currency}`, minor(amount, currency));
    }
    assert.deepEqual(level.list(), levels.list(), `levels of ${period}`);
    compared += 11;
  }
  assert.deepEqual(said.list(), events.list(), `subscriptions by ${step}`);
  assert.deepEqual(moved.list(), mrr.list(), `MRR by ${step}`);
  return compared;
}

function eventsOf(
  runs: readonly Run[],
  currency: string,
  step: Step,
  clock: LocalClock,
  events: Tally,
  mrr: Tally,
): void {
  const event = (at: number, name: string) => events.add(clock.period(step, at), name);
  const move = (at: number, name: string, amount: number) =>
    mrr.add(`${clock.period(step, at)}|${currency}`, name, amount);
  let hasPaid = false;
  for (const run of runs) {
    let monthly = 0;
    for (const period of run.periods.filter(isPaid)) {
      const difference = period.monthly - monthly;
      if (monthly > 0) {
        event(period.start, 'renewed');
        move(period.start, difference > 0 ? 'expansion' : 'contraction', difference);
      } else {
        event(period.start, hasPaid ? 'resurrected' : 'new');
        move(period.start, hasPaid ? 'resurrection' : 'new', period.monthly);
      }
      monthly = period.monthly;
      hasPaid = true;
    }
    if (monthly > 0) {
      event(run.end, 'churned');
      move(run.end, 'churn', -monthly);
    }
    event(run.end, `ended ${run.reason}`);
  }
  const all = runs.flatMap(({ periods }) => periods);
  if (all[0]?.monthly === 0) {
    event(all[0].start, 'trials');
    if (all.some(isPaid)) event(all[0].start, 'converted');
  }
}

function cohortTruth(subscribers: readonly Subscriber[], clock: LocalClock, now: number): Tally {
  const tally = new Tally();
  for (const { runs } of subscribers) {
    const paid = runs.flatMap((run) => {
      const first = run.periods.find(isPaid);
      return first ? [{ from: clock.local(first.start), to: clock.local(run.end) }] : [];
    });
    const start = paid[0]?.from;
    if (start === undefined) continue;
    const [year, month, day] = start.slice(0, 10).split('-').map(Number) as [
      number,
      number,
      number,
    ];
    const cohort = start.slice(0, 7);
    tally.add(cohort, '0');
    for (let later = 1; ; later += 1) {
      const passed = new Date(Date.UTC(year, month + later, 1)).toISOString().slice(0, 10);
      if (passed > clock.local(now).slice(0, 10)) break;
      const days = new Date(Date.UTC(year, month + later, 0)).getUTCDate();
      const date = new Date(Date.UTC(year, month - 1 + later, Math.min(day, days)));
      const at = `${date.toISOString().slice(0, 10)}${start.slice(10)}`;
      if (paid.some(({ from, to }) => from <= at && at < to)) tally.add(cohort, String(later));
    }
  }
  return tally;
}
