// Kysely's driver for both databases. It sends statements as early as possible: `begin` with the first
// statement, writes that nobody awaits with the `commit`, and the next transaction before the commit
// is answered.

import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { currentSpan } from '../base/call-context.ts';
import { inSpan } from '../base/span.ts';

/** A database connection. It runs statements in the order of the calls. */
export interface Wire {
  /**
   * After a failure in a transaction every statement fails until its end, and `commit` rolls back.
   */
  ask(statement: Statement): Promise<QueryResult<unknown>>;
  /** Releases the connection; pending statements still get their results. */
  release(isBroken?: boolean): void;
}

export type Statement = CompiledQuery & {
  /** In a transaction, its failure is reported at the commit. */
  readonly unwaited?: true;
  /** One of a few constant texts, so the database may prepare it. */
  readonly constant?: true;
};

export interface Connector {
  /** As OpenTelemetry calls the database. */
  readonly system: 'sqlite' | 'postgresql';
  readonly begin: string;
  connect(): Promise<Wire>;
  close(): Promise<void>;
}

export function createDriver(connector: Connector): Driver {
  const begin = CompiledQuery.raw(connector.begin);
  const pipelined = (connection: DatabaseConnection): PipelinedConnection =>
    connection as PipelinedConnection;
  return {
    init: async () => {},
    acquireConnection: async () =>
      new PipelinedConnection(await connector.connect(), connector.system),
    releaseConnection: async (connection) => pipelined(connection).release(),
    beginTransaction: async (connection) => pipelined(connection).begin(begin),
    commitTransaction: (connection) => pipelined(connection).commit(),
    rollbackTransaction: (connection) => pipelined(connection).rollback(),
    destroy: () => connector.close(),
  };
}

const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');
const NOTHING: Promise<QueryResult<never>> = Promise.resolve({ rows: [] });

/** The connection between acquire and release. */
class PipelinedConnection implements DatabaseConnection {
  readonly #wire: Wire;
  readonly #system: Connector['system'];
  /** Sent, but not awaited yet. */
  readonly #unawaited: Promise<unknown>[] = [];
  #state: 'single' | 'transaction' | 'released' = 'single';
  /** What made the transaction fail: the database only says of later statements that it has failed. */
  #failure: { readonly error: unknown } | undefined;

  constructor(wire: Wire, system: Connector['system']) {
    this.#wire = wire;
    this.#system = system;
  }

  executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    const answer = this.#ask(statement) as Promise<QueryResult<R>>;
    if (this.#state !== 'transaction') return answer;
    if (!statement.unwaited) return answer.catch((error) => this.#fail(error));
    this.#awaitAtCommit(answer);
    return NOTHING;
  }

  async *streamQuery<R>(statement: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(statement);
  }

  begin(statement: CompiledQuery): void {
    this.#state = 'transaction';
    this.#awaitAtCommit(this.#wire.ask(statement));
  }

  async commit(): Promise<void> {
    const answers = Promise.all([...this.#unawaited, this.#ask(COMMIT)]);
    this.release();
    await answers;
  }

  /** A failed commit has already rolled back. */
  async rollback(): Promise<void> {
    if (this.#state === 'released') return;
    try {
      await this.#wire.ask(ROLLBACK);
    } catch (error) {
      this.release(true);
      throw error;
    }
  }

  release(isBroken = false): void {
    if (this.#state === 'released') return;
    this.#state = 'released';
    this.#wire.release(isBroken);
  }

  #ask(statement: Statement): Promise<QueryResult<unknown>> {
    if (!currentSpan()) return this.#wire.ask(statement);
    return inSpan(summaryOf(statement.sql), 'client', async (span) => {
      span?.set({ 'db.system.name': this.#system });
      return this.#wire.ask(statement);
    });
  }

  #awaitAtCommit(answer: Promise<unknown>): void {
    answer.catch((error) => {
      this.#failure ??= { error };
    });
    this.#unawaited.push(answer);
  }

  #fail(error: unknown): never {
    this.#failure ??= { error };
    throw this.#failure.error;
  }
}

const SUMMARY = /^\W*(\w+)(?:[\s\S]*?\b(?:from|into|update|table)\s+"?(\w+))?/i;

/** What a statement does, and to which table, without its values. */
function summaryOf(sql: string): string {
  const [, verb = 'statement', table] = SUMMARY.exec(sql) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
