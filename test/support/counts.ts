// Puts numbers into the figures of an app, as if so much had happened at a moment.
import { createCalendar } from '../../src/base/calendar.ts';
import { currencyDigits } from '../../src/base/currencies.ts';
import { addCounts, countedAt } from '../../src/figures/activity-counts.ts';
import type { CountFact, MoneyFact } from '../../src/figures/facts.ts';
import { subscriptionEvent } from '../../src/figures/facts.ts';
import { createSums } from '../../src/figures/sums.ts';
import { addSums } from '../../src/figures/sums-store.ts';
import type { Db } from '../../src/storage/db.ts';

/** Metric and dimension of the overview, and how many. Amounts are in whole units of the currency. */
export type Happened = readonly [metric: string, dimension: string, value: number];

const MONEY: Readonly<Record<string, keyof MoneyFact>> = {
  'purchase.verified': 'purchases',
  'purchase.amount': 'gross',
  'purchase.refunded': 'refunds',
  'purchase.refunded.amount': 'refunded',
};

export async function countAt(
  tx: Db,
  { appid, gameIndex }: { readonly appid: string; readonly gameIndex: number },
  at: number,
  happened: readonly Happened[],
  timeZone = 'UTC',
): Promise<void> {
  const calendar = createCalendar(timeZone);
  const sums = createSums(calendar);
  const activity = [];
  for (const [metric, dimension, value] of happened) {
    if (value === 0) continue;
    const [market = '', ...rest] = dimension.split(' ');
    const column = MONEY[metric];
    if (column) {
      const isTest = rest.at(-1) === 'test';
      const [currency = ''] = isTest ? rest.slice(0, -1) : rest;
      const amount = Math.round(value * 10 ** (currencyDigits(currency) ?? 0));
      const place = { at, market, product: 'p', country: '', currency };
      sums.add([{ ...place, ...(isTest && { test: true as const }), [column]: amount }], 1);
    } else if (metric.startsWith('subscription.')) {
      const event = metric.slice('subscription.'.length) as 'started';
      const fact: CountFact = { at, metric: subscriptionEvent(event), amount: value };
      sums.add([{ ...fact, detail: dimension, grains: ['hour', 'day'] }], 1);
    } else if (metric === 'refunds.received') {
      sums.add([{ at, metric, amount: value, grains: ['hour'] }], 1);
    } else {
      const counted = { game_index: gameIndex, appid, metric, detail: dimension, amount: value };
      if (metric === 'restriction.active') {
        activity.push({ ...counted, grain: 'now' as const, bucket: 0 });
      } else activity.push(...countedAt(calendar, at, counted));
    }
  }
  await addSums(tx, { appid, gameIndex }, sums.moneyRows(), sums.countRows());
  await addCounts(tx, activity);
}
