// kill -9 of the service under load, again and again, while the game server refuses some players and others are
// released: in the end it has for every player what the database has, and it was told nothing else.
import assert from 'node:assert/strict';
import { LEASE_MS } from '../../src/outbox/relay/lanes.ts';
import {
  accept,
  type GameServer,
  refusing,
  startGameServer,
  type Told,
} from '../outbox/game-server.ts';
import { createMigrated, type Kind, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';
import { shiftedBy } from '../upgrade/fixture.ts';
import {
  ADMIN_TOKEN,
  type Committed,
  call,
  openRestrictionApp,
  outboxOf,
  type RestrictionApp,
  readCommitted,
  restrictionOf,
  versionOf,
} from './restriction-app.ts';

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

/** Each round has a project of its own, whose lane no killed process holds. */
interface Round extends RestrictionApp {
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
  const database = await createMigrated(options.database);
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
    // The lanes that the killed processes held are due.
    const last = await start(database, shiftedBy(LEASE_MS));
    service = last;
    for (const round of rounds) await until(() => isOnlyRefusedLeft(last, round));
    const willing = gameServer.received.length;
    gameServer.behave(accept);
    for (const round of rounds) await call(`${outboxOf(last.url, round)}/resume`, 'POST');
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

async function start(
  database: TestDatabase,
  more: Record<string, string> = {},
): Promise<RunningProcess> {
  const service = await startProcess({
    ...database.variables,
    ...more,
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
  });
  await service.ready();
  return service;
}

const openRound = async ({ url }: RunningProcess, gameServer: GameServer): Promise<Round> => ({
  ...(await openRestrictionApp(url, gameServer)),
  acknowledged: new Map(),
  endedAt: 0,
});

/** Every worker changes its own players, one request after another, until the service is gone. */
function runLoad({ url }: RunningProcess, round: Round) {
  const { appid, key, acknowledged } = round;
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
        const restriction = restrictionOf(round, player, version);
        const { result_code } = await call(`${url}/game/block/set`, 'POST', restriction);
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

async function isOnlyRefusedLeft({ url }: RunningProcess, round: Round): Promise<boolean> {
  const { waiting, refused } = await call(outboxOf(url, round), 'GET');
  return waiting === refused;
}

async function isDrained({ url }: RunningProcess, round: Round): Promise<boolean> {
  return (await call(outboxOf(url, round), 'GET')).waiting === 0;
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
  const committed = await readCommitted(database.storage('production'));
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
