// Spreads the tables of a schema over the nodes of a cluster (Citus). Without the extension it does nothing.
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import {
  DISTRIBUTION_COLUMN,
  FIRST_TABLE,
  FOREIGN_KEYS,
  LAYOUT,
  type Place,
} from './cluster-layout.ts';

interface Node {
  readonly host: string;
  readonly port: number;
  readonly role: 'coordinator' | 'worker';
  readonly active: boolean;
  readonly shards: number;
  readonly bytes: number;
}

interface TablePlace {
  readonly table: string;
  /** Where it should be, and where it is. */
  readonly wanted: Place;
  readonly place: Place | 'elsewhere';
}

/** How `cluster init` moves a table: statements of one transaction. */
interface TableMove {
  readonly table: string;
  readonly statements: readonly string[];
}

export async function hasExtension(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** True once `cluster init` has begun in the schema. */
export async function isDistributed(db: Db, schema: string): Promise<boolean> {
  if (!(await hasExtension(db))) return false;
  const places = await readPlaces(db, schema);
  return places.some(({ table, place }) => table === FIRST_TABLE && place === 'project');
}

/** How the tables of the schema lie; a table that does not exist yet is left out. */
export async function readPlaces(db: Db, schema: string): Promise<TablePlace[]> {
  const { rows } = await sql<Found>`
    select c.relname as name, p.partmethod as method, p.repmodel as copies,
      case when p.partmethod = 'h'
        then column_to_column_name(p.logicalrelid, p.partkey) end as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_dist_partition p on p.logicalrelid = c.oid
    where n.nspname = ${schema} and c.relkind = 'r'`.execute(db);
  const found = new Map(rows.map((row) => [row.name, row]));
  return Object.entries(LAYOUT).flatMap(([table, wanted]) => {
    const row = found.get(table);
    return row ? { table, wanted, place: placeOf(row) } : [];
  });
}

interface Found {
  readonly name: string;
  /** `h` is by hash, `n` without a distribution column; null is unknown to the engine. */
  readonly method: string | null;
  /** `s` is kept once, `t` copied to every node. */
  readonly copies: string | null;
  readonly column: string | null;
}

function placeOf({ method, copies, column }: Found): TablePlace['place'] {
  if (method === 'h') return column === DISTRIBUTION_COLUMN ? 'project' : 'elsewhere';
  if (method === 'n') return copies === 's' ? 'coordinator' : 'elsewhere';
  return method === null ? 'outside' : 'elsewhere';
}

const isMissing = ({ wanted, place }: TablePlace): boolean =>
  wanted !== 'outside' && wanted !== place && place !== 'elsewhere' && place !== 'project';

/** What `distribute` would do, in its order. */
export async function planMoves(db: Db, schema: string): Promise<TableMove[]> {
  const missing = (await readPlaces(db, schema)).filter(isMissing);
  return missing.map(({ table, wanted }) => ({
    table,
    statements: [
      ...FOREIGN_KEYS.filter(({ to }) => to === table).map(
        ({ from, name }) => `alter table ${schema}.${from} drop constraint if exists ${name}`,
      ),
      placing(schema, table, wanted),
      ...FOREIGN_KEYS.filter(({ from }) => from === table).map(
        ({ from, to, name, columns }) =>
          `alter table ${schema}.${from} add constraint ${name} foreign key (${columns}) references ${schema}.${to} (${columns}) on delete cascade`,
      ),
    ],
  }));
}

function placing(schema: string, table: string, wanted: Place): string {
  const name = `${schema}.${table}`;
  if (wanted === 'coordinator')
    return `select citus_add_local_table_to_metadata('${name}', cascade_via_foreign_keys => true)`;
  const neighbour = table === FIRST_TABLE ? 'none' : `${schema}.${FIRST_TABLE}`;
  return `select create_distributed_table('${name}', '${DISTRIBUTION_COLUMN}', colocate_with => '${neighbour}')`;
}

/**
 * Moves the tables that are not in their place yet. Each is a transaction of its own that writers of the
 * table wait for; in between, everything works. Several processes may call it at once.
 */
export async function distribute(
  db: Db,
  schema: string,
  lock: number,
  onMoved: (move: TableMove) => void = () => {},
): Promise<TableMove[]> {
  const done: TableMove[] = [];
  for (const { table } of await planMoves(db, schema)) {
    const move = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
      const [next] = (await planMoves(tx, schema)).filter((each) => each.table === table);
      if (!next) return undefined;
      // Copying the rows of a large table takes longer than a statement of the service may.
      await sql`set local statement_timeout = 0`.execute(tx);
      for (const statement of next.statements) await sql.raw(statement).execute(tx);
      return next;
    });
    if (!move) continue;
    onMoved(move);
    done.push(move);
  }
  await dropLeftRows(db, schema);
  return done;
}

