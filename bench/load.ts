// The process that asks: up to 64 connections, one request under way on each, requests made beforehand.
import { connect, type Socket } from 'node:net';
import { type BenchApp, type BenchRequest, ECHO_PATH, findCase } from './case.ts';

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
const ANSWER_BYTES = 65_536;
const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /content-length: (\d+)/i;

interface Connection {
  ask(request: Buffer, answered: (status: string, body: string) => void): void;
}

async function openConnection(port: number): Promise<Connection> {
  let text = '';
  let answered: (status: string, body: string) => void = () => {};
  const socket: Socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(ANSWER_BYTES),
      callback(size, buffer) {
        text += (buffer as Buffer).toString('latin1', 0, size);
        const bodyStart = text.indexOf(HEAD_END) + HEAD_END.length;
        if (bodyStart < HEAD_END.length) return true;
        const body = text.slice(bodyStart);
        if (body.length < Number(CONTENT_LENGTH.exec(text)?.[1])) return true;
        const status = text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
        text = '';
        answered(status, body);
        return true;
      },
    },
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    ask(request, callback) {
      answered = callback;
      socket.write(request);
    },
  };
}

/** Requests one after another, from the beginning again after the last. */
function cycle(requests: readonly Buffer[]): () => Buffer {
  let next = 0;
  return () => {
    const request = requests[next] as Buffer;
    next = (next + 1) % requests.length;
    return request;
  };
}

function onTheWire({ path, headers, body }: BenchRequest): Buffer {
  const lines = Object.entries({
    host: 'bench',
    'content-type': 'application/json',
    'content-length': body.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1');
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
