// tollgate start, serve, emulator
import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { RunOptions } from '../run.ts';

export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run everything on this machine: both environments, a demo project, the emulator')
    .option('--with-history', 'fill an empty demo project with a year of players and purchases')
    .action((options: Pick<RunOptions, 'withHistory'>) => start({ demo: true, ...options }));
}

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service in production; requires TOLLGATE_MASTER_KEY')
    .option('--workers <number>', 'processes behind the same ports; needs PostgreSQL')
    .action(({ workers }: Pick<RunOptions, 'workers'>) => start({ demo: false, workers }));
}

/** Loaded on demand, because other commands do not need it. */
async function start(options: RunOptions): Promise<void> {
  const { run } = await import('../run.ts');
  await run(options);
}

export function emulatorCommand(program: Command): void {
  program
    .command('emulator')
    .description('run the market emulator; takes --port, --host, --state and --seed')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .argument('[options...]')
    .action((options: string[]) => runEmulator(options));
}

/** Runs as a separate process, because it shares no code with the service. */
function runEmulator(options: readonly string[]): Promise<void> {
  // Compiled, both are JavaScript.
  const main = `../../emulator/main${extname(import.meta.filename)}`;
  const script = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, ...options], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 0;
      resolve();
    });
  });
}
