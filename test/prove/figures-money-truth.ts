// More figures of a generated year: payers of ranges, comparison, a project in one currency, money of cohorts, products.
import assert from 'node:assert/strict';
import { admin } from '../admin/caller.ts';
import type { TestApp } from '../support/harness.ts';
import {
  clockOf,
  DIGITS,
  type LocalClock,
  minor,
  type Question as OfApp,
  revenueTruth,
} from './figures-truth.ts';
import { DAY, type Sale, type Subscriber } from './figures-year.ts';

export interface Question extends OfApp {
  readonly app: TestApp;
}

/** Millionths; each holds from its day on. */
const RATES = [
  { currency: 'EUR', day: '2020-01-01', millionths: 1_080_000n },
  { currency: 'EUR', day: '2026-06-11', millionths: 1_123_457n },
  { currency: 'KRW', day: '2020-01-01', millionths: 720n },
  { currency: 'KRW', day: '2026-03-08', millionths: 683n },
  { currency: 'KWD', day: '2026-05-01', millionths: 3_250_001n },
];

/** How many numbers were compared. */
export async function expectMoneyTruth(question: Question): Promise<number> {
  const { gate, app, timeZone, year, end } = question;
  const { appid, gameIndex } = app;
  const clock = clockOf(timeZone);
  const [first, last] = [clock.date(end - 365 * DAY), clock.date(end)];
  const ask = async (path: string) => {
    const { status, body } = await admin(gate, 'GET', path);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const figure = (name: string, query: string) => ask(`/apps/${appid}/figures/${name}?${query}`);
  let compared = 0;

  const paid = year.sales.filter(({ isFree }) => !isFree);
  const firstDay = new Map<string, string>();
  for (const { player, at } of paid.toSorted((one, other) => one.at - other.at)) {
    if (!firstDay.has(player)) firstDay.set(player, clock.date(at));
  }
  for (const days of [0, 1, 6, 30, 100, 364]) {
    const [from, to] = [clock.date(end - (days + 1) * DAY), clock.date(end - DAY)];
    const isIn = (day: string): boolean => from <= day && day <= to;
    const { range } = await figure('payers', `from=${from}&to=${to}&step=day`);
    assert.deepEqual(range, {
      payers: new Set(paid.filter(({ at }) => isIn(clock.date(at))).map(({ player }) => player))
        .size,
      first_payers: [...firstDay.values()].filter(isIn).length,
    });
    compared += 2;
  }

  // The thirty days before the last thirty.
  const [from, to] = [clock.date(end - 30 * DAY), clock.date(end - DAY)];
  const { compared: before } = await figure('revenue', `from=${from}&to=${to}&compare=before`);
  const earlier = (at: number): string | undefined => {
    const day = clock.date(at);
    return clock.date(end - 60 * DAY) <= day && day < from ? 'all' : undefined;
  };
  const said = before.totals.map((line: { currency: string; purchases: number; gross: string }) => [
    line.currency,
    line.purchases,
    minor(line.gross, line.currency),
  ]);
  const truth = revenueTruth(year.sales, earlier, () => '').list();
  assert.deepEqual(
    said.sort(),
    truth
      .map(([key, names]) => [key.split('|')[2], new Map(names)] as const)
      .map(([currency, row]) => [currency, row.get('purchases') ?? 0, row.get('gross') ?? 0])
      .sort(),
  );
  compared += said.length * 2;

  const rates = RATES.map(({ millionths, ...rate }) => ({
    ...rate,
    rate: `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`,
  }));
  await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, { reporting: 'USD', rates });
  const query = `from=${first}&to=${last}&step=month&by=app&currency=USD`;
  const project = await ask(`/projects/${gameIndex}/figures/revenue?${query}`);
  const converted = convertedTruth(year.sales, clock);
  for (const line of project.items) {
    if (line.currency !== 'USD') continue;
    const net = converted.get(line.at.slice(0, 7)) ?? 0n;
    assert.deepEqual([line.value, line.net], [appid, centsOf(net)], line.at);
    converted.delete(line.at.slice(0, 7));
    compared += 1;
  }
  assert.deepEqual([...converted.values()].filter(Boolean), []);

  const cohorts = await figure('cohorts', `from=${first}&to=${last}`);
  const money = cohortMoney(year.subscribers, clock);
  const payers = cohortPayers(year.subscribers, clock);
  for (const { month, retained, lifetime } of cohorts.items) {
    for (const { currency, net, paid_by } of lifetime) {
      assert.equal(paid_by, payers.get(`${month}|${currency}`), month);
      let sum = 0;
      const expected = retained.map((_: number, index: number) => {
        sum += money.get(`${month}|${currency}|${index}`) ?? 0;
        return sum;
      });
      assert.deepEqual(
        net.map((each: string) => minor(each, currency)),
        expected,
        month,
      );
      compared += net.length;
    }
  }

  gate.now = end + 3 * 3_600_000;
  const quality = await figure('verification', `from=${first}&to=${last}&step=month&by=market`);
  gate.now = end;
  const waiting = year.sales.filter((sale) => sale.isUndelivered && !isCancelled(sale));
  const byMarket = Map.groupBy(waiting, ({ market }) => market);
  assert.deepEqual(
    Object.fromEntries(
      quality.totals.map((line: { value: string; undelivered: number }) => [
        line.value,
        line.undelivered,
      ]),
    ),
    Object.fromEntries([...byMarket].map(([market, sales]) => [market, sales.length])),
  );
  assert.deepEqual(quality.products.toSorted(byProduct), refundTruth(year.sales).sort(byProduct));
  return compared + byMarket.size + quality.products.length * 3;
}

