// Creates the service of one environment: storage, identity, restriction, payment, server. Used by main and by tests.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { cookieName } from './admin/edge/cookie.ts';
import { type MemberLimits, NO_LIMITS } from './admin/edge/costs.ts';
import type { OtherConsole } from './admin/edge/route.ts';
import { adminRoutes } from './admin/routes.ts';
import type { AlertContext } from './alerts/channels.ts';
import { ALERT_JOB, alertHandler } from './alerts/deliver.ts';
import { createAlerts } from './alerts/evaluate.ts';
import { measureAlerts } from './alerts/metrics.ts';
import type { OperationContext } from './audit/operation.ts';
import { createJobs } from './background/jobs.ts';
import { createRetention, measureRetention } from './background/retention.ts';
import type { Worker } from './background/worker.ts';
import type { Clock } from './base/clock.ts';
import type { PasswordCosts } from './base/password-costs.ts';
import { createVault } from './base/vault.ts';
import { channels, webhooks } from './channels.ts';
import { meetLogin } from './consent/login.ts';
import { createConsentHandler } from './consent/notice-job.ts';
import { type AdminListener, createAdminListener } from './http/admin-listener.ts';
import { buildApp } from './http/app.ts';
import { type ConnectionTimes, createConnections } from './http/connections.ts';
import { consoleFiles } from './http/console-files.ts';
import { createMetrics, type SharedMetrics } from './http/metrics.ts';
import { createOverload } from './http/overload.ts';
import type { TryOut } from './http/reference-routes.ts';
import { measureTraces, type TraceExport } from './http/trace-export.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { loginRoutes } from './identity/login-routes.ts';
import { createLogins } from './identity/logins.ts';
import { oauthRoutes } from './identity/routes.ts';
import { createTokens, type Tokens } from './identity/tokens.ts';
import { accessOf } from './identity/user-access.ts';
import { createMailer, type SmtpSettings } from './mail/mailer.ts';
import { createMeasures, MEASURES_JOB } from './measures/consumer.ts';
import { createDebts, DebtList } from './measures/debts/debts.ts';
import { measureMeasures } from './measures/metrics.ts';
import { INVITATION_JOB, invitationHandler } from './operators/invitation-mail.ts';
import { createOidc } from './operators/oidc/context.ts';
import type { Issuer } from './operators/oidc/issuers.ts';
import { PASSWORD_RESET_JOB, passwordResetHandler } from './operators/password-reset.ts';
import type { PasswordSignIn } from './operators/sign-in.ts';
import { measureOutbox } from './outbox/metrics.ts';
import type { OutboxContext } from './outbox/operations/receivers.ts';
import { anyAddress, isPublicAddress } from './outbox/relay/address-guard.ts';
import { createRelay } from './outbox/relay/relay.ts';
import { createSender } from './outbox/relay/send.ts';
import type { SentLimits } from './outbox/relay/sent.ts';
import type { CallerDeps } from './payment/edge/caller.ts';
import { paymentRoutes } from './payment/edge/routes.ts';
import type { Timeouts } from './payment/markets/http.ts';
import type { MarketAddresses } from './payment/markets/markets.ts';
import { CONSENT_JOB } from './payment/markets/notice.ts';
import type { RefusedLimits } from './payment/outcomes/refused.ts';
import { createPayment, type Payment } from './payment/payment.ts';
import { personalData } from './personal-data.ts';
import { createEraser, ERASE_JOB } from './players/erasure.ts';
import { createScrubber, SCRUB_JOB } from './players/scrub.ts';
import { appealPageRoutes } from './restriction/appeals/routes.ts';
import { createBulkRunner } from './restriction/bulk/runner.ts';
import { createExpiry } from './restriction/expiry.ts';
import { createRestrictionFollower } from './restriction/figures-follower.ts';
import { createRestrictions, type Restrictions } from './restriction/restrictions.ts';
import { restrictionRoutes } from './restriction/routes.ts';
import { asLanguage } from './restriction/rules.ts';
import { PlayerRestrictionData, RestrictionList } from './restriction/schema.ts';
import { byScope } from './restriction/scopes.ts';
import { type RetentionDays, retentionRules } from './retention.ts';
import type { Storage } from './storage/storage.ts';
import { type App, createDirectory, type Directory } from './tenants/directory.ts';
import { isRegisteredServer } from './tenants/servers.ts';

