// The process that asks: up to 64 connections, one request under way on each, requests made beforehand.
import { type BenchApp, ECHO_PATH, findCase } from './case.ts';
import { type Connection, onTheWire, openConnection } from './wire.ts';

/** The echo is the service's own; a peer does the same as the case, elsewhere. */
export type Party = 'echo' | 'case' | 'peer';

export interface LoadOrder {
  readonly name: string;
  readonly ports: { readonly case: number; readonly peer?: number };
  readonly app: BenchApp;
}

export interface RoundOrder {
  readonly of: Party;
  readonly seconds: number;
  /** All connections, unless said. */
  readonly inFlight?: number;
  /** At most, whatever the time. */
  readonly requests?: number;
}

export interface Round {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** An answer that was not the expected one. */
  readonly unexpected: string | undefined;
}

const CONNECTIONS = 64;
const ECHO_VARIETY = 1_000;
/** Requests one after another, from the beginning again after the last. */
function cycle(requests: readonly Buffer[]): () => Buffer {
  let next = 0;
  return () => {
    const request = requests[next] as Buffer;
    next = (next + 1) % requests.length;
    return request;
  };
}

function runRound(
  connections: readonly Connection[],
  nextRequest: () => Buffer,
  isExpected: (answer: string) => boolean,
  { seconds, requests = Number.POSITIVE_INFINITY }: RoundOrder,
): Promise<Round> {
  const latencies: number[] = [];
  let unexpected: string | undefined;
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  const workOn = (connection: Connection) =>
    new Promise<void>((resolve) => {
      let asked = 0;
      const ask = (): void => {
        asked = performance.now();
        connection.ask(nextRequest(), answered);
      };
      const answered = (status: string, body: string): void => {
        const now = performance.now();
        latencies.push(now - asked);
        if (status !== '200' || !isExpected(body)) unexpected ??= `${status} ${body}`;
        if (now >= end || latencies.length >= requests) resolve();
        else ask();
      };
      ask();
    });
  return Promise.all(connections.map(workOn)).then(() => {
    const perSecond = latencies.length / ((performance.now() - begun) / 1_000);
    const sorted = Float64Array.from(latencies).sort();
    const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      requests: sorted.length,
      perSecond,
      p50: percentile(0.5),
      p99: percentile(0.99),
      unexpected,
    };
  });
}

async function follow({ name, ports, app }: LoadOrder): Promise<void> {
  const measured = await findCase(name);
  const request = (index: number) => measured.request(app, index);
  const wanted = Array.from({ length: measured.variety }, (_, index) => onTheWire(request(index)));
  const requests = {
    echo: cycle(
      Array.from({ length: Math.min(measured.variety, ECHO_VARIETY) }, (_, index) =>
        onTheWire({ ...request(index), path: ECHO_PATH }),
      ),
    ),
    case: cycle(wanted),
    peer: cycle(wanted),
  };
  const open = async (port: number | undefined): Promise<Connection[]> =>
    port === undefined
      ? []
      : Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  const own = await open(ports.case);
  const connections = { echo: own, case: own, peer: await open(ports.peer) };
  process.on('message', async (order: RoundOrder) => {
    const { of, inFlight } = order;
    const isExpected = of === 'echo' ? () => true : measured.isExpected;
    const used = connections[of].slice(0, inFlight);
    process.send?.(await runRound(used, requests[of], isExpected, order));
  });
  process.send?.('ready');
}

process.once('message', (order: LoadOrder) => void follow(order));
process.send?.('started');
process.once('disconnect', () => process.exit());
