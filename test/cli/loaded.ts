// A process that runs `tollgate` commands one after another: src/cli.ts anew each time, on modules that stay loaded.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { CliResult, Command } from './command.ts';

const CLI = new URL('../../src/cli.ts', import.meta.url);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let runs = 0;

async function execute({
  args,
  variables,
  answer,
  input,
  cwd = ROOT,
}: Command): Promise<CliResult> {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      printed[name] += Buffer.from(chunk).toString('utf8');
      return true;
    };
  }
  const isTTY = answer !== undefined;
  const stdin = Object.assign(Readable.from([answer ?? '']), { isTTY, fd: openInput(input) });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true });
  process.chdir(cwd);
  process.env = { ...variables };
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = 0;
  // Another address is another module: only what it imports is kept.
  await import(`${CLI.href}?run=${++runs}`);
  closeSync(stdin.fd);
  return { code: Number(process.exitCode), ...printed };
}

/** A file that is gone as soon as it is closed: commands read their input by its number. */
function openInput(input = ''): number {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-input-'));
  const path = join(folder, 'input');
  writeFileSync(path, input);
  const opened = openSync(path, 'r');
  rmSync(folder, { recursive: true });
  return opened;
}

process.on('message', async (order: Command) => {
  process.send?.(await execute(order));
});
process.on('disconnect', () => process.exit(0));
