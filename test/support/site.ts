// The documentation site, built if documents have changed. Files that need it at the same time build it once.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import pg from 'pg';
import { serverUrl } from './databases.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SITE_LOCK = 4_712;

export async function ensureSite(): Promise<void> {
  const server = await serverUrl();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [SITE_LOCK]);
    const args = ['scripts/site.mjs'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  } finally {
    await client.end();
    await server.stop?.();
  }
}