export interface ServiceOptions {
  readonly environment: 'production' | 'sandbox';
  readonly storage: Storage;
  readonly masterKey: Buffer;
  /** Earlier master keys, which still open what was made with them. */
  readonly previousKeys?: readonly Buffer[] | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Base URL of this environment, and the issuer of its tokens. */
  readonly publicUrl: string;
  readonly adminToken?: string | undefined;
  /** Base URL of the console; the public one unless there is a listener for it. */
  readonly adminUrl?: string | undefined;
  /** The admin API, the console and the metrics answer only at a listener of their own. */
  readonly hasAdminListener?: boolean;
  /** If this is one of several processes behind the listener. */
  readonly sharedMetrics?: SharedMetrics | undefined;
  /** What a caller of `/metrics` must send. */
  readonly metricsToken?: string | undefined;
  readonly trustProxy: TrustedProxies;
  readonly rateLimits: { readonly perApp: number; readonly perAddress: number };
  /** Without them, nobody is limited. */
  readonly memberLimits?: MemberLimits | undefined;
  /** Whether this process sends notifications, and whether private addresses and http are allowed. */
  readonly relay: { readonly enabled: boolean; readonly allowPrivateTargets: boolean };
  /** Who may prove that somebody is an operator (OpenID Connect). */
  readonly issuers?: readonly Issuer[] | undefined;
  readonly passwordSignIn?: PasswordSignIn | undefined;
  /** Without it, no e-mails are sent. */
  readonly smtp?: SmtpSettings | undefined;
  /** Without it, nothing is deleted because of its age. */
  readonly retention?: RetentionDays | undefined;
  readonly markets: MarketAddresses;
  /** Costs of new passwords; lower in tests. */
  readonly passwordCosts?: PasswordCosts | undefined;
  /** Timeouts of market requests; shorter in tests. */
  readonly marketTimeouts?: Timeouts;
  /** How long connections may take; shorter in tests. */
  readonly connectionTimes?: Partial<ConnectionTimes> | undefined;
  /** From how many requests at once on a late process rejects some; fewer in tests. */
  readonly manyRequests?: number | undefined;
  /** How many requests to receivers are kept, and for how long. */
  readonly sentLimits?: SentLimits;
  /** How many refused verifications are kept, and for how long. */
  readonly refusedLimits?: RefusedLimits;
  /** How long app servers have to verify a sale before they are told about it. */
  readonly unclaimedAfterMs?: number | undefined;
  /** The console of the other environment, if it runs. */
  readonly otherConsole?: OtherConsole | undefined;
  /** Folder of the built console; another one only in tests. */
  readonly consoleFolder?: string | undefined;
  readonly siteFolder?: string | undefined;
  /** Only in the demo: the keys that the API reference fills in. */
  readonly tryOut?: (() => Promise<TryOut | undefined>) | undefined;
  /** Where spans go; without it, none are made. */
  readonly traces?: TraceExport | undefined;
}

export interface Service {
  readonly app: FastifyInstance;
  readonly admin: AdminListener | undefined;
  readonly context: OperationContext;
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly relay: Worker;
  readonly payment: Payment;
  readonly bulk: Worker;
  /** Counts the changes of restrictions for the figures. */
  readonly restrictionFigures: Worker;
  readonly retention: Worker;
  readonly erasures: Worker;
  /** Opens and closes alerts. */
  readonly alerts: Worker;
  /** Sends alerts and invitations. */
  readonly messages: Worker;
  /** Applies the rules about refunds. */
  readonly measures: Worker;
  /** Applies them again where that has failed, and withdrawn consent. */
  readonly followUps: Worker;
  /** Starts background work once the database is ready, and makes the service ready. */
  start(): void;
  /** Finishes work in progress, then closes everything in reverse order. */
  stop(): Promise<void>;
}

const CONSOLE_FOLDER = join(import.meta.dirname, '../console/dist');
const SITE_FOLDER = join(import.meta.dirname, '../site/dist');

