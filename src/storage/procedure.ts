import type { Db } from './db.ts';
// Work of a transaction, named by its module so that another thread can find it.

/**
 * What goes in and comes out crosses threads: plain data. The work uses nothing but the transaction,
 * and waits for nothing but its statements.
 */
export interface Procedure<Input, Output> {
  readonly module: string;
  /** The name under which the module exports this. */
  readonly name: string;
  readonly work: (tx: Db, input: Input) => Promise<Output>;
}

/** A procedure as it travels. */
export interface Call {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}
