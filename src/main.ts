// Starts the service: reads the settings, runs both environments, stops in reverse order.
// `--demo` (npm start) adds the market emulator, a demo project and keys of its own.
import { mkdirSync } from 'node:fs';
import { CannotStart } from './cannot-start.ts';
import { type Config, readConfig } from './config.ts';
import { emulatedMarkets, startEmulatorProcess, tellEmulator } from './emulator-process.ts';
import { ENVIRONMENTS, portOf } from './environments.ts';
import { createLog } from './log.ts';
import type { Running } from './running.ts';
import { welcome } from './welcome.ts';

const STOP_WITHIN_MS = 10_000;

const demo = process.argv.includes('--demo');

function settle(env: NodeJS.ProcessEnv): Config {
  const result = readConfig(env);
  const problems = 'problems' in result ? [...result.problems] : [];
  if (!demo && !env.TOLLGATE_MASTER_KEY) {
    problems.push('TOLLGATE_MASTER_KEY is required, as from: openssl rand -base64 32');
  }
  if ('problems' in result || problems.length > 0) throw new CannotStart(problems.join('\n'));
  return result.config;
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
    const emulator =
      demo && config.EMULATOR_PORT !== 'off' ? startEmulatorProcess(config) : undefined;
    if (emulator) stops.push(emulator.stop);
    // Loaded only now, since it takes as long as the emulator takes to start.
    const { startEnvironment, untilReady } = await import('./running.ts');
    let emulatorUrl: string | undefined;
    if (emulator) {
      const started = await emulator.started;
      if ('problem' in started) throw new CannotStart(started.problem);
      emulatorUrl = started.url;
      config = settle({ ...process.env, ...(await emulatedMarkets(emulatorUrl, process.env)) });
    }
    const names = ENVIRONMENTS.filter((name) => portOf(config, name) !== 'off');
    const running: Running[] = [];
    for (const name of names) {
      const started = await startEnvironment(config, name, log);
      stops.push(started.service.stop);
      running.push(started);
    }
    await Promise.all(running.map((each) => untilReady(each, log)));
    if (demo) {
      const { ensureDemo } = await import('./demo.ts');
      const file = await ensureDemo(config, running, emulatorUrl);
      if (emulatorUrl && file.production) await tellEmulator(emulatorUrl, file.production);
      process.stdout.write(welcome(file));
    } else {
      log.info({ environments: names }, 'ready');
    }
  } catch (error) {
    process.stderr.write(`${sentenceOf(error as Error)}\n`);
    await stop(1);
  }
}

function sentenceOf(error: Error): string {
  if (error.message.includes('EADDRINUSE')) {
    return `${error.message}: another program uses that port; choose one with PORT, SANDBOX_PORT or EMULATOR_PORT.`;
  }
  return error instanceof CannotStart ? error.message : (error.stack ?? error.message);
}

await main();
