// Whose sums are behind the ledger, and who follows them: one process at a time, by lease.
import { sql } from 'kysely';
import { timeOrderedId } from '../../base/ids.ts';
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { AppName } from '../../tenants/directory.ts';
import { holdNumbers } from '../ledger/numbers.ts';
import { clearSums, type Position } from './sums-store.ts';

/** Longer than a step takes; it is extended with every step. */
const LEASE_MS = 60_000;

export interface Behind extends AppName {
  /** The last number that the ledger has given. */
  readonly upTo: number;
}

const standings = statement((db) =>
  db
    .selectFrom('purchase_sequence as s')
    .leftJoin('figure_position as p', (join) =>
      join.onRef('p.game_index', '=', 's.game_index').onRef('p.appid', '=', 's.appid'),
    )
    .select(({ exists, selectFrom }) => [
      's.game_index',
      's.appid',
      's.next_number',
      'p.number',
      'p.time_zone',
      exists(
        selectFrom('figure_mark as m')
          .select(sql.lit(1).as('one'))
          .whereRef('m.game_index', '=', 's.game_index')
          .whereRef('m.appid', '=', 's.appid'),
      ).as('is_marked'),
    ]),
);

/** Apps of all projects that have something to follow. */
export async function findBehind(db: Db): Promise<Behind[]> {
  const zones = new Map(
    (await db.selectFrom('app').select(['appid', 'time_zone']).execute()).map((app) => [
      app.appid,
      app.time_zone,
    ]),
  );
  return (await standings(db, {}))
    .filter(
      ({ appid, next_number, number, time_zone, is_marked }) =>
        Boolean(is_marked) ||
        next_number - 1 > (number ?? 0) ||
        (time_zone !== null && time_zone !== zones.get(appid)),
    )
    .map(({ appid, game_index, next_number }) => ({
      appid,
      gameIndex: game_index,
      upTo: next_number - 1,
    }));
}

const lastNumber = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('purchase_sequence')
    .select('next_number')
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid),
);

/** The last number that the ledger has given; undefined when the app was deleted. */
export async function lastNumberOf(
  db: Db,
  { appid, gameIndex }: AppName,
): Promise<number | undefined> {
  const row = await lastNumber.first(db, { appid, gameIndex });
  return row && row.next_number - 1;
}

const hold = statement((db, $: Params<AppName>) =>
  db
    .updateTable('figure_position')
    .set((position) => ({ version: position('version', '+', 1) }))
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .returning('time_zone'),
);

/**
 * Keeps the sums for this transaction: what was prepared before is not written after it. The time zone of the
 * sums; undefined when there are none.
 */
export const holdPosition = async (
  tx: Db,
  { appid, gameIndex }: AppName,
): Promise<string | undefined> => (await hold.first(tx, { appid, gameIndex }))?.time_zone;

interface Taking extends AppName {
  readonly now: number;
  readonly until: number;
  readonly lease: string;
}

const take = statement((db, $: Params<Taking>) =>
  db
    .updateTable('figure_position')
    .set({ due_at: $.until, lease: $.lease })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('due_at', '<=', $.now)
    .returning(['number', 'version', 'time_zone']),
);

const putBack = statement((db, $: Params<AppName & { lease: string }>) =>
  db
    .updateTable('figure_position')
    .set({ due_at: 0, lease: null })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('lease', '=', $.lease),
);

const extend = statement((db, $: Params<AppName & { lease: string; until: number }>) =>
  db
    .updateTable('figure_position')
    .set({ due_at: $.until })
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid)
    .where('lease', '=', $.lease)
    .returning('version'),
);

const read = statement((db, $: Params<AppName>) =>
  db
    .selectFrom('figure_position')
    .select(['number', 'version', 'time_zone'])
    .where('game_index', '=', $.gameIndex)
    .where('appid', '=', $.appid),
);

export async function readPosition(
  db: Db,
  { appid, gameIndex }: AppName,
): Promise<Position | undefined> {
  const row = await read.first(db, { appid, gameIndex });
  return row && { appid, gameIndex, ...toPosition(row) };
}

const toPosition = (row: { number: number; version: number; time_zone: string }) => ({
  number: row.number,
  version: row.version,
  timeZone: row.time_zone,
});

export interface Held {
  readonly position: Position;
  /** False when the lease was lost. */
  extend(now: number): Promise<boolean>;
  putBack(): Promise<void>;
}

/** Undefined when another process follows the app, or the app was deleted. */
export async function takePosition(
  db: Db,
  { appid, gameIndex }: AppName,
  timeZone: string,
  now: number,
): Promise<Held | undefined> {
  const app = { appid, gameIndex };
  await db.transaction().execute(async (tx) => {
    // Of an app that was deleted nothing is written.
    if (!(await holdNumbers(tx, app))) return;
    await tx
      .insertInto('figure_position')
      .values({
        game_index: gameIndex,
        appid,
        number: 0,
        version: 1,
        time_zone: timeZone,
        due_at: 0,
        lease: null,
      })
      .onConflict((conflict) => conflict.columns(['game_index', 'appid']).doNothing())
      .execute();
  });
  const lease = timeOrderedId(now);
  const row = await take.first(db, { ...app, now, until: now + LEASE_MS, lease });
  if (!row) return undefined;
  return {
    position: { ...app, ...toPosition(row) },
    extend: async (later) =>
      (await extend(db, { ...app, lease, until: later + LEASE_MS })).length > 0,
    async putBack() {
      await putBack(db, { ...app, lease });
    },
  };
}

/** Empties the sums; they are made anew from the first purchase on. */
export async function startAnew(db: Db, position: Position, timeZone: string): Promise<void> {
  const { appid, gameIndex, version } = position;
  await db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('figure_position')
      .set({ number: 0, version: version + 1, time_zone: timeZone })
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('version', '=', version)
      .returning('version')
      .execute();
    if (moved.length > 0) await clearSums(tx, { appid, gameIndex });
  });
}
