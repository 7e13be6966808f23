// `npm test`: the checks beside every test, with one PostgreSQL for all files. With names of files or folders only those, and no checks.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './preload.mjs';
import { findBrowser } from '../test/support/chromium.ts';
import { ensureTemplate } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { keepPassed, keptTests, unchanged } from './kept-tests.ts';
import { ended, fillQueue, unfinished } from './test-queue.ts';
import { longestFirst, remember } from './test-times.ts';
import { allTests, namedTests, touchedTests } from './touched.ts';

const [first, ...others] = process.argv.slice(2);
const isAll = first === undefined;

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
const PRELOAD = import.meta.resolve('./preload.mjs');
const HOOKS = import.meta.resolve('./test-hooks.ts');
const PASSED = import.meta.resolve('./passed-reporter.ts');
/**
 * Loading the service takes longer than most files' tests, so that all files share a few processes: as
 * many as keep two processors busy while some tests wait. TEST_PROCESSES=1 is for measuring, more for larger
 * machines.
 */
const AT_ONCE = Number(process.env.TEST_PROCESSES ?? 3);
/** Pictures are for people, who look at those of a few files. */
const FEW = 50;
/** One that has grown large makes room for the next; all files on both databases need some 40. */
const PROCESSES = 60;
/**
 * Most of what a process allocates is soon no longer needed, and little stays: the heap may be three times as
 * large as that before it is searched. By itself V8 searches so small a heap four times as often.
 */
const MEMORY = [
  '--max-old-space-size=384',
  '--heap-growing-percent=200',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
];

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** `now` is from before anything runs: what changes meanwhile is not what has passed. */
async function runTests(wanted: readonly string[], now = keptTests()): Promise<number> {
  const files = longestFirst(wanted);
  const skip = files.some(needsBrowser) && (await findBrowser()).skip;
  if (skip) process.stdout.write(`${skip}\n`);
  const given = process.env.TEST_CITUS_URL ?? process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startPostgres();
  const url = given ?? (server?.url as string);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'tests-'));
  try {
    await ensureTemplate(url);
    fillQueue(folder, files);
    const args = [
      '--import',
      PRELOAD,
      ...MEMORY,
      '--test',
      `--test-concurrency=${AT_ONCE}`,
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${PASSED}`, `--test-reporter-destination=${join(folder, 'passed')}`],
    ];
    const count = Math.min(PROCESSES, files.length);
    const status = await run([...args, ...processes(folder, count)], {
      ...process.env,
      TEST_DATABASE_URL: url,
      NODE_ENV: 'test',
      // Each of the many threads would keep memory of its own.
      MALLOC_ARENA_MAX: '2',
      TEST_SCREENSHOTS: process.env.TEST_SCREENSHOTS ?? (files.length > FEW ? 'off' : 'on'),
    });
    if (skip) process.stdout.write(`${skip}\n`);
    const all = ended(folder);
    remember(Object.fromEntries(all.map(({ file, ms }) => [file, ms])));
    const [most] = all.toSorted((one, other) => other.mib - one.mib);
    if (most) process.stdout.write(`Largest process: ${most.mib} MiB, during ${most.file}\n`);
    const passed = readFileSync(join(folder, 'passed'), 'utf8').split('\n');
    keepPassed(
      now,
      passed,
      Object.fromEntries(all.map(({ file, calls }) => [file, calls.join(' ')])),
    );
    const left = unfinished(folder);
    if (left.length > 0) process.stderr.write(`Not run to the end:\n${left.join('\n')}\n`);
    return left.length > 0 ? 1 : status;
  } finally {
    rmSync(folder, { recursive: true });
    await server?.stop();
  }
}

function needsBrowser(file: string): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return / from '.*\/support\/(browser|chromium)\.ts';$/m.test(source);
}

/** The runner starts a process for each. */
function processes(folder: string, count: number): string[] {
  const queue = import.meta.resolve('./test-queue.ts');
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${index + 1}.test.mjs`);
    const [hooks, from, what] = [HOOKS, queue, folder].map((each) => JSON.stringify(each));
    writeFileSync(
      path,
      `import ${hooks};\nconst { takeTurns } = await import(${from});\nawait takeTurns(${what});\n`,
    );
    return path;
  });
}

/** What differs from a commit, HEAD unless one is named, and files that are new. */
function changedSince(commit = 'HEAD'): string[] {
  const ask = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout;
  const differs = ask('diff', '--name-only', '--diff-filter=d', commit);
  return `${differs}${ask('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter(Boolean);
}

async function runChanged(commit?: string): Promise<number> {
  const files = touchedTests(changedSince(commit));
  process.stdout.write(files.length > 0 ? `${files.join('\n')}\n` : 'No test is touched.\n');
  return files.length > 0 ? runTests(files) : 0;
}

async function runAll(): Promise<number> {
  const now = keptTests();
  const kept = unchanged(now());
  const files = allTests().filter((file) => !kept.includes(file));
  const [checked, tested] = await Promise.all([run(['scripts/check.ts']), runTests(files, now)]);
  if (kept.length > 0) {
    process.stdout.write(
      `Not run, because nothing that they are about has changed since they passed today: ${kept.length} of ${kept.length + files.length} test files (npm test -- test runs all).\n`,
    );
  }
  if (checked !== 0) process.stderr.write('A check has failed: see above, or npm run check.\n');
  return checked || tested;
}

if (isAll) process.exitCode = await runAll();
else if (first === '--changed') process.exitCode = await runChanged(others[0]);
else process.exitCode = await runTests(namedTests([first, ...others]));
