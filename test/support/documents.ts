// The shell code of a document, run as a reader would paste it: every block in its order, in one shell.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Code, and the output that stands below it. A block that is tagged `no-run` is only to be read. */
const BLOCK =
  /^( *)```(?:sh|bash)\n(?<code>.*?)^\1```\n(?:\s*^\1```(?:json|text)\n(?<output>.*?)^\1```$)?/gms;
const SEPARATOR = '----- the next block -----';

export interface Block {
  readonly code: string;
  /** What the document says that it prints. */
  readonly output: string | undefined;
}

export function blocksOf(file: string): Block[] {
  return [...readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)].map(({ groups }) => ({
    code: groups?.code ?? '',
    output: groups?.output,
  }));
}

/** What each piece of code printed. */
export function paste(
  folder: string,
  codes: readonly string[],
  variables: Record<string, string> = {},
): Promise<string[]> {
  const script = codes.join(`\nprintf '%s' '${SEPARATOR}'\n`);
  const { PATH = '', ...others } = variables;
  const path = `${PATH}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, ...others, PATH: path };
  return new Promise((resolve, reject) => {
    // Without the option bash may take its input for a network connection, and read the settings of the machine.
    const args = ['--norc', '-euc', script];
    const bash = execFile('bash', args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error || stderr !== '') reject(new Error(`${error?.message}\n${stderr}\n${stdout}`));
      else resolve(stdout.split(SEPARATOR));
    });
    // Nobody types anything.
    bash.stdin?.end();
  });
}
