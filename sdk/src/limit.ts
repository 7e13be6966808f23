// A time limit and the caller's signal as one AbortSignal. Node 20 may lose the timers of `AbortSignal.any`.

export interface Limit {
  readonly signal: AbortSignal;
  /** Why the signal was raised. */
  reason(): 'TIMEOUT' | 'ABORTED' | undefined;
  end(): void;
}

/** A timer with more ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function startLimit(ms: number, caller: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  let reason: 'TIMEOUT' | 'ABORTED' | undefined;
  const stop = (why: 'TIMEOUT' | 'ABORTED') => {
    reason ??= why;
    controller.abort();
  };
  const abort = () => stop('ABORTED');
  const timer = setTimeout(() => stop('TIMEOUT'), Math.min(ms, LONGEST_TIMER_MS));
  if (caller?.aborted) abort();
  caller?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    reason: () => reason,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** Ends early, without an error, when the signal is raised. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** What the promise gives, or undefined when the signal is raised first. */
export function raceSignal<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}
