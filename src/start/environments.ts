// Settings per environment: storage, addresses, master key.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Timeouts } from '../payment/markets/http.ts';
import { MARKETS, type MarketAddresses } from '../payment/markets/markets.ts';
import type { RetentionDays } from '../retention.ts';
import type { StorageOptions } from '../storage/storage.ts';
import { CannotStart } from './cannot-start.ts';

export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

export function storageOptions(config: Config, environment: EnvironmentName): StorageOptions {
  return config.DATABASE_URL === undefined
    ? { kind: 'sqlite', path: join(config.TOLLGATE_DATA, `${environment}.sqlite`) }
    : {
        kind: 'postgres',
        url: config.DATABASE_URL,
        schema: environment,
        poolSize: config.DATABASE_POOL,
      };
}

export function portOf(config: Config, environment: EnvironmentName): number | 'off' {
  return environment === 'production' ? config.PORT : config.SANDBOX_PORT;
}

export function adminPortOf(config: Config, environment: EnvironmentName): number | 'off' {
  return environment === 'production' ? config.ADMIN_PORT : config.SANDBOX_ADMIN_PORT;
}

/** Base URL of the console and the admin API. */
export function adminUrl(config: Config, environment: EnvironmentName): string {
  const port = adminPortOf(config, environment);
  if (port === 'off') return publicUrl(config, environment);
  const chosen =
    environment === 'production' ? config.TOLLGATE_ADMIN_URL : config.TOLLGATE_SANDBOX_ADMIN_URL;
  return chosen ?? `http://${hostInLinks(config)}:${port}`;
}

/** The host for links; a wildcard address such as 0.0.0.0 does not work in a link. */
export function hostInLinks({ HOST: host }: Config): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Base URL for callers, and the issuer of the environment's tokens. */
export function publicUrl(config: Config, environment: EnvironmentName): string {
  const chosen =
    environment === 'production' ? config.TOLLGATE_PUBLIC_URL : config.TOLLGATE_SANDBOX_PUBLIC_URL;
  return chosen ?? `http://${hostInLinks(config)}:${portOf(config, environment)}`;
}

export function marketAddresses(config: Config): MarketAddresses {
  const values: Readonly<Record<string, unknown>> = config;
  const addresses = MARKETS.flatMap((market) => Object.entries(market.addresses)).map(
    ([name, { variable }]) => [name, values[variable]],
  );
  return Object.fromEntries(addresses) as MarketAddresses;
}

/** Timeouts of a market request, and of a call with its retries. */
export function marketTimeouts({ MARKET_TIMEOUT_MS: attemptMs }: Config): Timeouts {
  return { attemptMs, totalMs: 2 * attemptMs };
}

export function retentionDays(config: Config): RetentionDays {
  return {
    notices: config.KEEP_NOTICES_DAYS,
    activity: config.KEEP_ACTIVITY_DAYS,
    history: config.KEEP_HISTORY_DAYS,
    audit: config.KEEP_AUDIT_DAYS,
    statistics: config.KEEP_STATISTICS_DAYS,
    attempts: config.KEEP_ATTEMPTS_DAYS,
    logins: config.KEEP_LOGINS_DAYS,
    deadLetters: config.KEEP_DEAD_LETTERS_DAYS,
    unpaidOrders: config.KEEP_UNPAID_ORDERS_DAYS,
  };
}

export function retentionLimits(config: Config) {
  return {
    sentLimits: { days: config.SENT_REQUEST_DAYS, perLane: config.SENT_REQUEST_ROWS },
    refusedLimits: {
      days: config.REFUSED_VERIFICATION_DAYS,
      perApp: config.REFUSED_VERIFICATION_ROWS,
    },
  };
}

/** Only its owner can read the folder, because it contains keys and player data. */
export function ensureDataFolder({ TOLLGATE_DATA: folder }: Config): void {
  const reason = folderProblem(resolve(folder));
  if (reason !== undefined) throw unusable(folder, reason);
}

const unusable = (folder: string, reason: string): CannotStart =>
  new CannotStart(
    `TOLLGATE_DATA is ${folder}, but ${reason}. Set it to a folder that Tollgate can write.`,
  );

/** Creates it with its parents, one by one: below /proc, Node's own `recursive` never returns. */
function folderProblem(path: string, name = 'it'): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) return found.isDirectory() ? undefined : `${name} is a file`;
  const parent = dirname(path);
  const problem = folderProblem(parent, parent);
  if (problem !== undefined) return problem;
  try {
    mkdirSync(path, { mode: 0o700 });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Another process was faster.
    if (code === 'EEXIST') return undefined;
    return `${path} cannot be created: ${message}`;
  }
}

/** The file with the addresses and keys of the demo project. */
export const demoPath = (config: Config): string => join(config.TOLLGATE_DATA, 'demo.json');

const keyFile = (config: Config): string => join(config.TOLLGATE_DATA, 'master.key');

export interface MasterKeys {
  readonly masterKey: Buffer;
  /** Keys that open what was encrypted with them. */
  readonly previousKeys: readonly Buffer[];
}

/** The configured master keys, or the one that `npm start` stores with the data. */
export function readMasterKeys(config: Config): MasterKeys | undefined {
  const masterKey = config.TOLLGATE_MASTER_KEY ?? readKeyFile(config);
  return masterKey && { masterKey, previousKeys: config.TOLLGATE_MASTER_KEY_PREVIOUS };
}

function readKeyFile(config: Config): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(keyFile(config), 'utf8'), 'base64');
  } catch {
    return undefined;
  }
}

/** For local use only: creates a master key when there is none. */
export function ensureMasterKeys(config: Config): MasterKeys {
  const known = readMasterKeys(config);
  if (known) return known;
  ensureDataFolder(config);
  try {
    const text = `${randomBytes(32).toString('base64')}\n`;
    writeFileSync(keyFile(config), text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Another process was faster; use its key.
    if (code !== 'EEXIST') {
      const reason = `${keyFile(config)} cannot be written: ${message}`;
      throw unusable(config.TOLLGATE_DATA, reason);
    }
  }
  const masterKey = Buffer.from(readFileSync(keyFile(config), 'utf8'), 'base64');
  return { masterKey, previousKeys: config.TOLLGATE_MASTER_KEY_PREVIOUS };
}