export async function createService(options: ServiceOptions): Promise<Service> {
  const { storage, clock, log, publicUrl: issuer } = options;
  const vault = createVault({
    ...options,
    onProblem: (problem) => log.error({ problem }, 'a sealed secret does not open'),
  });
  const metrics = createMetrics(options.environment, storage, options.sharedMetrics);
  const directory = createDirectory(storage, clock);
  const tokens = createTokens({ storage, vault, clock, issuer });
  const restrictions = createRestrictions({
    storage,
    directory,
    clock,
    vault,
    onBatch: metrics.batch,
  });
  const { environment, passwordCosts, traces } = options;
  const context: OperationContext = {
    storage,
    vault,
    clock,
    environment,
    passwordCosts,
    traces,
  };
  if (traces) measureTraces(metrics.registry, traces);
  const mayReach = options.relay.allowPrivateTargets ? anyAddress : isPublicAddress;
  const sender = createSender({ mayReach });
  const outbox: OutboxContext = {
    ...context,
    channels,
    sender,
    allowHttp: options.relay.allowPrivateTargets,
  };
  const relay = createRelay({
    ...outbox,
    log,
    sentLimits: options.sentLimits,
    onAttempt: measureOutbox(metrics.registry, storage.db, clock, [...channels.keys()]),
  });
  const debtOf = createDebts(storage, clock);
  const logins = createLogins(storage, (size) => metrics.batch('login', size));
  const identity = {
    storage,
    logins,
    tokens,
    directory,
    clock,
    issuer,
    restrictionSchema: PlayerRestrictionData,
    restrictionsSchema: RestrictionList,
    async restrictionsOf(app: App, playerId: bigint, language?: string, did?: bigint) {
      const wanted = asLanguage(language);
      const [all, byDevice] = await Promise.all([
        restrictions.all(app, playerId, wanted),
        did === undefined ? undefined : restrictions.byDevice(app, playerId, did, wanted),
      ]);
      const own = byScope(all);
      return byDevice && !own.restriction?.in_effect ? { ...own, restriction: byDevice } : own;
    },
    meetDownloads: (app: App, playerId: bigint, downloads: Parameters<typeof meetLogin>[3]) =>
      meetLogin(storage, app, playerId, downloads, clock()),
    debtSchema: DebtList,
    debtOf,
  };

  const bulk = createBulkRunner(context, directory, log);
  const payment = createPayment({
    context,
    directory,
    environment: options.environment,
    log,
    addresses: options.markets,
    mayReach,
    timeouts: options.marketTimeouts,
    refusedLimits: options.refusedLimits,
    unclaimedAfterMs: options.unclaimedAfterMs,
    publicUrl: issuer,
    registry: metrics.registry,
    onBatch: metrics.batch,
  });
  const callers: CallerDeps = {
    directory,
    tokens,
    accessOf: (app, token) =>
      accessOf(storage.db, app, token, () => restrictions.accessOf(app, token.playerId)),
    owedBy: async (app, { playerId }) =>
      (await debtOf(app, playerId)).flatMap(({ currency, purchases }) =>
        purchases.map(({ product_id: productId }) => ({ productId, currency })),
      ),
  };

  const alertContext: AlertContext = {
    ...context,
    sender,
    mailer: options.smtp && createMailer(options.smtp),
    allowHttp: options.relay.allowPrivateTargets,
    consoleUrl: `${options.adminUrl ?? issuer}/console`,
  };
  const alerts = createAlerts({ storage, clock, log });
  measureAlerts(metrics.registry, storage.db);
  const messages = createJobs({
    storage,
    clock,
    log,
    traces,
    handlers: {
      [ALERT_JOB]: alertHandler(alertContext),
      [INVITATION_JOB]: invitationHandler({ ...alertContext, db: storage.db }),
      [PASSWORD_RESET_JOB]: passwordResetHandler(alertContext),
    },
  });
  const expiry = createExpiry({ ...storage, restrictions, clock, log });
  const restrictionFigures = createRestrictionFollower({ ...storage, directory, log });
  const measures = createMeasures({
    storage,
    directory,
    clock,
    log,
    onApplied: measureMeasures(metrics.registry, storage.db, clock),
  });
  const followUps = createJobs({
    storage,
    clock,
    log,
    traces,
    handlers: {
      [MEASURES_JOB]: measures.retry,
      [CONSENT_JOB]: createConsentHandler({ storage, directory, clock }),
    },
  });
  const retention = createRetention({
    storage,
    clock,
    log,
    rules: retentionRules(options.retention, options),
    onRemoved: measureRetention(metrics.registry),
  });
  const erasures = createJobs({
    storage,
    clock,
    log,
    traces,
    handlers: {
      [ERASE_JOB]: createEraser({ context, directory, personalData }),
      [SCRUB_JOB]: createScrubber(storage),
    },
  });
  const workers = [
    ...[payment, bulk, expiry, restrictionFigures, measures, followUps],
    ...[retention, erasures, alerts, messages],
  ];
  let isStarted = false;
  const overload = createOverload({
    registry: metrics.registry,
    many: options.manyRequests,
    async probe() {
      await setImmediate();
      const queues = [logins, restrictions, payment.ledger];
      await Promise.all([storage.check(), ...queues.map((each) => each.queued())]);
    },
  });
  const connections = createConnections(log, options.connectionTimes, overload);
  const health = { storage, isStarted: () => isStarted, isStopping: connections.isStopping };
  let admin: AdminListener | undefined;
  const siteFolder = options.siteFolder ?? SITE_FOLDER;
  const app = await buildApp(
    { ...options, siteFolder, metrics, health, connections, webhooks },
    async (root) => {
      if (options.hasAdminListener) admin = createAdminListener(root, connections);
      await root.register(async (scope) => oauthRoutes(scope, identity));
      await root.register(async (scope) => loginRoutes(scope, identity));
      await restrictionRoutes(root, {
        restrictions,
        directory,
        tokens,
        clock,
        debts: { schema: DebtList, of: debtOf },
      });
      await root.register(async (scope) =>
        appealPageRoutes(scope, { storage, directory, vault, clock, types: restrictions.types }),
      );
      await paymentRoutes(root, {
        ...payment,
        context,
        clock,
        log,
        callers,
        isServer: (appid, serverId) => isRegisteredServer(storage.db, appid, serverId),
        portoneScriptUrl: options.markets.portoneScriptUrl,
        publicUrl: issuer,
      });
      await root.register(
        async (scope) =>
          adminRoutes(scope, {
            context,
            tokens,
            directory,
            restrictions,
            environment: options.environment,
            publicUrl: options.adminUrl ?? issuer,
            otherConsole: options.otherConsole,
            apiUrl: options.hasAdminListener ? issuer : undefined,
            cookieName: cookieName(options.environment),
            adminToken: options.adminToken,
            oidc: createOidc({
              context,
              log,
              baseUrl: options.adminUrl ?? issuer,
              issuers: options.issuers ?? [],
            }),
            passwordSignIn: options.passwordSignIn ?? 'on',
            outbox,
            alerts: alertContext,
            checkMarket: payment.checkMarket,
            saleActions: payment.saleActions,
            findBuyerOrders: payment.findBuyerOrders,
            ledger: payment.ledger,
            restoring: payment.orders.restoring,
            personalData,
            memberLimits: options.memberLimits ?? NO_LIMITS,
          }),
        { prefix: '/admin/v1' },
      );
      await root.register(async (scope) =>
        consoleFiles(scope, options.consoleFolder ?? CONSOLE_FOLDER),
      );
    },
  );

  return {
    app,
    admin,
    relay,
    payment,
    context,
    tokens,
    directory,
    restrictions,
    bulk,
    restrictionFigures,
    retention,
    erasures,
    alerts,
    messages,
    measures,
    followUps,
    start() {
      for (const each of workers) each.start();
      if (options.relay.enabled) relay.start();
      isStarted = true;
    },
    async stop() {
      await connections.stopListening();
      await app.close();
      await Promise.all([...workers, relay].map((each) => each.stop()));
      await Promise.all([logins.close(), restrictions.close()]);
      await sender.close();
      await storage.close();
      await traces?.close();
      // The process observes its garbage collector to the end, and with it holds this registry.
      metrics.registry.clear();
    },
  };
}
