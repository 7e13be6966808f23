// All SQL of this half.

import { printJson } from '../base/json.ts';
import type { Db } from '../storage/db.ts';
import {
  insertRows,
  isPostgres,
  oneOf,
  type Queryable,
  query,
  queryPrepared,
} from '../storage/rows.ts';
import type { RestrictedPlayerTable, RestrictionHistoryTable } from '../storage/schema.ts';
import type { Reason, Restriction, TypeDefinition } from './rules.ts';

export interface StoredType extends TypeDefinition {
  readonly block_type: number;
}

export async function insertType(
  tx: Db,
  appid: string,
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
  appid: string,
  blockType: number,
  { type_name, type_en_name, reasons }: TypeDefinition,
): Promise<void> {
  await tx
    .updateTable('restriction_type')
    .set({ type_name, type_en_name, reasons: JSON.stringify(reasons) })
    .where('appid', '=', appid)
    .where('block_type', '=', blockType)
    .execute();
}

export async function removeType(tx: Db, appid: string, blockType: number): Promise<boolean> {
  const result = await tx
    .deleteFrom('restriction_type')
    .where('appid', '=', appid)
    .where('block_type', '=', blockType)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function readTypes(db: Db, appid: string): Promise<StoredType[]> {
  const rows = await db
    .selectFrom('restriction_type')
    .selectAll()
    .where('appid', '=', appid)
    .orderBy('block_type')
    .execute();
  return rows.map((row) => ({
    block_type: row.block_type,
    type_status: row.type_status,
    type_name: row.type_name,
    type_en_name: row.type_en_name,
    reasons: JSON.parse(row.reasons) as Reason[],
  }));
}

/** Which of these type numbers are registered. */
export async function registeredTypes(
  tx: Queryable,
  appid: string,
  blockTypes: readonly number[],
): Promise<Set<number>> {
  const wanted = oneOf(tx, 'block_type', blockTypes);
  const rows = await queryPrepared<{ block_type: number }>(
    tx,
    `select block_type from restriction_type where appid = ? and ${wanted.text}`,
    [appid, wanted.parameter],
  );
  return new Set(rows.map((row) => row.block_type));
}

/** A player that uses the type and whose restriction has not ended. */
export async function isTypeInUse(
  tx: Db,
  appid: string,
  blockType: number,
  now: number,
): Promise<boolean> {
  const rows = await query(
    tx,
    `select 1 from restricted_player where appid = ? and block_type = ?
     and (ends_at is null or ends_at >= ?) limit 1`,
    [appid, blockType, now],
  );
  return rows.length > 0;
}

export interface StoredRestriction extends Restriction {
  readonly appid: string;
  readonly playerId: bigint;
}

const COLUMNS = `appid, player_id, status, block_type, start_date, end_date, starts_at, ends_at,
  changed_at`;
const READ_AMONG = `select ${COLUMNS} from restricted_player
  where appid = ? and player_id in (select value from json_each(?))`;
/** PostgreSQL, before it knows the table, would rather walk a whole app: so each player is its own look-up. */
const READ_EACH = `select ${COLUMNS} from unnest(?::bigint[]) as wanted (id) cross join lateral
  (select ${COLUMNS} from restricted_player
    where appid = ? and player_id = wanted.id offset 0) as found`;

export async function readRestrictions(
  db: Queryable,
  appid: string,
  players: readonly bigint[],
): Promise<Map<bigint, StoredRestriction>> {
  const rows = await (isPostgres(db)
    ? queryPrepared<RestrictedPlayerTable>(db, READ_EACH, [players.map(String), appid])
    : queryPrepared<RestrictedPlayerTable>(db, READ_AMONG, [appid, printJson(players)]));
  return new Map(rows.map((row) => [BigInt(row.player_id), fromRow(row)]));
}

/** Restrictions of an app that have ended, oldest end first; of one type where that matters. */
export async function readExpired(
  db: Db,
  appid: string,
  now: number,
  limit: number,
  blockType?: number,
): Promise<StoredRestriction[]> {
  let rows = db
    .selectFrom('restricted_player')
    .selectAll()
    .where('appid', '=', appid)
    .where('ends_at', '<', now);
  if (blockType !== undefined) rows = rows.where('block_type', '=', blockType);
  return (await rows.orderBy('ends_at').limit(limit).execute()).map(fromRow);
}

export function fromRow(row: RestrictedPlayerTable): StoredRestriction {
  return {
    appid: row.appid,
    playerId: BigInt(row.player_id),
    status: row.status,
    blockType: row.block_type,
    startDate: row.start_date,
    endDate: row.end_date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  };
}

export async function writeRestrictions(
  tx: Queryable,
  restrictions: readonly StoredRestriction[],
  now: number,
): Promise<void> {
  await insertRows(
    tx,
    'restricted_player',
    restrictions.map((each) => ({
      appid: each.appid,
      player_id: each.playerId,
      status: each.status,
      block_type: each.blockType,
      start_date: each.startDate,
      end_date: each.endDate,
      starts_at: each.startsAt,
      ends_at: each.endsAt,
      changed_at: now,
    })),
    `on conflict (appid, player_id) do update set status = excluded.status,
     block_type = excluded.block_type, start_date = excluded.start_date,
     end_date = excluded.end_date, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
     changed_at = excluded.changed_at`,
  );
}

export async function removeRestrictions(
  tx: Queryable,
  appid: string,
  players: readonly bigint[],
): Promise<void> {
  const gone = oneOf(tx, 'player_id', players);
  await query(tx, `delete from restricted_player where appid = ? and ${gone.text}`, [
    appid,
    gone.parameter,
  ]);
}

export async function writeHistory(
  tx: Queryable,
  rows: readonly RestrictionHistoryTable[],
): Promise<void> {
  await insertRows(tx, 'restriction_history', rows);
}

/** Newest first, from just before `beforeSeq`. */
export async function readHistory(
  db: Db,
  appid: string,
  playerId: bigint,
  beforeSeq: number,
  limit: number,
): Promise<readonly RestrictionHistoryTable[]> {
  return query<RestrictionHistoryTable>(
    db,
    `select * from restriction_history where appid = ? and player_id = ? and seq < ?
     order by seq desc limit ?`,
    [appid, playerId, beforeSeq, limit],
  );
}

/** Everything of an app that is being deleted. */
export async function forgetApp(tx: Db, appid: string): Promise<void> {
  for (const table of ['restricted_player', 'restriction_history', 'restriction_type'] as const) {
    await tx.deleteFrom(table).where('appid', '=', appid).execute();
  }
}
