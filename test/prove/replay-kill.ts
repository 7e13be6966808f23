// kill -9 of the service during replays, again and again, while players are restricted: the receiver gets every
// request of the replay once more, in order, and what it hears last about a player is the newest.
import assert from 'node:assert/strict';
import { parseJson } from '../../src/base/json.ts';
import { LEASE_MS } from '../../src/outbox/relay/lanes.ts';
import { accept, type GameServer, startGameServer } from '../outbox/game-server.ts';
import { createMigrated, type Kind, type TestDatabase } from '../support/databases.ts';
import { type RunningProcess, startProcess, until } from '../support/process.ts';
import { shiftedBy } from '../upgrade/fixture.ts';
import {
  ADMIN_TOKEN,
  call,
  openRestrictionApp,
  type RestrictionApp,
  restrictionOf,
  versionOf,
} from './restriction-app.ts';

const PLAYERS = 12;
const VERSIONS = 3;
const KILLS_OF_A_REPLAY = 3;
const SHORTEST_RUN_MS = 10;
const LONGEST_RUN_MS = 300;
/** So slow that a kill finds the replay at work. */
const ANSWER_MS = 5;
const ON_THE_WIRE_MS = 50;

export interface Proof {
  /** Requests of the replays. */
  readonly replayed: number;
  /** Requests that came more than once within a replay, because of a kill. */
  readonly repeated: number;
  readonly kills: number;
}

export async function proveReplays(options: {
  readonly kills: number;
  readonly database: Kind;
}): Promise<Proof> {
  const database = await createMigrated(options.database);
  const events = await startGameServer();
  events.behave((response, received) => {
    setTimeout(() => accept(response, received), ANSWER_MS);
  });
  let service = await start(database, 0);
  try {
    const app = await openRestrictionApp(service.url, events);
    await call(`${service.url}/admin/v1/projects/${app.gameIndex}/receivers/restriction`, 'DELETE');
    await call(receiverAt(service, app), 'PUT', {
      url: events.url,
      key: 'event-receiver-key-of-the-proof',
      restriction_events: true,
    });
    const written = new Map<number, number>();
    for (let version = 1; version <= VERSIONS; version++) {
      for (let player = 1; player <= PLAYERS; player++) {
        await change(service, app, player, version);
        written.set(player, version);
      }
    }
    await until(() => isDrained(service, app));
    let kills = 0;
    const begun: { readonly id: string; readonly first: readonly string[]; readonly at: number }[] =
      [];
    while (kills < options.kills) {
      // Without the test message of the registration.
      const first = [...new Set(idsOf(events))].filter((each) => each.startsWith('msg_'));
      const at = events.received.length;
      const { replay_id: id } = await call(`${outboxAt(service, app)}/replays`, 'POST', {
        from: '2026-01-01T00:00:00Z',
      });
      begun.push({ id, first, at });
      for (let hits = 0; hits < KILLS_OF_A_REPLAY && kills < options.kills; hits += 1) {
        if ((await replayAt(service, app, id)).state !== 'running') break;
        const load = changeUntilGone(service, app, written);
        const lived = SHORTEST_RUN_MS + Math.random() * (LONGEST_RUN_MS - SHORTEST_RUN_MS);
        await new Promise((resolve) => setTimeout(resolve, lived));
        await service.kill();
        kills += 1;
        await load;
        await new Promise((resolve) => setTimeout(resolve, ON_THE_WIRE_MS));
        // The lane that the killed process held is due.
        service = await start(database, kills * LEASE_MS);
      }
      await until(async () => (await replayAt(service, app, id)).state !== 'running');
      await until(() => isDrained(service, app));
    }
    const replays = await Promise.all(begun.map(({ id }) => replayAt(service, app, id)));
    await service.stop();
    assert.deepEqual(
      replays.map(({ state }) => state),
      replays.map(() => 'done'),
    );
    checkBytes(events);
    for (const [index, { id, first, at }] of begun.entries()) {
      const again = idsOf(events, id);
      const once = [...new Set(again)];
      assert.deepEqual(once.slice(0, first.length), first, 'every request, in its first order');
      assert.equal(replays[index].sent, replays[index].requests, 'counted once');
      assert.equal(once.length, replays[index].requests);
      checkOrder(events.received.slice(at));
    }
    const heard = versionsIn(events.received);
    for (const [player, version] of written) {
      const last = heard.get(player)?.at(-1) ?? 0;
      assert.ok(last >= version, `player ${player}: heard ${last} last, acknowledged ${version}`);
    }
    const replayed = begun.flatMap(({ id }) => idsOf(events, id));
    const requests = replays.reduce((sum, { sent }) => sum + sent, 0);
    return { replayed: requests, repeated: replayed.length - requests, kills };
  } finally {
    await service.kill();
    await events.close();
    await database.drop();
  }
}

