// The apps of a project, identified by `appid` and `X-App-Id`.

import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { type Actor, type AuditEntry, auditOf } from '../audit/audit.ts';
import {
  invalid,
  isRejection,
  makeChange,
  notFound,
  type OperationContext,
  type Rejection,
} from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { named, namedObject } from '../base/named.ts';
import { type Page, PageQuery } from '../base/paging.ts';
import type { Db } from '../storage/db.ts';
import { readPage } from '../storage/page.ts';
import type { AppTable } from '../storage/schema.ts';
import { deleteRowsOfApp } from './deletion.ts';
import { type App, type Directory, isAppId } from './directory.ts';
import { changeOfProject, GameIndex, Name, readProject } from './projects.ts';

export const Appid = named(
  'Appid',
  Type.String({
    pattern: '^[A-Za-z0-9._-]{1,100}$',
    description: 'App id, as sent in `appid` and `X-App-Id`.',
  }),
);

const TimeZone = Type.String({
  minLength: 1,
  description: 'IANA time zone of restriction dates, such as `Asia/Seoul`.',
});

export const NewApp = Type.Object(
  { game_index: GameIndex, appid: Appid, name: Name, time_zone: Type.Optional(TimeZone) },
  { additionalProperties: false },
);
export type NewApp = Type.Static<typeof NewApp>;

export const AppChange = namedObject(
  'AppChange',
  { name: Type.Optional(Name), time_zone: Type.Optional(TimeZone) },
  { additionalProperties: false },
);
export type AppChange = Type.Static<typeof AppChange>;

export const AppRecord = namedObject('App', {
  appid: Appid,
  game_index: GameIndex,
  name: Name,
  time_zone: TimeZone,
  account_namespace: Type.String({
    description: 'Used to derive an account UUID for players without a linked account.',
  }),
  created_at: Type.String(),
});
export type AppRecord = Type.Static<typeof AppRecord>;

export const AppQuery = Type.Object(
  { ...PageQuery.properties, game_index: Type.Optional(GameIndex) },
  { additionalProperties: false },
);
export type AppQuery = Type.Static<typeof AppQuery>;

export const unknownApp = (appid: string): Rejection => notFound(`There is no app ${appid}.`);

/** What an operation of one app uses. */
export interface AppContext {
  readonly context: OperationContext;
  readonly app: App;
}

export const appOf = async (directory: Directory, appid: string): Promise<App | Rejection> =>
  (await directory.app(appid)) ?? unknownApp(appid);

export async function createApp(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, appid, name, time_zone: timeZone = 'UTC' }: NewApp,
): Promise<AppRecord | Rejection> {
  if (!isTimeZone(timeZone)) return unknownTimeZone(timeZone);
  return changeOfProject(context, actor, gameIndex, async (tx, _, now) => {
    const row = await tx
      .insertInto('app')
      .values({
        appid,
        game_index: gameIndex,
        name,
        time_zone: timeZone,
        account_namespace: randomUUID(),
        next_block_type: 1,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row)
      return { rejected: 'EXISTS', detail: `App ${appid} already exists. Choose another appid.` };
    await tx
      .insertInto('purchase_sequence')
      .values({ game_index: gameIndex, appid, next_number: 1, last_verified_at: 0 })
      .execute();
    const after = viewApp(row);
    return { value: after, audit: audit('create', after, { after }) };
  });
}

export async function readApp(
  context: OperationContext,
  appid: string,
): Promise<AppRecord | Rejection> {
  // Sessions are judged before shapes, and PostgreSQL rejects a NUL character.
  if (!isAppId(appid)) return unknownApp(appid);
  const row = await context.storage.db
    .selectFrom('app')
    .selectAll()
    .where('appid', '=', appid)
    .executeTakeFirst();
  return row ? viewApp(row) : unknownApp(appid);
}

export async function listApps(
  context: OperationContext,
  { game_index: gameIndex, ...query }: AppQuery,
): Promise<Page<AppRecord> | Rejection> {
  const project = gameIndex === undefined ? undefined : await readProject(context, gameIndex);
  if (project && isRejection(project)) return project;
  let select = context.storage.db.selectFrom('app').selectAll();
  if (gameIndex !== undefined) select = select.where('game_index', '=', gameIndex);
  return readPage(select, 'appid', query, viewApp);
}

export async function changeApp(
  context: OperationContext,
  actor: Actor,
  { appid, ...change }: AppChange & { readonly appid: string },
): Promise<AppRecord | Rejection> {
  if (Object.keys(change).length === 0) return invalid('', 'Send a name, a time_zone, or both.');
  const timeZone = change.time_zone;
  if (timeZone !== undefined && !isTimeZone(timeZone)) return unknownTimeZone(timeZone);
  return makeChange(context, actor, async (tx) => {
    const row = await lockApp(tx, appid);
    if (!row) return unknownApp(appid);
    const before = viewApp(row);
    const after = { ...before, ...change };
    await tx
      .updateTable('app')
      .set({ name: after.name, time_zone: after.time_zone })
      .where('appid', '=', appid)
      .execute();
    return { value: after, audit: audit('change', after, { before, after }) };
  });
}

/** Deletes the app with its keys, its settings and everything that is stored for it. */
export function deleteApp(
  context: OperationContext,
  actor: Actor,
  appid: string,
): Promise<AppRecord | Rejection> {
  return makeChange(context, actor, async (tx) => {
    const row = await lockApp(tx, appid);
    if (!row) return unknownApp(appid);
    const { game_index: gameIndex } = row;
    await deleteRowsOfApp(tx, { appid, gameIndex });
    await tx.deleteFrom('app').where('appid', '=', appid).execute();
    const before = viewApp(row);
    return { value: before, audit: audit('delete', before, { before }) };
  });
}

/** `target` is the path below the app. */
type ChangeOfApp<T> = Omit<AuditEntry, 'gameIndex'> & { readonly value: T };

/** Locks the app while something that belongs to it changes. */
export function changeOfApp<T extends object>(
  context: OperationContext,
  actor: Actor,
  appid: string,
  work: (tx: Db, now: number, gameIndex: number) => Promise<ChangeOfApp<T> | Rejection>,
): Promise<T | Rejection> {
  return makeChange(context, actor, async (tx, now) => {
    const app = await lockApp(tx, appid);
    if (!app) return unknownApp(appid);
    const change = await work(tx, now, app.game_index);
    if (isRejection(change)) return change;
    const { value, target, ...entry } = change;
    const audit = { ...entry, gameIndex: app.game_index, target: `apps/${appid}/${target}` };
    return { value, audit };
  });
}

/** Returns the row, locked until the transaction ends. */
export function lockApp(tx: Db, appid: string) {
  return tx
    .updateTable('app')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('appid', '=', appid)
    .returningAll()
    .executeTakeFirst();
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const unknownTimeZone = (name: string): Rejection =>
  invalid('time_zone', `${name} is not a time zone. Use an IANA name such as Asia/Seoul or UTC.`);

const audit = auditOf('app', ({ appid, game_index }: AppRecord) => ({
  gameIndex: game_index,
  target: `apps/${appid}`,
}));

const viewApp = (row: Selectable<AppTable>): AppRecord => ({
  appid: row.appid,
  game_index: row.game_index,
  name: row.name,
  time_zone: row.time_zone,
  account_namespace: row.account_namespace,
  created_at: isoTime(row.created_at),
});
