// The loop of all background work: one turn at a time, on a timer or when woken.
import type { Logger } from 'pino';
import { onBehalfOfNobody } from '../base/call-context.ts';
import type { Signals } from '../storage/signals.ts';

export interface Worker {
  /** Runs what is due now and rejects on failure. For tests. */
  turn(): Promise<void>;
  /** Once started, runs a turn at once, or another one after the current turn. */
  wake(): void;
  /** The same after at most so many milliseconds. */
  wakeAfter(ms: number): void;
  /** Starts with a turn. */
  start(): void;
  /** Starts no new turn; resolves when the current one has finished. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly name: string;
  readonly log: Logger;
  /**
   * One turn. It may return when the next one is due, if that is before `everyMs`. When `stopping` is
   * aborted, it ends as soon as possible and leaves the rest to another process.
   */
  work(stopping: AbortSignal): Promise<void> | Promise<NextTurn | undefined>;
  /** Signals can get lost, so every worker also looks by itself. */
  readonly everyMs: number;
  /** After a turn that failed, instead of `everyMs`. */
  readonly retryMs?: number;
  /** Signals that wake it, and after how many milliseconds, so that one turn serves many of them. */
  readonly wakeOn?: {
    readonly signals: Signals;
    readonly topics: Readonly<Record<string, number>>;
  };
  readonly after?: After;
}

/** Runs something after so many milliseconds, unless what it returns is called before. */
export type After = (ms: number, run: () => void) => () => void;

const byTimer: After = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

export interface NextTurn {
  readonly inMs: number;
}

export function createWorker(options: WorkerOptions): Worker {
  const { name, log, work, everyMs, retryMs = everyMs, wakeOn, after = byTimer } = options;
  const stopping = new AbortController();
  let turning: Promise<void> | undefined;
  let again = false;
  let isStarted = false;
  /** What ends the sleep between turns, and a shorter one that began meanwhile. */
  let sleep: (() => void) | undefined;
  let soon: (() => void) | undefined;

  async function takeTurns(): Promise<void> {
    let sleepMs = retryMs;
    try {
      while (again && !stopping.signal.aborted) {
        again = false;
        sleepMs = retryMs;
        const next = await work(stopping.signal);
        sleepMs = next ? Math.min(next.inMs, everyMs) : everyMs;
      }
    } finally {
      // In the same tick as the last check of `again`, so that a later wake starts a new turn.
      turning = undefined;
      if (isStarted && !stopping.signal.aborted) {
        sleep = after(Math.max(sleepMs, 0), wake);
      }
    }
  }

  function turn(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    again = true;
    if (!turning) {
      endSleep();
      turning = onBehalfOfNobody(() => Promise.resolve().then(takeTurns));
    }
    return turning;
  }

  function wake(): void {
    again = true;
    if (!isStarted || turning) return;
    turn().catch((error) =>
      log.warn({ err: error, worker: name }, 'background work failed and will be retried'),
    );
  }

  function wakeAfter(ms: number): void {
    if (ms === 0) wake();
    else if (isStarted && !stopping.signal.aborted) soon ??= after(ms, wakeSoon);
  }

  function wakeSoon(): void {
    soon = undefined;
    wake();
  }

  function endSleep(): void {
    sleep?.();
    soon?.();
    soon = undefined;
  }

  return {
    turn,
    wake,
    wakeAfter,
    start() {
      isStarted = true;
      for (const [topic, ms] of Object.entries(wakeOn?.topics ?? {})) {
        wakeOn?.signals.on(topic, () => wakeAfter(ms));
      }
      wake();
    },
    async stop() {
      stopping.abort();
      endSleep();
      await turning?.catch(() => {});
    },
  };
}
