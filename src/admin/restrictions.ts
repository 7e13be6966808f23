// Admin routes of restricted players: search, restrict, change, release, history.
import type { FastifyInstance } from 'fastify';
import { columnsOf } from '../base/csv-list.ts';
import { pageOf } from '../base/paging.ts';
import {
  countPlayers,
  exceptPlayer,
  HistoryQuery,
  listHistory,
  Player,
  PlayerQuery,
  Release,
  Released,
  ReleaseMany,
  RestrictedPlayer,
  RestrictionInput,
  readPlayer,
  releasePlayer,
  releasePlayers,
  restrictPlayer,
  searchPlayers,
} from '../restriction/player-operations.ts';
import { BlockHistoryData } from '../restriction/schema.ts';
import { listRoutes } from './edge/list.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

export function playerRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  listRoutes(scope, '/apps/:appid/restrictions', {
    operation: 'restriction.search',
    summary: 'Lists players restricted in one scope, ending soonest first, permanent ones last.',
    noun: 'restricted players',
    query: PlayerQuery,
    item: RestrictedPlayer,
    file: {
      name: 'restrictions',
      // All rows have the one that was asked for.
      columns: columnsOf(RestrictedPlayer).filter((column) => column !== 'scope'),
    },
    list: (query, { app }) => searchPlayers({ ...deps, app }, query),
    count: (query, { app }) => countPlayers({ ...deps, app }, query),
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id', {
    operation: 'player.read',
    summary: "Returns a player's restriction of the login or null, and those of other scopes.",
    needs: 'viewer',
    answer: Player,
    run: ({ app, params }) => readPlayer({ ...deps, app }, params),
  });
  adminRoute(scope, 'PUT', '/apps/:appid/players/:player_id/restriction', {
    operation: 'restriction.set',
    summary: 'Restricts a player in a scope, or changes that restriction.',
    needs: 'operator',
    body: RestrictionInput,
    answer: Player,
    run: ({ app, params: { player_id }, body, actor, request }) =>
      restrictPlayer({ ...deps, app }, actor, { ...body, player_id }, request.trace.traceparent),
  });
  for (const [method, excepted] of [
    ['PUT', true],
    ['DELETE', false],
  ] as const) {
    adminRoute(scope, method, '/apps/:appid/players/:player_id/device-exception', {
      operation: excepted ? 'restriction.except-device' : 'restriction.end-device-exception',
      summary: excepted
        ? 'Lets a player log in on devices that are restricted with others.'
        : 'Ends the exception of a player from restricted devices.',
      needs: 'operator',
      answer: Player,
      run: ({ app, params: { player_id }, actor }) =>
        exceptPlayer({ ...deps, app }, actor, { player_id, excepted }),
    });
  }
  adminRoute(scope, 'POST', '/apps/:appid/players/:player_id/release', {
    operation: 'restriction.release',
    summary: 'Releases a player in a scope.',
    needs: 'operator',
    body: Release,
    answer: Player,
    run: ({ app, params, body, actor }) =>
      releasePlayer({ ...deps, app }, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'POST', '/apps/:appid/restrictions/release', {
    operation: 'restriction.release-many',
    summary: 'Releases up to 500 players in a scope.',
    needs: 'operator',
    body: ReleaseMany,
    answer: Released,
    run: ({ app, body, actor }) => releasePlayers({ ...deps, app }, actor, body),
  });
  adminRoute(scope, 'GET', '/apps/:appid/players/:player_id/history', {
    operation: 'player.history',
    summary: "Lists the changes of a player's restrictions of all scopes, newest first.",
    needs: 'viewer',
    query: HistoryQuery,
    answer: pageOf(BlockHistoryData.properties.history.items),
    run: ({ app, params, query }) => listHistory({ ...deps, app }, { ...query, ...params }),
  });
}
