// Players for operators: search restricted players, restrict, release, read the history.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime } from '../base/iso-time.ts';
import { namedObject } from '../base/named.ts';
import {
  DEFAULT_LIMIT,
  type ListTotal,
  type Page,
  pageBy,
  sortBy,
  toPage,
  totalOf,
} from '../base/paging.ts';
import { Instant, instantOf, LookedUp, orNull } from '../base/shapes.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import type { RestrictedPlayerTable } from '../storage/schema.ts';
import { type App, nameOf } from '../tenants/directory.ts';
import { isNotAllowed } from './changes.ts';
import {
  addException,
  devicesMet,
  devicesOf,
  dropException,
  findException,
} from './devices-store.ts';
import { exceptionNotAllowed, forbidden, forbiddenIf, scopeNotAllowed } from './limits.ts';
import { BeyondLimits, type HistoryEntry, type Restrictions } from './restrictions.ts';
import { hasExpired, isInEffect } from './rules.ts';
import { BlockSet, Comment, OtherScope, ScopeOrLogin, WithDevices } from './schema.ts';
import { byScope, compareScopes, LOGIN, otherScope } from './scopes.ts';
import { END_KEY, findPlayer, type Search, searchRestricted } from './search.ts';
import { CHANGE_KEY, countRestricted, searchByChange } from './search-by-change.ts';
import { fromRow } from './store.ts';
import { BlockType } from './type-operations.ts';

/** Which restrictions; those of one player have their own routes. */
export const RestrictionFilters = {
  scope: ScopeOrLogin,
  status: Type.Optional(BlockSet.properties.status),
  block_type: Type.Optional(BlockType),
  actor_kind: Type.Optional(
    Type.Enum(['console', 'admin', 'app_server', 'cli', 'measure', 'consent'], {
      description: 'Through what it was made or last changed.',
    }),
  ),
  actor: Type.Optional(
    LookedUp('Who made it or last changed it: an e-mail address, a client, a rule, a store.'),
  ),
  changed_from: Type.Optional(Instant('Made or last changed at or after this time')),
  changed_to: Type.Optional(Instant('Made or last changed at or before this time')),
  from: Type.Optional(Instant('Restricted at or after this time')),
  to: Type.Optional(Instant('Restricted at or before this time')),
};
type Filters = Type.Static<Type.TObject<typeof RestrictionFilters>>;

export const PlayerQuery = Type.Object(
  {
    ...pageBy(new RegExp(`${END_KEY.pattern.source}|${CHANGE_KEY.pattern.source}`)),
    sort: sortBy('end_date', '-changed_at', 'changed_at'),
    player_id: Type.Optional(PlayerId),
    ...RestrictionFilters,
  },
  { additionalProperties: false },
);
export type PlayerQuery = Type.Static<typeof PlayerQuery>;

export const RestrictedPlayer = namedObject('Restriction', {
  player_id: Id64Answer('Player identifier.'),
  scope: OtherScope,
  status: BlockSet.properties.status,
  block_type: Type.Integer(),
  start_date: Type.String(),
  end_date: Type.String(),
  in_effect: Type.Boolean({ description: 'False before the start of the period.' }),
  changed_at: Type.String(),
  actor_kind: orNull(Type.String(), 'How it was made or last changed.'),
  actor: orNull(Type.String(), 'Who made it or last changed it.'),
});
export type RestrictedPlayer = Type.Static<typeof RestrictedPlayer>;

export const Player = namedObject('Player', {
  player_id: RestrictedPlayer.properties.player_id,
  restriction: Type.Union([RestrictedPlayer, Type.Null()], {
    description: 'Of the login; null when the player can log in.',
  }),
  restrictions: Type.Optional(
    Type.Array(RestrictedPlayer, {
      description: 'Of all scopes, `login` first. Only while there is one of another scope.',
    }),
  ),
  with_devices: Type.Optional(
    Type.Array(Id64Answer('Device identifier.'), {
      description: 'Devices that the restriction includes; missing without any.',
    }),
  ),
  by_device: Type.Optional(
    Type.Array(
      Type.Object({
        did: Id64Answer('Device of this player.'),
        player_id: Id64Answer('Restricted with this device.'),
      }),
      { description: 'Devices that are restricted with another player; missing without any.' },
    ),
  ),
  device_exception: Type.Optional(
    Type.Boolean({ description: 'True when restricted devices of others do not count.' }),
  ),
});
export type Player = Type.Static<typeof Player>;

