// A case of the conformance kit, and what it works with.
import type { Service } from '../../../src/service.ts';
import type { Markets } from '../../support/markets.ts';
import type { Abilities, Driver, Notice, Stage } from './driver.ts';

export interface Kit {
  readonly driver: Driver & Abilities;
  readonly markets: Markets;
  /** The app that most cases share. */
  readonly stage: Stage;
  /** Another process on the same database. */
  second(): Promise<Service>;
  /** What the log says so far. */
  log(): string;
  /** Texts that no row may hold in the end. */
  readonly hidden: string[];
  /** What the market has held back, which the case delivers itself. */
  catchNotices(): Promise<readonly Notice[]>;
}

export interface Case {
  readonly name: string;
  readonly needs?: readonly (keyof Abilities)[];
  run(kit: Kit): Promise<void>;
}
