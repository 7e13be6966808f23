// What is built from sources when they have changed: only whole builds are ever seen, and a build that fails leaves a sentence that says why.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const STAMP = '.built-from';
const PROBLEM = 'problem.txt';

/**
 * `build(folder)` builds into the folder and answers one sentence that says what is wrong, or undefined.
 * It never throws: without its pages the service does everything else.
 */
export function ensureBuilt({ root, name, page, dist, hash, build }) {
  try {
    const sources = hash();
    if (isBuilt(dist, sources)) return;
    process.stderr.write(`tollgate: building the ${name}…\n`);
    replace({ root, name, page, dist, build }, sources);
  } catch (error) {
    // Such as a checkout that cannot be written to: what was built before stays.
    process.stderr.write(`tollgate: no new ${name}: ${error.message}\n`);
  }
}

function replace({ root, name, page, dist, build }, hash) {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, `${name}-`));
  const fresh = join(folder, 'dist');
  try {
    const problem = build(fresh);
    if (problem === undefined) {
      writeFileSync(join(fresh, STAMP), hash);
    } else {
      process.stderr.write(
        `tollgate: the ${name} cannot be built, so ${page} only says so. ${problem}\n`,
      );
      rmSync(fresh, { recursive: true, force: true });
      mkdirSync(fresh);
      writeFileSync(join(fresh, PROBLEM), problem);
    }
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } catch (error) {
    // Another start may have built the same in the meantime.
    if (!isBuilt(dist, hash)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where what builds a workspace is not installed, it is borrowed, and gone afterwards. */
export function withBorrowed(root, { workspace, files, install }, run) {
  const borrowed = mkdtempSync(join(tmpdir(), `tollgate-${workspace}-`));
  try {
    for (const file of ['package.json', 'package-lock.json', ...files]) {
      cpSync(join(root, file), join(borrowed, file), { recursive: true });
    }
    if (!install(borrowed, [`--workspace=${workspace}`, '--include=dev', '--include=optional'])) {
      return 'What builds it could not be installed.';
    }
    return run(borrowed);
  } finally {
    rmSync(borrowed, { recursive: true, force: true });
  }
}

/** Runs a builder; answers the line of its output that says what is wrong. */
export function runBuilder(runtime, args, root) {
  const { status, stdout, stderr, error } = spawnSync(runtime, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  const output = stripVTControlCharacters(`${stderr ?? ''}${stdout ?? ''}`);
  process.stderr.write(output);
  const line = output.split('\n').find((each) => /\bError: |^\[[A-Z_]+\]/.test(each));
  return (line ?? error?.message ?? 'The bundler failed.').replaceAll(root, '.').trim();
}

/** `npm ci` in a folder; answers whether all went well. */
export function install(folder, args) {
  const npm = process.env.npm_execpath;
  const all = ['ci', ...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...all], options)
    : spawnSync('npm', all, { ...options, shell: process.platform === 'win32' });
  return status === 0;
}

function isBuilt(dist, hash) {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Of names and contents. */
export function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}
