// The console is built when its sources change, and a build that fails leaves a page that says why.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { copyScripts } from '../support/checkout.ts';

const ours = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'tollgate-build-'));
after(() => rmSync(root, { recursive: true }));
const LOCKFILE = '{}';
const PAGE = '<!doctype html><title>Console</title><script type="module" src="./main.js"></script>';

/** A checkout with a console of one line, and everything installed. */
mkdirSync(join(root, 'node_modules'));
mkdirSync(join(root, 'console'));
copyScripts(root);
mkdirSync(join(root, 'console/node_modules'));
symlinkSync(join(ours, 'console/node_modules/vite'), join(root, 'console/node_modules/vite'));
writeFileSync(join(root, 'package-lock.json'), LOCKFILE);
writeFileSync(
  join(root, 'node_modules/.installed-lockfile'),
  `${hash('sha256', LOCKFILE)} everything`,
);
writeFileSync(join(root, 'console/index.html'), PAGE);
writeFileSync(join(root, 'console/main.js'), "document.title = 'one';\n");

function ensure(event: string): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/ensure.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), npm_lifecycle_event: event },
  });
  return { status, said: stderr };
}

const dist = join(root, 'console/dist');
function script(): string {
  const [file = ''] = readdirSync(join(dist, 'assets'));
  return readFileSync(join(dist, 'assets', file), 'utf8');
}

test('scripts that do not show the console do not build it', () => {
  assert.deepEqual(ensure('precheck'), { status: 0, said: '' });
  assert.deepEqual(readdirSync(join(root, 'console')).sort(), [
    'index.html',
    'main.js',
    'node_modules',
  ]);
});

test('the first start builds it, the second finds it built', () => {
  assert.deepEqual(ensure('prestart'), {
    status: 0,
    said: 'tollgate: building the console…\n',
  });
  assert.match(script(), /one/);
  const { mtimeMs } = statSync(join(dist, 'index.html'));
  assert.deepEqual(ensure('pretest'), { status: 0, said: '' });
  assert.equal(statSync(join(dist, 'index.html')).mtimeMs, mtimeMs);
});

test('a build that fails stops nothing, and leaves the reason where the pages were', () => {
  writeFileSync(join(root, 'console/main.js'), "document.title = 'two\n");
  const { status, said } = ensure('prestart');
  assert.equal(status, 0);
  assert.match(said, /tollgate: the console cannot be built, so \/console only says so\. .+\n$/);
  assert.deepEqual(readdirSync(dist), ['problem.txt']);
  const problem = readFileSync(join(dist, 'problem.txt'), 'utf8');
  assert.match(problem, /error/i);
  assert.ok(!problem.includes(root), problem);
  assert.deepEqual(readdirSync(join(root, 'node_modules/.cache')), []);
});

test('changed sources are built anew', () => {
  writeFileSync(join(root, 'console/main.js'), "document.title = 'three';\n");
  assert.equal(ensure('preserve').status, 0);
  assert.match(script(), /three/);
});

test('where nothing can be written, the start goes on with what was built before', () => {
  writeFileSync(join(root, 'console/main.js'), "document.title = 'four';\n");
  rmSync(join(root, 'node_modules/.cache'), { recursive: true });
  // A file in place of the folder: root may write wherever permissions say that nobody may.
  writeFileSync(join(root, 'node_modules/.cache'), '');
  const { status, said } = ensure('prestart');
  assert.equal(status, 0);
  assert.match(said, /tollgate: no new console: .+\n$/);
  assert.match(script(), /three/);
});
