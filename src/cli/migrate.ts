// tollgate migrate
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../config.ts';
import {
  ENVIRONMENTS,
  type EnvironmentName,
  ensureDataFolder,
  portOf,
  storageOptions,
} from '../start/environments.ts';
import { schemaVersions } from '../storage/migrate.ts';
import { openStorage, type Storage, type StorageOptions } from '../storage/storage.ts';
import { environmentOption, jsonOption, printOutcome } from './command.ts';
import { configOrFail, Failure } from './context.ts';

interface Flags {
  readonly env?: EnvironmentName;
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
    .option('--dry-run', 'only show the schema versions of the database and of this program')
    .addOption(jsonOption())
    .action(async ({ env, dryRun = false, json = false }: Flags) => {
      const config = configOrFail();
      const inUse = ENVIRONMENTS.filter((each) => portOf(config, each) !== 'off');
      const items: object[] = [];
      try {
        for (const environment of env ? [env] : inUse) {
          items.push(await (dryRun ? compare : migrate)(config, environment));
        }
      } finally {
        // When the second environment fails, the first is still migrated.
        if (items.length > 0) printOutcome({ items }, json);
      }
    });
}

function migrate(config: Config, environment: EnvironmentName): Promise<object> {
  const options = storageOptions(config, environment);
  if (options.kind === 'sqlite') ensureDataFolder(config);
  return within(environment, options, async (storage) => {
    await storage.migrate();
    return { environment, version: (await schemaVersions(storage.db, storage.kind)).database };
  });
}

function compare(config: Config, environment: EnvironmentName): Promise<object> {
  const options = storageOptions(config, environment);
  // Opening a missing file would create it; an empty database has the same version.
  const isMissing = options.kind === 'sqlite' && !existsSync(options.path);
  const looked = isMissing ? { ...options, path: ':memory:' } : options;
  return within(environment, looked, async ({ db, kind }) => ({
    environment,
    ...(await schemaVersions(db, kind)),
  }));
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
