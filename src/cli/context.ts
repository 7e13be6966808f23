// What a command uses: the configuration, one environment's database, and the actor.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Actor } from '../audit/audit.ts';
import type { OperationContext } from '../audit/operation.ts';
import { systemClock } from '../base/clock.ts';
import { createVault } from '../base/vault.ts';
import { type Config, readConfig } from '../config.ts';
import { createTokens, type Tokens } from '../identity/tokens.ts';
import {
  type EnvironmentName,
  publicUrl,
  readMasterKeys,
  storageOptions,
} from '../start/environments.ts';
import { openSecrets, WRONG_MASTER_KEY } from '../start/master-key.ts';
import { schemaVersions } from '../storage/migrate.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { createDirectory, type Directory } from '../tenants/directory.ts';
import { Failure } from './failure.ts';

/** A running service writes to the same file all the time; a command takes its turn. */
const WRITER_WAIT_MS = 60_000;

export interface CommandContext {
  readonly config: Config;
  readonly environment: EnvironmentName;
  readonly context: OperationContext;
  readonly directory: Directory;
  readonly tokens: Tokens;
  readonly actor: Actor;
}

export function configOrFail(): Config {
  const read = readConfig(process.env);
  if ('problems' in read) throw new Failure(read.problems.join('; '));
  return read.config;
}

/** Opens the environment's migrated database and closes it after the work. */
export async function withContext<T>(
  environment: EnvironmentName,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = configOrFail();
  const keys = readMasterKeys(config);
  if (!keys) {
    throw new Failure(
      'TOLLGATE_MASTER_KEY is not set. Set it to the key that the service runs with.',
    );
  }
  return withStorage(config, environment, async (storage) => {
    const { database, program } = await schemaVersions(storage.db, storage.kind);
    if (database < program) {
      throw new Failure(
        `The tables of ${environment} are missing or older than this program. ${advice(environment)}.`,
      );
    }
    const vault = createVault({ ...keys, environment });
    const context = { storage, vault, clock: systemClock, environment };
    if (!(await openSecrets(context))) throw new Failure(WRONG_MASTER_KEY);
    const tokens = createTokens({ ...context, issuer: publicUrl(config, environment) });
    const directory = createDirectory(storage, systemClock);
    return work({ config, environment, context, directory, tokens, actor: whoIsThere() });
  });
}

export const advice = (environment: EnvironmentName): string =>
  `Run tollgate migrate --env ${environment}`;

export async function withStorage<T>(
  config: Config,
  environment: EnvironmentName,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const options = storageOptions(config, environment);
  if (options.kind === 'sqlite' && !existsSync(options.path)) {
    throw new Failure(
      `There is no database ${options.path} for ${environment}. ${advice(environment)}, or set TOLLGATE_DATA.`,
    );
  }
  const storage = openStorage(
    options.kind === 'sqlite' ? { ...options, busyTimeoutMs: WRITER_WAIT_MS } : options,
  );
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

function whoIsThere(): Actor {
  try {
    return { kind: 'cli', name: userInfo().username };
  } catch {
    // A container's user id may have no name.
    return { kind: 'cli', name: `uid ${process.getuid?.() ?? 'unknown'}` };
  }
}
