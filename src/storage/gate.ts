// The gate before the connections: downloads and figures read while no caller does, so that callers hardly wait.
import { isYielding } from '../base/call-context.ts';
import type { Connector, Wire } from './driver.ts';

/** Callers count as there for so long after a statement: more of the same call, and further calls, follow. */
const PAUSE_MS = 250;
/** While callers are there, one page is read so often. */
const PACE_MS = 25;

export interface Gate {
  /** A caller's statement or transaction; call what it returns at the end. */
  enter(): () => void;
  /** Waits for a turn of work that yields; call what it returns at the end. */
  enterYielding(): Promise<() => void>;
}

/** The timers of a gate, by the monotonic clock. */
export interface GateTime {
  now(): number;
  after(milliseconds: number, run: () => void): void;
}

const TIME: GateTime = {
  now: () => performance.now(),
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
};

/** At most `limit` pieces of work that yields run at once. */
export function createGate(limit: number, { now, after }: GateTime = TIME): Gate {
  let callers = 0;
  let lastCall = Number.NEGATIVE_INFINITY;
  let lastTurn = Number.NEGATIVE_INFINITY;
  let running = 0;
  let isWaiting = false;
  const waiting: (() => void)[] = [];

  function look(): void {
    while (waiting.length > 0 && running < limit && !isWaiting) {
      const pause = callers > 0 ? PACE_MS : lastCall + PAUSE_MS - now();
      const wait = Math.min(pause, lastTurn + PACE_MS - now());
      if (wait > 0) {
        isWaiting = true;
        after(Math.ceil(wait), () => {
          isWaiting = false;
          look();
        });
        return;
      }
      lastTurn = now();
      running += 1;
      waiting.shift()?.();
    }
  }

  return {
    enter() {
      callers += 1;
      return () => {
        callers -= 1;
        lastCall = now();
      };
    },
    async enterYielding() {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        look();
      });
      return () => {
        running -= 1;
        lastTurn = now();
        look();
      };
    },
  };
}

/** Connections of the database behind a gate. */
export function gated<C extends Pick<Connector, 'connect'>>(connector: C, gate: Gate): C {
  return {
    ...connector,
    async connect(): Promise<Wire> {
      const leave = isYielding() ? await gate.enterYielding() : gate.enter();
      try {
        const wire = await connector.connect();
        return {
          ask: wire.ask,
          release(isBroken) {
            leave();
            wire.release(isBroken);
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
