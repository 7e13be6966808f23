// The process of own-process.ts.
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { InjectOptions } from 'fastify';
import { parseJson } from '../../src/base/json.ts';
import type { Service, ServiceOptions } from '../../src/service.ts';
import type { StorageOptions } from '../../src/storage/storage.ts';
import { openService } from '../support/service.ts';

export interface Opening {
  readonly storage: StorageOptions;
  readonly markets: ServiceOptions['markets'];
  readonly more: Pick<ServiceOptions, 'adminToken'>;
}

export type Turn = 'payment jobs' | 'follow-ups';
export type Task = { readonly request: InjectOptions } | { readonly turn: Turn };

export type Order = Task & {
  readonly now: number;
  /** The number of the message. */
  readonly diesBefore?: number;
};

export interface Answer {
  /** How many it has sent. */
  readonly messages: number;
  readonly status?: number;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
  readonly body?: any;
}

let service: Service;
let now = 0;
let messages = 0;
let diesBefore: number | undefined;

/** To the thread of SQLite, to PostgreSQL and to the markets. */
count(Worker.prototype, 'postMessage');
count(Socket.prototype, '_write');
count(Socket.prototype, '_writev');

function count(sender: object, name: string): void {
  const send = Reflect.get(sender, name) as (...message: unknown[]) => unknown;
  Reflect.set(sender, name, function (this: unknown, ...message: unknown[]) {
    messages += 1;
    if (messages === diesBefore) process.kill(process.pid, 'SIGKILL');
    return send.apply(this, message);
  });
}

process.on('message', async (message: Opening | Order) => {
  process.send?.('storage' in message ? await open(message) : await follow(message));
});
process.on('disconnect', () => process.exit());

async function open({ storage, markets, more }: Opening): Promise<Answer> {
  service = await openService(storage, {
    environment: 'production',
    clock: () => now,
    markets,
    ...more,
  });
  return { messages };
}

async function follow(order: Order): Promise<Answer> {
  ({ now, diesBefore } = order);
  messages = 0;
  const found = await ('turn' in order ? work(order.turn) : ask(order.request));
  // What runs by itself must not kill it between two orders.
  diesBefore = undefined;
  return { messages, ...found };
}

async function work(turn: Turn): Promise<object> {
  await (turn === 'follow-ups' ? service.followUps : service.payment.jobs).turn();
  return {};
}

async function ask(request: InjectOptions): Promise<Pick<Answer, 'status' | 'body'>> {
  const { statusCode, payload } = await service.app.inject(request);
  return { status: statusCode, body: payload === '' ? undefined : parseJson(payload) };
}
