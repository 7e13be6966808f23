// PostgreSQL through pg: a pool of connections to one schema, and a listening connection.
import {
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { createDriver, type Statement } from '../driver.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const RELISTEN_DELAY_MS = 1_000;

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
}

export function postgresPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({ ...connection(options), max: options.poolSize, pipeline: true });
  // A broken connection fails the current statement or is replaced on next use. Without error
  // listeners on idle and used connections, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return {
    createDriver: () =>
      createDriver({
        begin: 'begin',
        async connect() {
          const client = await pool.connect();
          return {
            ask: (statement) => ask(client, statement),
            release: (isBroken) => client.release(isBroken),
          };
        },
        close: () => pool.end(),
      }),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

async function ask(client: pg.PoolClient, statement: Statement): Promise<QueryResult<unknown>> {
  const { sql, parameters, constant } = statement;
  const { command, rowCount, rows } = await client.query({
    text: sql,
    values: [...parameters],
    ...(constant && { name: nameOf(sql) }),
  });
  const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
  return { rows, ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

const names = new Map<string, string>();

/** The name of a prepared constant statement. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `t${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}

/** Calls `onMessage` for each notification on `channel`, reconnecting as needed; returns a stop function. */
export function listen(
  options: PostgresOptions,
  channel: string,
  onMessage: (payload: string) => void,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client(connection(options));
    client = next;
    const again = (): void => {
      if (stopped || client !== next) return;
      client = undefined;
      timer = setTimeout(connect, RELISTEN_DELAY_MS).unref();
      next.end().catch(() => {});
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', (message) => onMessage(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch {
      again();
    }
  };
  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

function connection({ url, schema }: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    options: `-c search_path=${schema}`,
  };
}
