// A second process of the service on the same database, as a thread with its own event loop and connections.
// Two services in one thread cannot race for a SQLite file: each would wait for the other with the loop held.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createService } from '../../src/service.ts';
import { createLog } from '../../src/start/log.ts';
import { openStorage, type StorageOptions } from '../../src/storage/storage.ts';
import {
  type Answer,
  type Gate,
  inject,
  MASTER_KEY,
  NOBODY,
  PUBLIC_URL,
} from '../support/harness.ts';

interface Order {
  readonly id: number;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

interface Reply {
  readonly id: number;
  readonly answer: Answer;
}

export interface Rival {
  post(path: string, body: unknown, headers: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Its clock stands at the gate's time of now. */
export async function startRival(gate: Gate): Promise<Rival> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { storage: gate.database.storage('production'), now: gate.now },
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.on('message', ({ id, answer }: Reply) => {
        waiting.get(id)?.(answer);
        waiting.delete(id);
      });
      resolve();
    });
  });
  await ready;
  let orders = 0;
  return {
    post(path, body, headers) {
      const id = ++orders;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        worker.postMessage({ id, path, body, headers } satisfies Order);
      });
    },
    async stop() {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('stop');
      await ended;
    },
  };
}

async function serve({ storage: options, now }: { storage: StorageOptions; now: number }) {
  const storage = openStorage(options);
  await storage.migrate();
  const service = await createService({
    environment: 'production',
    storage,
    masterKey: MASTER_KEY,
    clock: () => now,
    log: createLog('silent'),
    publicUrl: PUBLIC_URL,
    trustProxy: 0,
    rateLimits: { perApp: 0, perAddress: 0 },
    relay: { enabled: false, allowPrivateTargets: true },
    markets: NOBODY,
  });
  parentPort?.on('message', async (order: Order | 'stop') => {
    if (order === 'stop') {
      await service.stop();
      parentPort?.close();
      return;
    }
    const { status, body } = await inject(service, 'POST', order.path, order.body, order.headers);
    parentPort?.postMessage({ id: order.id, answer: { status, body, headers: {} } });
  });
  parentPort?.postMessage('ready');
}

if (!isMainThread && workerData?.storage) await serve(workerData);
