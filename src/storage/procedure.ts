import type { Db } from './db.ts';
// The work of a transaction, identified by its module so that another thread can load it.

/**
 * Input and output cross threads, so both are plain data. The work uses only the transaction,
 * and awaits only its statements.
 */
export interface Procedure<Input, Output> {
  readonly module: string;
  /** The name of this export in the module. */
  readonly name: string;
  readonly work: (tx: Db, input: Input) => Promise<Output>;
}

/** A procedure call as a message between threads. */
export interface Call {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}
