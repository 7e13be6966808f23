// SQL of appeals.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { insertRows } from '../../storage/rows.ts';
import type { AppealTable, RestrictionHistoryTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp, ofApps, ofProject } from '../../storage/tenancy.ts';
import type { AppsOfProject } from '../../tenants/apps-by-project.ts';
import type { AppName } from '../../tenants/directory.ts';

type ActorKind = RestrictionHistoryTable['actor_kind'];

export interface InScope extends AppName {
  readonly playerId: bigint;
  readonly scope: string;
}

/** Marks the restriction, so that its end ends the appeal. */
export async function insertAppeal(tx: Db, row: AppealTable, place: InScope): Promise<void> {
  await insertRows(tx, 'appeal', [row]);
  await markAppealed(tx, place);
}

const markAppealed = statement((db, $: Params<InScope>) =>
  ofApp(db, $)
    .updateTable('restricted_player')
    .set({ appealed: 1 })
    .where('player_id', '=', $.playerId)
    .where('scope', '=', $.scope),
);

/** The newest of a restriction. */
export const newestAppeal = statement((db, $: Params<InScope & { sinceSeq: number }>) =>
  ofApp(db, $)
    .selectFrom('appeal')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .where('scope', '=', $.scope)
    .where('since_seq', '=', $.sinceSeq)
    .orderBy('appeal_id', 'desc')
    .limit(1),
).first;

interface Ended extends InScope {
  readonly now: number;
}

/** The open one of a restriction that has ended. */
export const endAppeal = statement((db, $: Params<Ended>) =>
  ofApp(db, $)
    .updateTable('appeal')
    .set({ state: 'ended', decided_at: $.now })
    .where('player_id', '=', $.playerId)
    .where('scope', '=', $.scope)
    .where('state', '=', 'open')
    .returningAll(),
).first;

type Named = AppName & { readonly appealId: string };

export const findAppeal = statement((db, $: Params<Named>) =>
  ofApp(db, $).selectFrom('appeal').selectAll().where('appeal_id', '=', $.appealId),
).first;

export async function writeDecision(tx: Db, row: AppealTable): Promise<void> {
  const { state, answer, decided_at, actor_kind, actor } = row;
  await ofApp(tx, { gameIndex: row.game_index, appid: row.appid })
    .updateTable('appeal')
    .set({ state, answer, decided_at, actor_kind, actor })
    .where('appeal_id', '=', row.appeal_id)
    .execute();
}

/** The number of the event about the decision. */
export async function keepDecidedEvent(tx: Db, row: AppealTable): Promise<void> {
  if (row.decided_event === null) return;
  await ofApp(tx, { gameIndex: row.game_index, appid: row.appid })
    .updateTable('appeal')
    .set({ decided_event: row.decided_event })
    .where('appeal_id', '=', row.appeal_id)
    .execute();
}

/** Whether this operator made the restriction or changed it. */
export const isByOperator = statement(
  (db, $: Params<InScope & { sinceSeq: number; kind: ActorKind; name: string }>) =>
    ofApp(db, $)
      .selectFrom('restriction_history')
      .select('seq')
      .where('player_id', '=', $.playerId)
      .where('scope', '=', $.scope)
      .where('seq', '>=', $.sinceSeq)
      .where('actor_kind', '=', $.kind)
      .where('actor', '=', $.name)
      .limit(1),
).first;

type OfPlayer = { readonly gameIndex: number; readonly playerId: bigint };

/** In all apps of a project, newest first. */
export const appealsOfPlayer = statement((db, $: Params<OfPlayer>) =>
  ofProject(db, $)
    .selectFrom('appeal')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .orderBy('appeal_id', 'desc'),
);

/** The restrictions of a player in all apps of a project. */
export const restrictionsOfPlayer = statement(
  (db, $: Params<AppsOfProject & { playerId: bigint }>) =>
    ofApps(db, $)
      .selectFrom('restricted_player')
      .select(['appid', 'scope', 'since_seq'])
      .where('player_id', '=', $.playerId),
);

export const appsOfProject = statement((db, $: Params<{ gameIndex: number }>) =>
  db.selectFrom('app').select('appid').where('game_index', '=', $.gameIndex),
);

export interface AppealSearch {
  readonly state: AppealTable['state'] | 'any';
  readonly scope?: string | undefined;
  readonly blockType?: number | undefined;
  readonly language?: string | undefined;
  readonly playerId?: bigint | undefined;
  readonly createdTo?: number | undefined;
}

/** Without order and limit. */
export function selectAppeals(db: Db, app: AppName, search: AppealSearch) {
  const { state, scope, blockType, language, playerId, createdTo } = search;
  let select = ofApp(db, app).selectFrom('appeal').selectAll();
  if (state !== 'any') select = select.where('state', '=', state);
  if (scope !== undefined) select = select.where('scope', '=', scope);
  if (blockType !== undefined) select = select.where('block_type', '=', blockType);
  if (language !== undefined) select = select.where('language', '=', language);
  if (playerId !== undefined) select = select.where('player_id', '=', playerId);
  if (createdTo !== undefined) select = select.where('created_at', '<=', createdTo);
  return select;
}

/** How many are open in each app that has any. */
export const openAppealsOf = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('appeal')
    .select(({ fn }) => ['appid', fn.countAll<number>().as('count')])
    // Not a parameter: SQLite would not see that the index of open ones fits.
    .where('state', '=', sql.lit('open' as const))
    .groupBy('appid')
    .orderBy('appid'),
);

interface Range extends AppName {
  readonly from: number;
  readonly to: number;
}

/** Those that were made within a time, for figures. */
export const appealsIn = statement((db, $: Params<Range>) =>
  ofApp(db, $)
    .selectFrom('appeal')
    .select(['block_type', 'state', 'created_at', 'decided_at', 'actor_kind', 'actor'])
    .where('created_at', '>=', $.from)
    .where('created_at', '<=', $.to),
);

export type AppealCounts = Awaited<ReturnType<typeof appealsIn>>[number];
