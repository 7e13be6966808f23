// A project's game server: where notifications go, and the key that authenticates them.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, invalid, makeChange, notFound, type Refusal } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { newSecret, type Vault } from '../base/vault.ts';
import { GameIndex, lockProject, unknownProject } from '../tenants/projects.ts';

const HINT_LENGTH = 4;

export const GameServerInput = Type.Object(
  {
    url: Type.String({
      pattern: '^[\\x21-\\x7e]{1,2000}$',
      description: 'Where notifications are sent: an http or https URL.',
    }),
    key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{16,512}$',
        description:
          'Authentication key, sent as a bearer token: 16 to 512 visible characters. Absent: the present key stays; a first registration makes one and shows it once.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type GameServerInput = Type.Static<typeof GameServerInput>;

export const GameServer = Type.Object({
  game_index: GameIndex,
  url: Type.String(),
  key_hint: Type.String({ description: 'The last characters of the key.' }),
  updated_at: Type.String(),
});
export type GameServer = Type.Static<typeof GameServer>;

export const RegisteredGameServer = Type.Object({
  ...GameServer.properties,
  key: Type.Optional(Type.String({ description: 'The key, when it was made just now.' })),
});
export type RegisteredGameServer = Type.Static<typeof RegisteredGameServer>;

const notRegistered = (gameIndex: number): Refusal =>
  notFound(`Project ${gameIndex} has no game server.`);

export async function registerGameServer(
  desk: Desk,
  actor: Actor,
  { game_index: gameIndex, url, key }: GameServerInput & { readonly game_index: number },
): Promise<RegisteredGameServer | Refusal> {
  const problem = urlProblem(url);
  if (problem) return invalid('url', problem);
  return makeChange(desk, actor, async (tx, now) => {
    if (!(await lockProject(tx, gameIndex))) return unknownProject(gameIndex);
    const old = await tx
      .selectFrom('game_server')
      .selectAll()
      .where('game_index', '=', gameIndex)
      .executeTakeFirst();
    const keepsKey = key === undefined && old !== undefined;
    const newKey = key ?? newSecret('tgg').secret;
    const row = {
      game_index: gameIndex,
      url,
      sealed_key: keepsKey ? old.sealed_key : desk.vault.seal(newKey),
      updated_at: now,
    };
    await tx
      .insertInto('game_server')
      .values(row)
      .onConflict((conflict) => conflict.column('game_index').doUpdateSet(row))
      .execute();
    const before = old && viewGameServer(desk.vault, old);
    const after = viewGameServer(desk.vault, row);
    return {
      value: { ...after, ...(key === undefined && !old && { key: newKey }) },
      audit: audit('set', gameIndex, { ...(before && { before }), after }),
    };
  });
}

export async function readGameServer(desk: Desk, gameIndex: number): Promise<GameServer | Refusal> {
  const row = await desk.storage.db
    .selectFrom('game_server')
    .selectAll()
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row ? viewGameServer(desk.vault, row) : notRegistered(gameIndex);
}

export function removeGameServer(
  desk: Desk,
  actor: Actor,
  gameIndex: number,
): Promise<GameServer | Refusal> {
  return makeChange(desk, actor, async (tx) => {
    const row = await tx
      .deleteFrom('game_server')
      .where('game_index', '=', gameIndex)
      .returningAll()
      .executeTakeFirst();
    if (!row) return notRegistered(gameIndex);
    const before = viewGameServer(desk.vault, row);
    return { value: before, audit: audit('remove', gameIndex, { before }) };
  });
}

export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The URL must start with https:// or http:// and name a host.';
  }
  if (url.username !== '' || url.password !== '')
    return 'The URL must not hold a user or password.';
  if (url.hash !== '') return 'The URL must not have a fragment (#).';
  return undefined;
}

const audit = (verb: string, gameIndex: number, values: { before?: object; after?: object }) => ({
  action: `game-server.${verb}`,
  gameIndex,
  target: `projects/${gameIndex}/game-server`,
  ...values,
});

function viewGameServer(
  vault: Vault,
  row: {
    readonly game_index: number;
    readonly url: string;
    readonly sealed_key: string;
    readonly updated_at: number;
  },
): GameServer {
  return {
    game_index: row.game_index,
    url: row.url,
    key_hint: vault.unseal(row.sealed_key).slice(-HINT_LENGTH),
    updated_at: isoTime(row.updated_at),
  };
}
