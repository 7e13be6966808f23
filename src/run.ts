// Starts the service: reads the settings, runs both environments, stops in reverse order.
// The demo (npm start) adds the market emulator, a demo project and keys of its own.

import type { Logger } from 'pino';
import { type Config, type Environment, type Purpose, readConfig } from './config.ts';
import { emulatedMarkets, registerDemo, startEmulatorProcess } from './demo/emulator.ts';
import { welcome } from './demo/welcome.ts';
import { CannotStart } from './start/cannot-start.ts';
import type { Running } from './start/environment.ts';
import {
  adminUrl,
  ENVIRONMENTS,
  type EnvironmentName,
  ensureDataFolder,
  portOf,
} from './start/environments.ts';
import { createLog } from './start/log.ts';
import { unknownSettings } from './start/unknown-settings.ts';
import { onLeft, runWorkers, sayReady, workerNumber } from './start/workers.ts';

const STOP_WITHIN_MS = 10_000;
/** For what a start that failed has left behind. */
const END_WITHIN_MS = 500;

export interface RunOptions {
  readonly demo: boolean;
  /** Fills the demo project with a year to look at. */
  readonly withHistory?: boolean | undefined;
  /** As `TOLLGATE_WORKERS`, which it overrides. */
  readonly workers?: string | undefined;
}

/** Resolves when everything runs, or when the start failed and everything is stopped. */
export async function run({ demo, withHistory, workers }: RunOptions): Promise<void> {
  const purpose = demo ? 'demo' : 'serve';
  const env = { ...process.env, ...(workers !== undefined && { TOLLGATE_WORKERS: workers }) };
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  let known: Logger | undefined;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const cutOff = (): never => {
      known?.warn({ ms: STOP_WITHIN_MS }, 'stopped before everything had ended');
      process.exit(code);
    };
    setTimeout(cutOff, STOP_WITHIN_MS).unref();
    for (const each of stops.reverse()) await each().catch(() => {});
    known?.info('stopped');
    // A process that ends by itself also ends what V8 compiles meanwhile; `exit` can wait for that for ever.
    process.exitCode = code;
    setTimeout(() => process.exit(code), END_WITHIN_MS).unref();
  };
  try {
    let config = loadConfig(env, purpose);
    const log = createLog(config.LOG_LEVEL);
    known = log;
    if (!demo && config.TOLLGATE_WORKERS > 1 && workerNumber() === undefined) {
      process.exitCode = await runWorkers(config.TOLLGATE_WORKERS, log);
      return;
    }
    // `on`, not `once`: a terminal, systemd and a parent may repeat the signal, which must not cut the stop short.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
    onLeft(() => void stop(0));
    const unknown = unknownSettings(process.env);
    if (unknown.length > 0) log.warn(unknown.join(' '));
    ensureDataFolder(config);
    const emulator =
      demo && config.EMULATOR_PORT !== 'off' ? startEmulatorProcess(config) : undefined;
    if (emulator) stops.push(emulator.stop);
    // Loaded while the emulator starts, because both take equally long.
    const { startEnvironment, untilUsable } = await import('./start/environment.ts');
    if (demo) await Promise.all([import('./demo/project.ts'), import('./demo/ask.ts')]);
    let emulatorUrl: string | undefined;
    if (emulator) {
      const started = await emulator.started;
      if ('problem' in started) throw new CannotStart(started.problem);
      emulatorUrl = started.url;
      const markets = await emulatedMarkets(emulatorUrl, env);
      config = loadConfig({ ...env, ...markets }, purpose);
    }
    const names = ENVIRONMENTS.filter((name) => portOf(config, name) !== 'off');
    const running: Running[] = [];
    // Both at once, because each gives its callers time.
    stops.push(async () => {
      await Promise.all(running.map(({ service }) => service.stop().catch(() => {})));
    });
    for (const name of names) {
      const tryOut = demo ? await tryOutOf(config, name, emulatorUrl) : undefined;
      const started = await startEnvironment(config, name, log, { tryOut });
      running.push(started);
    }
    if (demo) {
      await Promise.all(running.map((each) => untilUsable(each, log)));
      const greeting = await prepareDemo(config, running, emulatorUrl);
      if (withHistory) await fillYear(running, log);
      // Scripts read demo.json as soon as the service is ready, so the file is written first.
      for (const { service } of running) service.start();
      process.stdout.write(greeting);
    } else {
      const begin = async (each: Running): Promise<void> => {
        await untilUsable(each, log);
        each.service.start();
      };
      await Promise.all(running.map(begin));
      log.info({ environments: names, worker: workerNumber(), pid: process.pid }, 'ready');
      sayReady();
    }
  } catch (error) {
    process.stderr.write(`${sentenceOf(error as Error)}\n`);
    await stop(1);
  }
}

function loadConfig(env: Environment, purpose: Purpose): Config {
  const result = readConfig(env, purpose);
  if ('problems' in result) throw new CannotStart(result.problems.join('\n'));
  return result.config;
}

const tryOutOf = async (config: Config, name: EnvironmentName, emulatorUrl: string | undefined) =>
  (await import('./demo/try-out.ts')).demoTryOut(config, name, emulatorUrl);

/** Creates the demo project and its file, and returns the welcome text. */
async function prepareDemo(
  config: Config,
  running: readonly Running[],
  emulatorUrl: string | undefined,
): Promise<string> {
  const { ensureDemo } = await import('./demo/project.ts');
  const file = await ensureDemo(config, running, emulatorUrl);
  const [first] = running;
  const world = first && file[first.name];
  if (emulatorUrl && world) {
    const admin_url = adminUrl(config, first.name);
    await registerDemo(emulatorUrl, { ...world, admin_url, admin_token: file.admin_token });
  }
  return welcome(file, config);
}

/** In the first environment, which is production unless that is off. */
async function fillYear([first]: readonly Running[], log: Logger): Promise<void> {
  if (!first) return;
  const { addYear, describeYear } = await import('./demo/year.ts');
  process.stdout.write('  Adding a year of history …\n');
  process.stdout.write(`  ${describeYear(await addYear(first.service, log))}\n`);
}

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another program uses this port. Choose another one with PORT, SANDBOX_PORT, ADMIN_PORT, SANDBOX_ADMIN_PORT or EMULATOR_PORT.',
  EADDRNOTAVAIL: 'set HOST to an address of this machine.',
  ENOTFOUND: 'set HOST to an address of this machine.',
};

function sentenceOf(error: Error): string {
  const [, advice] = Object.entries(ADVICE).find(([code]) => error.message.includes(code)) ?? [];
  if (advice !== undefined) return `${error.message}: ${advice}`;
  return error instanceof CannotStart ? error.message : (error.stack ?? error.message);
}
