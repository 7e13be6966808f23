// Server ids of an app: the game worlds that purchases may name.

import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import type { Page, PageQuery } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import { type AppContext, changeOfApp } from './apps.ts';
import { Name } from './projects.ts';

export const ServerId = named(
  'ServerId',
  Type.String({
    pattern: '^[A-Za-z0-9._-]{1,100}$',
    description: 'Server id, as sent in `serverId`.',
  }),
);

export const ServerInput = namedObject(
  'ServerInput',
  { name: Name },
  { additionalProperties: false },
);
export type ServerInput = Type.Static<typeof ServerInput>;

export const ServerRecord = namedObject('Server', {
  appid: Type.String(),
  server_id: ServerId,
  name: Name,
  created_at: Type.String(),
});
export type ServerRecord = Type.Static<typeof ServerRecord>;

interface ServerKey {
  readonly appid: string;
  readonly server_id: string;
}

const targetOf = ({ server_id }: ServerKey): string => `servers/${server_id}`;

const unknownServer = ({ appid, server_id }: ServerKey): Rejection =>
  notFound(`The app ${appid} has no server ${server_id}.`);

/** Adds the server, or renames it. */
export function setServer(
  context: OperationContext,
  actor: Actor,
  input: ServerInput & ServerKey,
): Promise<ServerRecord | Rejection> {
  return changeOfApp(context, actor, input.appid, async (tx, now) => {
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
    const before = old && viewServer(old);
    return { value: after, action: 'server.set', target: targetOf(input), before, after };
  });
}

export async function readServer(
  context: OperationContext,
  key: ServerKey,
): Promise<ServerRecord | Rejection> {
  const row = await context.storage.db
    .selectFrom('server')
    .selectAll()
    .where('appid', '=', key.appid)
    .where('server_id', '=', key.server_id)
    .executeTakeFirst();
  return row ? viewServer(row) : unknownServer(key);
}

/** Whether a purchase may name the server. Every server is valid until the app registers its first. */
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
  { context, app }: AppContext,
  query: PageQuery,
): Promise<Page<ServerRecord>> {
  const { db } = context.storage;
  const servers = db.selectFrom('server').selectAll().where('appid', '=', app.appid);
  return readPage(servers, 'server_id', query, viewServer);
}

export function removeServer(
  context: OperationContext,
  actor: Actor,
  key: ServerKey,
): Promise<ServerRecord | Rejection> {
  return changeOfApp(context, actor, key.appid, async (tx) => {
    const row = await tx
      .deleteFrom('server')
      .where('appid', '=', key.appid)
      .where('server_id', '=', key.server_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return unknownServer(key);
    const before = viewServer(row);
    return { value: before, action: 'server.remove', target: targetOf(key), before };
  });
}

const viewServer = (row: ServerKey & { readonly name: string; readonly created_at: number }) => ({
  appid: row.appid,
  server_id: row.server_id,
  name: row.name,
  created_at: isoTime(row.created_at),
});
