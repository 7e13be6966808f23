// The dependencies are joined once for each lockfile, and a program finds in them what Node would find.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { copyScripts } from '../support/checkout.ts';

const ours = resolve(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'tollgate-joined-'));
after(() => rmSync(root, { recursive: true }));
const index = join(root, 'node_modules/.cache/joined/index.json');

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Everything of this lockfile is installed. */
function install(lockfile: string): void {
  write('package-lock.json', lockfile);
  write('node_modules/.installed-lockfile', `${hash('sha256', lockfile)} everything`);
}

/** Two dependencies of the two kinds, each of two files, and one that they share. */
function dependencies(word: string): void {
  const shared = '@fastify/fast-json-stringify-compiler';
  write(`node_modules/${shared}/package.json`, '{"main":"index.js"}');
  write(`node_modules/${shared}/index.js`, 'module.exports = () => "shared";');
  write('node_modules/old/package.json', '{"main":"index.js"}');
  write(
    'node_modules/old/index.js',
    `exports.word = require('./word.js'); exports.sameAs = (w) => w === exports;`,
  );
  write('node_modules/old/word.js', `module.exports = '${word}';`);
  write('node_modules/new/package.json', '{"type":"module","exports":"./index.js"}');
  write(
    'node_modules/new/index.js',
    "export { word } from './word.js';\nexport default 'default';\n",
  );
  write(
    'node_modules/new/word.js',
    `import old from 'old';\nexport const word = \`\${old.word}!\`;\n`,
  );
}

copyScripts(root, ['join', 'preload']);
cpSync(join(ours, 'emulator/reflect.ts'), join(root, 'emulator/reflect.ts'));
write('package.json', '{"type":"module","dependencies":{"old":"1.0.0","new":"1.0.0"}}');
write(
  'src/said.ts',
  "import old, { word } from 'old';\nexport const said: string = word + ' ' + old.word;\n",
);
write(
  'src/main.ts',
  `import { createRequire } from 'node:module';
import ending, { word } from 'new';
import * as old from 'old';
import { said } from './said.ts';
const required = createRequire(import.meta.url)('old');
console.log(said, word, ending, Object.keys(required), required.sameAs(old.default));
console.log(new Error('here').stack?.split('\\n')[1]?.trim().replace(import.meta.url, 'main.ts'));
`,
);
dependencies('one');
install('{}');

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: dirname(process.execPath), npm_lifecycle_event: 'pretollgate' },
  });
}

const EXPECTED = (word: string) =>
  `${word} ${word} ${word}! default [ 'word', 'sameAs' ] true\nat main.ts:7:13\n`;

function ensure(): void {
  const { status, stdout, stderr } = run('scripts/ensure.mjs');
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
}

function start(): string {
  const { stdout, stderr } = run('--import', './scripts/preload.mjs', 'src/main.ts');
  assert.equal(stderr, '');
  return stdout;
}

test('without a bundler nothing is joined, and a program loads each file', () => {
  ensure();
  assert.ok(!existsSync(index));
  assert.equal(start(), EXPECTED('one'));
});

test('where nothing can be written, too', () => {
  mkdirSync(join(root, 'console/node_modules'), { recursive: true });
  symlinkSync(join(ours, 'console/node_modules/vite'), join(root, 'console/node_modules/vite'));
  rmSync(join(root, 'node_modules/.cache'), { recursive: true, force: true });
  // A file in place of the folder: root may write wherever permissions say that nobody may.
  writeFileSync(join(root, 'node_modules/.cache'), '');
  ensure();
  assert.equal(start(), EXPECTED('one'));
  rmSync(join(root, 'node_modules/.cache'));
});

test('joined, they are what they were: names, defaults, what require answers, our own places in errors', () => {
  ensure();
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(index, 'utf8')).files).sort(), [
    '@fastify/fast-json-stringify-compiler',
    'new',
    'old',
  ]);
  // Nobody reads these any more.
  for (const name of ['old', 'new']) rmSync(join(root, 'node_modules', name), { recursive: true });
  assert.equal(start(), EXPECTED('one'));
});

test('a changed source is seen at once, another lockfile is joined anew', () => {
  const source = readFileSync(join(root, 'src/said.ts'), 'utf8');
  write('src/said.ts', source.replace('= word', "= 'edited'"));
  assert.equal(start(), EXPECTED('one').replace('one', 'edited'));
  write('src/said.ts', source);
  dependencies('two');
  ensure();
  assert.equal(start(), EXPECTED('one'));
  install('{"packages":{}}');
  ensure();
  assert.equal(start(), EXPECTED('two'));
});
