// Kysely's driver for both databases. Statements travel as early as they can: `begin` with the first
// one of a transaction, writes that nobody waits for with the `commit`, and behind the commit,
// before it is answered, already the next transaction.
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';

/** A connection of a database's client. Statements are done in the order in which they are asked. */
export interface Wire {
  /**
   * After a failure in a transaction everything is refused until its end, and `commit` undoes it.
   */
  ask(statement: Statement): Promise<QueryResult<unknown>>;
  /** For the next one to use; what is under way is still answered. */
  release(isBroken?: boolean): void;
}

export type Statement = CompiledQuery & {
  /** In a transaction, its failure is soon enough known at the commit. */
  readonly unwaited?: true;
  /** Its text is one of few, so the database may keep it ready. */
  readonly constant?: true;
};

export interface Connector {
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
    acquireConnection: async () => new PipelinedConnection(await connector.connect()),
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

/** The connection, from when it is taken until it is given back. */
class PipelinedConnection implements DatabaseConnection {
  readonly #wire: Wire;
  /** Asked, and not waited for yet. */
  readonly #unheard: Promise<unknown>[] = [];
  #state: 'single' | 'transaction' | 'released' = 'single';

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  executeQuery<R>(statement: Statement): Promise<QueryResult<R>> {
    const answer = this.#wire.ask(statement) as Promise<QueryResult<R>>;
    if (this.#state !== 'transaction' || !statement.unwaited) return answer;
    this.#leaveUnheard(answer);
    return NOTHING;
  }

  async *streamQuery<R>(statement: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(statement);
  }

  begin(statement: CompiledQuery): void {
    this.#state = 'transaction';
    this.#leaveUnheard(this.#wire.ask(statement));
  }

  async commit(): Promise<void> {
    const answers = Promise.all([...this.#unheard, this.#wire.ask(COMMIT)]);
    this.release();
    await answers;
  }

  /** A commit that failed has undone everything by itself. */
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

  #leaveUnheard(answer: Promise<unknown>): void {
    answer.catch(() => {});
    this.#unheard.push(answer);
  }
}
