// Runs the `tollgate` command on a pseudo-terminal and answers its question, as an operator does.
import { spawn, spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRELOADED } from '../support/process.ts';
import type { Variables } from './command.ts';
import { CLI, environment } from './tollgate.ts';

const SCRIPT = 'script';

/** `script` of util-linux makes the terminal; others of that name take other options. */
export const hasTerminal = spawnSync(SCRIPT, ['--version']).stdout?.includes('util-linux') === true;

export interface Session {
  readonly code: number | null;
  /** Everything on the terminal, the echo of the answer included. */
  readonly terminal: string;
  readonly stdout: string;
}

const QUESTION = /(\[y\/N\]|to continue:) $/;
let sessions = 0;

export async function atTerminal(
  variables: Variables,
  args: readonly string[],
  answer: string,
): Promise<Session> {
  const file = join(tmpdir(), `tollgate-terminal-${process.pid}-${++sessions}`);
  const command = [process.execPath, ...PRELOADED, CLI, ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  const child = spawn(SCRIPT, ['-qec', `${command} >'${file}'`, '/dev/null'], {
    env: { ...environment(variables), SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let terminal = '';
  let answered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    terminal += chunk.toString('utf8');
    if (answered || !QUESTION.test(terminal)) return;
    answered = true;
    child.stdin.write(answer);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const stdout = await readFile(file, 'utf8');
  await rm(file);
  return { code, terminal: terminal.replaceAll('\r\n', '\n'), stdout };
}
