// The real service as a process: started with settings, waited for, stopped or killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from './postgres.ts';

export interface RunningProcess {
  readonly url: string;
  readonly sandboxUrl: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves when it has printed this. */
  prints(text: string): Promise<void>;
  /** Resolves when the readiness checks of both environments say so. */
  ready(): Promise<void>;
  /** Asks it to stop and answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  kill(): Promise<void>;
  /** The exit code of a process that ends by itself, once all that it printed is there. */
  ended(): Promise<number | null>;
}

const ROOT = join(import.meta.dirname, '../..');
const PRELOAD = pathToFileURL(join(ROOT, 'scripts/preload.mjs')).href;
const { NODE_COMPILE_CACHE } = process.env;
/** Where the clock is another one (libfaketime), it is so for every process. */
export const CLOCK: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && /^(LD_PRELOAD$|FAKETIME)/.test(name) ? [[name, value]] : [],
  ),
);
/** As `npm start` starts it. */
export const PRELOADED = ['--max-semi-space-size=8', '--import', PRELOAD] as const;
/** Only for what will never happen: a busy machine may take its time. */
const GIVE_UP_MS = 300_000;
/** First often, then after a tenth of the time that was waited: others need the processors. */
const LOOK_AFTER_MS = { least: 25, most: 250 } as const;

/** Ports are free ones; `variables` win over them. */
export async function startProcess(
  variables: Record<string, string>,
  args: readonly string[] = [],
  command: readonly [string, ...string[]] = [process.execPath, ...PRELOADED, 'src/main.ts'],
  cwd: string = ROOT,
): Promise<RunningProcess> {
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    ...CLOCK,
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    HOST: '127.0.0.1',
    TOLLGATE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    EMULATOR_PORT: 'off',
    ...ports,
    ...variables,
  };
  const [program, ...first] = command;
  const child = spawn(program, [...first, ...args], { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${env.PORT}`;
  const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  const areReady = async (): Promise<boolean> =>
    (await isReady(url)) && (env.SANDBOX_PORT === 'off' || (await isReady(sandboxUrl)));
  const mustLive = () => {
    if (child.exitCode !== null) throw new Error(`the process ended: ${output}`);
  };
  return {
    url,
    sandboxUrl,
    pid: child.pid as number,
    output: () => output,
    prints: (text) => until(() => output.includes(text), mustLive),
    ready: () => until(areReady, mustLive),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exitOf(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await exitOf(child);
    },
    ended: () => closed,
  };
}

export async function isReady(url: string): Promise<boolean> {
  try {
    // A connection that is kept would keep the service from stopping at once.
    return (await fetch(`${url}/health/ready`, { headers: { connection: 'close' } })).ok;
  } catch {
    return false;
  }
}

/** Looks again and again until it is so; `check` may give up earlier by throwing. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  check: () => void = () => {},
): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    check();
    const waited = performance.now() - begun;
    if (waited > GIVE_UP_MS) throw new Error('it did not happen in time');
    await wait(Math.min(Math.max(LOOK_AFTER_MS.least, waited / 10), LOOK_AFTER_MS.most));
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
