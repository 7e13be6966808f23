// Batches concurrent writes into one transaction, with one result for each.
import { onBehalfOfNobody } from '../base/call-context.ts';
import { inSpan } from '../base/span.ts';

export type Settled<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BatcherOptions<Operation, Result> {
  /** Names the wait for a result in traces. */
  readonly name: string;
  /**
   * Runs the operations in one transaction and returns their results in the same order.
   * It may throw only when nothing was written. It calls `handOver` when the next batch may start: before
   * the commit, but with everything of this batch ordered first.
   */
  run(operations: readonly Operation[], handOver: () => void): Promise<readonly Settled<Result>[]>;
  readonly maxSize: number;
  /** Operations of different groups never share a batch. */
  groupOf?(operation: Operation): unknown;
  /** How many batches may run concurrently: one, unless their order does not matter. */
  readonly atOnce?: number;
  /** After such a failure it is unknown what was written, so nothing is retried. */
  isOutcomeUnknown?(error: unknown): boolean;
  onBatch?(size: number): void;
}

export interface Batcher<Operation, Result> {
  submit(operation: Operation): Promise<Result>;
  /** Resolves when everything that waits now has its result. */
  queued(): Promise<void>;
  /** Accepts nothing more; resolves when everything submitted has its result. */
  close(): Promise<void>;
}

interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
  onSettled?: () => void;
}

/** A batch of this size costs each operation little more than a larger one, and the others work meanwhile. */
const ENOUGH = 32;

export class BatcherClosed extends Error {}

export function createBatcher<Operation, Result>(
  options: BatcherOptions<Operation, Result>,
): Batcher<Operation, Result> {
  const queue: Waiting<Operation, Result>[] = [];
  let draining: Promise<void> | undefined;
  const atOnce = options.atOnce ?? 1;
  const unsettled = new Set<Promise<void>>();
  /** Batches that the next one must not overtake. */
  const ahead = new Set<Promise<void>>();
  let closed = false;
  let begin = (): void => {};

  async function drain(): Promise<void> {
    // Waits for what this turn of the event loop reads from its sockets, until that is enough to begin with.
    await new Promise<void>((resolve) => {
      begin = resolve;
      setImmediate(resolve);
    });
    while (queue.length > 0) {
      const batch = take();
      options.onBatch?.(batch.length);
      const handedOver = Promise.withResolvers<void>();
      const settled = settle(batch, handedOver.resolve);
      keep(unsettled, settled);
      keep(ahead, Promise.race([settled, handedOver.promise]));
      while (ahead.size >= atOnce) await Promise.race(ahead);
    }
    draining = undefined;
  }

  function take(): Waiting<Operation, Result>[] {
    const { groupOf, maxSize } = options;
    const [first] = queue;
    if (!groupOf || !first) return queue.splice(0, maxSize);
    const group = groupOf(first.operation);
    const batch = queue.filter(({ operation }) => groupOf(operation) === group).slice(0, maxSize);
    const taken = new Set(batch);
    queue.splice(0, queue.length, ...queue.filter((each) => !taken.has(each)));
    return batch;
  }

  function keep(among: Set<Promise<void>>, promise: Promise<void>): void {
    const kept: Promise<void> = promise.finally(() => among.delete(kept));
    among.add(kept);
  }

  async function settle(
    batch: readonly Waiting<Operation, Result>[],
    handOver: () => void,
  ): Promise<void> {
    try {
      const operations = batch.map((each) => each.operation);
      const results = await options.run(operations, handOver);
      batch.forEach((each, index) => {
        const result = results[index];
        if (result && 'value' in result) each.resolve(result.value);
        else each.reject(result ? result.error : new Error('the batch gave no result for this'));
      });
    } catch (error) {
      if (batch.length === 1 || options.isOutcomeUnknown?.(error)) {
        for (const each of batch) each.reject(error);
        return;
      }
      // One operation failed the transaction for all, so each gets its own.
      for (const each of batch) await settle([each], handOver);
    } finally {
      for (const { onSettled } of batch) onSettled?.();
    }
  }

  return {
    submit(operation) {
      if (closed) return Promise.reject(new BatcherClosed('the service is stopping'));
      return inSpan(options.name, 'internal', () => {
        const { promise, resolve, reject } = Promise.withResolvers<Result>();
        queue.push({ operation, resolve, reject });
        draining ??= onBehalfOfNobody(drain);
        if (queue.length === ENOUGH) begin();
        return promise;
      });
    },
    async queued() {
      const last = queue.at(-1);
      if (!last) return;
      const { onSettled } = last;
      await new Promise<void>((resolve) => {
        last.onSettled = () => {
          onSettled?.();
          resolve();
        };
      });
    },
    async close() {
      closed = true;
      await draining;
      await Promise.all(unsettled);
    },
  };
}

/** Two, so that one batch is read while the results of the previous one are serialized. */
const READS_AT_ONCE = 2;

export interface ReadsOptions<Name, Found> {
  readonly name: string;
  /** The values of the keys, in the same order. */
  read(names: readonly Name[]): Promise<readonly Found[]>;
  readonly maxSize: number;
  onBatch?(size: number): void;
}

/** Batches concurrent reads. */
export function createReads<Name, Found>(options: ReadsOptions<Name, Found>): Batcher<Name, Found> {
  return createBatcher({
    ...options,
    atOnce: READS_AT_ONCE,
    run: async (names) => (await options.read(names)).map((value) => ({ value })),
  });
}
