// PostgreSQL through pg, as Kysely's dialect.
import {
  CompiledQuery,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { type Connector, createDriver, type Statement, type Wire } from '../driver.ts';
import { isReadOnly } from '../failure.ts';
import { type Gate, gated } from '../gate.ts';
import type { Connections } from './connections.ts';

const BEGIN = 'begin';

/** How statements ended. */
export interface Watching {
  failed?(error: unknown): void;
  changed?(rows: number): void;
}

export function postgresDialect(
  connections: Connections,
  gate: Gate,
  watching: Watching = {},
): Dialect {
  const connector: Connector = {
    system: 'postgresql',
    begin: BEGIN,
    async connect() {
      const client = await connections.connect();
      const wire = directWire(client, watching);
      return connections.isPooled() ? pooledWire(wire, connections) : wire;
    },
    close: connections.close,
  };
  return {
    createDriver: () => createDriver(gated(connector, gate)),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

function directWire(client: pg.PoolClient, watching: Watching): Wire {
  const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection;
  let isReplaced = false;
  let isGathering = false;

  /** What is asked before the event loop goes on leaves in one write. */
  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  }

  return {
    async ask(statement) {
      gather();
      try {
        const answer = await ask(client, statement, statement.constant);
        if (answer.numAffectedRows) watching.changed?.(Number(answer.numAffectedRows));
        return answer;
      } catch (error) {
        // The server has become another one's standby; the address may lead to that one by now.
        isReplaced ||= isReadOnly(error);
        watching.failed?.(error);
        throw error;
      }
    },
    release: (isBroken) => client.release(isBroken || isReplaced),
  };
}

/** Every statement runs in a transaction, which begins with the settings that a session would keep. */
function pooledWire(wire: Wire, connections: Connections): Wire {
  const begin = CompiledQuery.raw(connections.begin());
  const unnamed = ({ constant: _, ...statement }: Statement): Statement => statement;
  let isOpen = false;
  return {
    ...wire,
    ask(statement) {
      const { sql } = statement;
      if (sql === BEGIN) {
        isOpen = true;
        return wire.ask(begin);
      }
      if (sql === 'commit' || sql === 'rollback') isOpen = false;
      else if (!isOpen) return alone(unnamed(statement));
      return wire.ask(unnamed(statement));
    },
  };

  async function alone(statement: Statement): Promise<QueryResult<unknown>> {
    const answers = [begin, statement, CompiledQuery.raw('commit')].map(wire.ask);
    const [, answer] = await Promise.all(answers);
    return answer as QueryResult<unknown>;
  }
}

async function ask(
  client: pg.PoolClient,
  { sql, parameters }: Statement,
  isPrepared: boolean | undefined,
): Promise<QueryResult<unknown>> {
  const result = await client.query({
    text: sql,
    values: [...parameters],
    ...(isPrepared && { name: nameOf(sql) }),
  });
  const { command, rowCount, rows = [] } = result;
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
