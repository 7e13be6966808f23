// Runs the real `tollgate` command as a process.
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Most of a command's time is spent on compiling it. */
const CACHE = join(tmpdir(), 'tollgate-compile-cache');

export type Variables = Readonly<Record<string, string>>;

export function tollgate(
  variables: Variables,
  args: readonly string[],
  input = '',
): Promise<CliResult> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: CACHE, ...variables };
    const child = execFile(process.execPath, [CLI, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

/** The printed JSON of a command that must succeed. */
export async function tollgateJson(variables: Variables, args: readonly string[], input = '') {
  const { code, stdout, stderr } = await tollgate(variables, [...args, '--json'], input);
  if (code !== 0) throw new Error(`tollgate ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
