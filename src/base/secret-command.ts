// Reads a secret from the output of a command, such as the client of a key management service.
import { spawnSync } from 'node:child_process';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 65_536;

/** The output without its last line break, or an error that never contains the output. */
export function readSecretCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string } | { readonly problem: string } {
  const { status, signal, error, stdout } = spawnSync(command, {
    shell: true,
    env,
    encoding: 'utf8',
    // What it says of its errors may contain secrets.
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_BYTES,
  });
  const reason = (error as NodeJS.ErrnoException | undefined)?.code;
  if (reason === 'ETIMEDOUT') return { problem: `did not end within ${TIMEOUT_MS / 1_000} s` };
  if (reason !== undefined) return { problem: `cannot be run (${reason})` };
  if (status !== 0) {
    const end = status === null ? `by ${signal}` : `with exit code ${status}`;
    return { problem: `ended ${end}; run it by hand to see why` };
  }
  const text = stdout.replace(/\r?\n$/, '');
  return text === '' ? { problem: 'printed nothing' } : { text };
}
