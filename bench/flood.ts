// The process that asks for more than can be answered: at a rate, whether or not earlier requests have their answer.
import { type BenchApp, findCase } from './case.ts';
import { type Connection, onTheWire, openConnection } from './wire.ts';

export interface FloodOrder {
  readonly name: string;
  readonly port: number;
  readonly app: BenchApp;
}

export interface SpellOrder {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Spell {
  /** Requests per second that were due, answered as wanted, and turned away. */
  readonly offered: number;
  readonly served: number;
  readonly rejected: number;
  /** Milliseconds from a request to its answer. */
  readonly p50: number;
  readonly p99: number;
  readonly rejectedP99: number;
  /** When the answers came, in milliseconds from the begin, with how long they took. */
  readonly slowestBySlice: readonly number[];
  readonly unexpected: string | undefined;
}

const MAX_CONNECTIONS = 3_000;
const TICK_MS = 2;
const SLICE_MS = 250;
/** For the answers to the last requests. */
const LAST_ANSWERS_MS = 10_000;

async function follow({ name, port, app }: FloodOrder): Promise<void> {
  const measured = await findCase(name);
  const requests = Array.from({ length: measured.variety }, (_, index) =>
    onTheWire(measured.request(app, index)),
  );
  let next = 0;
  const free: Connection[] = await Promise.all(
    Array.from({ length: MAX_CONNECTIONS }, () => openConnection(port)),
  );

  async function spell({ perSecond, seconds }: SpellOrder): Promise<Spell> {
    const begun = performance.now();
    const end = begun + seconds * 1_000;
    const served: number[] = [];
    const rejected: number[] = [];
    const slices: number[][] = [];
    let waiting = 0;
    let unexpected: string | undefined;
    let made = 0;
    let asked = 0;
    let answers = 0;

    function ask(connection: Connection): void {
      asked += 1;
      const sentAt = performance.now();
      const request = requests[next++ % requests.length] as Buffer;
      connection.ask(request, (status, body) => {
        const now = performance.now();
        const took = now - sentAt;
        answers += 1;
        if (status === '429') rejected.push(took);
        else {
          served.push(took);
          const slice = Math.floor((now - begun) / SLICE_MS);
          slices[slice] ??= [];
          slices[slice].push(took);
          if (status !== '200' || !measured.isExpected(body)) unexpected ??= `${status} ${body}`;
        }
        if (waiting === 0) free.push(connection);
        else {
          waiting -= 1;
          ask(connection);
        }
      });
    }

    while (performance.now() < end) {
      const wanted = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
      for (; made < wanted; made += 1) {
        const connection = free.pop();
        if (connection) ask(connection);
        else waiting += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    // Callers without a connection gave up.
    waiting = 0;
    while (answers < asked && performance.now() < end + LAST_ANSWERS_MS) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const took = (performance.now() - begun) / 1_000;
    return {
      offered: made / seconds,
      served: served.length / took,
      rejected: rejected.length / took,
      p50: percentile(served, 0.5),
      p99: percentile(served, 0.99),
      rejectedP99: percentile(rejected, 0.99),
      slowestBySlice: Array.from(slices, (slice) => percentile(slice ?? [], 0.99)),
      unexpected: answers < asked ? `${asked - answers} without an answer` : unexpected,
    };
  }

  process.on('message', async (order: SpellOrder) => void process.send?.(await spell(order)));
  process.send?.('ready');
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

process.once('message', (order: FloodOrder) => void follow(order));
process.send?.('started');
process.once('disconnect', () => process.exit());
