// Subscriptions of an app over time: levels at the end of each period, what happened in it, and MRR with its movement.
import { Type } from 'typebox';
import type { OperationContext } from '../../audit/operation.ts';
import { printTable } from '../../base/csv.ts';
import { isoTime } from '../../base/iso-time.ts';
import { orNull } from '../../base/shapes.ts';
import { figureOverTime } from '../../figures/figure.ts';
import { periodsOf, type Range } from '../../figures/range.ts';
import { type CountRow, readCounts } from '../../figures/read-store.ts';
import type { App } from '../../tenants/directory.ts';
import { minorText } from '../money.ts';
import { CURRENT } from './current.ts';
import { rateOf } from './payer-figures.ts';

const LEVELS = ['active', 'paying', 'trialing', 'grace', 'retry', 'paused'] as const;
const EVENTS = {
  new: 'new',
  renewed: 'renewed',
  resurrected: 'resurrected',
  churned: 'churned',
  trials: 'trial',
  converted: 'converted',
} as const;
const REASONS = ['choice', 'failed_payment', 'refund', 'unknown'] as const;
const MOVEMENTS = ['new', 'expansion', 'contraction', 'churn', 'resurrection'] as const;

const Level = (description: string) => Type.Integer({ description: `${description} At the end.` });
const Count = (description: string) => Type.Integer({ description });

const SubscriptionPart = {
  from: Type.String({ description: 'When the first period begins.' }),
  to: Type.String({ description: 'When the last one ends.' }),
  items: Type.Array(
    Type.Object({
      at: Type.String({ description: 'When the period begins.' }),
      active: Level('With access: paid, in a trial, or in grace.'),
      paying: Level('Of these, not in their trial.'),
      trialing: Level('In their trial.'),
      grace: Level('Renewal failed, access goes on.'),
      retry: Level('Renewal failed, access has ended, the market tries on.'),
      paused: Level('Paused by the player.'),
      new: Count('Paid for the first time.'),
      renewed: Count('Paid again without a break.'),
      resurrected: Count('Paid again after a break of more than a day.'),
      churned: Count('Paid subscriptions that ended.'),
      churn_rate: orNull(Type.String(), '`churned` by those paying when the period began.'),
      trials: Count('Trials that began.'),
      converted: Count('Of these trials, those that were paid for by now.'),
      conversion_rate: orNull(Type.String(), '`converted` by `trials`.'),
      ended: Type.Object({
        choice: Count('The player had turned the renewal off.'),
        failed_payment: Count('The renewal could not be paid.'),
        refund: Count('Refunded or revoked.'),
        unknown: Count('The market has not said why, or not yet that it goes on.'),
      }),
      mrr: Type.Array(
        Type.Object({
          currency: Type.String(),
          mrr: Type.String({ description: 'Monthly recurring revenue at the end.' }),
          new: Type.String(),
          expansion: Type.String(),
          contraction: Type.String(),
          churn: Type.String(),
          resurrection: Type.String(),
        }),
        { description: 'By currency; the movement adds up to the change of `mrr`.' },
      ),
    }),
    { description: 'In the order of time, up to today.' },
  ),
};

export const subscriptions = figureOverTime({
  name: 'subscriptions',
  operation: 'figures.subscriptions',
  summary: 'Returns subscriptions, trials, churn and MRR with its movement over time.',
  file: {
    summary: 'Downloads the same as CSV, with a line for each currency.',
    example: 'at,active,paying\n2026-11-15T00:00:00.000Z,12,11\n',
  },
  schema: 'SubscriptionFigures',
  byDay: 'Subscriptions',
  asked: {},
  part: SubscriptionPart,
  current: CURRENT,
  open:
    async ({ context, app }) =>
    (part) =>
      readPart(context, app, part),
  /** A line for each currency, and one for a period without MRR. */
  csv: ({ items }) =>
    printTable(
      items.flatMap(({ mrr, ended, ...item }) => {
        const counts = {
          ...item,
          ...Object.fromEntries(REASONS.map((reason) => [`ended_${reason}`, ended[reason]])),
        };
        const moved = mrr.map((each) => ({
          ...counts,
          currency: each.currency,
          ...Object.fromEntries(MRR.map((name) => [mrrColumn(name), each[name]])),
        }));
        return moved.length === 0 ? [counts] : moved;
      }),
      [
        ...['at', ...COUNTED, ...REASONS.map((reason) => `ended_${reason}`)],
        ...['currency', ...MRR.map(mrrColumn)],
      ],
    ),
});

