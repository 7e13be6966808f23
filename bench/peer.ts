// Starts a peer with its own database and its own installed packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { BUNDLE_ID, rootCertificate } from './app-store.ts';
import type { BenchApp } from './case.ts';
import { startProcess } from './process.ts';

const FOLDER = join(import.meta.dirname, 'peers');

/** As it is published in its own folder, so that no peer's packages come with the service's. */
export function installPeers(): void {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return;
  process.stderr.write('bench: installing the peers…\n');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm ci failed in bench/peers; see the lines above');
}

export async function startPeer(name: string, { token }: BenchApp) {
  const server = process.env.TEST_DATABASE_URL as string;
  const database = `bench_peer_${process.pid}`;
  const url = new URL(server);
  url.pathname = database;
  await tell(server, `drop database if exists ${database} with (force)`);
  await tell(server, `create database ${database}`);
  const order = { databaseUrl: url.href, root: rootCertificate, bundleId: BUNDLE_ID, token };
  const peer = await startProcess<{ port: number }>(`peers/${name}.js`, [JSON.stringify(order)]);
  return {
    ...peer,
    async [Symbol.asyncDispose]() {
      await peer[Symbol.asyncDispose]();
      await tell(server, `drop database ${database} with (force)`);
    },
  };
}

async function tell(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