/** Rows that were copied to the nodes stay on the coordinator, where nobody sees them. */
async function dropLeftRows(db: Db, schema: string): Promise<void> {
  const places = (await readPlaces(db, schema)).filter(({ place }) => place === 'project');
  for (const { table } of places) {
    const name = `${schema}.${table}`;
    const { rows } = await sql<{ bytes: number }>`
      select pg_relation_size(${name}::regclass) as bytes`.execute(db);
    if (Number(rows[0]?.bytes ?? 0) === 0) continue;
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(tx);
    });
  }
}

export async function readNodes(db: Db): Promise<Node[]> {
  const { rows } = await sql<Node>`
    select n.nodename as host, n.nodeport as port,
      case when n.groupid = 0 then 'coordinator' else 'worker' end as role, n.isactive as active,
      count(s.shardid) as shards, coalesce(sum(s.shard_size), 0)::bigint as bytes
    from pg_dist_node n left join citus_shards s
      on s.nodename = n.nodename and s.nodeport = n.nodeport and s.citus_table_type = 'distributed'
    group by n.nodename, n.nodeport, n.groupid, n.isactive
    order by n.groupid`.execute(db);
  return rows;
}

/** How many rows its parts have, as the statistics of their nodes say; the coordinator has no statistics of the whole. */
export async function rowsOnNodes(db: Db, table: string): Promise<number> {
  if (!(await hasExtension(db))) return 0;
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(part.result::float8), 0) as rows
    from pg_dist_partition p, run_command_on_shards(p.logicalrelid,
      $$select greatest(reltuples, 0) from pg_class where oid = '%s'::regclass$$) part
    where p.logicalrelid = to_regclass(${table}) and part.success`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}

/** Starts the engine's own rebalancer, which works on after the call; false when there is nothing to do. */
export async function rebalance(db: Db): Promise<boolean> {
  const { rows } = await sql<{ job: number | null }>`
    select citus_rebalance_start() as job`.execute(db);
  return rows[0]?.job != null;
}

/** The newest job of the rebalancer, if there was one. */
export async function rebalanceState(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state::text as state from citus_rebalance_status()`.execute(db);
  return rows[0]?.state;
}

/** Gives a project shards of its own on the node where it is; false when it has them. */
export async function isolate(
  db: Db,
  schema: string,
  gameIndex: number,
  mode: 'auto' | 'block_writes',
): Promise<boolean> {
  const name = `${schema}.${FIRST_TABLE}`;
  const { rows } = await sql<{ single: boolean }>`
    select s.shardminvalue = s.shardmaxvalue as single from pg_dist_shard s
    where s.logicalrelid = ${name}::regclass
      and s.shardid = get_shard_id_for_distribution_column(${name}::regclass, ${gameIndex}::bigint)`.execute(
    db,
  );
  if (rows[0]?.single) return false;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select isolate_tenant_to_new_shard(${name}::regclass, ${gameIndex}::bigint, 'CASCADE',
      shard_transfer_mode => ${mode}::citus.shard_transfer_mode)`.execute(tx);
  });
  return true;
}
