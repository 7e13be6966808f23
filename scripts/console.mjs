// Builds the console when its sources have changed since the last build. Only whole builds are ever seen; a build that fails leaves a page that says why.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
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
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const STAMP = '.built-from';
const PROBLEM = 'problem.txt';

/**
 * `runtime` is the Node that runs the bundler, `install(folder, args)` is `npm ci`.
 * It never throws: without its console the service does everything else.
 */
export function ensureConsole(root, runtime, install) {
  try {
    const hash = hashSources(root);
    if (isBuilt(distOf(root), hash)) return;
    process.stderr.write('tollgate: building the console…\n');
    replaceConsole(root, runtime, install, hash);
  } catch (error) {
    // Such as a checkout that cannot be written to: what was built before stays.
    process.stderr.write(`tollgate: no new console: ${error.message}\n`);
  }
}

function replaceConsole(root, runtime, install, hash) {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'console-'));
  const fresh = join(folder, 'dist');
  try {
    const problem = build(root, runtime, install, fresh);
    if (problem === undefined) {
      writeFileSync(join(fresh, STAMP), hash);
    } else {
      process.stderr.write(
        `tollgate: the console cannot be built, so /console only says so. ${problem}\n`,
      );
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh);
      writeFileSync(join(fresh, PROBLEM), problem);
    }
    rmSync(distOf(root), { recursive: true, force: true });
    renameSync(fresh, distOf(root));
  } catch (error) {
    // Another start may have built the same in the meantime.
    if (!isBuilt(distOf(root), hash)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const distOf = (root) => join(root, 'console', 'dist');

/** One sentence that says what is wrong, or undefined. */
function build(root, runtime, install, folder) {
  if (findBundler(root)) return bundle(root, runtime, folder);
  // The service alone is installed: what builds the console is borrowed, and gone afterwards.
  const borrowed = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
  try {
    for (const file of ['package.json', 'package-lock.json', 'console']) {
      cpSync(join(root, file), join(borrowed, file), { recursive: true });
    }
    if (!install(borrowed, ['--workspace=console', '--include=optional'])) {
      return 'What builds it could not be installed.';
    }
    return bundle(borrowed, runtime, folder);
  } finally {
    rmSync(borrowed, { recursive: true, force: true });
  }
}

function bundle(root, runtime, folder) {
  const args = ['build', 'console', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const { status, stdout, stderr, error } = spawnSync(runtime, [findBundler(root), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  const output = stripVTControlCharacters(`${stderr ?? ''}${stdout ?? ''}`);
  process.stderr.write(output);
  const line = output.split('\n').find((each) => /\bError: |^\[[A-Z_]+\]/.test(each));
  return (line ?? error?.message ?? 'The bundler failed.').replaceAll(root, '.').trim();
}

function findBundler(root) {
  try {
    const { resolve } = createRequire(join(root, 'console', 'package.json'));
    return join(resolve('vite/package.json'), '..', 'bin', 'vite.js');
  } catch {
    return undefined;
  }
}

function isBuilt(dist, hash) {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function hashSources(root) {
  const folder = join(root, 'console');
  const files = readdirSync(folder)
    .filter((name) => !['dist', 'node_modules'].includes(name))
    .flatMap((name) => filesIn(join(folder, name)))
    .map((file) => relative(root, file))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...files, 'package-lock.json']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
