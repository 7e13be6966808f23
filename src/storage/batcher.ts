// Writes that arrive together commit together: one transaction for all, one result for each.
export type Settled<Result> = { readonly value: Result } | { readonly error: unknown };

export interface BatcherOptions<Operation, Result> {
  /**
   * Does the operations in their order, in one transaction, and answers in the same order.
   * When it throws, nothing may have been written. From `handOver` on, nothing of it can come after
   * what the next batch does, which begins then, before this one is committed.
   */
  run(operations: readonly Operation[], handOver: () => void): Promise<readonly Settled<Result>[]>;
  readonly maxSize: number;
  /** How many batches may be under way: one, unless their order does not matter. */
  readonly atOnce?: number;
  /** After such a failure it is unknown what was written, so nothing is tried again. */
  isOutcomeUnknown?(error: unknown): boolean;
  onBatch?(size: number): void;
}

export interface Batcher<Operation, Result> {
  submit(operation: Operation): Promise<Result>;
  /** Takes nothing more; resolves when everything submitted has its answer. */
  close(): Promise<void>;
}

interface Waiting<Operation, Result> {
  readonly operation: Operation;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class BatcherClosed extends Error {}

export function createBatcher<Operation, Result>(
  options: BatcherOptions<Operation, Result>,
): Batcher<Operation, Result> {
  const queue: Waiting<Operation, Result>[] = [];
  let draining: Promise<void> | undefined;
  const atOnce = options.atOnce ?? 1;
  const unsettled = new Set<Promise<void>>();
  /** Those that the next must not overtake. */
  const ahead = new Set<Promise<void>>();
  let closed = false;

  async function drain(): Promise<void> {
    // Everything that this turn of the event loop has read from its sockets joins the first batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = queue.splice(0, options.maxSize);
      options.onBatch?.(batch.length);
      const handedOver = Promise.withResolvers<void>();
      const settled = settle(batch, handedOver.resolve);
      keep(unsettled, settled);
      keep(ahead, Promise.race([settled, handedOver.promise]));
      while (ahead.size >= atOnce) await Promise.race(ahead);
    }
    draining = undefined;
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
      // One of them spoils the transaction for its neighbours: each gets one of its own.
      for (const each of batch) await settle([each], handOver);
    }
  }

  return {
    submit(operation) {
      if (closed) return Promise.reject(new BatcherClosed('the service is stopping'));
      return new Promise((resolve, reject) => {
        queue.push({ operation, resolve, reject });
        draining ??= drain();
      });
    },
    async close() {
      closed = true;
      await draining;
      await Promise.all(unsettled);
    },
  };
}

/** One batch is read while the answers of the one before are printed. */
const READS_AT_ONCE = 2;

export interface ReadsOptions<Name, Found> {
  /** What each name stands for, in their order. */
  read(names: readonly Name[]): Promise<readonly Found[]>;
  readonly maxSize: number;
  onBatch?(size: number): void;
}

/** Reads that arrive together travel together. */
export function createReads<Name, Found>(options: ReadsOptions<Name, Found>): Batcher<Name, Found> {
  return createBatcher({
    ...options,
    atOnce: READS_AT_ONCE,
    run: async (names) => (await options.read(names)).map((value) => ({ value })),
  });
}