const { player_id: _player, did: _device, ...settable } = BlockSet.properties;
export const RestrictionInput = Type.Object(
  { ...settable, scope: ScopeOrLogin, with_devices: WithDevices, comment: Comment },
  { additionalProperties: false },
);
export type RestrictionInput = Type.Static<typeof RestrictionInput>;

export const Release = Type.Object(
  { scope: ScopeOrLogin, comment: Comment },
  { additionalProperties: false },
);
export type Release = Type.Static<typeof Release>;

const MOST_RELEASED = 500;

export const ReleaseMany = Type.Object(
  {
    player_ids: Type.Array(PlayerId, { minItems: 1, maxItems: MOST_RELEASED }),
    scope: ScopeOrLogin,
    comment: Comment,
  },
  { additionalProperties: false },
);
export type ReleaseMany = Type.Static<typeof ReleaseMany>;

export const Released = namedObject('ReleasedPlayers', {
  released: Type.Array(RestrictedPlayer.properties.player_id),
  not_restricted: Type.Array(RestrictedPlayer.properties.player_id),
  not_allowed: Type.Optional(
    Type.Array(
      Type.Object({
        player_id: RestrictedPlayer.properties.player_id,
        reason: Type.String({ description: 'What your limits do not allow.' }),
      }),
      { description: 'Left as they are; missing without any.' },
    ),
  ),
  job_id: orNull(Type.String(), 'The list to undo this with; null for less than two players.'),
});
export type Released = Type.Static<typeof Released>;

export const HistoryQuery = Type.Object(pageBy(/^\d{1,16}$/), { additionalProperties: false });
export type HistoryQuery = Type.Static<typeof HistoryQuery>;

interface Deps {
  readonly context: OperationContext;
  readonly app: App;
  readonly restrictions: Restrictions;
}

interface PlayerKey {
  readonly player_id: string;
}

/** Ending soonest first, permanent ones last, unless sorted otherwise. */
export async function searchPlayers(
  deps: Deps,
  { limit = DEFAULT_LIMIT, after, sort, ...query }: PlayerQuery,
): Promise<Page<RestrictedPlayer> | Rejection> {
  const search = searchOf(deps.app, query);
  if (isRejection(search)) return search;
  const { clock, storage } = deps.context;
  const now = clock();
  const isByEnd = sort === undefined || sort === 'end_date' || search.playerId !== undefined;
  const [end, change] = [END_KEY.read(after), CHANGE_KEY.read(after)];
  if (after !== undefined && !(isByEnd ? end : change)) return invalid('after', WRONG_KEY);
  if (isByEnd) {
    const page = { limit, after: end };
    const { rows, next } = await searchRestricted(storage.db, search, now, page);
    return { items: rows.map((row) => view(row, now)), next: next ? END_KEY.print(next) : null };
  }
  const page = { limit, after: change, oldestFirst: sort === 'changed_at' };
  const { rows, next } = await searchByChange(storage.db, search, now, page);
  return {
    items: rows.map((row) => view(row, now)),
    next: next ? CHANGE_KEY.print({ order: 'C', ...next }) : null,
  };
}

const WRONG_KEY = 'Send `next` of the previous page, with the same sort.';

export async function countPlayers(deps: Deps, query: PlayerQuery): Promise<ListTotal | Rejection> {
  const search = searchOf(deps.app, query);
  if (isRejection(search)) return search;
  const { clock, storage } = deps.context;
  if (search.playerId === undefined) return countRestricted(storage.db, search, clock());
  const { rows } = await searchRestricted(storage.db, search, clock(), { limit: 1 });
  return totalOf(rows.length);
}

