// tollgate start, serve
import type { Command } from 'commander';

export function processCommands(program: Command): void {
  program
    .command('start')
    .description('run everything on this machine: both environments, a demo project, the emulator')
    .action(() => start({ demo: true }));
  program
    .command('serve')
    .description('run the service in production; requires TOLLGATE_MASTER_KEY')
    .action(() => start({ demo: false }));
}

/** Loaded on demand, because other commands do not need it. */
async function start(options: { readonly demo: boolean }): Promise<void> {
  const { run } = await import('../run.ts');
  await run(options);
}
