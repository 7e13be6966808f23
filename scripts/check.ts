// `npm run check`: format and lint, types, import rule, unused code, generated files, API reference, lockfile; all problems are shown.
import { spawn } from 'node:child_process';
import { COMPILER } from './compiler.ts';

interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const PRELOADED = ['--import', './scripts/preload.mjs'];
const types = (project: string) => ({
  command: process.execPath,
  args: [COMPILER, '--noEmit', '-p', project],
});
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

const checks: readonly Check[] = [
  { name: 'types', ...types('.') },
  { name: 'types of the console', ...types('console') },
  { name: 'types of the site', ...types('site') },
  { name: 'types of the SDK', ...types('sdk') },
  { name: 'types of the examples', ...types('examples') },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', ...FOLDERS],
  },
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
  {
    name: 'generated files',
    command: process.execPath,
    args: [...PRELOADED, 'scripts/generate.ts', '--check'],
  },
  {
    name: 'API reference',
    command: process.execPath,
    args: [...PRELOADED, 'scripts/lint-openapi.ts'],
  },
  { name: 'lockfile', command: process.execPath, args: ['scripts/lockfile.ts'] },
];

const AT_ONCE = 2;

async function run({ name, command, args }: Check): Promise<boolean> {
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

const queue = [...checks];
const results: boolean[] = [];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let check = queue.shift(); check; check = queue.shift()) results.push(await run(check));
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
