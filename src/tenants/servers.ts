// Server ids of an app: the game worlds that purchases may name.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, isRefusal, makeChange, notFound, type Refusal } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { lockApp, readApp, unknownApp } from './apps.ts';
import { Name } from './projects.ts';

export const ServerId = Type.String({
  pattern: '^[A-Za-z0-9._-]{1,100}$',
  description: 'The server as callers name it in `serverId`.',
});

export const ServerInput = Type.Object({ name: Name }, { additionalProperties: false });
export type ServerInput = Type.Static<typeof ServerInput>;

export const ServerRecord = Type.Object({
  appid: Type.String(),
  server_id: ServerId,
  name: Name,
  created_at: Type.String(),
});
export type ServerRecord = Type.Static<typeof ServerRecord>;

interface Place {
  readonly appid: string;
  readonly server_id: string;
}

const unknownServer = ({ appid, server_id }: Place): Refusal =>
  notFound(`The app ${appid} has no server ${server_id}.`);

/** Adds the server, or renames it. */
export function setServer(
  desk: Desk,
  actor: Actor,
  input: ServerInput & Place,
): Promise<ServerRecord | Refusal> {
  return makeChange(desk, actor, async (tx, now) => {
    const app = await lockApp(tx, input.appid);
    if (!app) return unknownApp(input.appid);
    const old = await tx
      .selectFrom('server')
      .selectAll()
      .where('appid', '=', input.appid)
      .where('server_id', '=', input.server_id)
      .executeTakeFirst();
    const row = {
      appid: input.appid,
      server_id: input.server_id,
      name: input.name,
      created_at: old?.created_at ?? now,
    };
    await tx
      .insertInto('server')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['appid', 'server_id']).doUpdateSet({ name: row.name }),
      )
      .execute();
    const after = viewServer(row);
    const values = { ...(old && { before: viewServer(old) }), after };
    return { value: after, audit: audit('set', app.game_index, input, values) };
  });
}

export async function readServer(desk: Desk, place: Place): Promise<ServerRecord | Refusal> {
  const row = await desk.storage.db
    .selectFrom('server')
    .selectAll()
    .where('appid', '=', place.appid)
    .where('server_id', '=', place.server_id)
    .executeTakeFirst();
  return row ? viewServer(row) : unknownServer(place);
}

/** Whether a purchase may name the server: any does, until the app has registered its first. */
export async function isRegisteredServer(
  db: Db,
  appid: string,
  serverId: string,
): Promise<boolean> {
  const servers = db.selectFrom('server').select('server_id').where('appid', '=', appid);
  const known = await servers.where('server_id', '=', serverId).executeTakeFirst();
  return known !== undefined || (await servers.limit(1).executeTakeFirst()) === undefined;
}

export async function listServers(
  desk: Desk,
  { appid, after, limit = DEFAULT_LIMIT }: PageQuery & { readonly appid: string },
): Promise<Page<ServerRecord> | Refusal> {
  const app = await readApp(desk, appid);
  if (isRefusal(app)) return app;
  const rows = await desk.storage.db
    .selectFrom('server')
    .selectAll()
    .where('appid', '=', appid)
    .where('server_id', '>', after ?? '')
    .orderBy('server_id')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => row.server_id, viewServer);
}

export function removeServer(
  desk: Desk,
  actor: Actor,
  place: Place,
): Promise<ServerRecord | Refusal> {
  return makeChange(desk, actor, async (tx) => {
    const app = await lockApp(tx, place.appid);
    if (!app) return unknownApp(place.appid);
    const row = await tx
      .deleteFrom('server')
      .where('appid', '=', place.appid)
      .where('server_id', '=', place.server_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return unknownServer(place);
    const before = viewServer(row);
    return { value: before, audit: audit('remove', app.game_index, place, { before }) };
  });
}

const audit = (
  verb: string,
  gameIndex: number,
  place: Place,
  values: { before?: object; after?: object },
) => ({
  action: `server.${verb}`,
  gameIndex,
  target: `apps/${place.appid}/servers/${place.server_id}`,
  ...values,
});

const viewServer = (row: Place & { readonly name: string; readonly created_at: number }) => ({
  appid: row.appid,
  server_id: row.server_id,
  name: row.name,
  created_at: isoTime(row.created_at),
});
