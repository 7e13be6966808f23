// Builds the console when its sources have changed since the last build; only whole builds are ever seen.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const STAMP = '.built-from';

/** `runtime` is the Node that runs the bundler; answers whether the console stands. */
export function ensureConsole(root, runtime) {
  const dist = join(root, 'console', 'dist');
  const hash = hashSources(root);
  if (isBuilt(dist, hash)) return true;
  process.stderr.write('tollgate: building the console…\n');
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'console-'));
  const fresh = join(folder, 'dist');
  try {
    if (!build(root, runtime, fresh)) return false;
    writeFileSync(join(fresh, STAMP), hash);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    return true;
  } catch (error) {
    // Another start has built the same in the meantime.
    if (isBuilt(dist, hash)) return true;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(root, runtime, folder) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = ['build', 'console', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const { status } = spawnSync(runtime, [vite, ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function isBuilt(dist, hash) {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function hashSources(root) {
  const folder = join(root, 'console');
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => !/^dist\b/.test(file) && statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => join('console', file));
  const hash = createHash('sha256');
  for (const file of [...files, 'package-lock.json']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
