// Gathers items in memory and writes them together within a few seconds, so that no request waits for them.
import type { Logger } from 'pino';
import { type After, createWorker } from './worker.ts';

export interface Gatherer<Item> {
  /** Returns at once. */
  add(item: Item): void;
  /** Writes what waits; keeps it for the next attempt if that fails. */
  flush(): Promise<void>;
  start(): void;
  /** Writes what waits. */
  stop(): Promise<void>;
}

export interface GathererOptions<Item> {
  /** What is gathered, in the log. */
  readonly name: string;
  readonly log: Logger;
  keyOf(item: Item): string;
  /** Items of the same key become one. */
  merge(known: Item, other: Item): Item;
  /** Items of one group are written together. */
  groupOf?(item: Item): string;
  /** Writes all of them or none. */
  write(items: readonly Item[]): Promise<void>;
  /** After a write. */
  written?(items: readonly Item[]): Promise<void>;
  /** How many wait at most; beyond it the oldest is dropped. */
  readonly most?: number;
  onDropped?(): void;
  readonly after?: After;
}

const WITHIN_MS = 3_000;
/** Nothing waits without a timer of its own. */
const LOOK_EVERY_MS = 60 * 60_000;

export function createGatherer<Item>(options: GathererOptions<Item>): Gatherer<Item> {
  const {
    name,
    log,
    keyOf,
    merge,
    groupOf = () => '',
    write,
    most = Number.POSITIVE_INFINITY,
  } = options;
  let waiting = new Map<string, Item>();

  function put(item: Item): void {
    const key = keyOf(item);
    const known = waiting.get(key);
    waiting.set(key, known === undefined ? item : merge(known, item));
    if (waiting.size <= most) return;
    waiting.delete(waiting.keys().next().value as string);
    options.onDropped?.();
  }

  /** Before those that came meanwhile, so that they are the first to be dropped. */
  function putFirst(older: readonly Item[]): void {
    const newer = waiting;
    waiting = new Map();
    for (const item of [...older, ...newer.values()]) put(item);
  }

  async function writeAll(): Promise<void> {
    const groups = [...Map.groupBy(waiting.values(), groupOf).values()];
    waiting = new Map();
    const left = new Set(groups);
    try {
      for (const items of groups) {
        await write(items);
        left.delete(items);
        await options.written?.(items);
      }
    } finally {
      if (left.size > 0) putFirst([...left].flat());
    }
  }

  const worker = createWorker({
    name,
    log,
    everyMs: LOOK_EVERY_MS,
    retryMs: WITHIN_MS,
    work: writeAll,
    ...(options.after && { after: options.after }),
  });

  return {
    add(item) {
      put(item);
      worker.wakeAfter(WITHIN_MS);
    },
    flush: worker.turn,
    start: worker.start,
    async stop() {
      await worker.stop();
      await writeAll().catch((error) =>
        log.error({ err: error }, `${name} could not be written at shutdown and are lost`),
      );
    },
  };
}
