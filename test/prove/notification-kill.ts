// kill -9 of the service under load, again and again: no acknowledged restriction goes untold, nothing else is told.
import assert from 'node:assert/strict';
import { openStorage } from '../../src/storage/storage.ts';
import { type GameServer, startGameServer, type Told } from '../outbox/game-server.ts';
import { createDatabase, type Kind, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';

const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
const WORKERS = 8;
const PLAYERS_PER_WORKER = 5;
const SHORTEST_RUN_MS = 20;
const LONGEST_RUN_MS = 400;
const FIRST_END = Date.UTC(2030, 0, 1);

/** Each round has a project of its own, whose lane no killed process holds. */
interface Round {
  readonly gameIndex: number;
  readonly appid: string;
  readonly key: string;
  /** The last version of each player that was acknowledged. */
  readonly acknowledged: Map<number, number>;
}

export interface Proof {
  /** Changes that were answered with success. */
  readonly acknowledged: number;
  readonly requests: number;
  /** Requests whose id had come before. */
  readonly repeated: number;
}

export async function proveKills(options: {
  readonly rounds: number;
  readonly database: Kind;
}): Promise<Proof> {
  const database = await createDatabase(options.database);
  const gameServer = await startGameServer();
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < options.rounds; round++) {
      const service = await start(database);
      rounds.push(await openRound(service, gameServer));
      const load = runLoad(service, rounds.at(-1) as Round);
      await load.begun;
      const lived = SHORTEST_RUN_MS + Math.random() * (LONGEST_RUN_MS - SHORTEST_RUN_MS);
      await new Promise((resolve) => setTimeout(resolve, lived));
      await service.kill();
      await load.ended;
    }
    const service = await start(database);
    for (const round of rounds) await until(() => isDrained(service, round));
    await service.stop();
    return await check(database, rounds, gameServer);
  } finally {
    await gameServer.close();
    await database.drop();
  }
}

