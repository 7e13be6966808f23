// `npm test`: the checks, then every test on both databases, with one PostgreSQL for all files.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { ensureTemplate } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';

const only = process.argv.slice(2);

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

async function runTests(): Promise<number> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startPostgres();
  const url = given ?? (server?.url as string);
  try {
    await ensureTemplate(url);
    const files =
      only.length > 0 ? only : globSync(['test/**/*.test.ts', 'src/**/*.test.ts']).sort();
    return run(['--test', '--test-concurrency=2', '--test-reporter=spec', ...files], {
      ...process.env,
      TEST_DATABASE_URL: url,
      NODE_ENV: 'test',
      // Every file is a process of its own: half of what one costs is compiling the same modules again.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    });
  } finally {
    await server?.stop();
  }
}

const checked = only.length > 0 ? 0 : run(['scripts/check.ts']);
process.exitCode = checked !== 0 ? checked : await runTests();
