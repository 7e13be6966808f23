// Starts the service: reads the settings, wires both environments once, stops in reverse order.
// `--demo` (npm start) adds the market emulator, a demo project and keys of its own.
import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { proveMasterKey, WRONG_MASTER_KEY } from './apps/master-key.ts';
import { systemClock } from './clock.ts';
import { type Config, readConfig } from './config.ts';
import { ensureDemo } from './demo.ts';
import { emulatedMarkets, startEmulatorProcess, tellEmulator } from './emulator-process.ts';
import {
  ENVIRONMENTS,
  type EnvironmentName,
  ensureMasterKey,
  marketAddresses,
  marketPatience,
  portOf,
  publicUrl,
  storageOptions,
} from './environments.ts';
import { createLog } from './log.ts';
import { createService, type Service } from './service.ts';
import { SchemaTooNew } from './storage/migrate.ts';
import { openStorage } from './storage/storage.ts';
import { welcome } from './welcome.ts';

const DATABASE_RETRY_MS = 1_000;
const STOP_WITHIN_MS = 10_000;

const demo = process.argv.includes('--demo');

/** Something that no retry will mend; the sentence is for the operator. */
class CannotStart extends Error {}

interface Running {
  readonly name: EnvironmentName;
  readonly service: Service;
}

function settle(env: NodeJS.ProcessEnv): Config {
  const result = readConfig(env);
  const problems = 'problems' in result ? [...result.problems] : [];
  if (!demo && !env.TOLLGATE_MASTER_KEY) {
    problems.push('TOLLGATE_MASTER_KEY is required, as from: openssl rand -base64 32');
  }
  if ('problems' in result || problems.length > 0) throw new CannotStart(problems.join('\n'));
  return result.config;
}

async function startService(config: Config, name: EnvironmentName, log: Logger): Promise<Running> {
  const service = await createService({
    environment: name,
    storage: openStorage(storageOptions(config, name)),
    masterKey: config.TOLLGATE_MASTER_KEY ?? ensureMasterKey(config),
    clock: systemClock,
    log: log.child({ environment: name }),
    publicUrl: publicUrl(config, name),
    adminToken: config.TOLLGATE_ADMIN_TOKEN,
    trustProxy: config.TRUST_PROXY,
    rateLimits: { perApp: config.RATE_LIMIT_APP, perAddress: config.RATE_LIMIT_ADDRESS },
    relay: {
      enabled: config.TOLLGATE_RELAY === 'on',
      allowPrivateTargets: config.TOLLGATE_ALLOW_PRIVATE_TARGETS,
    },
    markets: marketAddresses(config),
    marketPatience: marketPatience(config),
    otherConsole: otherConsole(config, name),
  });
  await service.app.listen({ host: config.HOST, port: portOf(config, name) as number });
  return { name, service };
}

/** The header of the console leads from one environment to the other. */
function otherConsole(config: Config, name: EnvironmentName) {
  const other = name === 'production' ? 'sandbox' : 'production';
  if (portOf(config, other) === 'off') return undefined;
  return { environment: other, url: `${publicUrl(config, other)}/console` } as const;
}

/** Waits for the database as long as it takes: until then the listener answers that it is not ready. */
async function untilReady({ service }: Running, log: Logger): Promise<void> {
  const { storage, vault } = service.desk;
  for (let told = ''; ; ) {
    try {
      await storage.migrate();
      if (!(await proveMasterKey(storage, vault))) throw new CannotStart(WRONG_MASTER_KEY);
      break;
    } catch (error) {
      if (error instanceof CannotStart || error instanceof SchemaTooNew) throw error;
      const reason = (error as Error).message;
      if (reason !== told) log.error({ reason }, 'the database cannot be used; trying again');
      told = reason;
      await new Promise((resolve) => setTimeout(resolve, DATABASE_RETRY_MS));
    }
  }
  service.start();
}

async function main(): Promise<void> {
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref();
    for (const each of stops.reverse()) await each().catch(() => {});
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

  try {
    let config = settle(process.env);
    const log = createLog(demo && !process.env.LOG_LEVEL ? 'warn' : config.LOG_LEVEL);
    mkdirSync(config.TOLLGATE_DATA, { recursive: true });
    let emulatorUrl: string | undefined;
    if (demo && config.EMULATOR_PORT !== 'off') {
      const emulator = await startEmulatorProcess(config);
      stops.push(emulator.stop);
      emulatorUrl = emulator.url;
      config = settle({ ...process.env, ...(await emulatedMarkets(emulator.url, process.env)) });
    }
    const names = ENVIRONMENTS.filter((name) => portOf(config, name) !== 'off');
    const running: Running[] = [];
    for (const name of names) {
      const started = await startService(config, name, log);
      stops.push(started.service.stop);
      running.push(started);
    }
    await Promise.all(running.map((each) => untilReady(each, log)));
    if (demo) {
      const file = await ensureDemo(config, running, emulatorUrl);
      if (emulatorUrl && file.production) await tellEmulator(emulatorUrl, file.production);
      process.stdout.write(welcome(file));
    } else {
      log.info({ environments: names }, 'ready');
    }
  } catch (error) {
    process.stderr.write(`${sentenceOf(error as NodeJS.ErrnoException)}\n`);
    await stop(1);
  }
}

function sentenceOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE') {
    return `${error.message}: another program uses that port; choose one with PORT, SANDBOX_PORT or EMULATOR_PORT.`;
  }
  const known = error instanceof CannotStart || error instanceof SchemaTooNew;
  return known ? error.message : (error.stack ?? error.message);
}

await main();
