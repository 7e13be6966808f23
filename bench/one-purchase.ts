// One App Store purchase from its arrival to its answer, as the service's own trace of it, and a picture of that.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Stage } from '../test/payment/conformance/driver.ts';
import { apple } from '../test/payment/conformance/drivers/apple.ts';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { type Markets, steer } from '../test/support/markets.ts';
import { PRELOADED } from '../test/support/process.ts';
import { verify } from './market-latency.ts';
import type { MarketService } from './market-service.ts';
import { startProcess } from './process.ts';

const PURCHASES = 400;
/** Those before run code that is not compiled yet. */
const SHOWN = 200;
const VERIFY = '/payment/v1/purchase/verify';

/** As OTLP writes it, as far as it is read here. */
interface OtlpSpan {
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string }[];
}

export interface Step {
  readonly name: string;
  readonly at: 'service' | 'database' | 'market';
  /** In milliseconds, from the arrival. */
  readonly begins: number;
  readonly ends: number;
}

export interface OnePurchase {
  readonly database: Kind;
  /** In their order; the first is the whole. */
  readonly steps: readonly Step[];
}

/** Of many, one after another, the one that took the median time. */
export async function traceOnePurchase(kind: Kind): Promise<OnePurchase> {
  const spans: OtlpSpan[] = [];
  const collector = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: OTLP nests spans in lists
    const body = (await json(request)) as any;
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const database = await createDatabase(kind);
  try {
    await using emulator = await startProcess<string>('market-emulator.ts');
    const args = [JSON.stringify(database.storage('production')), emulator.answer, url, '1'];
    {
      // What it has not sent is sent when it ends.
      await using server = await startProcess<MarketService>('market-service.ts', args, PRELOADED);
      await sellOneAfterAnother(steer(emulator.answer), server.answer);
    }
    return { database: kind, steps: medianOf(spans) };
  } finally {
    await database.drop();
    collector.close();
    collector.closeAllConnections();
  }
}

async function sellOneAfterAnother(markets: Markets, service: MarketService): Promise<void> {
  const stage = markets as Pick<Stage, 'control'> as Stage;
  for (let count = 0; count < PURCHASES; count += 1) {
    const { receipt } = await apple.sell(stage);
    await verify(service, 'APPLE', { receipt });
  }
}

function medianOf(spans: readonly OtlpSpan[]): Step[] {
  const requests = spans.filter(
    (span) => span.parentSpanId === undefined && span.name.endsWith(VERIFY),
  );
  const shown = requests
    .toSorted((one, other) => startOf(one) - startOf(other))
    .slice(-SHOWN)
    .toSorted((one, other) => lengthOf(one) - lengthOf(other));
  const whole = shown[Math.floor(shown.length / 2)];
  if (!whole) throw new Error(`no trace of ${VERIFY} among ${spans.length} spans`);
  return spans
    .filter(({ traceId }) => traceId === whole.traceId)
    .map((span) => ({
      name: span.name,
      at: placeOf(span),
      begins: (startOf(span) - startOf(whole)) / 1e6,
      ends: (startOf(span) + lengthOf(span) - startOf(whole)) / 1e6,
    }))
    .filter(({ begins }) => begins <= lengthOf(whole) / 1e6)
    .sort((one, other) => one.begins - other.begins || other.ends - one.ends);
}

/** Nanoseconds; a double is exact to a quarter of a microsecond, which is less than the picture shows. */
const startOf = ({ startTimeUnixNano }: OtlpSpan): number => Number(startTimeUnixNano);
const lengthOf = (span: OtlpSpan): number => Number(span.endTimeUnixNano) - startOf(span);

const INTERNAL = 1;

/** What waits within the service waits for a batch of the database. */
function placeOf({ kind, attributes }: OtlpSpan): Step['at'] {
  if (attributes.some(({ key }) => key === 'tollgate.market')) return 'market';
  return kind === INTERNAL ? 'database' : 'service';
}

export const stepLines = ({ database, steps }: OnePurchase): string[] =>
  steps.map(
    ({ name, begins, ends }) =>
      `${database.padEnd(9)} ${begins.toFixed(2)} to ${ends.toFixed(2)} ms  ${name}`,
  );

const WIDTH = 860;
const LABELS = 300;
const RIGHT = 70;
const ROW = 22;
const BAR = 14;
const TOP = 70;
const GAP = 34;

const STYLE = `
    .t { fill: #16202a } .s { fill: #495057; font-size: 12px }
    .service { fill: #0c6e60 } .database { fill: #f08c00 } .market { fill: #4263eb }
    @media (prefers-color-scheme: dark) {
      .t { fill: #e9ecef } .s { fill: #adb5bd }
      .service { fill: #4db6a4 } .database { fill: #ffa94d } .market { fill: #91a7ff }
    }`;
const LEGEND = {
  service: 'the whole request',
  database: 'the database, and the way there',
  market: 'the market, and the way there',
};
const TITLES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export function drawPurchases(purchases: readonly OnePurchase[]): string {
  const longest = Math.max(...purchases.flatMap(({ steps }) => steps.map(({ ends }) => ends)));
  const scale = (WIDTH - LABELS - RIGHT) / longest;
  const lines: string[] = [];
  let y = TOP;
  for (const { database, steps } of purchases) {
    lines.push(`<text class="t" x="0" y="${y}" font-weight="600">${TITLES[database]}</text>`);
    y += 10;
    for (const { name, at, begins, ends } of steps) {
      const x = LABELS + begins * scale;
      const width = Math.max(1, (ends - begins) * scale);
      lines.push(
        `<text class="s" x="16" y="${y + 12}">${textOf(name)}</text>`,
        `<rect class="${at}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}"/>`,
        `<text class="s" x="${(x + width + 6).toFixed(1)}" y="${y + 12}">${(ends - begins).toFixed(2)}</text>`,
      );
      y += ROW;
    }
    y += GAP - 10;
  }
  const described = purchases
    .map(({ database, steps }) => `${TITLES[database]}: ${steps.map(inWords).join(', ')}`)
    .join('. ');
  const legend = Object.entries(LEGEND).map(
    ([at, text], index) =>
      `<rect class="${at}" x="${index * 220}" y="28" width="12" height="12"/><text class="s" x="${index * 220 + 18}" y="38">${text}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y - GAP + 10}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${textOf(described)}">
  <style>${STYLE}
  </style>
  <text class="t" x="0" y="16" font-weight="700">One App Store purchase, milliseconds from its arrival</text>
  ${[...legend, ...lines].join('\n  ')}
</svg>
`;
}

const inWords = ({ name, begins, ends }: Step): string =>
  `${name} from ${begins.toFixed(2)} to ${ends.toFixed(2)}`;

const textOf = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
