// `npm run prove`: the long proofs (kill -9 series, fault runs), each of which `npm test` runs in a short form.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { ensureTemplate } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';

const PRELOAD = import.meta.resolve('./preload.mjs');
const only = process.argv.slice(2);
const server = await startPostgres({ durable: true });
try {
  await ensureTemplate(server.url);
  const files = only.length > 0 ? only : globSync('test/prove/*.prove.ts').sort();
  const { status } = spawnSync(
    process.execPath,
    ['--import', PRELOAD, '--test', '--test-concurrency=1', '--test-reporter=spec', ...files],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: server.url } },
  );
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}
