// Players for operators: search restricted players, restrict, release, read the history.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import { DEFAULT_LIMIT, type Page, pageBy, toPage } from '../base/paging.ts';
import { Instant, instantOf } from '../base/shapes.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import type { RestrictedPlayerTable } from '../storage/schema.ts';
import { appOf } from '../tenants/apps.ts';
import type { App, Directory } from '../tenants/directory.ts';
import type { HistoryEntry, Restrictions } from './restrictions.ts';
import { isInEffect } from './rules.ts';
import { BlockSet, Comment } from './schema.ts';
import { PAGE_KEY, printPageKey, readPageKey, searchRestricted } from './search.ts';
import { fromRow } from './store.ts';
import { BlockType } from './type-operations.ts';

export const PlayerQuery = Type.Object(
  {
    ...pageBy(PAGE_KEY),
    player_id: Type.Optional(PlayerId),
    status: Type.Optional(BlockSet.properties.status),
    block_type: Type.Optional(BlockType),
    from: Type.Optional(Instant('Restricted at or after this time')),
    to: Type.Optional(Instant('Restricted at or before this time')),
  },
  { additionalProperties: false },
);
export type PlayerQuery = Type.Static<typeof PlayerQuery>;

export const RestrictedPlayer = namedObject('Restriction', {
  player_id: Id64Answer('Player identifier.'),
  status: BlockSet.properties.status,
  block_type: Type.Integer(),
  start_date: Type.String(),
  end_date: Type.String(),
  in_effect: Type.Boolean({ description: 'False before the start of the period.' }),
  changed_at: Type.String(),
});
export type RestrictedPlayer = Type.Static<typeof RestrictedPlayer>;

export const Player = namedObject('Player', {
  player_id: RestrictedPlayer.properties.player_id,
  restriction: Type.Union([RestrictedPlayer, Type.Null()]),
});
export type Player = Type.Static<typeof Player>;

const { player_id: _player, did: _device, ...settable } = BlockSet.properties;
export const RestrictionInput = Type.Object(
  { ...settable, comment: Comment },
  { additionalProperties: false },
);
export type RestrictionInput = Type.Static<typeof RestrictionInput>;

export const Release = Type.Object({ comment: Comment }, { additionalProperties: false });
export type Release = Type.Static<typeof Release>;

export const HistoryQuery = Type.Object(pageBy(/^\d{1,16}$/), { additionalProperties: false });
export type HistoryQuery = Type.Static<typeof HistoryQuery>;

interface Deps {
  readonly context: OperationContext;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
}

export interface PlayerKey {
  readonly appid: string;
  readonly player_id: string;
}

/** Ending soonest first, permanent ones last. */
export async function searchPlayers(
  { context, directory }: Deps,
  { appid, limit = DEFAULT_LIMIT, after, ...query }: PlayerQuery & Pick<PlayerKey, 'appid'>,
): Promise<Page<RestrictedPlayer> | Rejection> {
  const app = await appOf(directory, appid);
  if (isRejection(app)) return app;
  const playerId = query.player_id === undefined ? undefined : playerIdOf(query.player_id);
  if (typeof playerId === 'object') return playerId;
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  if (Number.isNaN(from) || Number.isNaN(to))
    return invalid(
      'from',
      'from and to must be valid dates and times, such as 2026-11-15T12:00:00Z.',
    );
  const key = readPageKey(after);
  if (after !== undefined && !key) return invalid('after', 'Send `next` of the previous page.');
  const { status, block_type: blockType } = query;
  const now = context.clock();
  const { rows, next } = await searchRestricted(
    context.storage.db,
    { appid, gameIndex: app.gameIndex, playerId, status, blockType, from, to },
    now,
    { limit, after: key },
  );
  return { items: rows.map((row) => view(row, now)), next: next ? printPageKey(next) : null };
}

/** With the restriction, or null. */
export function readPlayer(deps: Deps, key: PlayerKey): Promise<Player | Rejection> {
  return withPlayer(deps, key, (app, playerId) => playerOf(deps, app, playerId));
}

/** Restricts a player, or changes the restriction. */
export function restrictPlayer(
  deps: Deps,
  actor: Actor,
  { appid, player_id, comment, ...fields }: RestrictionInput & PlayerKey,
  traceparent: string | undefined,
): Promise<Player | Rejection> {
  return withPlayer(deps, { appid, player_id }, async (app, playerId) => {
    const request = { ...fields, player_id: playerId };
    const who = { actor, audited: actor, comment, traceparent };
    const outcome = await deps.restrictions.set(app, request, who);
    if ('field' in outcome) return invalid(outcome.field, FIELDS[outcome.field] ?? INVALID);
    if (outcome.code === 4011) {
      return invalid('block_type', `The app has no restriction type ${fields.block_type}.`);
    }
    return playerOf(deps, app, playerId);
  });
}

export function releasePlayer(
  deps: Deps,
  actor: Actor,
  { comment, ...key }: Release & PlayerKey,
): Promise<Player | Rejection> {
  return withPlayer(deps, key, async (app, playerId) => {
    const who = { actor, audited: actor, comment };
    const code = await deps.restrictions.release(app, playerId, who);
    if (code === 2002) return notFound(`Player ${playerId} is not restricted.`);
    return playerOf(deps, app, playerId);
  });
}

/** The history of a player, newest first. */
export function listHistory(
  deps: Deps,
  { limit = DEFAULT_LIMIT, after, ...key }: HistoryQuery & PlayerKey,
): Promise<Page<HistoryEntry> | Rejection> {
  return withPlayer(deps, key, async (app, playerId) => {
    const page = { size: limit + 1, ...(after !== undefined && { before: Number(after) }) };
    const entries = await deps.restrictions.history(app, playerId, page);
    return toPage(
      entries,
      limit,
      ({ seq }) => String(seq),
      (entry) => entry,
    );
  });
}

const INVALID = 'The value is not valid.';
const FIELDS: Readonly<Record<string, string>> = {
  start_date: 'Must be a date and time (YYYY-MM-DD HH:mm:ss), not after end_date.',
  end_date: 'Must be a date and time (YYYY-MM-DD HH:mm:ss) in the future.',
};

async function withPlayer<T extends object>(
  { directory }: Deps,
  { appid, player_id }: PlayerKey,
  work: (app: App, playerId: bigint) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  const app = await appOf(directory, appid);
  return isRejection(app) ? app : work(app, playerId);
}

async function playerOf(
  { context }: Deps,
  { appid, gameIndex }: App,
  playerId: bigint,
): Promise<Player> {
  const now = context.clock();
  const search = { appid, gameIndex, playerId };
  const { rows } = await searchRestricted(context.storage.db, search, now, { limit: 1 });
  const [row] = rows;
  return { player_id: playerId, restriction: row ? view(row, now) : null };
}

const view = (row: RestrictedPlayerTable, now: number): RestrictedPlayer => ({
  player_id: BigInt(row.player_id),
  status: row.status,
  block_type: row.block_type,
  start_date: row.start_date,
  end_date: row.end_date,
  in_effect: isInEffect(fromRow(row), now),
  changed_at: isoTime(row.changed_at),
});
