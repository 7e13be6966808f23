// Admin routes of restricted players: search, restrict, change, release, history.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type Desk, invalid, isRefusal, notFound, type Refusal } from '../audit/operation.ts';
import { Id64Answer } from '../base/id-shapes.ts';
import { isoTime } from '../base/iso-time.ts';
import { DEFAULT_LIMIT, PageQuery, pageOf, toPage } from '../base/paging.ts';
import { Instant, instantOf } from '../base/shapes.ts';
import { PlayerId, playerIdOf } from '../identity/player-id.ts';
import { historyEntry } from '../restriction/endpoints.ts';
import { isInEffect } from '../restriction/rules.ts';
import { BlockHistoryData, BlockSet } from '../restriction/schema.ts';
import { type Place, searchRestricted } from '../restriction/search.ts';
import { fromRow } from '../restriction/store.ts';
import type { RestrictedPlayerTable } from '../storage/schema.ts';
import type { App } from '../tenants/directory.ts';
import { type AdminDeps, adminRoute, appOf } from './edge/route.ts';
import { AppPath, Comment, PlayerPath } from './edge/schema.ts';

const PLACE = /^(?:B\.(\d{1,16})|P)\.(\d{1,19})$/;

const SearchQuery = Type.Object(
  {
    limit: PageQuery.properties.limit,
    after: Type.Optional(
      Type.String({ pattern: PLACE.source, description: '`next` of the page before.' }),
    ),
    player_id: Type.Optional(PlayerId),
    status: Type.Optional(BlockSet.properties.status),
    block_type: Type.Optional(Type.Integer({ minimum: 1 })),
    from: Type.Optional(Instant('Still restricted at this moment')),
    to: Type.Optional(Instant('Restricted since this moment or before')),
  },
  { additionalProperties: false },
);

const RestrictedPlayer = Type.Object({
  player_id: Id64Answer('Player identifier.'),
  status: BlockSet.properties.status,
  block_type: Type.Integer(),
  start_date: Type.String(),
  end_date: Type.String(),
  in_effect: Type.Boolean({ description: 'False before the start of the period.' }),
  changed_at: Type.String(),
});

const Player = Type.Object({
  player_id: RestrictedPlayer.properties.player_id,
  restriction: Type.Union([RestrictedPlayer, Type.Null()]),
});

const { player_id: _player, did: _device, ...settable } = BlockSet.properties;
const NewRestriction = Type.Object(
  { ...settable, comment: Comment },
  { additionalProperties: false },
);
const Release = Type.Object({ comment: Comment }, { additionalProperties: false });

const HistoryQuery = Type.Object(
  {
    limit: PageQuery.properties.limit,
    after: Type.Optional(
      Type.String({ pattern: '^\\d{1,16}$', description: '`next` of the page before.' }),
    ),
  },
  { additionalProperties: false },
);

