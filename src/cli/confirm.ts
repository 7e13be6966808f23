// The question before something is deleted for good: on a terminal, or answered beforehand with --yes.
import { createInterface } from 'node:readline';
import type { EnvironmentName } from '../start/environments.ts';
import { Failure, UsageError } from './context.ts';

export interface Loss {
  /** What will be gone, in whole sentences. */
  readonly lost: string;
  /** What the operator has to type; `y` when absent. */
  readonly typed?: string;
}

/** Where nobody can see the question or answer it, nothing is begun. */
export function requireTerminal(command: string): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw new UsageError(
    `tollgate ${command} cannot be undone, and there is no terminal to ask on: add --yes to confirm.`,
  );
}

/** Returns only when the operator agrees. */
export async function askFor(loss: Loss, environment: EnvironmentName): Promise<void> {
  const { lost, typed } = loss;
  const question = typed === undefined ? 'Continue? [y/N]' : `Type ${typed} to continue:`;
  process.stderr.write(`${environment}: ${lost}\nThis cannot be undone. ${question} `);
  const answer = (await readLine()).trim();
  const agreed = typed === undefined ? /^y(es)?$/i.test(answer) : answer === typed;
  if (!agreed) throw new Failure('Not confirmed: nothing was changed.');
}

/** Without an `output` the terminal edits the line itself, and Ctrl+C ends the process as always. */
async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
  });
  lines.close();
  // Ctrl+D leaves the cursor behind the question.
  if (line === undefined) process.stderr.write('\n');
  return line ?? '';
}
