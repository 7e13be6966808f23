// PostgreSQL through pg: a pool whose connections live in one schema, and a listening connection.
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 15_000;
const RELISTEN_DELAY_MS = 1_000;

const INT8 = 20;

/** 64-bit integers: a number where that is exact, a bigint where it is not, as on SQLite. */
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
  // A connection that breaks fails the statement under way or is replaced on next use. Without
  // listeners, on idle ones and on those in use, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Calls `heard` for each notification on `channel`, reconnecting for ever; returns how to stop. */
export function listen(
  options: PostgresOptions,
  channel: string,
  heard: (payload: string) => void,
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
    next.on('notification', (message) => heard(message.payload ?? ''));
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
