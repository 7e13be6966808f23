// `npm test`: the checks, then every test on both databases, with one PostgreSQL for all files.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './preload.mjs';
import { findBrowser } from '../test/support/chromium.ts';
import { ensureTemplate } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { fillQueue, unfinished } from './test-queue.ts';

const only = process.argv.slice(2);

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache');
const PRELOAD = import.meta.resolve('./preload.mjs');
const HOOKS = import.meta.resolve('./test-hooks.ts');
/**
 * Loading the service takes longer than most files' tests, so that all files share a few processes: as
 * many as keep two processors busy while some tests wait.
 */
const PROCESSES = 3;
/** What takes longest begins first: at the end no process is left alone at work. */
const LONGEST = [
  'test/process/start.test.ts',
  'test/process/release.test.ts',
  'test/upgrade/upgrade.test.ts',
  'test/tooling/documents.test.ts',
  'test/http/site.test.ts',
  'test/examples/languages.test.ts',
  'test/process/acceptance.test.ts',
  'test/payment/ledger/sad-year.test.ts',
  'test/payment/notices/apple-refund-requests.test.ts',
  'test/payment/verify/duplicates.test.ts',
  'test/start/master-key-crash.test.ts',
  'test/start/master-key-change.test.ts',
  'test/payment/markets/google-access.test.ts',
  'test/examples/servers.test.ts',
  'test/sdk/package.test.ts',
  'test/outbox/relay/kill.test.ts',
  'test/process/several.test.ts',
  'test/payment/markets/outage.test.ts',
  'test/payment/verify/subscription-year.test.ts',
  'test/cli/confirm.test.ts',
  'test/admin/bulk.test.ts',
  'test/payment/notices/steam-reports.test.ts',
  'test/payment/orders/pg-disputes.test.ts',
  'test/restriction/malformed.test.ts',
  'test/admin/roles.test.ts',
  'test/console/browser/notifications.test.ts',
  'test/console/browser/projects.test.ts',
  'test/console/browser/sign-in.test.ts',
  'test/console/browser/players.test.ts',
];

function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

async function runTests(): Promise<number> {
  const files = only.length > 0 ? only : allFiles();
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
      '--test',
      `--test-concurrency=${PROCESSES}`,
      '--test-reporter=spec',
    ];
    const status = run([...args, ...processes(folder)], {
      ...process.env,
      TEST_DATABASE_URL: url,
      NODE_ENV: 'test',
      TEST_SCREENSHOTS: only.length > 0 ? 'on' : 'off',
    });
    if (skip) process.stdout.write(`${skip}\n`);
    const left = unfinished(folder);
    if (left.length > 0) process.stderr.write(`Not run to the end:\n${left.join('\n')}\n`);
    return left.length > 0 ? 1 : status;
  } finally {
    rmSync(folder, { recursive: true });
    await server?.stop();
  }
}

function allFiles(): string[] {
  const found = globSync(['test/**/*.test.ts', 'src/**/*.test.ts']).sort();
  return [...LONGEST, ...found.filter((file) => !LONGEST.includes(file))];
}

function needsBrowser(file: string): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return / from '.*\/support\/(browser|chromium)\.ts';$/m.test(source);
}

/** The runner starts a process for each. */
function processes(folder: string): string[] {
  const queue = import.meta.resolve('./test-queue.ts');
  return Array.from({ length: PROCESSES }, (_, index) => {
    const path = join(folder, `${index + 1}.test.mjs`);
    const [hooks, from, what] = [HOOKS, queue, folder].map((each) => JSON.stringify(each));
    writeFileSync(
      path,
      `import ${hooks};\nconst { takeTurns } = await import(${from});\nawait takeTurns(${what});\n`,
    );
    return path;
  });
}

const checked = only.length > 0 ? 0 : run(['scripts/check.ts']);
process.exitCode = checked !== 0 ? checked : await runTests();
