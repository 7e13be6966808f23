// The commands of a chapter of docs/operations.md, run as an operator would paste them.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openShim } from '../cli/shim.ts';
import { environment } from '../cli/tollgate.ts';

const ROOT = join(import.meta.dirname, '../..');
const MANUAL = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** The blocks of shell code below this heading. */
export function blocksOf(heading: string): string[] {
  const [, chapter = ''] = MANUAL.split(`\n### ${heading}\n`);
  const [text = ''] = chapter.split('\n### ', 1);
  return [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, code]) => code as string);
}

export interface Pasted {
  readonly stdout: string;
  /** The environment afterwards. */
  readonly variables: Record<string, string>;
}

const SEPARATOR = '----- the variables -----';

export async function paste(
  folder: string,
  variables: Readonly<Record<string, string>>,
  code: string,
): Promise<Pasted> {
  const shim = await openShim();
  try {
    return await run(
      folder,
      environment(variables),
      `tollgate() { ${shim.command} "$@"; }\n${code}`,
    );
  } finally {
    shim.close();
  }
}

function run(folder: string, env: Readonly<Record<string, string>>, code: string): Promise<Pasted> {
  const script = `${code}
printf '%s' '${SEPARATOR}'
env -0`;
  return new Promise((resolve, reject) => {
    const args = ['--norc', '-euc', script];
    const bash = execFile('bash', args, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) return reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
      const [printed = '', after = ''] = stdout.split(SEPARATOR);
      const pairs = after.split('\0').map((line) => line.split(/=(.*)/s, 2) as [string, string]);
      const own = pairs.filter(([name]) =>
        /^(TOLLGATE_|DATABASE_|SANDBOX_PORT|\w+_URL$)/.test(name),
      );
      resolve({ stdout: printed, variables: Object.fromEntries(own) });
    });
    // Nobody types anything.
    bash.stdin?.end();
  });
}
