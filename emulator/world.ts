// The emulated world every market lives in: its clock, its seeded chance, its ids, and what a market is.
// Ready-made parts for a market: input.ts reads control bodies, webhook-sender.ts delivers notifications, host.ts
// serves any set of markets (a test of one market hosts that one alone).
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Action, Listed } from './record.ts';

/** Real time plus an offset that `set` and `advance` change. Times are Unix milliseconds. */
interface Clock {
  now(): number;
  set(ms: number): void;
  advance(ms: number): void;
  /** Runs after every move, and about once a second as real time passes. */
  onMove(listener: (now: number) => void): void;
}

export interface World {
  readonly clock: Clock;
  /** A number in [0, 1) from the seed: the same seed makes the same run. */
  random(): number;
  /** A short id that is unique in this world, after the prefix. */
  id(prefix?: string): string;
  /** Where the emulator listens, without a trailing slash. */
  readonly baseUrl: () => string;
}

export interface FaultAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Market {
  /** In addresses. */
  readonly name: string;
  /** As the page calls it. */
  readonly title: string;
  /** Prefixes at which `routes` is mounted; `/<name>` when absent. */
  readonly mounts?: readonly string[];
  /** The market's own wire paths. Faults strike here. */
  routes(scope: FastifyInstance): void | Promise<void>;
  /** Steering, mounted at `/control`. */
  control(scope: FastifyInstance): void | Promise<void>;
  /** Pages for a browser, mounted at `/`. */
  pages?(scope: FastifyInstance): void | Promise<void>;
  /** What a verifier must trust. */
  trust(): Record<string, unknown>;
  /** Ready-made secrets for a client of this market. */
  credentials(): Record<string, unknown>;
  /** Its purchases for the page, newest first. */
  records?(): Iterable<Listed>;
  /** What the page offers for the market as a whole. */
  actions?(): readonly Action[];
  /** Counts for `GET /control/state`. */
  summary(): Record<string, unknown>;
  /** JSON, key material included: whoever imports it is the same market. */
  exportState(): unknown;
  importState(state: unknown): void;
  /** Forgets every purchase and keeps the keys. */
  reset(): void;
  /** The market's own form of the `500` and `429` faults. */
  faultBody?(kind: '500' | '429', now: number): FaultAnswer;
  /** Stops what is still running, such as deliveries. */
  close?(): Promise<void>;
}

/** What the markets of an export hold, by their names. */
export type SavedMarkets = Readonly<Record<string, unknown>>;

/** With the keys of `saved`, if it is there: making new ones takes longer than all the rest. */
export type CreateMarket = (world: World, saved?: SavedMarkets) => Promise<Market>;

/** Thrown by control routes; answered as `{"error": message}`. */
export class ControlError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export interface WorldState {
  clockOffset: number;
  seed: number;
  counter: number;
}

export interface LivingWorld extends World {
  tick(): void;
  exportState(): WorldState;
  importState(state: WorldState): void;
  baseUrl: () => string;
}

export function createWorld(
  seed = randomInt(2 ** 32),
  realNow: () => number = () => Date.now(),
): LivingWorld {
  const listeners: ((now: number) => void)[] = [];
  let state: WorldState = { clockOffset: 0, seed: seed >>> 0, counter: 0 };

  const now = () => realNow() + state.clockOffset;
  const tick = () => {
    for (const listener of listeners) listener(now());
  };
  const set = (ms: number) => {
    state.clockOffset = ms - realNow();
    tick();
  };
  // Mulberry32: 32 bits of state, so that an exported world goes on where it stopped.
  const random = () => {
    state.seed = (state.seed + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state.seed ^ (state.seed >>> 15), state.seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  return {
    clock: {
      now,
      set,
      advance: (ms) => set(now() + ms),
      onMove: (listener) => listeners.push(listener),
    },
    random,
    id(prefix = '') {
      state.counter += 1;
      const salt = Math.floor(random() * 36 ** 6)
        .toString(36)
        .padStart(6, '0');
      return `${prefix}${state.counter.toString(36)}${salt}`;
    },
    tick,
    exportState: () => ({ ...state }),
    importState(imported) {
      state = { ...imported };
    },
    baseUrl: () => {
      throw new Error('The emulator is not listening yet.');
    },
  };
}
