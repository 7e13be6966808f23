// tollgate doctor: checks everything that a running service needs and reports what is wrong.

import type { Command } from 'commander';
import { sql } from 'kysely';
import type { OperationContext } from '../audit/operation.ts';
import { isBehind, isLimited, type RetentionRule, walksOf } from '../background/retention-rule.ts';
import { systemClock } from '../base/clock.ts';
import { CannotOpen, createVault, type Vault } from '../base/vault.ts';
import { type Config, readConfig } from '../config.ts';
import { emulatedMarkets } from '../demo/emulator.ts';
import { demoEmulator } from '../demo/project.ts';
import { isValidAt } from '../identity/rotation.ts';
import { createIssuerClient } from '../operators/oidc/client.ts';
import type { Issuer } from '../operators/oidc/issuers.ts';
import { anyAddress, isPublicAddress } from '../outbox/relay/address-guard.ts';
import type { Adapter } from '../payment/markets/description.ts';
import { createMarketHttp } from '../payment/markets/http.ts';
import { createMarkets } from '../payment/markets/markets.ts';
import { createMarketApps } from '../payment/settings/market-apps.ts';
import { findTwins } from '../payment/settings/market-identity.ts';
import { retentionRules } from '../retention.ts';
import {
  ENVIRONMENTS,
  type EnvironmentName,
  marketAddresses,
  marketTimeouts,
  portOf,
  readMasterKeys,
  retentionDays,
  retentionLimits,
} from '../start/environments.ts';
import { createLog } from '../start/log.ts';
import { proveMasterKey, WRONG_MASTER_KEY } from '../start/master-key.ts';
import { countKeys, findProblems } from '../start/master-key-change.ts';
import type { Db } from '../storage/db.ts';
import { schemaVersions } from '../storage/migrate.ts';
import { hasExtension, planMoves, readPlaces } from '../storage/postgres/cluster.ts';
import type { Storage } from '../storage/storage.ts';
import { acrossProjects } from '../storage/tenancy.ts';
import { isTimeZone } from '../tenants/apps.ts';
import { createDirectory } from '../tenants/directory.ts';
import { jsonOption } from './command.ts';
import { advice, withStorage } from './context.ts';

interface Finding {
  readonly ok: boolean;
  readonly about: 'settings' | EnvironmentName;
  readonly text: string;
}

type AddFinding = (ok: boolean, text: string) => void;

const MAX_CLOCK_DIFFERENCE_MS = 5_000;

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check settings, issuers, databases, clock, keys and market credentials, and show what to fix',
    )
    .addOption(jsonOption())
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await examine();
      const healthy = findings.every((finding) => finding.ok);
      const lines = findings.map(
        ({ ok, about, text }) => `${ok ? 'ok   ' : 'WRONG'} ${about}: ${text}`,
      );
      process.stdout.write(
        json ? `${JSON.stringify({ healthy, findings })}\n` : `${lines.join('\n')}\n`,
      );
      process.exitCode = healthy ? 0 : 1;
    });
}

async function examine(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const addAbout =
    (about: Finding['about']): AddFinding =>
    (ok, text) =>
      void findings.push({ ok, about, text });
  const read = readConfig(process.env);
  const add = addAbout('settings');
  if ('problems' in read) {
    for (const problem of read.problems) add(false, `${problem}.`);
    return findings;
  }
  const { config } = read;
  add(true, 'All settings are valid.');
  const keys = readMasterKeys(config);
  if (!keys)
    add(false, 'TOLLGATE_MASTER_KEY is not set. Set it to the key that the service runs with.');
  for (const issuer of config.OIDC_ISSUERS) await examineIssuer(issuer, add);
  const marketConfig = await configOfMarkets(config, add);
  for (const environment of ENVIRONMENTS) {
    if (portOf(config, environment) === 'off') continue;
    const addHere = addAbout(environment);
    try {
      await withStorage(config, environment, async (storage) => {
        const ready = await examineTables(storage, environment, addHere);
        if (!ready) return;
        await examineClock(storage, addHere);
        await examineCluster(storage, environment, addHere);
        const vault = keys && createVault({ ...keys, environment });
        const context = vault && { storage, vault, clock: systemClock, environment };
        const matches = context !== undefined && (await examineMasterKey(context, addHere));
        await examineSigningKeys(storage.db, addHere);
        await examineApps(storage.db, addHere);
        await examineRetention(storage.db, config, addHere);
        // Without the right key, the market credentials cannot be decrypted.
        if (matches && marketConfig)
          await examineMarkets(context, marketConfig, environment, addHere);
      });
    } catch (error) {
      addHere(false, `The database cannot be used: ${(error as Error).message}`);
    }
  }
  return findings;
}