async function start(database: TestDatabase): Promise<RunningProcess> {
  const service = await startProcess({
    ...database.variables,
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
  });
  await service.ready();
  return service;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

async function call(url: string, method: string, body?: object): Promise<Body> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'content-type': 'application/json',
      iscrypt: '0',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${url}: ${response.status}`);
  return response.json();
}

async function openRound({ url }: RunningProcess, gameServer: GameServer): Promise<Round> {
  const admin = `${url}/admin/v1`;
  const { game_index: gameIndex } = await call(`${admin}/projects`, 'POST', { name: 'proof' });
  const appid = `proof-${gameIndex}`;
  await call(`${admin}/projects/${gameIndex}/apps`, 'POST', { appid, name: appid });
  const { service_certification_key: key } = await call(`${admin}/apps/${appid}/keys`, 'POST', {});
  const server = { url: gameServer.url, key: 'game-server-key-of-the-proof' };
  await call(`${admin}/projects/${gameIndex}/game-server`, 'PUT', server);
  const type = await call(`${url}/game/block/type/set`, 'POST', {
    appid,
    service_certification_key: key,
    type_status: 'O',
    type_name: 'type',
    type_en_name: 'type',
    reasons: ['ko', 'en'].map((language) => ({ language, reason: 'reason' })),
  });
  assert.equal(type.result_code, 0);
  return { gameIndex, appid, key, acknowledged: new Map() };
}

/** Every worker changes its own players, one request after another, until the service is gone. */
function runLoad({ url }: RunningProcess, { appid, key, acknowledged }: Round) {
  let first: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  const work = async (worker: number): Promise<void> => {
    for (let change = 0; ; change++) {
      const player = worker * PLAYERS_PER_WORKER + (change % PLAYERS_PER_WORKER) + 1;
      const version = Math.floor(change / PLAYERS_PER_WORKER) + 1;
      try {
        const { result_code } = await call(`${url}/game/block/set`, 'POST', {
          appid,
          service_certification_key: key,
          player_id: player,
          status: 'B',
          block_type: 1,
          start_date: '2026-01-01 00:00:00',
          end_date: endOf(version),
        });
        assert.equal(result_code, 0);
      } catch (error) {
        // fetch says so when the connection is gone: nobody knows whether this one was written.
        if (error instanceof TypeError) return;
        throw error;
      }
      acknowledged.set(player, version);
      first();
    }
  };
  const ended = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  return { begun: Promise.race([begun, ended]), ended };
}

const endOf = (version: number): string =>
  new Date(FIRST_END + version * 1_000).toISOString().slice(0, 19).replace('T', ' ');

const versionOf = (end: string): number =>
  (Date.parse(`${end.replace(' ', 'T')}Z`) - FIRST_END) / 1_000;

async function isDrained({ url }: RunningProcess, { gameIndex }: Round): Promise<boolean> {
  const outbox = `${url}/admin/v1/projects/${gameIndex}/outbox/restriction`;
  return (await call(outbox, 'GET')).waiting === 0;
}

async function check(
  database: TestDatabase,
  rounds: readonly Round[],
  gameServer: GameServer,
): Promise<Proof> {
  const bodies = new Map<string, string>();
  for (const { headers, body } of gameServer.received) {
    const id = String(headers['webhook-id']);
    assert.equal(body, bodies.get(id) ?? body, 'the same id means the same bytes');
    bodies.set(id, body);
  }
  const committed = await readCommitted(database);
  const arrivals = gameServer.received.map(({ body }) => body);
  for (const round of rounds) checkRound(round, arrivals, committed);
  return {
    acknowledged: rounds
      .flatMap(({ acknowledged }) => [...acknowledged.values()])
      .reduce((sum, versions) => sum + versions, 0),
    requests: gameServer.received.length,
    repeated: gameServer.received.length - bodies.size,
  };
}

/** Versions that have committed, by project and player, in their order. */
async function readCommitted(database: TestDatabase): Promise<Map<string, number[]>> {
  const storage = openStorage(database.storage('production'));
  try {
    const rows = await storage.db
      .selectFrom('restriction_history')
      .select(['game_index', 'player_id', 'after_change'])
      .orderBy('game_index')
      .orderBy('seq')
      .execute();
    const committed = new Map<string, number[]>();
    for (const { game_index, player_id, after_change } of rows) {
      const key = `${game_index} ${player_id}`;
      const { end_date } = JSON.parse(after_change ?? '{}') as Told;
      committed.set(key, [...(committed.get(key) ?? []), versionOf(end_date)]);
    }
    return committed;
  } finally {
    await storage.close();
  }
}

function checkRound(
  { gameIndex, acknowledged }: Round,
  arrivals: readonly string[],
  committed: ReadonlyMap<string, readonly number[]>,
): void {
  const told = new Map<number, number[]>();
  // In the order of arrival, repetitions included: a receiver that keeps no ids must end up right, too.
  for (const body of arrivals) {
    const { game_index, data } = JSON.parse(body) as { game_index: number; data: Told[] };
    if (game_index !== gameIndex) continue;
    for (const { player_id, end_date } of data) {
      const player = Number(player_id);
      told.set(player, [...(told.get(player) ?? []), versionOf(end_date)]);
    }
  }
  for (const [player, version] of acknowledged) {
    const written = committed.get(`${gameIndex} ${player}`) ?? [];
    assert.ok(written.includes(version), `acknowledged ${version} of player ${player} is written`);
    assert.ok(
      (told.get(player)?.at(-1) ?? 0) >= version,
      `${version} of player ${player} was told`,
    );
  }
  for (const [player, versions] of told) {
    const written = committed.get(`${gameIndex} ${player}`) ?? [];
    const about = `player ${player} of project ${gameIndex}: told ${versions}, written ${written}`;
    assert.equal(versions.at(-1), written.at(-1), `the last word is the last written; ${about}`);
    assert.ok(
      versions.every((version) => written.includes(version)),
      `nothing is told that was not written; ${about}`,
    );
    assert.deepEqual(
      versions,
      versions.toSorted((one, other) => one - other),
      `in order; ${about}`,
    );
  }
}
