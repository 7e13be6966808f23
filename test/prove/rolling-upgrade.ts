// An upgrade under load: processes of an earlier commit are replaced one by one by those of this checkout, on one PostgreSQL.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startGameServer } from '../outbox/game-server.ts';
import { createDatabase } from '../support/databases.ts';
import { PRELOADED, type RunningProcess, startProcess, until } from '../support/process.ts';
import { openAppStore, type PurchaseFigures, startPurchases } from './purchase-load.ts';
import { ADMIN_TOKEN, call, openRestrictionApp, outboxOf } from './restriction-app.ts';
import { checkKept, type Kept, type LoadFigures, startLoad } from './restriction-load.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = 'src/main.ts';
/** As long as a balancer takes to send nothing more to a process. */
const OUT_OF_TURN_MS = 250;

const git = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

/** The commit of the last breaking migration: from there on, versions run side by side. Undefined without the history. */
export function lastBreakingCommit(): string | undefined {
  const files = 'src/storage/migrations/*.breaking.sql';
  return git('log', '-1', '--diff-filter=A', '--format=%H', '--', files) || undefined;
}

/** A checkout of a commit with its own dependencies. */
function checkOut(commit: string): AsyncDisposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-earlier-'));
  git('worktree', 'add', '--detach', folder, commit);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/ensure.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return {
    folder,
    async [Symbol.asyncDispose]() {
      git('worktree', 'remove', '--force', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface UpgradeProof extends LoadFigures, Kept {
  readonly migrations: { readonly before: number; readonly after: number };
  readonly purchases: PurchaseFigures & { readonly lost: number };
}

/** `changes` are acknowledged before, while both versions serve, and afterwards. */
export async function proveRollingUpgrade(commit: string, changes: number): Promise<UpgradeProof> {
  await using earlier = checkOut(commit);
  const database = await createDatabase('postgres');
  const gameServer = await startGameServer();
  const store = await openAppStore();
  const variables = {
    ...database.variables,
    DATABASE_POOL: '5',
    TOLLGATE_PUBLIC_URL: 'http://tollgate.test',
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
    APPLE_ROOT_FINGERPRINTS: store.rootFingerprint,
  };
  const all: RunningProcess[] = [];
  const start = async (folder: string): Promise<RunningProcess> => {
    const command = [process.execPath, ...preloaded(folder), MAIN] as const;
    const started = await startProcess(variables, [], command, folder);
    all.push(started);
    await started.ready();
    return started;
  };
  try {
    const serving = [await start(earlier.folder), await start(earlier.folder)];
    const [{ url }] = serving as [RunningProcess];
    const before = versionOf(earlier.folder, variables);
    const app = await openRestrictionApp(url, gameServer);
    let turn = 0;
    const nextUrl = () => (serving[turn++ % serving.length] as RunningProcess).url;
    const load = startLoad(app, () => serving.map((each) => each.url));
    const purchases = await startPurchases(url, app, store, nextUrl);
    const more = async (): Promise<void> => {
      const reached = load.figures().acknowledged + changes;
      await until(() => load.figures().acknowledged >= reached);
    };
    await more();
    for (let index = 0; index < serving.length; index += 1) {
      // The first of the new version brings the tables up to date while the others serve.
      const next = await start(ROOT);
      const [old] = serving.splice(index, 1, next);
      await more();
      await wait(OUT_OF_TURN_MS);
      await old?.stop();
      await more();
    }
    const sold = await purchases.stop();
    const figures = await load.stop();
    const [last] = serving as [RunningProcess];
    await until(async () => (await call(outboxOf(last.url, app), 'GET')).waiting === 0);
    const storage = database.storage('production');
    return {
      ...figures,
      ...(await checkKept(storage, app, load, gameServer)),
      migrations: { before, after: versionOf(ROOT, variables) },
      purchases: { ...sold, lost: await purchases.countLost(storage) },
    };
  } finally {
    await Promise.all(all.map((each) => each.kill()));
    await gameServer.close();
    await database.drop();
  }
}

const preloaded = (folder: string): readonly string[] =>
  PRELOADED.map((argument) =>
    argument.startsWith('file:')
      ? new URL('scripts/preload.mjs', `file://${folder}/`).href
      : argument,
  );

/** The newest migration that a checkout knows, as its own command says. */
function versionOf(folder: string, variables: Record<string, string>): number {
  const args = [...preloaded(folder), 'src/cli.ts', 'migrate', '--dry-run', '--json'];
  const env = {
    ...process.env,
    ...variables,
    TOLLGATE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  const found = /"program": ?(\d+)/.exec(stdout);
  if (!found) throw new Error(`${stdout}${stderr}`);
  return Number(found[1]);
}
