// tollgate start, serve
import type { Command } from 'commander';
import type { RunOptions } from '../run.ts';

export function processCommands(program: Command): void {
  program
    .command('start')
    .description('run everything on this machine: both environments, a demo project, the emulator')
    .action(() => start({ demo: true }));
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