/** Whether operators can sign in by it. */
async function examineIssuer(issuer: Issuer, add: AddFinding): Promise<void> {
  const { name, url, secretReference, clientSecret } = issuer;
  if (secretReference !== undefined && clientSecret === undefined) {
    add(false, `Issuer ${name}: its secret is ${secretReference}, where nothing lies.`);
  }
  try {
    await createIssuerClient(issuer, systemClock).check();
    add(true, `Issuer ${name}: ${url} answers with its addresses and keys.`);
  } catch (error) {
    add(false, `Issuer ${name}: ${url} cannot be used: ${(error as Error).message}.`);
  }
}

/** With `npm start` the markets are emulated; undefined when the emulator is not running. */
async function configOfMarkets(config: Config, add: AddFinding): Promise<Config | undefined> {
  const emulator = demoEmulator(config);
  if (emulator === undefined) return config;
  try {
    const emulated = await emulatedMarkets(emulator, process.env);
    const local = { TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true' };
    const read = readConfig({ ...local, ...process.env, ...emulated });
    return 'config' in read ? read.config : undefined;
  } catch {
    add(
      true,
      'The market emulator of npm start is not running, so market credentials are not checked.',
    );
    return undefined;
  }
}

async function examineTables(
  { db, kind }: Storage,
  environment: EnvironmentName,
  add: AddFinding,
): Promise<boolean> {
  const { database, program } = await schemaVersions(db, kind);
  if (database === program) add(true, `The tables are at version ${database}.`);
  else if (database < program) {
    add(
      false,
      `The tables are at version ${database}; this program needs ${program}. ${advice(environment)}.`,
    );
  } else add(true, `The tables are at version ${database}, newer than this program's ${program}.`);
  return database >= program;
}

async function examineClock({ db, kind }: Storage, add: AddFinding): Promise<void> {
  const now = systemClock();
  if (kind === 'postgres') {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    const difference = Math.abs((rows[0]?.at.getTime() ?? now) - now);
    const seconds = Math.round(difference / 1_000);
    if (difference > MAX_CLOCK_DIFFERENCE_MS) {
      add(
        false,
        `The clocks of this machine and of the database differ by ${seconds} s. Synchronize both.`,
      );
      return;
    }
  }
  const { last } = await acrossProjects(db)
    .selectFrom('audit_log')
    .select((eb) => eb.fn.max('at').as('last'))
    .executeTakeFirstOrThrow();
  const ahead = (last ?? 0) - now > MAX_CLOCK_DIFFERENCE_MS;
  add(
    !ahead,
    ahead
      ? 'The newest change in the audit log is in the future. Check the clock of this machine.'
      : 'The clock is consistent with the data.',
  );
}

/** Says nothing of a database without the extension. */
async function examineCluster(
  { db, kind }: Storage,
  environment: EnvironmentName,
  add: AddFinding,
): Promise<void> {
  if (kind !== 'postgres' || !(await hasExtension(db))) return;
  const missing = (await planMoves(db, environment)).map(({ table }) => table);
  const elsewhere = (await readPlaces(db, environment))
    .filter(({ place }) => place === 'elsewhere')
    .map(({ table }) => table);
  if (missing.length > 0)
    add(
      false,
      `Tables that are not distributed over the cluster: ${missing.join(', ')}. Run tollgate cluster init --env ${environment}.`,
    );
  if (elsewhere.length > 0)
    add(
      false,
      `Tables that somebody distributed in another way: ${elsewhere.join(', ')}. Take it back with undistribute_table(), and run tollgate cluster init --env ${environment}.`,
    );
  if (missing.length + elsewhere.length === 0)
    add(true, 'The tables are distributed over the cluster.');
}

async function examineMasterKey(
  { storage, vault }: OperationContext,
  add: AddFinding,
): Promise<boolean> {
  const proof = await proveMasterKey(storage, vault);
  add(proof !== 'wrong', proof === 'wrong' ? WRONG_MASTER_KEY : 'The master key matches the data.');
  if (proof === 'right') await examineSecrets(storage.db, vault, add);
  if (proof === 'older') add(true, OLDER_SECRETS);
  return proof === 'right';
}

const OLDER_SECRETS =
  'The secrets are in the form of an older release; the first start of this one seals them anew.';

async function examineSecrets(db: Db, vault: Vault, add: AddFinding): Promise<void> {
  const uses = await countKeys(db, vault);
  const previous = uses.filter(({ key, secrets }) => key === 'previous' && secrets > 0);
  for (const { key_id, secrets } of previous) {
    add(
      false,
      `Secrets still sealed under the previous master key ${key_id}: ${secrets}. Run tollgate master-key rotate, and keep that key until then.`,
    );
  }
  for (const problem of await findProblems(db, vault)) add(false, problem);
}

async function examineSigningKeys(db: Db, add: AddFinding): Promise<void> {
  const current = await db
    .selectFrom('signing_key')
    .select('kid')
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  add(
    true,
    current
      ? 'There is a signing key for access tokens.'
      : 'There is no signing key yet; the first access token creates one.',
  );
}

async function examineApps(db: Db, add: AddFinding): Promise<void> {
  const apps = await db.selectFrom('app').select(['appid', 'time_zone']).orderBy('appid').execute();
  const keys = await db.selectFrom('certification_key').select(['appid', 'expires_at']).execute();
  const withKey = new Set(keys.filter(isValidAt(systemClock())).map((key) => key.appid));
  let healthy = true;
  const addProblem = (text: string): void => {
    healthy = false;
    add(false, text);
  };
  for (const { appid, time_zone: timeZone } of apps) {
    if (!withKey.has(appid))
      addProblem(`App ${appid} has no valid certification key. Run tollgate key create ${appid}.`);
    if (!isTimeZone(timeZone))
      addProblem(
        `App ${appid} has the unknown time zone ${timeZone}. Run tollgate app set ${appid} --time-zone <zone>.`,
      );
  }
  for (const twins of await findTwins(db)) addProblem(twins);
  if (healthy) add(true, `Apps with a valid key and time zone: ${apps.length}.`);
}

/** A service deletes once a day. */
const RETENTION_GRACE_MS = 2 * 24 * 60 * 60_000;

async function examineRetention(db: Db, config: Config, add: AddFinding): Promise<void> {
  const rules = retentionRules(retentionDays(config), retentionLimits(config)).filter(isLimited);
  const projects = await db.selectFrom('project').select('game_index').execute();
  const behind = new Map<string, RetentionRule>();
  for (const gameIndex of [0, ...projects.map((project) => project.game_index)]) {
    for (const { rule, place } of await walksOf(db, rules, gameIndex)) {
      if (behind.has(rule.table)) continue;
      if (await isBehind(db, rule, place, systemClock() - RETENTION_GRACE_MS))
        behind.set(rule.table, rule);
    }
  }
  for (const { table, days, setting } of behind.values()) {
    const limit = setting === undefined ? `${days} days` : `the ${days} days of ${setting}`;
    add(
      false,
      `Table ${table} has rows that are older than ${limit}. A running service deletes them within a day; if it does not, its log says why ("background work failed", worker retention).`,
    );
  }
  if (behind.size === 0) add(true, 'No table has rows beyond their retention.');
}

function unlessClosed(error: unknown): undefined {
  if (!(error instanceof CannotOpen)) throw error;
}

async function examineMarkets(
  context: OperationContext,
  config: Config,
  environment: EnvironmentName,
  add: AddFinding,
): Promise<void> {
  const { clock, storage } = context;
  const settings = await storage.db
    .selectFrom('market_setting')
    .select(['appid', 'market'])
    .orderBy('appid')
    .orderBy('market')
    .execute();
  const mayReach = config.TOLLGATE_ALLOW_PRIVATE_TARGETS ? anyAddress : isPublicAddress;
  const http = createMarketHttp({ clock, mayReach, ...marketTimeouts(config) });
  const addresses = marketAddresses(config);
  const marketApps = createMarketApps(context, createDirectory(storage, clock), environment);
  const log = createLog('silent');
  const markets = createMarkets({ http, addresses, clock, log });
  try {
    for (const { appid, market } of settings) {
      // Secrets that do not open are reported already.
      const app = await marketApps(appid, market).catch(unlessClosed);
      const check = app && (await (markets[market] as Adapter).check(app));
      if (check) add(check.ok, `App ${appid} at ${market}: ${check.text}`);
    }
  } finally {
    await http.close();
  }
}
