// The documentation site is built when documents change: for a release, not for a start; a build that fails says why.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { copyScripts } from '../support/checkout.ts';

const root = mkdtempSync(join(tmpdir(), 'tollgate-site-build-'));
after(() => rmSync(root, { recursive: true }));
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

/** A checkout with one document, a builder that copies it, and everything installed. */
copyScripts(root);
for (const file of ['SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'examples/README.md']) {
  write(file, '');
}
write('console/src/icon.svg', '<svg/>');
write('node_modules/vitepress/package.json', '{}');
write('package-lock.json', '{}');
write('node_modules/.installed-lockfile', `${hash('sha256', '{}')} everything`);
write('docs/README.md', 'one');
write(
  'site/build.ts',
  `import { cpSync, readFileSync } from 'node:fs';
const text = readFileSync('docs/README.md', 'utf8');
if (text.includes('wrong')) throw new Error('a dead link in ' + process.cwd());
cpSync('docs', process.argv[2] as string, { recursive: true });
`,
);

function run(script: string, event?: string, more: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, [join('scripts', script)], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), ...(event && { npm_lifecycle_event: event }), ...more },
  });
  assert.equal(status, 0, stderr);
  return stderr;
}

const page = join(root, 'site/dist/README.md');
const built = (): string | undefined => (existsSync(page) ? readFileSync(page, 'utf8') : undefined);

test('a start does not build it', () => {
  assert.doesNotMatch(run('ensure.mjs', 'prestart'), /building the site/);
  assert.equal(built(), undefined);
});

test('it is built once, and again when a document has changed', () => {
  assert.equal(run('site.mjs'), 'tollgate: building the site…\n');
  assert.equal(built(), 'one');
  assert.equal(run('site.mjs'), '');
  write('docs/README.md', 'two');
  assert.equal(run('site.mjs'), 'tollgate: building the site…\n');
  assert.equal(built(), 'two');
});

test('a release waits for it', () => {
  write('docs/README.md', 'three');
  assert.match(run('ensure.mjs', 'prebuild'), /building the site/);
  assert.equal(built(), 'three');
});

test('a build that fails stops nothing, and leaves the reason where the pages were', () => {
  write('docs/README.md', 'wrong');
  assert.match(run('site.mjs'), /the site cannot be built, so \/docs only says so\. .+dead link/);
  assert.deepEqual(readdirSync(join(root, 'site/dist')), ['problem.txt']);
  const problem = readFileSync(join(root, 'site/dist/problem.txt'), 'utf8');
  assert.equal(problem, 'Error: a dead link in .');
  assert.deepEqual(readdirSync(join(root, 'node_modules/.cache')), []);
});

test('where the builder is not installed, it is borrowed', () => {
  rmSync(join(root, 'node_modules/vitepress'), { recursive: true });
  write('package.json', '{}');
  write('npm.cjs', '// Installs nothing: the builder of this checkout needs nothing.\n');
  write('docs/README.md', 'four');
  run('site.mjs', undefined, { npm_execpath: join(root, 'npm.cjs') });
  assert.equal(built(), 'four');
});
