// Metrics of an environment, in Prometheus format.
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import type { Storage } from '../storage/storage.ts';

export interface Metrics {
  readonly registry: Registry;
  /** For Prometheus; of all workers, if there are several. */
  text(): Promise<string>;
  request(operation: string, status: number, seconds: number): void;
  batch(kind: string, size: number): void;
}

/** A hundred operations of people, each with a histogram, were most of the text; the log tells them apart. */
const ADMIN = 'admin.';

/** Part of every percentile of nodejs_eventloop_lag. The usual 10 ms would cost more than all else of an idle service. */
const LAG_SAMPLE_MS = 50;

/** A figure that cannot be read now, such as from a database that is away, is left out; the others are shown. */
class PatientRegistry extends Registry {
  #isAsked = false;

  /** The process is watched from the first question on: sampling its event loop keeps a processor awake. */
  #watchProcess(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    collectDefaultMetrics({ register: this, eventLoopMonitoringPrecision: LAG_SAMPLE_MS });
  }

  override metrics(): Promise<string> {
    this.#watchProcess();
    return super.metrics();
  }

  override getMetricsAsJSON(): ReturnType<Registry['getMetricsAsJSON']> {
    this.#watchProcess();
    return super.getMetricsAsJSON();
  }

  override registerMetric<T extends string>(metric: Metric<T>): void {
    const own = metric as unknown as { collect?: () => unknown; hashMap: object };
    const { collect } = own;
    if (collect) {
      own.collect = async () => {
        try {
          await collect.call(metric);
        } catch {
          own.hashMap = {};
        }
      };
    }
    super.registerMetric(metric);
  }
}

/** How one of several processes behind a listener shows the metrics of all. */
export interface SharedMetrics {
  readonly worker: number;
  share(environment: string, registry: Registry): () => Promise<string>;
}

export function createMetrics(
  environment: string,
  storage: Storage,
  shared?: SharedMetrics | undefined,
): Metrics {
  const registry = new PatientRegistry();
  registry.setDefaultLabels({ environment, ...(shared && { worker: shared.worker }) });
  const registers = [registry];
  const requests = new Counter({
    name: 'tollgate_requests_total',
    help: 'Requests, by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tollgate_request_seconds',
    help: 'Time from request to response, by operation.',
    labelNames: ['operation'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const batches = new Histogram({
    name: 'tollgate_batch_size',
    help: 'Operations per database batch, by kind.',
    labelNames: ['kind'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  });
  new Gauge({
    name: 'tollgate_database_connections',
    help: 'Connections to the database: open, idle, and callers waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(storage.pool())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'tollgate_database_writable',
    help: '1, or 0 while changes fail: no room on the disk, or a read-only database.',
    registers,
    collect() {
      this.set(storage.isWritable() ? 1 : 0);
    },
  });
  return {
    registry,
    text: shared?.share(environment, registry) ?? (() => registry.metrics()),
    request(name, status, duration) {
      const operation = name.startsWith(ADMIN) ? 'admin' : name;
      requests.inc({ operation, status });
      seconds.observe({ operation }, duration);
    },
    batch: (kind, size) => batches.observe({ kind }, size),
  };
}