const { at: _at, ended: _ended, mrr: _mrr, ...Counted } = SubscriptionPart.items.items.properties;
const COUNTED = Object.keys(Counted);
const MRR = ['mrr', ...MOVEMENTS] as const;
const mrrColumn = (name: (typeof MRR)[number]): string => (name === 'mrr' ? name : `mrr_${name}`);

async function readPart(
  { storage: { db }, clock }: OperationContext,
  { appid, gameIndex }: App,
  range: Range,
) {
  const { calendar, step } = range;
  const end = Math.min(range.to, calendar.after('day', calendar.startOf('day', clock())));
  const metrics = [...LEVELS, ...Object.values(EVENTS), ...['ended', 'mrr']].map(
    (each) => `subscription.${each}`,
  );
  const month = calendar.startOf('month', range.from);
  // Levels begin with everything before: months, and the days up to the range.
  const before = await readCounts(db, {
    ...{ appid, gameIndex, grain: 'month', to: month, from: Number.MIN_SAFE_INTEGER },
    metrics: [...LEVELS, 'mrr'].map((each) => `subscription.${each}`),
  });
  const counts = await readCounts(db, {
    ...{ appid, gameIndex, grain: 'day', from: month, to: end, metrics },
  });
  const levels = new Map<string, number>();
  const mrr = new Map<string, bigint>();
  const raise = ({ metric, currency, amount }: CountRow): void => {
    if (metric === 'subscription.mrr') {
      mrr.set(currency, (mrr.get(currency) ?? 0n) + BigInt(amount));
    } else levels.set(metric, (levels.get(metric) ?? 0) + Number(amount));
  };
  for (const row of before) raise(row);
  for (const row of counts) if (row.bucket < range.from) raise(row);
  const byPeriod = Map.groupBy(
    counts.filter((row) => row.bucket >= range.from),
    (row) => calendar.startOf(step, row.bucket),
  );
  const items = periodsOf({ ...range, to: Math.max(range.from, end) }).map((at) => {
    const rows = byPeriod.get(at) ?? [];
    const paying = levels.get('subscription.paying') ?? 0;
    for (const row of rows) raise(row);
    return itemOf(at, rows, levels, mrr, paying);
  });
  return { from: isoTime(range.from), to: isoTime(range.to), items };
}

type Item = Type.Static<typeof SubscriptionPart.items>[number];

function itemOf(
  at: number,
  rows: readonly CountRow[],
  levels: ReadonlyMap<string, number>,
  mrr: ReadonlyMap<string, bigint>,
  payingBefore: number,
): Item {
  const sum = (metric: string, detail?: string): number =>
    rows
      .filter((row) => row.metric === `subscription.${metric}`)
      .filter((row) => detail === undefined || row.detail === detail)
      .reduce((all, { amount }) => all + Number(amount), 0);
  const level = (name: (typeof LEVELS)[number]): number => levels.get(`subscription.${name}`) ?? 0;
  const [trials, converted, churned] = [sum('trial'), sum('converted'), sum('churned')];
  const moved = rows.filter(({ metric }) => metric === 'subscription.mrr');
  return {
    at: isoTime(at),
    ...(Object.fromEntries(LEVELS.map((name) => [name, level(name)])) as Pick<
      Item,
      (typeof LEVELS)[number]
    >),
    new: sum('new'),
    renewed: sum('renewed'),
    resurrected: sum('resurrected'),
    churned,
    churn_rate: rateOf(churned, payingBefore),
    trials,
    converted,
    conversion_rate: rateOf(converted, trials),
    ended: Object.fromEntries(
      REASONS.map((reason) => [reason, sum('ended', reason)]),
    ) as Item['ended'],
    mrr: [...mrr.keys()].sort().map((currency) => ({
      currency,
      mrr: minorText(mrr.get(currency) ?? 0n, currency),
      ...(Object.fromEntries(
        MOVEMENTS.map((detail) => [
          detail,
          minorText(
            moved
              .filter((row) => row.currency === currency && row.detail === detail)
              .reduce((all, { amount }) => all + BigInt(amount), 0n),
            currency,
          ),
        ]),
      ) as Record<(typeof MOVEMENTS)[number], string>),
    })),
  };
}
