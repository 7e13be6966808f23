// Asks for confirmation before something is deleted, on a terminal or in advance with --yes.
import { createInterface } from 'node:readline';
import type { EnvironmentName } from '../start/environments.ts';
import { Failure, UsageError } from './failure.ts';

export interface Loss {
  /** What will be lost, in full sentences. */
  readonly lost: string;
  /** What the operator must type; default `y`. */
  readonly typed?: string;
}

/** Fails before any work when there is no terminal to ask on. */
export function requireTerminal(command: string): void {
  if (process.stdin.isTTY && process.stderr.isTTY) return;
  throw new UsageError(
    `tollgate ${command} cannot be undone, and there is no terminal to confirm on. Add --yes to confirm.`,
  );
}

/** Returns only when the operator agrees. */
export async function askFor(loss: Loss, environment: EnvironmentName): Promise<void> {
  const { lost, typed } = loss;
  const question = typed === undefined ? 'Continue? [y/N]' : `Type ${typed} to continue:`;
  process.stderr.write(`${environment}: ${lost}\nThis cannot be undone. ${question} `);
  const answer = (await readLine()).trim();
  const agreed = typed === undefined ? /^y(es)?$/i.test(answer) : answer === typed;
  if (!agreed) throw new Failure('Not confirmed. Nothing was changed.');
}

/** Without an `output` the terminal edits the line itself, and Ctrl+C ends the process as always. */
async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
  });
  lines.close();
  // After Ctrl+D the cursor is still on the line of the question.
  if (line === undefined) process.stderr.write('\n');
  return line ?? '';
}
