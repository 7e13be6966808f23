// A real PgBouncer in front of a PostgreSQL server, if the machine has one.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres.ts';
import { until } from './process.ts';

const NOBODY = 65_534;
const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);

/** Why tests with it are skipped. */
export const noPgBouncer =
  PROGRAM === undefined && 'PgBouncer is not installed: apt-get install pgbouncer';

export interface PgBouncer {
  /** The address of a database through it. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** In transaction mode, in front of the server at this address. */
export async function startPgBouncer(
  serverUrl: string,
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`);
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      'pool_mode = transaction',
      'default_pool_size = 5',
      ...settings,
      '',
    ].join('\n'),
  );
  chmodSync(folder, 0o755);
  const asRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM as string, ['-q', file], {
    stdio: 'ignore',
    ...(asRoot && { uid: NOBODY, gid: NOBODY }),
  });
  await until(
    () => isListening(port),
    () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    },
  );
  return {
    url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
