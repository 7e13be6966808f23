// Callers that restrict players without end, whatever happens to the service and its database, and the state in the end.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { StorageOptions } from '../../src/storage/storage.ts';
import type { GameServer, Told } from '../outbox/game-server.ts';
import { type RestrictionApp, readCommitted, restrictionOf, versionOf } from './restriction-app.ts';

const WORKERS = 8;
const PLAYERS_PER_WORKER = 5;
/** A caller that got an error does not call again at once. */
const AFTER_ERROR_MS = 20;

export interface LoadFigures {
  readonly sent: number;
  readonly acknowledged: number;
  /** Answered with the documented error. */
  readonly refused: number;
  /** The process was gone. */
  readonly unanswered: number;
  readonly longestMs: number;
}

export interface Load {
  /** Every version that was acknowledged, by player. */
  readonly acknowledged: ReadonlyMap<number, readonly number[]>;
  figures(): LoadFigures;
  stop(): Promise<LoadFigures>;
}

/** Each caller has its own players, and calls the processes in turn. */
export function startLoad(app: RestrictionApp, urls: () => readonly string[]): Load {
  const acknowledged = new Map<number, number[]>();
  const figures = { sent: 0, acknowledged: 0, refused: 0, unanswered: 0, longestMs: 0 };
  let isOver = false;

  async function work(worker: number): Promise<void> {
    for (let change = 0; !isOver; change++) {
      const player = worker * PLAYERS_PER_WORKER + (change % PLAYERS_PER_WORKER) + 1;
      const all = urls();
      const url = all[(worker + change) % all.length] as string;
      const version = change + 1;
      figures.sent += 1;
      const began = performance.now();
      const outcome = await restrict(url, app, player, version);
      figures.longestMs = Math.max(figures.longestMs, Math.round(performance.now() - began));
      figures[outcome] += 1;
      if (outcome === 'acknowledged')
        acknowledged.set(player, [...(acknowledged.get(player) ?? []), version]);
      else await wait(AFTER_ERROR_MS);
    }
  }

  const ended = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  ended.catch(() => {});
  return {
    acknowledged,
    figures: () => ({ ...figures }),
    async stop() {
      isOver = true;
      await ended;
      return { ...figures };
    },
  };
}

async function restrict(
  url: string,
  app: RestrictionApp,
  player: number,
  version: number,
): Promise<'acknowledged' | 'refused' | 'unanswered'> {
  try {
    const response = await fetch(`${url}/game/block/set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', iscrypt: '0' },
      body: JSON.stringify(restrictionOf(app, player, version)),
    });
    const body = (await response.json()) as { result_code: number };
    if (response.status === 200) {
      assert.equal(body.result_code, 0);
      return 'acknowledged';
    }
    const error = { result_code: 5000, result_msg: 'INTERNAL_ERROR' };
    assert.deepEqual([response.status, body], [500, error], 'the documented error');
    return 'refused';
  } catch (error) {
    // fetch says so when the connection is gone: nobody knows whether this one was written.
    if (error instanceof TypeError) return 'unanswered';
    throw error;
  }
}

export interface Kept {
  /** Changes that were acknowledged and are not in the database. */
  readonly lost: number;
  /** Requests that the game server got. */
  readonly notifications: number;
  /** Of them those whose id had come before, which only a kill or an outage causes. */
  readonly repeated: number;
}

/**
 * Counts what is lost. The game server must have heard of every player in order and, once the outbox is
 * empty, up to the last change.
 */
export async function checkKept(
  storage: StorageOptions,
  { gameIndex }: RestrictionApp,
  { acknowledged }: Pick<Load, 'acknowledged'>,
  gameServer: GameServer,
  isDrained = true,
): Promise<Kept> {
  const committed = await readCommitted(storage);
  let lost = 0;
  for (const [player, versions] of acknowledged) {
    const written = new Set(committed.get(`${gameIndex} ${player}`)?.versions);
    lost += versions.filter((version) => !written.has(version)).length;
  }
  const bodies = new Map<string, string>();
  const heard = new Map<string, number[]>();
  for (const { headers, body } of gameServer.received) {
    const id = String(headers['webhook-id']);
    assert.equal(body, bodies.get(id) ?? body, 'the same id means the same bytes');
    bodies.set(id, body);
    const { game_index, data } = JSON.parse(body) as { game_index: number; data: Told[] };
    if (game_index !== gameIndex) continue;
    for (const { player_id, end_date } of data) {
      const versions = heard.get(String(player_id)) ?? [];
      heard.set(String(player_id), versions);
      versions.push(versionOf(end_date));
    }
  }
  for (const [key, { versions: written }] of committed) {
    const [project, player = ''] = key.split(' ');
    if (project !== String(gameIndex)) continue;
    const told = heard.get(player) ?? [];
    const inOrder = told.every(
      (version, index) => index === 0 || version >= (told[index - 1] ?? 0),
    );
    assert.ok(inOrder, `in order: player ${player} was told of ${told}`);
    if (isDrained)
      assert.equal(told.at(-1), written.at(-1), `the last change of player ${player} was told`);
  }
  const notifications = gameServer.received.length;
  return { lost, notifications, repeated: notifications - bodies.size };
}
