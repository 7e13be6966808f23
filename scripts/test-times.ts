// How long each test file took when it last ran: what takes longest begins first, so that at the end no process is left alone at work.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const KEPT = join(import.meta.dirname, '../node_modules/.cache/test-times.json');
/** All that is known in a new clone: these start processes. */
const LONG = /^test\/(process|upgrade|tooling|http\/site|examples|start|sdk)/;
const UNKNOWN_MS = 1_000;

type Times = Record<string, number>;

export function longestFirst(files: readonly string[]): string[] {
  const times = read();
  const time = (file: string): number =>
    times[file] ?? (LONG.test(file) ? Number.MAX_SAFE_INTEGER : UNKNOWN_MS);
  return files.toSorted((one, other) => time(other) - time(one));
}

export function remember(times: Times): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify({ ...read(), ...times }, undefined, 1));
}

function read(): Times {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8')) as Times;
  } catch {
    return {};
  }
}
