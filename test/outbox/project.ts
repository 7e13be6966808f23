// A project whose game server is under the test's control, with relays to run by hand.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { SYSTEM } from '../../src/audit/audit.ts';
import type { Worker } from '../../src/background/worker.ts';
import { channels } from '../../src/channels.ts';
import { type Registration, registerReceiver } from '../../src/outbox/receivers.ts';
import { anyAddress } from '../../src/outbox/relay/address-guard.ts';
import { listAttempts } from '../../src/outbox/relay/attempts.ts';
import { createRelay, type RelayOptions } from '../../src/outbox/relay/relay.ts';
import { createSender, type SenderOptions } from '../../src/outbox/relay/send.ts';
import type { Service } from '../../src/service.ts';
import { createLog } from '../../src/start/log.ts';
import type { LaneName } from '../../src/storage/schema.ts';
import type { App } from '../../src/tenants/directory.ts';
import { expectDone, type Gate, type TestApp } from '../support/harness.ts';
import { type GameServer, startGameServer } from './game-server.ts';

export const KEY = 'game-server-key-of-the-tests';
export const START_DATE = '2026-11-15 00:00:00';

export interface Project {
  readonly gameIndex: number;
  readonly appid: string;
  readonly app: TestApp;
  readonly server: GameServer;
  /** Restricts the players, one change each; `end` tells versions apart. */
  restrict(players: readonly bigint[], end?: string, traceparent?: string): Promise<void>;
  release(player: bigint): Promise<void>;
  connect(url: string, key?: string): Promise<void>;
}

export async function createProject(gate: Gate, context: TestContext, port = 0): Promise<Project> {
  const testApp = await gate.createApp();
  const { gameIndex, appid } = testApp;
  const { directory, restrictions } = gate.service;
  const server = await startGameServer('127.0.0.1', port);
  context.after(() => server.close());
  const app = (await directory.app(appid)) as App;
  const actor = { kind: 'key', name: 'test' } as const;
  const connect = async (url: string, key?: string): Promise<void> => {
    expectDone(
      await registerReceiver(gate.service.context, SYSTEM, {
        game_index: gameIndex,
        channel: 'restriction',
        url,
        ...(key && { key }),
      }),
    );
  };
  await connect(server.url, KEY);
  const reasons = ['ko', 'en'].map((language) => ({
    language: language as 'ko',
    reason: 'reason',
  }));
  await restrictions.types.register(app, {
    type_status: 'O',
    type_name: 'type',
    type_en_name: 'type',
    reasons,
  });
  return {
    gameIndex,
    appid,
    app: testApp,
    server,
    connect,
    async restrict(players, end = '2030-01-01 00:00:00', traceparent) {
      // Changes submitted together keep their order.
      const outcomes = await Promise.all(
        players.map((player_id) =>
          restrictions.set(
            app,
            { player_id, status: 'B', block_type: 1, start_date: START_DATE, end_date: end },
            { actor, traceparent },
          ),
        ),
      );
      assert.ok(outcomes.every((outcome) => 'code' in outcome && outcome.code === 0));
    },
    async release(player) {
      await restrictions.release(app, player, { actor });
    },
  };
}

export function openRelay(
  gate: Gate,
  context: TestContext,
  options: Partial<RelayOptions> & {
    readonly service?: Service;
    readonly network?: Partial<SenderOptions>;
  } = {},
): Worker {
  const { storage, vault } = (options.service ?? gate.service).context;
  const sender = createSender({ mayReach: anyAddress, totalMs: 60_000, ...options.network });
  const relay = createRelay({
    storage,
    vault,
    clock: () => gate.now,
    sender,
    channels,
    log: createLog('silent'),
    random: () => 0.5,
    ...options,
  });
  context.after(async () => {
    await relay.stop();
    await sender.close();
  });
  return relay;
}

/** Another receiver of a channel, or its first one. */
export async function addReceiver(
  gate: Gate,
  gameIndex: number,
  channel: LaneName,
  url: string,
  more: Partial<Registration> = {},
): Promise<void> {
  const registration = { game_index: gameIndex, channel, url, key: KEY, ...more };
  expectDone(await registerReceiver(gate.service.context, SYSTEM, registration));
}

const HOUR = 3_600_000;
/** As long as a message is tried. */
const THREE_DAYS = 72 * HOUR;

/** What fails at the first and at the last attempt is dead then; with a shorter step also on the way. */
export async function spendThreeDays(gate: Gate, relay: Worker, step = THREE_DAYS): Promise<void> {
  for (const end = gate.now + THREE_DAYS; gate.now <= end; gate.now += step) await relay.turn();
}

export const laneOf = ({ gameIndex }: Project) => ({ gameIndex, channel: 'restriction' }) as const;

/** The log of the project's notifications, oldest first. */
export async function logOf(gate: Gate, project: Project) {
  const { db } = gate.service.context.storage;
  return (await listAttempts(db, laneOf(project), { limit: 500 })).toReversed();
}

/** Who is named in each request, in order of arrival. */
export const named = ({ server }: Project): bigint[][] =>
  server.told().map((data) => data.map(({ player_id }) => BigInt(player_id)));

/** Players first, first + 1, … */
export const players = (first: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, index) => first + BigInt(index));
