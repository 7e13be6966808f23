// Limits how many unknown certificate chains are checked: anybody can send new ones, and each costs CPU time.
import type { Clock } from '../../../base/clock.ts';

/** Apple introduces a new chain every few months. */
const MOST_AT_ONCE = 4;
const MOST_PER_SECOND = 50;
const SECOND_MS = 1_000;

export interface ChainBudget {
  /** Call the result when the check has ended; undefined when the budget is used up. */
  take(): (() => void) | undefined;
}

export function createChainBudget(clock: Clock): ChainBudget {
  let atOnce = 0;
  let taken = 0;
  let second = 0;
  return {
    take() {
      const now = Math.floor(clock() / SECOND_MS);
      if (now !== second) {
        second = now;
        taken = 0;
      }
      if (atOnce >= MOST_AT_ONCE || taken >= MOST_PER_SECOND) return undefined;
      atOnce += 1;
      taken += 1;
      return () => {
        atOnce -= 1;
      };
    },
  };
}
