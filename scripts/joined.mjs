// Joins the dependencies into a few files under node_modules/.cache, because a start would read more than a thousand.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { INDEX, JOINED } from './place.mjs';

const JOIN = 'scripts/join.mjs';

/**
 * `runtime` is the Node that runs the bundler, `lockfile` the hash of what is installed.
 * It never throws: whatever is not joined is loaded from its own files.
 */
export function ensureJoined(root, runtime, lockfile) {
  try {
    const source = createHash('sha256').update(lockfile);
    const from = source.update(readFileSync(join(root, JOIN))).digest('hex');
    if (joinedFrom(root) === from) return;
    const bundler = findBundler(root);
    if (bundler !== undefined) replaceJoined(root, runtime, bundler, from);
  } catch {
    // Such as a checkout that cannot be written to.
  }
}

function replaceJoined(root, runtime, bundler, from) {
  const cache = join(root, JOINED, '..');
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'joining-'));
  try {
    const args = [join(root, JOIN), root, bundler, fresh, from];
    const { status } = spawnSync(runtime, args, { stdio: ['ignore', 2, 2] });
    if (status !== 0) return;
    rmSync(join(root, JOINED), { recursive: true, force: true });
    renameSync(fresh, join(root, JOINED));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function joinedFrom(root) {
  try {
    return JSON.parse(readFileSync(join(root, JOINED, INDEX), 'utf8')).from;
  } catch {
    return undefined;
  }
}

/** It comes with what builds the console; a service alone has none. */
function findBundler(root) {
  try {
    const console = createRequire(join(root, 'console', 'package.json'));
    return createRequire(console.resolve('vite/package.json')).resolve('rolldown');
  } catch {
    return undefined;
  }
}
