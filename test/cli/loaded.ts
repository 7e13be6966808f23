// A process that runs `tollgate` commands one after another: src/cli.ts anew each time, on modules that stay loaded.
import { Readable } from 'node:stream';
import type { CliResult, Command } from './command.ts';

const CLI = new URL('../../src/cli.ts', import.meta.url);
let runs = 0;

async function execute({ args, variables, answer }: Command): Promise<CliResult> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += Buffer.from(chunk).toString('utf8');
      return true;
    };
  }
  const isTTY = answer !== undefined;
  const stdin = Object.assign(Readable.from([answer ?? '']), { isTTY });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  process.env = { ...variables };
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = 0;
  // Another address is another module: only what it imports is kept.
  await import(`${CLI.href}?run=${++runs}`);
  return { code: Number(process.exitCode), ...printed };
}

process.on('message', async (order: Command) => {
  process.send?.(await execute(order));
});
process.on('disconnect', () => process.exit(0));
