// tollgate cluster init, status, rebalance, isolate
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { ENVIRONMENTS, type EnvironmentName, portOf } from '../start/environments.ts';
import { MIGRATION_LOCK, schemaVersions } from '../storage/migrate.ts';
import {
  distribute,
  hasExtension,
  isDistributed,
  isolate,
  planMoves,
  readNodes,
  readPlaces,
  rebalance,
  rebalanceState,
} from '../storage/postgres/cluster.ts';
import type { Storage } from '../storage/storage.ts';
import { environmentOption, jsonOption, printOutcome } from './command.ts';
import { advice, configOrFail, withStorage } from './context.ts';
import { Failure, UsageError } from './failure.ts';

interface Flags {
  readonly env?: EnvironmentName;
  readonly dryRun?: boolean;
  readonly blockWrites?: boolean;
  readonly json?: boolean;
}

const EVERY = 'default: every environment that has a port';

export function clusterCommands(program: Command): void {
  const noun = program
    .command('cluster')
    .description('spread the tables over several PostgreSQL servers with Citus');
  noun
    .command('init')
    .description('distribute the tables, while the service runs; repeat it at any time')
    .addOption(environmentOption(`environment to work on; ${EVERY}`))
    .option('--dry-run', 'only print the statements')
    .addOption(jsonOption())
    .action(async ({ env, dryRun = false, json = false }: Flags) => {
      const items: object[] = [];
      try {
        for (const environment of chosen(configOrFail(), env)) {
          const moves = await onCluster(environment, ({ db }) =>
            dryRun ? planMoves(db, environment) : distribute(db, environment, MIGRATION_LOCK),
          );
          items.push(...moves.map((move) => ({ environment, ...move })));
        }
      } finally {
        // When a later table fails, the earlier ones are still done.
        printOutcome({ items }, json);
      }
    });
  noun
    .command('status')
    .description('show the nodes with their shards, and where the tables are')
    .addOption(environmentOption(`environment to look at; ${EVERY}`))
    .addOption(jsonOption())
    .action(async ({ env, json = false }: Flags) => {
      const environments = chosen(configOrFail(), env);
      const tables: object[] = [];
      let nodes: object[] = [];
      let rebalancing: string | undefined;
      for (const environment of environments) {
        await onCluster(environment, async ({ db }) => {
          const places = await readPlaces(db, environment);
          tables.push(...places.map((place) => ({ environment, ...place })));
          nodes = await readNodes(db);
          rebalancing = await rebalanceState(db);
        });
      }
      if (json) printOutcome({ nodes, tables, rebalancing: rebalancing ?? null }, true);
      else {
        printOutcome({ items: nodes }, false);
        process.stdout.write('\n');
        printOutcome({ items: tables }, false);
        process.stdout.write(`\nrebalancing: ${rebalancing ?? 'never'}\n`);
      }
    });
  noun
    .command('rebalance')
    .description('start moving shards, so that all nodes have as many; the service runs on')
    .addOption(jsonOption())
    .action(async ({ json = false }: Flags) => {
      const [environment = 'production'] = chosen(configOrFail(), undefined);
      const started = await onCluster(environment, ({ db }) => rebalance(db));
      printOutcome({ started }, json);
    });
  noun
    .command('isolate')
    .description('give one large project shards of its own')
    .argument('<game_index>', 'project')
    .option(
      '--block-writes',
      'copy while its changes wait, for servers without logical replication',
    )
    .addOption(environmentOption('environment to work on').default('production'))
    .addOption(jsonOption())
    .action(
      async (text: string, { env = 'production', blockWrites = false, json = false }: Flags) => {
        const gameIndex = Number(text);
        if (!Number.isSafeInteger(gameIndex) || gameIndex < 1)
          throw new UsageError('game_index must be the number of a project.');
        const isolated = await onCluster(env, async ({ db }) => {
          await requireProject(db, env, gameIndex);
          return isolate(db, env, gameIndex, blockWrites ? 'block_writes' : 'auto');
        });
        printOutcome({ game_index: gameIndex, isolated }, json);
      },
    );
}

const chosen = (config: Config, env: EnvironmentName | undefined): readonly EnvironmentName[] =>
  env ? [env] : ENVIRONMENTS.filter((each) => portOf(config, each) !== 'off');

async function requireProject(
  db: Storage['db'],
  environment: EnvironmentName,
  gameIndex: number,
): Promise<void> {
  if (!(await isDistributed(db, environment)))
    throw new Failure(
      `The tables of ${environment} are not distributed. Run tollgate cluster init.`,
    );
  const project = await db
    .selectFrom('project')
    .select('game_index')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  if (!project) throw new Failure(`There is no project ${gameIndex} in ${environment}.`);
}

/** The migrated database of the environment, on a coordinator that knows its nodes. */
function onCluster<T>(
  environment: EnvironmentName,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  return withStorage(configOrFail(), environment, async (storage) => {
    const { db, kind } = storage;
    if (kind !== 'postgres')
      throw new Failure('A cluster needs PostgreSQL. Set DATABASE_URL to its coordinator.');
    if (!(await hasExtension(db)))
      throw new Failure(
        'The database has no extension citus. Install Citus on every server and run: create extension citus.',
      );
    const nodes = await readNodes(db);
    if (!nodes.some(({ role }) => role === 'coordinator'))
      throw new Failure(
        "The coordinator is not among its nodes. Run: select citus_set_coordinator_host('<its host>').",
      );
    const { database, program } = await schemaVersions(db, kind);
    if (database < program)
      throw new Failure(
        `The tables of ${environment} are missing or older than this program. ${advice(environment)}.`,
      );
    return work(storage);
  });
}