export function searchOf(
  { appid, gameIndex }: App,
  query: Filters & Pick<PlayerQuery, 'player_id'>,
): Search | Rejection {
  const playerId = query.player_id === undefined ? undefined : playerIdOf(query.player_id);
  if (typeof playerId === 'object') return playerId;
  const [from, to] = [instantOf(query.from), instantOf(query.to)];
  const [changedFrom, changedTo] = [instantOf(query.changed_from), instantOf(query.changed_to)];
  if ([from, to].some(Number.isNaN)) return invalid('from', noTime('from', 'to'));
  if ([changedFrom, changedTo].some(Number.isNaN)) {
    return invalid('changed_from', noTime('changed_from', 'changed_to'));
  }
  const { scope = LOGIN, status, block_type: blockType, actor_kind: kind, actor } = query;
  const actorKinds = kind && (kind === 'app_server' ? APP_SERVERS : [kind]);
  const by = { actorKinds, actor, changedFrom, changedTo };
  return { appid, gameIndex, scope, playerId, status, blockType, from, to, ...by };
}

/** With a key or a token. */
const APP_SERVERS = ['key', 'client'];

const noTime = (from: string, to: string): string =>
  `${from} and ${to} must be valid dates and times, such as 2026-11-15T12:00:00Z.`;

/** With the current restrictions. */
export function readPlayer(deps: Deps, key: PlayerKey): Promise<Player | Rejection> {
  return withPlayer(key, (playerId) => playerOf(deps, playerId));
}

/** Restricts a player, or changes the restriction. */
export function restrictPlayer(
  deps: Deps,
  actor: Actor,
  { player_id, scope, comment, with_devices: withDevices, ...fields }: RestrictionInput & PlayerKey,
  traceparent: string | undefined,
): Promise<Player | Rejection> {
  return withPlayer({ player_id }, async (playerId) => {
    const request = { ...fields, player_id: playerId };
    const who = { actor, audited: actor, comment, traceparent, withDevices };
    const outcome = await deps.restrictions.set(deps.app, request, who, scope);
    if ('field' in outcome) return invalid(outcome.field, FIELDS[outcome.field] ?? INVALID);
    if (outcome.code === 4011) {
      return invalid('block_type', `The app has no restriction type ${fields.block_type}.`);
    }
    return playerOf(deps, playerId);
  });
}

export function releasePlayer(
  deps: Deps,
  actor: Actor,
  { scope = LOGIN, comment, ...key }: Release & PlayerKey,
): Promise<Player | Rejection> {
  return withPlayer(key, async (playerId) => {
    const who = { actor, audited: actor, comment };
    const code = await deps.restrictions.release(deps.app, playerId, who, scope);
    const what = scope === LOGIN ? '' : ` in ${scope}`;
    if (code === 2002) return notFound(`Player ${playerId} is not restricted${what}.`);
    return playerOf(deps, playerId);
  });
}

/** Each is a change of its own, in the history and in the audit log; together they are a list that can be undone. */
export async function releasePlayers(
  { app, restrictions }: Deps,
  actor: Actor,
  { player_ids, scope, comment }: ReleaseMany,
): Promise<Released | Rejection> {
  const ids: bigint[] = [];
  for (const text of new Set(player_ids)) {
    const id = playerIdOf(text);
    if (typeof id === 'object') return id;
    ids.push(id);
  }
  const outside = scopeNotAllowed(actor.limits, scope ?? LOGIN);
  if (outside !== undefined) return forbidden(outside);
  const who = { actor, audited: actor, comment };
  const entries = ids.map((player_id) => ({ player_id, ...(scope && { scope }) }));
  const { results, jobId } = await restrictions.releaseAll(app, entries, who);
  const refused = ids.flatMap((player_id, index) => {
    const result = results[index] ?? 0;
    return isNotAllowed(result) ? [{ player_id, reason: result.notAllowed }] : [];
  });
  return {
    released: ids.filter((_, index) => results[index] === 0),
    not_restricted: ids.filter((_, index) => results[index] === 2002),
    ...(refused.length > 0 && { not_allowed: refused }),
    job_id: jobId,
  };
}