const byProduct = (one: { product: string }, other: { product: string }): number =>
  one.product < other.product ? -1 : 1;

const isCancelled = ({ lost, amount }: Sale): boolean =>
  amount > 0 && lost.reduce((sum, each) => sum + each.amount, 0) === amount;

/** Net by month, in 10⁻¹⁰ of a dollar. */
function convertedTruth(sales: readonly Sale[], clock: LocalClock): Map<string, bigint> {
  const months = new Map<string, bigint>();
  for (const { at, amount, currency, lost } of sales) {
    for (const event of [
      { at, amount },
      ...lost.map((each) => ({ ...each, amount: -each.amount })),
    ]) {
      const day = clock.date(event.at);
      const rate =
        currency === 'USD'
          ? 1_000_000n
          : RATES.findLast((each) => each.currency === currency && each.day <= day)?.millionths;
      if (rate === undefined) continue;
      const worth = BigInt(event.amount) * rate * 10n ** BigInt(4 - (DIGITS[currency] as number));
      const month = day.slice(0, 7);
      months.set(month, (months.get(month) ?? 0n) + worth);
    }
  }
  return months;
}

/** Dollars, rounded half up. */
function centsOf(worth: bigint): string {
  const sign = worth < 0n ? '-' : '';
  const cents = ((worth < 0n ? -worth : worth) + 50_000_000n) / 100_000_000n;
  return `${cents === 0n ? '' : sign}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** Net by cohort, currency and months since the first payment. */
function cohortMoney(subscribers: readonly Subscriber[], clock: LocalClock): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { cycles, currency } of subscribers) {
    const start = Math.min(...cycles.filter(({ isFree }) => !isFree).map(({ at }) => at));
    if (!Number.isFinite(start)) continue;
    const begun = clock.local(start);
    for (const { at, amount, lost } of cycles) {
      for (const event of [
        { at, amount },
        ...lost.map((each) => ({ ...each, amount: -each.amount })),
      ]) {
        const key = `${begun.slice(0, 7)}|${currency}|${monthsBetween(begun, clock.local(event.at))}`;
        sums.set(key, (sums.get(key) ?? 0) + event.amount);
      }
    }
  }
  return sums;
}

/** By the month of the first payment, who paid in a currency. */
function cohortPayers(subscribers: readonly Subscriber[], clock: LocalClock): Map<string, number> {
  const payers = new Map<string, number>();
  for (const { cycles, currency } of subscribers) {
    const paid = cycles.filter(({ isFree }) => !isFree);
    if (!paid.some(({ amount }) => amount > 0)) continue;
    const month = clock.local(Math.min(...paid.map(({ at }) => at))).slice(0, 7);
    payers.set(`${month}|${currency}`, (payers.get(`${month}|${currency}`) ?? 0) + 1);
  }
  return payers;
}

/** Whole months between local times; the 31st is the last day of a shorter month. */
function monthsBetween(from: string, to: string): number {
  const [year, month, day] = from.slice(0, 10).split('-').map(Number) as [number, number, number];
  for (let later = 1; ; later += 1) {
    const days = new Date(Date.UTC(year, month + later, 0)).getUTCDate();
    const date = new Date(Date.UTC(year, month - 1 + later, Math.min(day, days)));
    if (`${date.toISOString().slice(0, 10)}${from.slice(10)}` > to) return later - 1;
  }
}

/** As in the definition, with Wilson's inequality instead of his interval. */
function refundTruth(sales: readonly Sale[]) {
  const rate = sales.filter(isCancelled).length / sales.length;
  return [...Map.groupBy(sales, ({ product }) => product)]
    .map(([product, all]) => ({ product, all, cancelled: all.filter(isCancelled).length }))
    .filter(({ cancelled }) => cancelled > 0)
    .map(({ product, all, cancelled }) => {
      const own = cancelled / all.length;
      const usual = 2 * rate;
      return {
        product,
        purchases: all.length,
        cancelled,
        refund_rate: own.toFixed(4),
        unusual:
          all.length >= 20 &&
          own > usual &&
          (own - usual) ** 2 > (1.96 ** 2 * usual * (1 - usual)) / all.length,
      };
    });
}
