// SQL of restrictions, types and history.

import type { Db } from '../storage/db.ts';
import { insertRows, isPostgres, type Queryable, queryPrepared } from '../storage/rows.ts';
import type { RestrictedPlayerTable, RestrictionHistoryTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofApp, ofProject } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';
import {
  type Language,
  type Reason,
  type Restriction,
  secondOf,
  type TypeDefinition,
} from './rules.ts';

/** What an appeal is answered with, unless somebody writes an answer of their own. */
export interface ReadyAnswer {
  readonly decision: 'release' | 'shorten' | 'uphold';
  readonly language: Language;
  readonly text: string;
}

export interface StoredType extends TypeDefinition {
  readonly block_type: number;
  /** Only where players may appeal. */
  readonly appeals?: true;
  /** Only where there are any. */
  readonly appeal_answers?: readonly ReadyAnswer[];
}

export async function insertType(
  tx: Db,
  { appid, gameIndex }: AppName,
  type: TypeDefinition,
  now: number,
): Promise<number> {
  const { next_block_type } = await tx
    .updateTable('app')
    .set((app) => ({ next_block_type: app('next_block_type', '+', 1) }))
    .where('appid', '=', appid)
    .returning('next_block_type')
    .executeTakeFirstOrThrow();
  const block_type = next_block_type - 1;
  await tx
    .insertInto('restriction_type')
    .values({
      game_index: gameIndex,
      appid,
      block_type,
      type_status: type.type_status,
      type_name: type.type_name,
      type_en_name: type.type_en_name,
      reasons: JSON.stringify(type.reasons),
      created_at: now,
    })
    .execute();
  return block_type;
}

export async function updateType(
  tx: Db,
  { appid, gameIndex }: AppName,
  blockType: number,
  { type_name, type_en_name, reasons }: TypeDefinition,
): Promise<void> {
  await ofApp(tx, { gameIndex, appid })
    .updateTable('restriction_type')
    .set({ type_name, type_en_name, reasons: JSON.stringify(reasons) })
    .where('block_type', '=', blockType)
    .execute();
}

export async function updateAppeals(
  tx: Db,
  { appid, gameIndex }: AppName,
  { block_type: blockType, appeals, appeal_answers: answers = [] }: StoredType,
): Promise<void> {
  await ofApp(tx, { gameIndex, appid })
    .updateTable('restriction_type')
    .set({ appeals: appeals ? 1 : 0, appeal_answers: JSON.stringify(answers) })
    .where('block_type', '=', blockType)
    .execute();
}

