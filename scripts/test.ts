// `npm test`: the checks, then every test on both databases, with one PostgreSQL for all files.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import './compile-cache.mjs';
import { ensureTemplate } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';

const only = process.argv.slice(2);

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
/** Loading the service takes longer than most files' tests, so that some files share a process. */
const FILES_PER_PROCESS = 10;

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

async function runTests(): Promise<number> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startPostgres();
  const url = given ?? (server?.url as string);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'tests-'));
  try {
    await ensureTemplate(url);
    const files =
      only.length > 0 ? only : globSync(['test/**/*.test.ts', 'src/**/*.test.ts']).sort();
    return run(
      ['--test', '--test-concurrency=3', '--test-reporter=spec', ...bundle(files, folder)],
      {
        ...process.env,
        TEST_DATABASE_URL: url,
        NODE_ENV: 'test',
      },
    );
  } finally {
    rmSync(folder, { recursive: true });
    await server?.stop();
  }
}

/** Neighbours go to different bundles: what is slow lies together. */
function bundle(files: readonly string[], folder: string): string[] {
  const count = Math.ceil(files.length / FILES_PER_PROCESS);
  return Array.from({ length: count }, (_, index) => {
    const mine = files.filter((_, position) => position % count === index);
    const path = join(folder, `${String(index + 1).padStart(2, '0')}.test.mjs`);
    writeFileSync(path, textOf(mine));
    return path;
  });
}

/**
 * Each file is a suite, and keeps its hooks to itself. They are loaded one after another: the runner
 * knows whose a test is by who loads it, which it cannot tell for files that are loaded together.
 */
function textOf(files: readonly string[]): string {
  const suites = files.map((file) => [file, pathToFileURL(join(ROOT, file)).href]);
  return `import { describe } from 'node:test';
for (const [file, url] of ${JSON.stringify(suites)}) {
  await new Promise((loaded) => describe(file, () => import(url).finally(loaded)));
}
`;
}

const checked = only.length > 0 ? 0 : run(['scripts/check.ts']);
process.exitCode = checked !== 0 ? checked : await runTests();