export function playerRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { desk, restrictions } = deps;

  adminRoute(scope, 'GET', '/apps/:appid/restrictions', {
    operation: 'restriction.search',
    summary: 'Restricted players, the soonest to end first, permanent ones last.',
    needs: 'viewer',
    params: AppPath,
    query: SearchQuery,
    answer: pageOf(RestrictedPlayer),
    async run({ params, query }) {
      const app = await appOf(deps, params.appid);
      if (isRefusal(app)) return app;
      const { limit = DEFAULT_LIMIT, after, status, block_type: blockType } = query;
      const playerId = query.player_id === undefined ? undefined : playerIdOf(query.player_id);
      const [from, to] = [instantOf(query.from), instantOf(query.to)];
      if (typeof playerId === 'object') return playerId;
      if (Number.isNaN(from) || Number.isNaN(to)) return invalid('from', 'No such moment.');
      const search = { appid: app.appid, playerId, status, blockType, from, to };
      const page = { limit, after: readPlace(after) };
      const found = await searchRestricted(desk.storage.db, search, desk.clock(), page);
      return {
        items: found.rows.map((row) => viewRestriction(row, desk.clock())),
        next: found.next ? printPlace(found.next) : null,
      };
    },
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id', {
    operation: 'player.read',
    summary: "A player's restriction, or null.",
    needs: 'viewer',
    params: PlayerPath,
    answer: Player,
    run: ({ params }) =>
      withPlayer(deps, params, (app, playerId) => readPlayer(desk, app, playerId)),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/players/:player_id/restriction', {
    operation: 'restriction.set',
    summary: 'Restricts a player, or changes the restriction.',
    needs: 'operator',
    params: PlayerPath,
    body: NewRestriction,
    answer: Player,
    run: ({ params, body: { comment, ...fields }, actor, request }) =>
      withPlayer(deps, params, async (app, playerId) => {
        const { traceparent } = request.trace;
        const outcome = await restrictions.set(
          app,
          { ...fields, player_id: playerId },
          { actor, audited: actor, comment, traceparent },
        );
        if ('field' in outcome) return invalid(outcome.field, FIELDS[outcome.field] ?? INVALID);
        if (outcome.code === 4011) {
          return invalid('block_type', `There is no type ${fields.block_type}.`);
        }
        return readPlayer(desk, app, playerId);
      }),
  });
  adminRoute(scope, 'POST', '/apps/:appid/players/:player_id/release', {
    operation: 'restriction.release',
    summary: 'Releases a player.',
    needs: 'operator',
    params: PlayerPath,
    body: Release,
    answer: Player,
    run: ({ params, body: { comment }, actor }) =>
      withPlayer(deps, params, async (app, playerId) => {
        const code = await restrictions.release(app, playerId, { actor, audited: actor, comment });
        if (code === 2002) return notFound(`Player ${playerId} is not restricted.`);
        return readPlayer(desk, app, playerId);
      }),
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id/history', {
    operation: 'player.history',
    summary: 'Who did what to a player, newest first.',
    needs: 'viewer',
    params: PlayerPath,
    query: HistoryQuery,
    answer: pageOf(BlockHistoryData.properties.history.items),
    run: ({ params, query: { limit = DEFAULT_LIMIT, after } }) =>
      withPlayer(deps, params, async (app, playerId) => {
        const page = { size: limit + 1, ...(after !== undefined && { before: Number(after) }) };
        const rows = await restrictions.history(app, playerId, page);
        return toPage(rows, limit, (row) => String(row.seq), historyEntry);
      }),
  });
}

const INVALID = 'The value is not valid.';
const FIELDS: Readonly<Record<string, string>> = {
  start_date: 'Not a date and time (YYYY-MM-DD HH:mm:ss), or after the end.',
  end_date: 'Not a date and time (YYYY-MM-DD HH:mm:ss), or in the past.',
};

async function withPlayer<T extends object>(
  deps: AdminDeps,
  params: Type.Static<typeof PlayerPath>,
  work: (app: App, playerId: bigint) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const playerId = playerIdOf(params.player_id);
  if (typeof playerId === 'object') return playerId;
  const app = await appOf(deps, params.appid);
  return isRefusal(app) ? app : work(app, playerId);
}

async function readPlayer({ storage, clock }: Desk, { appid }: App, playerId: bigint) {
  const { rows } = await searchRestricted(storage.db, { appid, playerId }, clock(), { limit: 1 });
  const [row] = rows;
  return { player_id: playerId, restriction: row ? viewRestriction(row, clock()) : null };
}

const viewRestriction = (row: RestrictedPlayerTable, now: number) => ({
  player_id: BigInt(row.player_id),
  status: row.status,
  block_type: row.block_type,
  start_date: row.start_date,
  end_date: row.end_date,
  in_effect: isInEffect(fromRow(row), now),
  changed_at: isoTime(row.changed_at),
});

const printPlace = (place: Place): string =>
  place.status === 'B' ? `B.${place.endsAt}.${place.playerId}` : `P.${place.playerId}`;

function readPlace(text: string | undefined): Place | undefined {
  const [, endsAt, playerId] = PLACE.exec(text ?? '') ?? [];
  if (playerId === undefined) return undefined;
  return endsAt === undefined
    ? { status: 'P', playerId: BigInt(playerId) }
    : { status: 'B', endsAt: Number(endsAt), playerId: BigInt(playerId) };
}
