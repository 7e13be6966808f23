// An app of a running service for proofs with restrictions: each change of a player has a version, told by its end date.
import assert from 'node:assert/strict';
import { readSnapshot } from '../../src/restriction/snapshot.ts';
import { openStorage, type StorageOptions } from '../../src/storage/storage.ts';

export const ADMIN_TOKEN = 'an-admin-token-for-the-proof-only';
const FIRST_END = Date.UTC(2030, 0, 1);

export interface RestrictionApp {
  readonly gameIndex: number;
  readonly appid: string;
  readonly key: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Body = any;

/** A call of the operator that is expected to succeed; a text is sent as it is. */
export async function call(url: string, method: string, body?: object | string): Promise<Body> {
  const isText = typeof body === 'string';
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body && { 'content-type': isText ? 'text/csv' : 'application/json' }),
      iscrypt: '0',
    },
    ...(body && { body: isText ? body : JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${url}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

/** A project of its own, whose game server is there. */
export async function openRestrictionApp(
  url: string,
  gameServer: { readonly url: string },
): Promise<RestrictionApp> {
  const admin = `${url}/admin/v1`;
  const { game_index: gameIndex } = await call(`${admin}/projects`, 'POST', { name: 'proof' });
  const appid = `proof-${gameIndex}`;
  await call(`${admin}/projects/${gameIndex}/apps`, 'POST', { appid, name: appid });
  const { service_certification_key: key } = await call(`${admin}/apps/${appid}/keys`, 'POST', {});
  const server = { url: gameServer.url, key: 'game-server-key-of-the-proof' };
  await call(`${admin}/projects/${gameIndex}/receivers/restriction`, 'PUT', server);
  const type = await call(`${url}/game/block/type/set`, 'POST', {
    appid,
    service_certification_key: key,
    type_status: 'O',
    type_name: 'type',
    type_en_name: 'type',
    reasons: ['ko', 'en'].map((language) => ({ language, reason: 'reason' })),
  });
  assert.equal(type.result_code, 0);
  return { gameIndex, appid, key };
}

/** The body of `block/set` for this version of a player. */
export const restrictionOf = ({ appid, key }: RestrictionApp, player: number, version: number) => ({
  appid,
  service_certification_key: key,
  player_id: player,
  status: 'B',
  block_type: 1,
  start_date: '2026-01-01 00:00:00',
  end_date: endOf(version),
});

const endOf = (version: number): string =>
  new Date(FIRST_END + version * 1_000).toISOString().slice(0, 19).replace('T', ' ');

export const versionOf = (end: string): number =>
  (Date.parse(`${end.replace(' ', 'T')}Z`) - FIRST_END) / 1_000;

export const outboxOf = (url: string, { gameIndex }: RestrictionApp): string =>
  `${url}/admin/v1/projects/${gameIndex}/outbox/restriction`;

/** What has committed about a player: its versions in their order, and whether the last change was a release. */
export interface Committed {
  readonly versions: readonly number[];
  readonly isReleased: boolean;
}

/** By project and player. */
export async function readCommitted(options: StorageOptions): Promise<Map<string, Committed>> {
  const storage = openStorage(options);
  try {
    const rows = await storage.db
      .selectFrom('restriction_history')
      .select(['game_index', 'player_id', 'after_change'])
      .orderBy('game_index')
      .orderBy('seq')
      .execute();
    const committed = new Map<string, { versions: number[]; isReleased: boolean }>();
    for (const { game_index, player_id, after_change } of rows) {
      const key = `${game_index} ${player_id}`;
      const known = committed.get(key) ?? { versions: [], isReleased: false };
      committed.set(key, known);
      const told = readSnapshot(after_change);
      known.isReleased = told === null;
      if (told) known.versions.push(versionOf(told.end_date));
    }
    return committed;
  } finally {
    await storage.close();
  }
}
