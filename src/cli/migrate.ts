// tollgate migrate
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import {
  ENVIRONMENTS,
  type EnvironmentName,
  ensureDataFolder,
  portOf,
  storageOptions,
} from '../start/environments.ts';
import { schemaVersions, type Versions } from '../storage/migrate.ts';
import { migrateFiles, migratePostgres, placeOf } from '../storage/migrate-together.ts';
import { type PlannedMigration, planMigrations } from '../storage/migration-plan.ts';
import {
  MIGRATION_WAIT_MS,
  openStorage,
  type Storage,
  type StorageOptions,
} from '../storage/storage.ts';
import { environmentOption, jsonOption, printOutcome } from './command.ts';
import { configOrFail } from './context.ts';
import { Failure } from './failure.ts';

interface Flags {
  readonly env?: EnvironmentName;
  readonly wait: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('create the database tables, or update them to this version of Tollgate')
    .addOption(
      environmentOption('environment to migrate; default: every environment that has a port'),
    )
    .option(
      '--wait <seconds>',
      'how long to wait for processes that use the tables',
      seconds,
      MIGRATION_WAIT_MS / 1_000,
    )
    .option('--dry-run', 'only show what would be done: migrations, their locks and time')
    .addOption(jsonOption())
    .action(async ({ env, wait, dryRun = false, json = false }: Flags) => {
      const config = configOrFail();
      const inUse = ENVIRONMENTS.filter((each) => portOf(config, each) !== 'off');
      const chosen = env ? [env] : inUse;
      if (dryRun) return printPlans(await plansOf(config, chosen), json);
      await migrate(config, chosen, wait * 1_000);
      const items: object[] = [];
      for (const environment of chosen) {
        const { database } = await compare(config, environment);
        items.push({ environment, version: database });
      }
      printOutcome({ items }, json);
    });
}

function seconds(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 86_400) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 86400.');
  }
  return number;
}

interface Plan extends Versions {
  readonly environment: EnvironmentName;
  /** Missing where there is nothing to do, or all tables are created. */
  readonly migrations?: readonly PlannedMigration[];
}

async function plansOf(config: Config, chosen: readonly EnvironmentName[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const environment of chosen) {
    const versions = await compare(config, environment);
    const migrations = await looking(config, environment, ({ db, kind }) =>
      planMigrations(db, kind),
    );
    plans.push({ environment, ...versions, ...(migrations.length > 0 && { migrations }) });
  }
  return plans;
}

function printPlans(plans: readonly Plan[], json: boolean): void {
  if (json) printOutcome({ items: plans }, json);
  else process.stdout.write(`${plans.flatMap(linesOf).join('\n')}\n`);
}

function linesOf({ environment, database, program, migrations = [] }: Plan): string[] {
  if (database >= program) return [`${environment}: version ${database}, nothing to do`];
  const what = database === 0 ? ', creates the tables' : '';
  return [
    `${environment}: version ${database} → ${program}${what}`,
    ...migrations.map(({ version, name, breaking, locks, rows, seconds }) => {
      const held = locks
        .map(
          ({ table, waiting }) =>
            `${table} (${waiting === 'everyone' ? 'everyone waits' : 'writers wait'})`,
        )
        .join(', ');
      return [
        `  ${version} ${name}`,
        ...(breaking ? ['BREAKING: stop processes of earlier versions first'] : []),
        ...(held === '' ? [] : [`locks ${held}`]),
        ...(rows === 0 ? [] : [`${rows} rows, about ${seconds} s`]),
      ].join('; ');
    }),
  ];
}

/** All of them or none; where that failed, says what there is. */
async function migrate(
  config: Config,
  environments: readonly EnvironmentName[],
  waitMs: number,
): Promise<void> {
  const before = await versionsOf(config, environments);
  try {
    await together(config, environments, waitMs);
  } catch (error) {
    const place = placeOf(error);
    const sentence = (error as Error).message.replace(/\.?$/, '.');
    const after = await versionsOf(config, environments);
    const state = isDeepStrictEqual(before, after)
      ? 'Nothing was changed.'
      : `${after.map(([name, version]) => `${name} is at version ${version}`).join(', ')}. Run tollgate migrate again to continue.`;
    throw new Failure(`${place === undefined ? '' : `${place}: `}${sentence} ${state}`);
  }
}

async function together(
  config: Config,
  environments: readonly EnvironmentName[],
  waitMs: number,
): Promise<void> {
  const [first] = environments.map((each) => storageOptions(config, each));
  // Each environment is a schema of the same database.
  if (first?.kind === 'postgres') {
    await migratePostgres(first, environments, waitMs);
    return;
  }
  ensureDataFolder(config);
  const storages = environments.map((name) => {
    const options = { ...storageOptions(config, name), busyTimeoutMs: waitMs };
    return { name, ...openStorage(options) };
  });
  try {
    await migrateFiles(storages);
  } finally {
    for (const each of storages) await each.close();
  }
}

/** A version that cannot be read is unknown. */
const versionsOf = (config: Config, environments: readonly EnvironmentName[]) =>
  Promise.all(
    environments.map(async (each): Promise<[EnvironmentName, number | 'unknown']> => {
      const version = compare(config, each).then(({ database }) => database);
      return [each, await version.catch(() => 'unknown' as const)];
    }),
  );

const compare = (config: Config, environment: EnvironmentName): Promise<Versions> =>
  looking(config, environment, ({ db, kind }) => schemaVersions(db, kind));

function looking<T>(
  config: Config,
  environment: EnvironmentName,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const options = storageOptions(config, environment);
  // Opening a missing file would create it; an empty database has the same version.
  const isMissing = options.kind === 'sqlite' && !existsSync(options.path);
  return within(environment, isMissing ? { ...options, path: ':memory:' } : options, work);
}

async function within<T>(
  environment: EnvironmentName,
  options: StorageOptions,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = openStorage(options);
  try {
    return await work(storage);
  } catch (error) {
    throw new Failure(`${environment}: ${(error as Error).message}`);
  } finally {
    await storage.close();
  }
}
