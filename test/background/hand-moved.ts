// Time that a test moves by hand. Mocked timers would be those of everything else in the process, too.
import type { After } from '../../src/background/worker.ts';

export interface HandMovedTime {
  readonly after: After;
  /** Runs what is due meanwhile, in order. */
  pass(ms: number): Promise<void>;
}

export function handMovedTime(): HandMovedTime {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  return {
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async pass(ms) {
      now += ms;
      const due = [...timers].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
      for (const timer of due) if (timers.delete(timer)) timer.run();
      await settled();
    },
  };
}

/** When everything has happened that waits for no timer. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
