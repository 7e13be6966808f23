// What has passed is kept with a hash of its inputs: while they are the same, it is not done again that day.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'node_modules/.cache/kept');
const DAY_MS = 24 * 60 * 60_000;
/** Inputs of everything; the day stands for npm, the tools of the machine and its clock. */
const MACHINE = JSON.stringify([
  Math.floor(Date.now() / DAY_MS),
  process.version,
  process.platform,
  process.arch,
  Object.entries(process.env)
    .filter(([name]) => /^(TEST|TOLLGATE)_/.test(name))
    .sort(),
]);

/** By what has passed, the hash of its inputs. */
export type Passed = Readonly<Record<string, string>>;

/**
 * The files at these places of git, such as `src` or `:!*.md`: those that it knows and those that it
 * would add; none without git.
 */
export function filesAt(places: readonly string[]): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places];
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return [...new Set(stdout.split('\0').filter(Boolean))].sort();
}

/** Of what they are on the disk. */
export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(MACHINE);
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file));
  return hash.digest('hex');
}

/** A file that was deleted and that git still knows is as an empty one. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(join(ROOT, file));
  } catch {
    return Buffer.alloc(0);
  }
}

export function keptOf(kind: string): Passed {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${kind}.json`), 'utf8')) as Passed;
  } catch {
    return {};
  }
}

export function keep(kind: string, passed: Passed): void {
  mkdirSync(FOLDER, { recursive: true });
  const all = { ...keptOf(kind), ...passed };
  writeFileSync(join(FOLDER, `${kind}.json`), JSON.stringify(all, undefined, 1));
}
