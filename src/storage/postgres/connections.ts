// Connections to one schema of a PostgreSQL server: their limits of time, and what a pooler in between changes.
import pg from 'pg';
import { isNoConnectionFree } from '../failure.ts';

/** Also the longest wait for a connection of the pool. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Stay open for the background work, for which a new connection would cost more than its statements. */
const KEPT = 2;
const STATEMENT_TIMEOUT_MS = 15_000;
/** For one connection that hangs. The server ends a statement earlier by itself. */
const ANSWER_TIMEOUT_MS = 17_000;
/** Ends the transaction of a process or machine that is gone, so that others do not wait for its locks. */
const IDLE_TRANSACTION_MS = 10_000;
/** How long no further connection is asked for when the server has refused one. */
const FULL_MS = 5_000;

const INT8 = 20;

/** 64-bit integers: a number if that is exact, else a bigint, as on SQLite. */
function parseInt8(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8
      ? parseInt8
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export interface PostgresOptions {
  readonly url: string;
  readonly schema: string;
  readonly poolSize: number;
  /** For migrations: statements may take as long as they need. */
  readonly isPatient?: boolean;
}

export interface Connections {
  connect(): Promise<pg.PoolClient>;
  /** A connection of its own, apart from the pool. */
  connectApart(): Promise<pg.Client>;
  /**
   * Whether a pooler gives each transaction another connection, so that nothing of a session lasts: no
   * settings, no prepared statements, no LISTEN.
   */
  isPooled(): boolean;
  /** What a transaction begins with. */
  begin(): string;
  /** Breaks every connection, because the server no longer answers. */
  cut(): void;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

class PoolerFound extends Error {}

export function openConnections(options: PostgresOptions): Connections {
  let isPooled = false;
  const limit = (ms: number): number => (options.isPatient ? 0 : ms);
  const settings = {
    search_path: pg.escapeIdentifier(options.schema),
    statement_timeout: limit(STATEMENT_TIMEOUT_MS),
    idle_in_transaction_session_timeout: limit(IDLE_TRANSACTION_MS),
  };
  const common: pg.ClientConfig = {
    connectionString: options.url,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: limit(ANSWER_TIMEOUT_MS),
    keepAlive: true,
    // Who holds what is asked by this name; the address may say another one.
    fallback_application_name: 'tollgate',
  };
  const asOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const config = (): pg.ClientConfig =>
    isPooled ? common : { ...common, options: asOptions.join(' ') };

  /** Refuses a standby, and finds out about a pooler: it does not tell the number of the server's process. */
  async function greet(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query({
      text: 'select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby',
      query_timeout: CONNECT_TIMEOUT_MS,
    } as pg.QueryConfig);
    if (rows[0].is_standby) throw readOnly();
    if (isPooled || rows[0].pid === (client as { processID?: number }).processID) return;
    isPooled = true;
    throw new PoolerFound();
  }

  /**
   * Whether to connect again, now without settings of the session. Connections that began together all find
   * the pooler; `knew` is what was known when this one began.
   */
  function finds(error: unknown, knew: boolean): boolean {
    if (error instanceof PoolerFound) return true;
    if (knew || !/unsupported startup parameter/i.test((error as Error).message)) return false;
    isPooled = true;
    return true;
  }

  let closed: Promise<void> | undefined;
  const open = new Set<pg.ClientBase>();
  const pool = new pg.Pool({
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    min: KEPT,
    pipeline: true,
    onConnect: greet,
    Client: class extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super({ ...given, ...config() });
      }
    },
  });
  // A broken connection fails the current statement or is replaced on next use. Without error
  // listeners on idle and used connections, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    open.add(client);
  });
  pool.on('remove', (client) => open.delete(client));

  /** Callers wait for the connections that there are, instead of failing or asking for more. */
  function makeDo(): void {
    pool.options.max = open.size;
    setTimeout(() => {
      pool.options.max = options.poolSize;
    }, FULL_MS).unref();
  }

  async function connect(): Promise<pg.PoolClient> {
    const knew = isPooled;
    try {
      return await pool.connect();
    } catch (error) {
      if (finds(error, knew)) return connect();
      if (!isNoConnectionFree(error) || open.size === 0) throw error;
      makeDo();
      return connect();
    }
  }

  async function connectApart(): Promise<pg.Client> {
    const knew = isPooled;
    const client = new pg.Client(config());
    client.on('error', () => {});
    try {
      await client.connect();
      await greet(client);
      return client;
    } catch (error) {
      hangUp(client, error as Error);
      if (finds(error, knew)) return connectApart();
      throw error;
    }
  }

  const begin = [
    'begin',
    ...Object.entries(settings).map(([name, value]) => `set local ${name} to ${value}`),
  ].join('; ');
  return {
    connect,
    connectApart,
    isPooled: () => isPooled,
    begin: () => (isPooled ? begin : 'begin'),
    cut() {
      for (const client of open) hangUp(client, silent());
    },
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

/** Closes the socket without a goodbye, which a hanging server would not read. */
export function hangUp(client: pg.ClientBase, reason: Error): void {
  const { connection } = client as unknown as {
    readonly connection: { readonly stream: { destroy(reason: Error): void } };
  };
  connection.stream.destroy(reason);
}

/** With the codes that others know such failures by. */
const readOnly = (): Error =>
  Object.assign(new Error('The server is a standby, which is read-only.'), { code: '25006' });
export const silent = (): Error =>
  Object.assign(new Error('The server does not answer.'), { code: 'ETIMEDOUT' });
