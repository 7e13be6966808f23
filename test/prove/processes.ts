// Several processes of the service on one PostgreSQL, killed one after the other: they agree, share the work, and take over.
import assert from 'node:assert/strict';
import { type GameServer, startGameServer } from '../outbox/game-server.ts';
import { createDatabase, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';
import type { RestrictionApp } from './restriction-app.ts';
import {
  ADMIN_TOKEN,
  call,
  openRestrictionApp,
  outboxOf,
  readCommitted,
} from './restriction-app.ts';
import { checkKept, type Kept, type LoadFigures, startLoad } from './restriction-load.ts';

/** Apart from the players of the load. */
const FIRST_BULK_PLAYER = 1_000_001;

export interface ProcessesProof extends LoadFigures, Kept {
  /** Repeated notifications before the first kill: work that two processes did. */
  readonly repeatedBefore: number;
  readonly kills: number;
  /** Rows of the bulk job, and how many of them have exactly one entry of history. */
  readonly bulkRows: number;
  readonly bulkOnce: number;
  /** Rows that were done right after the first kill. */
  readonly bulkDoneAtKill: number;
  /** How long other processes acted on what was changed through the first. */
  readonly agreedAfterMs: Readonly<Record<string, number>>;
}

export async function proveProcesses(options: {
  readonly processes: number;
  /** Changes to be acknowledged before the kills, and after each. */
  readonly changes: number;
  readonly kills: number;
  readonly bulkRows: number;
  /** Starts killed processes again, and waits until their leases have ended and everything is sent. */
  readonly drains: boolean;
}): Promise<ProcessesProof> {
  const database = await createDatabase('postgres');
  const gameServer = await startGameServer();
  const running: RunningProcess[] = [];
  try {
    for (let count = 0; count < options.processes; count++) running.push(await start(database));
    await Promise.all(running.map((each) => each.ready()));
    const [first] = running as [RunningProcess];
    const app = await openRestrictionApp(first.url, gameServer);
    const agreedAfterMs = await agree(running, app);

    const load = startLoad(app, () => running.map(({ url }) => url));
    const more = async (): Promise<void> => {
      const before = load.figures().acknowledged;
      await until(() => load.figures().acknowledged >= before + options.changes);
    };
    await more();
    const repeatedBefore = repeatedIn(gameServer);
    const job =
      options.bulkRows > 0 ? await beginBulk(first.url, app, options.bulkRows) : undefined;
    let bulkDoneAtKill = 0;
    for (let kill = 0; kill < options.kills; kill++) {
      // The first one began the bulk job, and most likely has it.
      const index = kill % running.length;
      await running[index]?.kill();
      if (job && kill === 0) bulkDoneAtKill = (await call(`${running[1]?.url}${job}`, 'GET')).done;
      await more();
      if (!options.drains) continue;
      const again = await start(database);
      await again.ready();
      running[index] = again;
    }
    const figures = await load.stop();
    const last = running[0] as RunningProcess;
    if (job) await until(async () => (await call(`${last.url}${job}`, 'GET')).state === 'done');
    if (options.drains)
      await until(async () => (await call(outboxOf(last.url, app), 'GET')).waiting === 0);
    const storage = database.storage('production');
    const bulkOnce = await countOnce(storage, app);
    const kept = await checkKept(storage, app, load, gameServer, options.drains);
    const { kills, bulkRows } = options;
    return {
      ...figures,
      ...kept,
      repeatedBefore,
      kills,
      bulkRows,
      bulkOnce,
      bulkDoneAtKill,
      agreedAfterMs,
    };
  } finally {
    await Promise.all(running.map((each) => each.kill()));
    await gameServer.close();
    await database.drop();
  }
}

const start = (database: TestDatabase): Promise<RunningProcess> =>
  startProcess({
    ...database.variables,
    DATABASE_POOL: '5',
    // The issuer of tokens, the same for all.
    TOLLGATE_PUBLIC_URL: 'http://tollgate.test',
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
  });

function repeatedIn({ received }: GameServer): number {
  return received.length - new Set(received.map(({ headers }) => headers['webhook-id'])).size;
}

/** Starts a bulk job; answers its path. */
async function beginBulk(url: string, { appid }: RestrictionApp, rows: number): Promise<string> {
  const players = Array.from({ length: rows }, (_, index) => FIRST_BULK_PLAYER + index);
  const period = new URLSearchParams({
    action: 'restrict',
    status: 'B',
    block_type: '1',
    start_date: '2026-01-01 00:00:00',
    end_date: '2030-01-01 00:00:00',
  });
  const jobs = `/admin/v1/apps/${appid}/bulk`;
  const { job_id } = await call(`${url}${jobs}?${period}`, 'POST', players.join('\n'));
  await call(`${url}${jobs}/${job_id}/apply`, 'POST', {});
  await until(async () => (await call(`${url}${jobs}/${job_id}`, 'GET')).done > 0);
  return `${jobs}/${job_id}`;
}

/** Players of the bulk job with exactly one change. */
async function countOnce(
  storage: Parameters<typeof readCommitted>[0],
  { gameIndex }: RestrictionApp,
): Promise<number> {
  const committed = await readCommitted(storage);
  return [...committed].filter(([key, { versions }]) => {
    const [project, player] = key.split(' ').map(Number) as [number, number];
    return project === gameIndex && player >= FIRST_BULK_PLAYER && versions.length === 1;
  }).length;
}

/** Changes settings through the first process; measures until all others act on them. */
async function agree(
  running: readonly RunningProcess[],
  app: RestrictionApp,
): Promise<Record<string, number>> {
  const [{ url }, ...others] = running as [RunningProcess, ...RunningProcess[]];
  const admin = `${url}/admin/v1`;
  const took = async (isSo: (url: string) => Promise<boolean>): Promise<number> => {
    const began = performance.now();
    await Promise.all(others.map((other) => until(() => isSo(other.url))));
    return Math.round(performance.now() - began);
  };

  const { key_id, service_certification_key } = await call(
    `${admin}/apps/${app.appid}/keys`,
    'POST',
    {},
  );
  const typesAt = async (at: string, key: string) => {
    const body = { appid: app.appid, service_certification_key: key };
    return (await post(`${at}/game/block/type/get`, body)).body;
  };
  const isAccepted = async (at: string): Promise<boolean> =>
    (await typesAt(at, service_certification_key)).result_code === 0;
  await took(isAccepted);
  await call(`${admin}/apps/${app.appid}/keys/${key_id}`, 'DELETE');
  const key = await took(async (at) => !(await isAccepted(at)));

  const { gameIndex } = app;
  const client = await call(`${admin}/projects/${gameIndex}/clients`, 'POST', { name: 'proof' });
  const { client_id, client_secret } = client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const { access_token: token } = (await post(`${url}/oauth/token`, grant)).body;
  const verdictAt = async (at: string): Promise<string> => {
    const { body } = await post(`${at}/v2/game/block/type/get`, { appid: app.appid }, token);
    return body.token_validation.result_msg;
  };
  await took(async (at) => (await verdictAt(at)) === 'SUCCESS');
  await post(`${url}/oauth/revoke`, { token, client_id, client_secret });
  const revokedToken = await took(async (at) => (await verdictAt(at)) === 'TOKEN_REVOKED');

  const listAt = async (at: string): Promise<number> =>
    (await typesAt(at, app.key)).data.block_type_list.length;
  await took(async (at) => (await listAt(at)) === 1);
  const type = await call(`${url}/game/block/type/set`, 'POST', {
    appid: app.appid,
    service_certification_key: app.key,
    type_status: 'O',
    type_name: 'other',
    type_en_name: 'other',
    reasons: ['ko', 'en'].map((language) => ({ language, reason: 'reason' })),
  });
  assert.equal(type.result_code, 0);
  const newType = await took(async (at) => (await listAt(at)) === 2);
  return { key, token: revokedToken, type: newType };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function post(url: string, body: object, token?: string): Promise<{ readonly body: any }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      iscrypt: '0',
      ...(token !== undefined && { 'x-access-token': token }),
    },
    body: JSON.stringify(body),
  });
  return { body: await response.json() };
}
