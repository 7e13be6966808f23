// What has passed is kept with a hash of its inputs: while they are the same, it is not done again that day.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const DAY_MS = 24 * 60 * 60_000;
/** Inputs of everything; the day stands for npm, the tools of the machine and its clock. */
const MACHINE = JSON.stringify([
  Math.floor(Date.now() / DAY_MS),
  process.version,
  process.platform,
  process.arch,
  Object.entries(process.env)
    .filter(([name]) => /^(TEST_(?!PROCESSES)|TOLLGATE_)/.test(name))
    .sort(),
]);

/** By what has passed, the hash of its inputs. */
export type Passed = Readonly<Record<string, string>>;

/**
 * The files at these places of git, such as `src` or `:!*.md`: those that it knows and those that it
 * would add. Without git nobody knows what has changed.
 */
export function filesAt(places: readonly string[], root = ROOT): string[] | undefined {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? [...new Set(stdout.split('\0').filter(Boolean))].sort() : undefined;
}

/** Of names and contents. */
export function hashOf(files: readonly string[], root = ROOT): string {
  const hash = createHash('sha256').update(MACHINE);
  for (const file of files) hash.update(`${file}\0`).update(contentOf(join(root, file)));
  return hash.digest('hex');
}

/** A file that was deleted and that git still knows is as an empty one. */
export function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

export function keptOf(kind: string, root = ROOT): Passed {
  try {
    return JSON.parse(readFileSync(placeOf(kind, root), 'utf8')) as Passed;
  } catch {
    return {};
  }
}

export function keep(kind: string, passed: Passed, root = ROOT): void {
  const place = placeOf(kind, root);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, JSON.stringify({ ...keptOf(kind, root), ...passed }, undefined, 1));
}

const placeOf = (kind: string, root: string): string =>
  join(root, 'node_modules/.cache/kept', `${kind}.json`);