/** The history of a player, newest first. */
export function listHistory(
  deps: Deps,
  { limit = DEFAULT_LIMIT, after, ...key }: HistoryQuery & PlayerKey,
): Promise<Page<HistoryEntry> | Rejection> {
  return withPlayer(key, async (playerId) => {
    const page = { size: limit + 1, ...(after !== undefined && { before: Number(after) }) };
    const entries = await deps.restrictions.history(deps.app, playerId, page);
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
  scope: 'The project has no such scope. Add it to the project first.',
  with_devices: 'Only a restriction of the login can include devices.',
  start_date: 'Must be a date and time (YYYY-MM-DD HH:mm:ss), not after end_date.',
  end_date: 'Must be a date and time (YYYY-MM-DD HH:mm:ss) in the future.',
};

async function withPlayer<T extends object>(
  { player_id }: PlayerKey,
  work: (playerId: bigint) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const playerId = playerIdOf(player_id);
  if (typeof playerId === 'object') return playerId;
  try {
    return await work(playerId);
  } catch (error) {
    if (error instanceof BeyondLimits) return forbidden(error.message);
    throw error;
  }
}

async function playerOf({ context, app }: Deps, playerId: bigint): Promise<Player> {
  const now = context.clock();
  const rows = await findPlayer(context.storage.db, { ...nameOf(app), playerId });
  const live = rows
    .filter((row) => !hasExpired({ endsAt: row.ends_at }, now))
    .toSorted((one, other) => compareScopes(one.scope, other.scope));
  const { restriction, restrictions } = byScope(live);
  return {
    player_id: playerId,
    restriction: restriction && view(restriction, now),
    ...(restrictions && { restrictions: restrictions.map((row) => view(row, now)) }),
    ...(await devicesAbout(context, app, playerId)),
  };
}

/** What restricted devices mean for the player; nothing where no restriction has any. */
async function devicesAbout({ storage: { db } }: OperationContext, app: App, playerId: bigint) {
  const player = { ...nameOf(app), playerId };
  const [own, others, exception] = await Promise.all([
    devicesOf(db, player),
    devicesMet(db, player),
    findException(db, player),
  ]);
  return {
    ...(own.length > 0 && { with_devices: own.map(({ did }) => BigInt(did)) }),
    ...(others.length > 0 && {
      by_device: others.map((row) => ({
        did: BigInt(row.did),
        player_id: BigInt(row.player_id),
      })),
    }),
    ...(exception && { device_exception: true }),
  };
}

/** Lets the player log in on restricted devices of others, or no longer. */
export function exceptPlayer(
  deps: Deps,
  actor: Actor,
  { excepted, ...key }: PlayerKey & { readonly excepted: boolean },
): Promise<Player | Rejection> {
  return withPlayer(key, async (playerId) => {
    const { context, app } = deps;
    const player = { ...nameOf(app), playerId };
    const refusal = forbiddenIf(exceptionNotAllowed(actor.limits));
    if (refusal) return refusal;
    const done = await makeChange(context, actor, async (tx, now) => {
      await dropException(tx, player);
      if (excepted) {
        const by = { created_at: now, actor_kind: actor.kind, actor: actor.name };
        const { appid, gameIndex: game_index } = app;
        await addException(tx, { game_index, appid, player_id: playerId, ...by });
      }
      return {
        value: {},
        audit: {
          action: 'player.device-exception',
          gameIndex: app.gameIndex,
          target: `apps/${app.appid}/players/${playerId}`,
          after: { excepted },
        },
      };
    });
    return isRejection(done) ? done : playerOf(deps, playerId);
  });
}

const view = (row: RestrictedPlayerTable, now: number): RestrictedPlayer => ({
  player_id: BigInt(row.player_id),
  ...otherScope(row.scope),
  status: row.status,
  block_type: row.block_type,
  start_date: row.start_date,
  end_date: row.end_date,
  in_effect: isInEffect(fromRow(row), now),
  changed_at: isoTime(row.changed_at),
  actor_kind: row.actor_kind,
  actor: row.actor,
});
