// Runs the market emulator as a child process of `npm start`.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import type { Fields } from '../payment/markets/fields.ts';
import { MARKETS } from '../payment/markets/markets.ts';
import { hostInLinks } from '../start/environments.ts';

export interface EmulatorProcess {
  /** Where it listens, or why it ended before it did. */
  readonly started: Promise<{ readonly url: string } | { readonly problem: string }>;
  stop(): Promise<void>;
}

export function startEmulatorProcess(config: Config): EmulatorProcess {
  // Works for the sources and for the compiled files.
  const entry = `../../emulator/main${extname(import.meta.filename)}`;
  const state = join(config.TOLLGATE_DATA, 'emulator.json');
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      fileURLToPath(new URL(entry, import.meta.url)),
      ...['--port', String(config.EMULATOR_PORT), '--host', config.HOST, '--state', state],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return {
    started: announcement(child, hostInLinks(config)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The emulator prints its address first; if it ends before, its stderr is the reason. */
async function announcement(
  child: ChildProcessByStdio<null, Readable, Readable>,
  host: string,
): EmulatorProcess['started'] {
  let output = '';
  let errors = '';
  const collect = (chunk: Buffer): void => {
    errors += chunk.toString('utf8');
  };
  child.stderr.on('data', collect);
  const port = await new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = /http:\/\/\S+:(\d+)\n/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('close', () => resolve(undefined));
  });
  if (!port) return { problem: `The market emulator did not start: ${errors.trim()}` };
  child.stderr.off('data', collect).pipe(process.stderr);
  return { url: `http://${host}:${port}` };
}

/** The settings that point to the emulator, except those that are set explicitly. */
export async function emulatedMarkets(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const { ask } = await import('./ask.ts');
  const trust = (await ask(`${url}/control/trust`)) as Readonly<Record<string, Fields>>;
  const values = MARKETS.flatMap(({ emulator, addresses }) =>
    Object.values(addresses).map(
      ({ variable, emulated }) => [variable, emulated(url, trust[emulator] ?? {})] as const,
    ),
  );
  return Object.fromEntries(values.filter(([name]) => !env[name]));
}

/** Lets the emulator's page show a `curl` command that verifies its purchases. */
export async function registerDemo(emulatorUrl: string, world: object): Promise<void> {
  const { ask } = await import('./ask.ts');
  await ask(`${emulatorUrl}/control/demo`, { method: 'PUT', body: world });
}
