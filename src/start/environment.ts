// Starts one environment: creates the service, listens, and waits for the database.
import type { Logger } from 'pino';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config.ts';
import { createService, type Service, type ServiceOptions } from '../service.ts';
import { SchemaTooNew } from '../storage/migrate.ts';
import { type DatabaseNews, openStorage } from '../storage/storage.ts';
import { CannotStart } from './cannot-start.ts';
import {
  adminPortOf,
  adminUrl,
  type EnvironmentName,
  ensureMasterKeys,
  marketAddresses,
  marketTimeouts,
  portOf,
  publicUrl,
  retentionDays,
  retentionLimits,
  storageOptions,
} from './environments.ts';
import { openSecrets, WRONG_MASTER_KEY } from './master-key.ts';
import { tracesOf } from './traces.ts';
import { sharedMetrics } from './workers.ts';

const DATABASE_RETRY_MS = 1_000;
const BOUND =
  'secrets of an older release were sealed anew; after the first start of this release that must not happen';

const POOLER =
  'a connection pooler is in front of PostgreSQL: statements are not prepared, and changes by other processes are polled for';

export interface Running {
  readonly name: EnvironmentName;
  readonly service: Service;
}

export async function startEnvironment(
  config: Config,
  name: EnvironmentName,
  log: Logger,
  { tryOut }: Pick<ServiceOptions, 'tryOut'> = {},
): Promise<Running> {
  const adminPort = adminPortOf(config, name);
  const own = log.child({ environment: name });
  const storage = openStorage(storageOptions(config, name), (news) => reportDatabase(news, own));
  // The database thread, or a connection, begins while routes are registered; `untilUsable` reports problems.
  void storage.check().catch(() => {});
  const service = await createService({
    environment: name,
    storage,
    ...ensureMasterKeys(config),
    clock: systemClock,
    log: own,
    publicUrl: publicUrl(config, name),
    adminUrl: adminUrl(config, name),
    adminToken: config.TOLLGATE_ADMIN_TOKEN,
    metricsToken: config.METRICS_TOKEN,
    sharedMetrics: sharedMetrics(),
    hasAdminListener: adminPort !== 'off',
    trustProxy: config.TRUST_PROXY,
    rateLimits: { perApp: config.RATE_LIMIT_APP, perAddress: config.RATE_LIMIT_ADDRESS },
    memberLimits: {
      filesAtOnce: config.MEMBER_DOWNLOADS_AT_ONCE,
      readsAtOnce: config.MEMBER_READS_AT_ONCE,
      perMinute: config.MEMBER_READS_PER_MINUTE,
    },
    relay: {
      enabled: config.TOLLGATE_RELAY === 'on',
      allowPrivateTargets: config.TOLLGATE_ALLOW_PRIVATE_TARGETS,
    },
    smtp:
      config.SMTP_URL !== undefined && config.SMTP_FROM !== undefined
        ? { url: config.SMTP_URL, from: config.SMTP_FROM }
        : undefined,
    issuers: config.OIDC_ISSUERS,
    passwordSignIn: config.PASSWORD_SIGN_IN,
    retention: retentionDays(config),
    markets: marketAddresses(config),
    marketTimeouts: marketTimeouts(config),
    unclaimedAfterMs: config.UNCLAIMED_AFTER * 1_000,
    ...retentionLimits(config),
    otherConsole: otherConsole(config, name),
    tryOut,
    traces: tracesOf(config, name, own),
  });
  const { HOST: host } = config;
  await service.app.listen({ host, port: portOf(config, name) as number });
  if (adminPort !== 'off') await service.admin?.listen({ host, port: adminPort });
  return { name, service };
}

/** The console header links to the other environment. */
function otherConsole(config: Config, name: EnvironmentName) {
  const other = name === 'production' ? 'sandbox' : 'production';
  if (portOf(config, other) === 'off') return undefined;
  return { environment: other, url: `${adminUrl(config, other)}/console` } as const;
}

function reportDatabase(news: DatabaseNews, log: Logger): void {
  switch (news.kind) {
    case 'away':
      log.error({ reason: news.reason }, 'the database is away; waiting for it');
      return;
    case 'back':
      log.warn('the database is back');
      return;
    case 'unwritable':
      log.error({ reason: news.reason }, 'the database cannot be written; trying until it can');
      return;
    case 'writable':
      log.warn('the database can be written again');
      return;
    case 'pooler':
      log.warn(POOLER);
  }
}

/** Waits for the database without a limit; until then /health/ready returns 503. */
export async function untilUsable({ service }: Running, log: Logger): Promise<void> {
  const { storage } = service.context;
  for (let lastReason = ''; ; ) {
    try {
      await storage.migrate();
      const opened = await openSecrets(service.context);
      if (!opened) throw new CannotStart(WRONG_MASTER_KEY);
      if (opened.bound > 0) log.warn({ secrets: opened.bound }, BOUND);
      return;
    } catch (error) {
      if (error instanceof SchemaTooNew) throw new CannotStart(error.message);
      if (error instanceof CannotStart) throw error;
      const reason = (error as Error).message;
      if (reason !== lastReason) log.error({ reason }, 'cannot use the database; retrying');
      lastReason = reason;
      await new Promise((resolve) => setTimeout(resolve, DATABASE_RETRY_MS));
    }
  }
}
