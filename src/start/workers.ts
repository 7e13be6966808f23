// Several processes behind one listener: the first one starts the others, replaces one that dies, and stops them all.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { SharedMetrics } from '../http/metrics.ts';

/** A worker that dies again and again must not keep the machine busy. */
const REPLACE_AFTER_MS = 1_000;
/** Longer than a worker gives itself to stop. */
const STOP_WITHIN_MS = 12_000;
const GATHER_WITHIN_MS = 2_000;

type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What workers and the first process tell each other. */
type Message =
  | { readonly kind: 'ready' }
  /** From a worker whose `/metrics` was asked for, then to all of them. */
  | { readonly kind: 'gather'; readonly environment: string; readonly id: string }
  | { readonly kind: 'measured'; readonly id: string; readonly metrics: Measured }
  | { readonly kind: 'gathered'; readonly id: string; readonly metrics: readonly Measured[] };

/** The number of this process among the workers, if it is one. */
export const workerNumber = (): number | undefined => cluster.worker?.id;

/** Runs in the first process; resolves with the exit code when all workers have ended. */
export async function runWorkers(count: number, log: Logger): Promise<number> {
  const ended = Promise.withResolvers<number>();
  let isStopping = false;
  let exitCode = 0;

  function stop(code: number): void {
    if (isStopping) return;
    isStopping = true;
    exitCode = code;
    log.info({ workers: workers().length }, 'stopping: waiting for the workers');
    for (const each of workers()) each.kill('SIGTERM');
    setTimeout(() => {
      for (const each of workers()) each.process.kill('SIGKILL');
    }, STOP_WITHIN_MS).unref();
    if (workers().length === 0) ended.resolve(exitCode);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

  const gather = createGathering();
  cluster.on('message', (worker, message: Message) => gather(worker, message));
  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) {
      if (workers().length === 0) ended.resolve(exitCode);
      return;
    }
    log.error(
      { worker: worker.id, code, signal },
      'a worker has ended; another one takes its place',
    );
    setTimeout(() => isStopping || cluster.fork(), REPLACE_AFTER_MS);
  });

  // The first one creates the tables, and says what is wrong with the settings once, not `count` times.
  const first = await started(cluster.fork());
  if (!first.isReady) stop(first.code ?? 1);
  else for (let other = 1; other < count; other += 1) cluster.fork();
  return ended.promise;
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((each) => !!each);

const started = (worker: Worker): Promise<{ isReady: boolean; code?: number | null }> =>
  new Promise((resolve) => {
    worker.once('message', () => resolve({ isReady: true }));
    worker.once('exit', (code) => resolve({ isReady: false, code }));
  });

/** Asks every worker, and gives the one that was asked what came within two seconds. */
function createGathering(): (worker: Worker, message: Message) => void {
  const open = new Map<string, { readonly found: Measured[]; awaited: number; finish(): void }>();
  return (worker, message) => {
    if (message.kind === 'gather') {
      const found: Measured[] = [];
      const late = setTimeout(() => finish(), GATHER_WITHIN_MS);
      const finish = (): void => {
        clearTimeout(late);
        open.delete(message.id);
        if (worker.isConnected())
          worker.send({ kind: 'gathered', id: message.id, metrics: found } satisfies Message);
      };
      const asked = workers().filter((each) => each.isConnected());
      open.set(message.id, { found, awaited: asked.length, finish });
      for (const each of asked) each.send(message);
    } else if (message.kind === 'measured') {
      const gathering = open.get(message.id);
      if (!gathering) return;
      gathering.found.push(message.metrics);
      gathering.awaited -= 1;
      if (gathering.awaited === 0) gathering.finish();
    }
  };
}

/** In a worker: reports to the first process that it serves. Elsewhere nothing. */
export function sayReady(): void {
  tell({ kind: 'ready' });
}

/** In a worker: stops with the first process, which holds the listener. */
export function onLeft(stop: () => void): void {
  if (cluster.isWorker) process.once('disconnect', stop);
}

function tell(message: Message): void {
  if (cluster.isWorker && process.connected) process.send?.(message);
}

/** In a worker: the metrics of all workers together, told apart by the label `worker`. */
export function sharedMetrics(): SharedMetrics | undefined {
  const worker = workerNumber();
  return worker === undefined ? undefined : { worker, share };
}

function share(environment: string, registry: Registry): () => Promise<string> {
  const asked = new Map<string, (metrics: readonly Measured[]) => void>();
  let count = 0;
  process.on('message', async (message: Message) => {
    if (message.kind === 'gather' && message.environment === environment) {
      tell({ kind: 'measured', id: message.id, metrics: await registry.getMetricsAsJSON() });
    } else if (message.kind === 'gathered') {
      asked.get(message.id)?.(message.metrics);
      asked.delete(message.id);
    }
  });
  return async () => {
    count += 1;
    const id = `${environment} ${workerNumber()} ${count}`;
    const gathered = new Promise<readonly Measured[]>((resolve) => asked.set(id, resolve));
    tell({ kind: 'gather', environment, id });
    return AggregatorRegistry.aggregate([...(await gathered)]).metrics();
  };
}
