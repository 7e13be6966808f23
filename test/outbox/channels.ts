// What the tests of every channel share: receivers by channel, and a project with messages in each.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { admin } from '../admin/caller.ts';
import { openLedger } from '../payment/queries/records.ts';
import type { Gate } from '../support/harness.ts';
import { accept, answer, type GameServer, startGameServer } from './game-server.ts';
import { createProject, KEY, openRelay, spendThreeDays } from './project.ts';

const HOUR = 3_600_000;
export const CHANNELS = ['restriction', 'purchase'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What each channel calls its receiver, in texts and in the audit log. */
export const NAMES = {
  restriction: { noun: 'game server', resource: 'game-server', key: /^tgg_[\w-]{43}$/ },
  purchase: { noun: 'receiver of events', resource: 'events', key: /^tge_[\w-]{43}$/ },
} as const;

export const iso = (at: number): string => new Date(at).toISOString();

export const pathOf = (gameIndex: number, channel?: Channel): string =>
  `/projects/${gameIndex}/receivers${channel === undefined ? '' : `/${channel}`}`;

export async function startReceiver(t: TestContext): Promise<GameServer> {
  const server = await startGameServer();
  t.after(() => server.close());
  return server;
}

/** A project that has one message of each channel, for receivers of its own. */
export async function openProject(gate: Gate, t: TestContext) {
  const { gameIndex, appid, server, restrict } = await createProject(gate, t);
  const events = await startReceiver(t);
  const path = pathOf(gameIndex, 'purchase');
  const registered = await admin(gate, 'PUT', path, { url: events.url, key: KEY });
  assert.equal(registered.status, 200);
  await restrict([1n]);
  const ledger = await openLedger(gate);
  const purchase = await ledger.record({ appid });
  return { gameIndex, servers: { restriction: server, purchase: events }, purchase };
}

/** Until every message is a dead letter; then the receivers accept again. */
export async function letDie(gate: Gate, t: TestContext) {
  const project = await openProject(gate, t);
  const servers = Object.values(project.servers);
  for (const server of servers) server.behave(answer(500, 'no'));
  const relay = openRelay(gate, t);
  const from = gate.now;
  await spendThreeDays(gate, relay);
  for (const server of servers) server.behave(accept);
  const letter = (channel: Channel) => {
    const { received, url } = project.servers[channel];
    return {
      batch_id: String(received[0]?.headers['webhook-id']),
      url,
      messages: 1,
      attempts: 2,
      created_at: iso(from),
      died_at: iso(from + 72 * HOUR),
    };
  };
  return { ...project, relay, letter };
}

/** Of which project an audit entry is, and about what. */
export const audited = (gameIndex: number, noun: string) => ({
  game_index: gameIndex,
  target: `projects/${gameIndex}/${noun}`,
});
