// Quality of verification over time: outcomes, availability and response times of the markets, undelivered purchases.
import { Type } from 'typebox';
import { printTable } from '../../base/csv.ts';
import { percentileOf } from '../../base/percentile.ts';
import { orNull } from '../../base/shapes.ts';
import { REFUSED, readActivity, VERIFIED } from '../../figures/activity-counts.ts';
import { figureOverTime } from '../../figures/figure.ts';
import { type Placed, partFields, splitPeriods, valueField } from '../../figures/split-periods.ts';
import { DUPLICATES, LATENCIES_MS, MARKET_CALLS, MARKET_LATENCY } from '../outcomes/usage.ts';
import { CURRENT } from './current.ts';
import { rateOf } from './payer-figures.ts';
import { ProductRefunds, readProductRefunds } from './product-refunds.ts';
import { readUndelivered } from './undelivered-store.ts';

const Count = (description: string) => Type.Integer({ description });

const Fields = {
  verified: Count('Verifications that recorded a purchase or a cycle.'),
  duplicates: Count('Verifications of what was recorded before.'),
  refused: Count('Verifications that were refused.'),
  reasons: Type.Array(Type.Object({ reason: Type.String(), refused: Type.Integer() }), {
    description: 'Why they were refused, the most frequent first.',
  }),
  could_not_ask: Count('Verifications without a result: the market did not answer correctly.'),
  asked: Count('Calls to the market, of verifications and of everything else.'),
  answered: Count('Calls that it answered; a rejection is an answer, a 429 or 5xx is none.'),
  availability: orNull(Type.String(), '`answered` by `asked`; null without calls.'),
  p50_ms: orNull(
    Type.Integer(),
    `Half of all answers took at most this long. Interpolated within buckets of ${LATENCIES_MS.join(', ')} ms.`,
  ),
  p95_ms: orNull(Type.Integer(), '95 of 100 answers took at most this long.'),
  undelivered: orNull(
    Type.Integer(),
    'Purchases verified in the period, more than an hour ago, that were never reported as delivered. Null when the range has more than 10,000.',
  ),
};

const Part = partFields(valueField('The market; null without `by`.'), Fields);

export const verification = figureOverTime({
  name: 'verification',
  operation: 'figures.verification',
  summary:
    'Returns outcomes of verifications, availability and response times of markets, undelivered purchases and refund rates.',
  file: {
    summary: 'Downloads the same as CSV, without products and comparison.',
    example: 'at,value,verified,duplicates\n2026-11-15T00:00:00.000Z,APPLE,12,3\n',
  },
  schema: 'VerificationFigures',
  byDay: 'Verifications',
  asked: { by: Type.Optional(Type.Enum(['market'], { description: 'Splits the figures.' })) },
  part: Part,
  more: { products: ProductRefunds },
  current: CURRENT,
  open:
    async ({ context, app, asked: { by } }) =>
    async (part) => {
      const { db } = context.storage;
      const counts = await readActivity(db, app, part, METRICS);
      const waiting = await readUndelivered(db, app, {
        from: part.from,
        to: Math.min(part.to, context.clock() - MAY_TAKE_MS),
      });
      const { calendar, step } = part;
      const rows: Row[] = [
        ...counts.map(({ at, metric, detail: [market = '', detail = ''], amount }) => ({
          ...{ at, metric, market, detail, amount },
        })),
        ...(waiting ?? []).map(({ verified_at, provider: market }) => ({
          at: calendar.startOf(step, verified_at),
          metric: UNDELIVERED,
          ...{ market, detail: '', amount: 1 },
        })),
      ].map((row) => ({ ...row, value: by ? row.market : null }));
      return splitPeriods(part, rows, (some) => sumOf(some, waiting !== undefined));
    },
  readMore: async ({ context, app, range }) => ({
    products: await readProductRefunds(context.storage.db, app, range),
  }),
  /** A column for each reason of a refusal. */
  csv({ items }) {
    const column = (reason: string): string => `refused_${reason}`;
    const reasons = new Set(items.flatMap(({ reasons: each }) => each.map(({ reason }) => reason)));
    const { reasons: _, ...Counted } = Fields;
    return printTable(
      items.map(({ reasons: each, ...item }) => ({
        ...item,
        ...Object.fromEntries(each.map(({ reason, refused }) => [column(reason), refused])),
      })),
      ['at', 'value', ...Object.keys(Counted), ...[...reasons].sort().map(column)],
    );
  },
});

/** A delivery takes time. */
const MAY_TAKE_MS = 3_600_000;
const UNDELIVERED = 'undelivered';
const COULD_NOT_ASK = 'MARKET_UNAVAILABLE';
const METRICS = [VERIFIED, DUPLICATES, REFUSED, MARKET_CALLS, MARKET_LATENCY];

interface Row extends Placed {
  readonly metric: string;
  readonly market: string;
  /** The reason, the outcome of the call, or the bucket of its time. */
  readonly detail: string;
  readonly amount: number;
}

function sumOf(rows: readonly Row[], isDeliveryKnown: boolean) {
  const metrics = Map.groupBy(rows, ({ metric }) => metric);
  const details = (metric: string): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const { detail, amount } of metrics.get(metric) ?? []) {
      sums.set(detail, (sums.get(detail) ?? 0) + amount);
    }
    return sums;
  };
  const total = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count, 0);
  const reasons = details(REFUSED);
  const could_not_ask = reasons.get(COULD_NOT_ASK) ?? 0;
  reasons.delete(COULD_NOT_ASK);
  const calls = details(MARKET_CALLS);
  const [asked, answered] = [total(calls), calls.get('ok') ?? 0];
  const times = new Map([...details(MARKET_LATENCY)].map(([ms, count]) => [Number(ms), count]));
  return {
    verified: total(details(VERIFIED)),
    duplicates: total(details(DUPLICATES)),
    refused: total(reasons),
    reasons: [...reasons]
      .map(([reason, refused]) => ({ reason, refused }))
      .sort((one, other) => other.refused - one.refused || (one.reason < other.reason ? -1 : 1)),
    could_not_ask,
    asked,
    answered,
    availability: rateOf(answered, asked),
    p50_ms: percentileOf(times, LATENCIES_MS, 0.5),
    p95_ms: percentileOf(times, LATENCIES_MS, 0.95),
    undelivered: isDeliveryKnown ? total(details(UNDELIVERED)) : null,
  };
}