async function start(database: TestDatabase, shift: number): Promise<RunningProcess> {
  const service = await startProcess({
    ...database.variables,
    ...(shift > 0 && shiftedBy(shift)),
    SANDBOX_PORT: 'off',
    LOG_LEVEL: 'error',
    TOLLGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    TOLLGATE_ALLOW_PRIVATE_TARGETS: 'true',
  });
  await service.ready();
  return service;
}

const receiverAt = ({ url }: RunningProcess, { gameIndex }: RestrictionApp): string =>
  `${url}/admin/v1/projects/${gameIndex}/receivers/purchase`;
const outboxAt = ({ url }: RunningProcess, { gameIndex }: RestrictionApp): string =>
  `${url}/admin/v1/projects/${gameIndex}/outbox/purchase`;
const replayAt = (service: RunningProcess, app: RestrictionApp, id: string) =>
  call(`${outboxAt(service, app)}/replays/${id}`, 'GET');
const isDrained = async (service: RunningProcess, app: RestrictionApp): Promise<boolean> =>
  (await call(outboxAt(service, app), 'GET')).waiting === 0;

async function change(
  { url }: RunningProcess,
  app: RestrictionApp,
  player: number,
  version: number,
): Promise<void> {
  const restriction = restrictionOf(app, player, version);
  assert.equal((await call(`${url}/game/block/set`, 'POST', restriction)).result_code, 0);
}

/** One player after the other, until the service is gone. */
async function changeUntilGone(
  service: RunningProcess,
  app: RestrictionApp,
  written: Map<number, number>,
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const player = (turn % PLAYERS) + 1;
    const version = (written.get(player) ?? 0) + 1;
    try {
      await change(service, app, player, version);
    } catch (error) {
      // fetch says so when the connection is gone: nobody knows whether this one was written.
      if (error instanceof TypeError) return;
      throw error;
    }
    written.set(player, version);
  }
}

type Arrivals = GameServer['received'];

/** Of all requests, or of those of a replay. */
const idsOf = ({ received }: GameServer, replay?: string): string[] =>
  received.flatMap(({ headers }) =>
    replay === undefined || headers['webhook-replay'] === replay
      ? [String(headers['webhook-id'])]
      : [],
  );

function checkBytes({ received }: GameServer): void {
  const bodies = new Map<string, string>();
  for (const { headers, body } of received) {
    const id = String(headers['webhook-id']);
    assert.equal(body, bodies.get(id) ?? body, 'the same id means the same bytes');
    bodies.set(id, body);
  }
}

/** The versions of new restrictions by player, in the order of arrival. */
function versionsIn(arrivals: Arrivals): Map<number, number[]> {
  const heard = new Map<number, number[]>();
  for (const { body } of arrivals) {
    // A test message has none.
    const { events = [] } = parseJson(body) as {
      events?: { type: string; data: { playerId: number; endDate: string } }[];
    };
    for (const { type, data } of events) {
      if (type !== 'restriction.set') continue;
      const own = heard.get(data.playerId) ?? [];
      heard.set(data.playerId, [...own, versionOf(data.endDate)]);
    }
  }
  return heard;
}

/** From the beginning of a replay to that of the next. A request that a kill repeats comes again at once, with all its events. */
function checkOrder(arrivals: Arrivals): void {
  const next = arrivals.findIndex(
    ({ headers }, index) =>
      headers['webhook-replay'] !== undefined &&
      arrivals[index - 1]?.headers['webhook-replay'] === undefined,
  );
  const end = arrivals.findIndex(
    ({ headers }, index) =>
      index > next &&
      headers['webhook-replay'] !== undefined &&
      headers['webhook-replay'] !== arrivals[next]?.headers['webhook-replay'],
  );
  const own = arrivals
    .slice(next, end === -1 ? undefined : end)
    .filter(({ headers }, index, all) => {
      return headers['webhook-id'] !== all[index - 1]?.headers['webhook-id'];
    });
  for (const [player, versions] of versionsIn(own)) {
    const sorted = versions.toSorted((one, other) => one - other);
    assert.deepEqual(versions, sorted, `player ${player} in order`);
  }
}
