// kill -9 of the service under load, again and again, while the game server refuses some players and others are
// released: in the end it has for every player what the database has, and it was told nothing else.
import assert from 'node:assert/strict';
import { readSnapshot } from '../../src/restriction/snapshot.ts';
import { openStorage } from '../../src/storage/storage.ts';
import {
  accept,
  type GameServer,
  refusing,
  startGameServer,
  type Told,
} from '../outbox/game-server.ts';
import { createDatabase, type Kind, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';

const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
const WORKERS = 8;
const PLAYERS_PER_WORKER = 5;
const SHORTEST_RUN_MS = 20;
const LONGEST_RUN_MS = 400;
/** Of each worker's players: one is refused while the service is killed, one is released after every change. */
const REFUSED = 1;
const RELEASED = 0;
const refusedPlayers = Array.from({ length: WORKERS }, (_, worker) =>
  BigInt(worker * PLAYERS_PER_WORKER + REFUSED + 1),
);
const ON_THE_WIRE_MS = 50;
const FIRST_END = Date.UTC(2030, 0, 1);

/** Each round has a project of its own, whose lane no killed process holds. */
interface Round {
  readonly gameIndex: number;
  readonly appid: string;
  readonly key: string;
  /** The last version of each player that was acknowledged. */
  readonly acknowledged: Map<number, number>;
  /** How many requests the game server had got when its process was gone. */
  endedAt: number;
}

export interface Proof {
  /** Changes that were answered with success. */
  readonly acknowledged: number;
  readonly requests: number;
  /** Requests whose id had come before. */
  readonly repeated: number;
  /** Requests that were answered with another result_code than 0. */
  readonly refused: number;
  /** Players whose last change was a release. */
  readonly released: number;
}

export async function proveKills(options: {
  readonly rounds: number;
  readonly database: Kind;
}): Promise<Proof> {
  const database = await createDatabase(options.database);
  const gameServer = await startGameServer();
  let service: RunningProcess | undefined;
  gameServer.behave(refusing(refusedPlayers));
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < options.rounds; round++) {
      service = await start(database);
      rounds.push(await openRound(service, gameServer));
      const load = runLoad(service, rounds.at(-1) as Round);
      await load.begun;
      const lived = SHORTEST_RUN_MS + Math.random() * (LONGEST_RUN_MS - SHORTEST_RUN_MS);
      await new Promise((resolve) => setTimeout(resolve, lived));
      await service.kill();
      await load.ended;
      // What was on the wire when the process died arrives, too.
      await new Promise((resolve) => setTimeout(resolve, ON_THE_WIRE_MS));
      (rounds.at(-1) as Round).endedAt = gameServer.received.length;
    }
    const last = await start(database);
    service = last;
    for (const round of rounds) await until(() => isOnlyRefusedLeft(last, round));
    const willing = gameServer.received.length;
    gameServer.behave(accept);
    for (const round of rounds) await call(`${outboxOf(last, round)}/resume`, 'POST');
    for (const round of rounds) await until(() => isDrained(last, round));
    await last.stop();
    return await check(database, rounds, gameServer, willing);
  } finally {
    // A failed proof must not wait for a process that goes on.
    await service?.kill();
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
      ...(body && { 'content-type': 'application/json' }),
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
  return { gameIndex, appid, key, acknowledged: new Map(), endedAt: 0 };
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
      const who = { appid, service_certification_key: key, player_id: player };
      try {
        const { result_code } = await call(`${url}/game/block/set`, 'POST', {
          ...who,
          status: 'B',
          block_type: 1,
          start_date: '2026-01-01 00:00:00',
          end_date: endOf(version),
        });
        assert.equal(result_code, 0);
        if (change % PLAYERS_PER_WORKER === RELEASED) {
          const released = await call(`${url}/game/block/delete`, 'POST', who);
          assert.equal(released.result_code, 0);
        }
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

const outboxOf = ({ url }: RunningProcess, { gameIndex }: Round): string =>
  `${url}/admin/v1/projects/${gameIndex}/outbox/restriction`;

async function isOnlyRefusedLeft(service: RunningProcess, round: Round): Promise<boolean> {
  const { waiting, refused } = await call(outboxOf(service, round), 'GET');
  return waiting === refused;
}

async function isDrained(service: RunningProcess, round: Round): Promise<boolean> {
  return (await call(outboxOf(service, round), 'GET')).waiting === 0;
}

interface Arrival {
  readonly index: number;
  readonly gameIndex: number;
  readonly data: readonly Told[];
  readonly isAccepted: boolean;
}

async function check(
  database: TestDatabase,
  rounds: readonly Round[],
  gameServer: GameServer,
  willing: number,
): Promise<Proof> {
  const bodies = new Map<string, string>();
  for (const { headers, body } of gameServer.received) {
    const id = String(headers['webhook-id']);
    assert.equal(body, bodies.get(id) ?? body, 'the same id means the same bytes');
    bodies.set(id, body);
  }
  const committed = await readCommitted(database);
  const arrivals = gameServer.received.map(({ body }, index): Arrival => {
    const { game_index, data } = JSON.parse(body) as { game_index: number; data: Told[] };
    const isRefused = data.some(({ player_id }) => refusedPlayers.includes(BigInt(player_id)));
    return { index, gameIndex: game_index, data, isAccepted: index >= willing || !isRefused };
  });
  for (const round of rounds) checkRound(round, arrivals, committed);
  return {
    acknowledged: rounds
      .flatMap(({ acknowledged }) => [...acknowledged.values()])
      .reduce((sum, versions) => sum + versions, 0),
    requests: arrivals.length,
    repeated: arrivals.length - bodies.size,
    refused: arrivals.filter(({ isAccepted }) => !isAccepted).length,
    released: [...committed.values()].filter(({ isReleased }) => isReleased).length,
  };
}

/** What has committed about a player: its versions in their order, and whether the last change was a release. */
interface Committed {
  readonly versions: readonly number[];
  readonly isReleased: boolean;
}

/** By project and player. */
async function readCommitted(database: TestDatabase): Promise<Map<string, Committed>> {
  const storage = openStorage(database.storage('production'));
  try {
    const rows = await storage.db
      .selectFrom('restriction_history')
      .select(['game_index', 'player_id', 'after_change'])
      .orderBy('game_index')
      .orderBy('seq')
      .execute();
    const committed = new Map<string, Committed>();
    for (const { game_index, player_id, after_change } of rows) {
      const key = `${game_index} ${player_id}`;
      const { versions } = committed.get(key) ?? { versions: [] };
      const told = readSnapshot(after_change);
      committed.set(key, {
        versions: told ? [...versions, versionOf(told.end_date)] : versions,
        isReleased: told === null,
      });
    }
    return committed;
  } finally {
    await storage.close();
  }
}

function checkRound(
  { gameIndex, acknowledged, endedAt }: Round,
  arrivals: readonly Arrival[],
  committed: ReadonlyMap<string, Committed>,
): void {
  const told = new Map<number, { version: number; index: number; isAccepted: boolean }[]>();
  // In the order of arrival, repetitions included: a receiver that keeps no ids must end up right, too.
  for (const { index, data, isAccepted, ...arrival } of arrivals) {
    if (arrival.gameIndex !== gameIndex) continue;
    for (const { player_id, end_date } of data) {
      const player = Number(player_id);
      const version = versionOf(end_date);
      told.set(player, [...(told.get(player) ?? []), { version, index, isAccepted }]);
    }
  }
  for (const [player, version] of acknowledged) {
    const { versions = [] } = committed.get(`${gameIndex} ${player}`) ?? {};
    assert.ok(versions.includes(version), `acknowledged ${version} of player ${player} is written`);
  }
  for (let player = 1; player <= WORKERS * PLAYERS_PER_WORKER; player++) {
    const { versions: written, isReleased } = committed.get(`${gameIndex} ${player}`) ?? {
      versions: [],
      isReleased: false,
    };
    const heard = told.get(player) ?? [];
    const versions = heard.map(({ version }) => version);
    const about = `player ${player} of project ${gameIndex}: told ${versions}, written ${written}`;
    assert.ok(
      versions.every((version) => written.includes(version)),
      `nothing is told that was not written; ${about}`,
    );
    assert.deepEqual(
      versions,
      versions.toSorted((one, other) => one - other),
      `in order; ${about}`,
    );
    if (isReleased) {
      const late = heard.filter(({ index }) => index >= endedAt);
      assert.deepEqual(late, [], `a released player is not announced; ${about}`);
    } else {
      const accepted = heard.filter(({ isAccepted }) => isAccepted).at(-1)?.version;
      assert.equal(accepted, written.at(-1), `what it has is what is written; ${about}`);
    }
  }
}
