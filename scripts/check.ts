// `npm run check`: format and lint, types, import rule, unused code, generated files, API reference, lockfile; all problems are shown.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { COMPILER } from './compiler.ts';
import { filesAt, hashOf, keep, keptOf } from './kept.ts';

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What it depends on, as places of git; while that stands as it was, it passes again. */
  readonly inputs: readonly string[];
}

const PRELOADED = ['--import', './scripts/preload.mjs'];
const CODE = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.json'];
const FOLDERS = [
  'src',
  'emulator',
  'console/src',
  'sdk/src',
  'site/*.ts',
  'test',
  'bench',
  'scripts',
];

/**
 * Projects read types of each other. Several threads would each work out the same types, which takes half as much
 * processor time again, and the tests need the other processor.
 */
const types = (project: string) => ({
  command: process.execPath,
  args: [COMPILER, '--noEmit', '--singleThreaded', '-p', project],
  inputs: CODE,
});

/** A file that has passed needs no second look. */
const LINT = { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings'] };
const LINTED = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.json', '*.css', '*.html'];
const LINT_RULES = ['biome.json', 'package-lock.json', '.gitignore'];

const CHECKS: readonly Check[] = [
  { name: 'types', ...types('.') },
  { name: 'types of the console', ...types('console') },
  { name: 'types of the site', ...types('site') },
  { name: 'types of the SDK', ...types('sdk') },
  { name: 'types of the examples', ...types('examples') },
  {
    name: 'imports',
    command: process.execPath,
    args: ['scripts/imports.ts', ...FOLDERS],
    inputs: CODE,
  },
  {
    name: 'unused code',
    command: 'knip',
    args: ['--no-progress', '--cache', '--cache-location', 'node_modules/.cache/knip'],
    inputs: [...CODE, '*.md', '*.html', '*.yaml'],
  },
  {
    name: 'generated files',
    command: process.execPath,
    args: [...PRELOADED, 'scripts/generate.ts', '--check'],
    inputs: [...CODE, '*.md'],
  },
  {
    name: 'API reference',
    command: process.execPath,
    args: [...PRELOADED, 'scripts/lint-openapi.ts'],
    inputs: ['openapi.json', 'scripts', 'package-lock.json'],
  },
  {
    name: 'lockfile',
    command: process.execPath,
    args: ['scripts/lockfile.ts'],
    inputs: ['package-lock.json', '*package.json', 'scripts'],
  },
];

async function run(name: string, command: string, args: readonly string[]): Promise<boolean> {
  const started = performance.now();
  let output = '';
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.once('close', (exit) => resolve(exit ?? 1));
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return code === 0;
}

async function lint(): Promise<boolean> {
  const rules = hashOf(LINT_RULES);
  const kept = keptOf('lint');
  const files = filesAt(LINTED)?.filter((file) => existsSync(file)) ?? ['.'];
  const now = Object.fromEntries(files.map((file) => [file, rules + hashOf([file])]));
  const changed = Object.keys(now).filter((file) => kept[file] !== now[file]);
  if (changed.length === 0) return isUnchanged(LINT.name);
  const isFine = await run(LINT.name, LINT.command, [...LINT.args, ...changed]);
  if (isFine) keep('lint', now);
  return isFine;
}

async function check({ name, command, args, inputs }: Check): Promise<boolean> {
  const files = filesAt(inputs);
  const hash = files && hashOf(files);
  if (hash !== undefined && keptOf('checks')[name] === hash) return isUnchanged(name);
  const isFine = await run(name, command, args);
  if (isFine && hash !== undefined) keep('checks', { [name]: hash });
  return isFine;
}

function isUnchanged(name: string): true {
  process.stdout.write(`ok   ${name} (unchanged)\n`);
  return true;
}

const AT_ONCE = 2;

const queue = [lint, ...CHECKS.map((each) => () => check(each))];
const results: boolean[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await next());
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