export async function removeType(
  tx: Db,
  { appid, gameIndex }: AppName,
  blockType: number,
): Promise<boolean> {
  const result = await ofApp(tx, { gameIndex, appid })
    .deleteFrom('restriction_type')
    .where('block_type', '=', blockType)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const NO_ANSWERS = '[]';

export async function readTypes(db: Db, { appid, gameIndex }: AppName): Promise<StoredType[]> {
  const rows = await ofApp(db, { gameIndex, appid })
    .selectFrom('restriction_type')
    .selectAll()
    .orderBy('block_type')
    .execute();
  return rows.map((row) => ({
    block_type: row.block_type,
    type_status: row.type_status,
    type_name: row.type_name,
    type_en_name: row.type_en_name,
    reasons: JSON.parse(row.reasons) as Reason[],
    ...(row.appeals === 1 && { appeals: true }),
    ...(row.appeal_answers !== NO_ANSWERS && {
      appeal_answers: JSON.parse(row.appeal_answers) as ReadyAnswer[],
    }),
  }));
}

/** Which of these type numbers are registered. */
export async function registeredTypes(
  tx: Queryable,
  { appid, gameIndex }: AppName,
  blockTypes: readonly number[],
): Promise<Set<number>> {
  const rows = await findTypes(tx, { appid, gameIndex, blockTypes });
  return new Set(rows.map((row) => row.block_type));
}

const findTypes = statement(
  (db, $: Params<AppName & { blockTypes: readonly number[] }>) =>
    ofApp(db, $)
      .selectFrom('restriction_type')
      .select('block_type')
      .where('block_type', 'in', $.blockTypes),
  { constant: true },
);

/** A player that uses the type and whose restriction has not ended. */
export async function isTypeInUse(
  tx: Db,
  { appid, gameIndex }: AppName,
  blockType: number,
  now: number,
): Promise<boolean> {
  const user = await findUser(tx, { appid, gameIndex, blockType, second: secondOf(now) });
  return user !== undefined;
}

const findUser = statement((db, $: Params<AppName & { blockType: number; second: number }>) =>
  ofApp(db, $)
    .selectFrom('restricted_player')
    .select('player_id')
    .where('block_type', '=', $.blockType)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>=', $.second)]))
    .limit(1),
).first;

export interface StoredRestriction extends Restriction {
  readonly gameIndex: number;
  readonly appid: string;
  readonly playerId: bigint;
  readonly scope: string;
  /** The change that began it; later changes keep it. */
  readonly sinceSeq: number;
  /** Whether there may be an open appeal. */
  readonly isAppealed: boolean;
  /** Whether others cannot log in on the player's devices. */
  readonly hasDevices: boolean;
}

interface Players extends AppName {
  readonly players: readonly bigint[];
}

const byPlayers = statement(
  (db, $: Params<Players>) =>
    ofApp(db, $)
      .selectFrom('restricted_player')
      .select([
        'game_index',
        'appid',
        'player_id',
        'scope',
        'status',
        'block_type',
        'start_date',
        'end_date',
        'starts_at',
        'ends_at',
        'since_seq',
        'appealed',
        'with_devices',
      ])
      .where('player_id', 'in', $.players),
  { constant: true, each: 'players' },
);

/** Of all scopes. */
export async function readRestrictions(
  db: Queryable,
  { appid, gameIndex }: AppName,
  players: readonly bigint[],
): Promise<StoredRestriction[]> {
  return (await byPlayers(db, { appid, gameIndex, players })).map(fromRow);
}

/** Of one scope, by player. */
export async function readScope(
  db: Queryable,
  app: AppName,
  scope: string,
  players: readonly bigint[],
): Promise<Map<bigint, StoredRestriction>> {
  const found = await readRestrictions(db, app, players);
  const inScope = found.filter((each) => each.scope === scope);
  return new Map(inScope.map((each) => [each.playerId, each]));
}

export interface LiveRestriction {
  readonly appid: string;
  /** Of its newest change; null without a history. */
  readonly seq: number | null;
}

// Raw SQL: PostgreSQL looks up one player after another, as with `each`.
const LIVE = `r.appid, r.player_id,
  (select max(h.seq) from restriction_history h
    where h.game_index = ? and h.appid = r.appid and h.player_id = r.player_id
      and h.scope = r.scope) as seq`;
const IS_LIVE = 'r.scope = ? and (r.ends_at is null or r.ends_at >= ?)';
const LIVE_AMONG = `select ${LIVE} from app a cross join json_each(?) wanted
  cross join restricted_player r
  where a.game_index = ? and r.game_index = a.game_index and r.appid = a.appid
    and r.player_id = wanted.value and ${IS_LIVE}`;
const LIVE_EACH = `select found.* from unnest(?::bigint[]) as wanted (id)
  cross join unnest(?::text[]) as a (appid)
  cross join lateral (select ${LIVE} from restricted_player r
    where r.game_index = ? and r.appid = a.appid and r.player_id = wanted.id
      and ${IS_LIVE} offset 0) as found`;

const appsOf = statement(
  (db, $: Params<{ gameIndex: number }>) =>
    db.selectFrom('app').select('appid').where('game_index', '=', $.gameIndex),
  { constant: true },
);

/** Live restrictions of these players in all apps of a project, in one scope, by player. */
export async function readLive(
  db: Queryable,
  gameIndex: number,
  players: readonly string[],
  now: number,
  scope: string,
): Promise<Map<string, LiveRestriction[]>> {
  type Row = LiveRestriction & { readonly player_id: number | bigint };
  const second = secondOf(now);
  const rows = isPostgres(db)
    ? // The apps in a statement of their own: on a cluster their table is not where the players are.
      await queryPrepared<Row>(db, LIVE_EACH, [
        players,
        (await appsOf(db, { gameIndex })).map(({ appid }) => appid),
        gameIndex,
        gameIndex,
        scope,
        second,
      ])
    : await queryPrepared<Row>(db, LIVE_AMONG, [
        gameIndex,
        `[${players}]`,
        gameIndex,
        scope,
        second,
      ]);
  return Map.groupBy(rows, (row) => String(row.player_id));
}

/** Restrictions of a type that have ended, oldest end first, in all scopes. */
export async function readExpired(
  db: Db,
  { appid, gameIndex }: AppName,
  blockType: number,
  now: number,
  limit: number,
): Promise<StoredRestriction[]> {
  const rows = await ofApp(db, { gameIndex, appid })
    .selectFrom('restricted_player')
    .selectAll()
    .where('block_type', '=', blockType)
    .where('ends_at', '<', secondOf(now))
    .orderBy('ends_at')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** Types by the soonest end of a restriction: a probe for each. */
export const soonestEnds = statement((db, $: Params<{ limit: number }>) =>
  db
    .selectFrom(
      acrossProjects(db)
        .selectFrom('restriction_type as t')
        .select(({ selectFrom }) => [
          't.appid',
          't.block_type',
          selectFrom('restricted_player as r')
            .select('r.ends_at')
            .whereRef('r.game_index', '=', 't.game_index')
            .whereRef('r.appid', '=', 't.appid')
            .whereRef('r.block_type', '=', 't.block_type')
            .where('r.ends_at', 'is not', null)
            .orderBy('r.ends_at')
            .limit(1)
            .as('ends_at'),
        ])
        .as('ends'),
    )
    .select(['appid', 'block_type as blockType', 'ends_at as endsAt'])
    .$narrowType<{ endsAt: number }>()
    .where('ends_at', 'is not', null)
    .orderBy('ends_at')
    .limit($.limit),
);

type CurrentRow = Omit<RestrictedPlayerTable, 'changed_at' | 'actor_kind' | 'actor'>;

export function fromRow(row: CurrentRow): StoredRestriction {
  return {
    gameIndex: row.game_index,
    appid: row.appid,
    playerId: BigInt(row.player_id),
    scope: row.scope,
    status: row.status,
    blockType: row.block_type,
    startDate: row.start_date,
    endDate: row.end_date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    sinceSeq: row.since_seq,
    isAppealed: row.appealed === 1,
    hasDevices: row.with_devices === 1,
  };
}

/** Also who made it, or changed it last. */
export interface NewRestriction extends StoredRestriction {
  readonly actor: {
    readonly kind: RestrictionHistoryTable['actor_kind'];
    readonly name: string;
  };
}

export async function writeRestrictions(
  tx: Queryable,
  restrictions: readonly NewRestriction[],
  now: number,
): Promise<void> {
  await insertRows(
    tx,
    'restricted_player',
    restrictions.map((each) => ({
      game_index: each.gameIndex,
      appid: each.appid,
      player_id: each.playerId,
      scope: each.scope,
      status: each.status,
      block_type: each.blockType,
      start_date: each.startDate,
      end_date: each.endDate,
      starts_at: each.startsAt,
      ends_at: each.endsAt,
      changed_at: now,
      actor_kind: each.actor.kind,
      actor: each.actor.name,
      since_seq: each.sinceSeq,
      appealed: each.isAppealed ? (1 as const) : (0 as const),
      with_devices: each.hasDevices ? (1 as const) : (0 as const),
    })),
    `on conflict (game_index, appid, player_id, scope) do update set status = excluded.status,
     block_type = excluded.block_type, start_date = excluded.start_date,
     end_date = excluded.end_date, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
     changed_at = excluded.changed_at, actor_kind = excluded.actor_kind, actor = excluded.actor,
     since_seq = excluded.since_seq, appealed = excluded.appealed,
     with_devices = excluded.with_devices`,
  );
}

export const removeRestrictions = statement((db, $: Params<Players & { scope: string }>) =>
  ofApp(db, $)
    .deleteFrom('restricted_player')
    .where('player_id', 'in', $.players)
    .where('scope', '=', $.scope),
);

export async function writeHistory(
  tx: Queryable,
  rows: readonly RestrictionHistoryTable[],
): Promise<void> {
  await insertRows(tx, 'restriction_history', rows);
}

/** The number of each player's newest change in a scope. */
export const newestChanges = statement((db, $: Params<Players & { scope: string }>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .select(({ fn }) => ['player_id', fn.max('seq').as('seq')])
    .where('player_id', 'in', $.players)
    .where('scope', '=', $.scope)
    .groupBy('player_id'),
);

/** Changes by their numbers. */
export const readChanges = statement(
  (db, $: Params<{ gameIndex: number; numbers: readonly number[] }>) =>
    ofProject(db, $)
      .selectFrom('restriction_history')
      .select(['seq', 'before_change'])
      .where('seq', 'in', $.numbers),
);

interface HistoryPage extends AppName {
  readonly playerId: bigint;
  readonly beforeSeq: number;
  readonly limit: number;
}

/** Newest first, starting before `beforeSeq`. */
export const readHistory = statement((db, $: Params<HistoryPage>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .selectAll()
    .where('player_id', '=', $.playerId)
    .where('seq', '<', $.beforeSeq)
    .orderBy('seq', 'desc')
    .limit($.limit),
);
