// A Citus cluster for the tests: a coordinator and two workers of an installation that has the extension.
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';

interface Cluster {
  /** Of the coordinator. */
  readonly url: string;
  stop(): Promise<void>;
}

const WORKERS = 2;

/** Every database has a process of the extension on every server, and each may open connections. */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'max_connections=600',
  'max_prepared_transactions=600',
  'max_worker_processes=200',
  'citus.shard_count=4',
  // Nothing is told to anybody outside, and nothing waits long for what is not there.
  'citus.enable_statistics_collection=off',
  'citus.node_connection_timeout=5000',
  'citus.max_cached_conns_per_worker=2',
  'citus.local_hostname=127.0.0.1',
  // The extension would make itself a certificate.
  'citus.node_conninfo=sslmode=disable',
  'ssl=off',
  // What a transaction over several nodes leaves is there to be counted.
  'citus.recover_2pc_interval=1h',
  'citus.enable_stat_counters=on',
  // Shards move while the service runs.
  'wal_level=logical',
  'max_replication_slots=50',
  'max_wal_senders=50',
];

async function startCluster(binaries: string): Promise<Cluster> {
  const servers: PostgresServer[] = [];
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.stop();
  };
  try {
    for (let count = 0; count <= WORKERS; count++) {
      servers.push(await startPostgres({ binaries, settings: SETTINGS }));
    }
    await connectNodes(servers.map((server) => server.url));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: (servers[0] as PostgresServer).url, stop };
}

/** Creates the extension in a database of the same name on each server; the first is the coordinator. */
export async function connectNodes(urls: readonly string[]): Promise<void> {
  for (const url of urls) await run(url, 'create extension citus');
  const [coordinator, ...workers] = urls.map((url) => new URL(url)) as [URL, ...URL[]];
  const { hostname, port } = coordinator;
  await run(coordinator.href, 'select citus_set_coordinator_host($1, $2)', [hostname, port]);
  for (const worker of workers) {
    await run(coordinator.href, 'select citus_add_node($1, $2)', [worker.hostname, worker.port]);
  }
}

/** The servers of a cluster, the coordinator first; only it keeps the list. */
export async function nodesOf(url: string): Promise<string[]> {
  const rows = await run(url, 'select nodename, nodeport from pg_dist_node order by groupid');
  return rows.map(({ nodename, nodeport }) => {
    const node = new URL(url);
    node.hostname = String(nodename);
    node.port = String(nodeport);
    return node.href;
  });
}

async function run(
  url: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, [...parameters])).rows;
  } finally {
    await client.end();
  }
}

// `node test/support/citus.ts <folder of initdb and postgres>` runs one until it is stopped.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , binaries] = process.argv;
  if (!binaries)
    throw new Error('Name the folder of initdb and postgres, as pg_config --bindir says.');
  const cluster = await startCluster(binaries);
  process.stdout.write(`TEST_CITUS_URL=${cluster.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.stop());
}
