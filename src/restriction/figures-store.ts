// SQL of the figures of restrictions: changes that are not counted yet, and what happened to their players before.
import type { Db } from '../storage/db.ts';
import type { RestrictionHistoryTable } from '../storage/schema.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofApp, ofProject } from '../storage/tenancy.ts';
import type { AppName } from '../tenants/directory.ts';

const uncounted = statement((db) =>
  acrossProjects(db)
    .selectFrom('change_sequence')
    .select(['game_index', 'last_seq', 'counted_seq'])
    .where('channel', '=', 'restriction')
    .whereRef('counted_seq', '<', 'last_seq'),
);

export interface Progress {
  readonly gameIndex: number;
  /** The last number that was given. */
  readonly last: number;
  readonly counted: number;
}

/** Projects with changes that are not counted. */
export async function findUncounted(db: Db): Promise<Progress[]> {
  return (await uncounted(db, {})).map(({ game_index, last_seq, counted_seq }) => ({
    gameIndex: game_index,
    last: last_seq,
    counted: counted_seq,
  }));
}

const progressOf = statement((db, $: Params<{ gameIndex: number }>) =>
  ofProject(db, $)
    .selectFrom('change_sequence')
    .select(['last_seq', 'counted_seq'])
    .where('channel', '=', 'restriction'),
).first;

/** False while changes of the project are not counted. */
export async function isCounted(db: Db, gameIndex: number): Promise<boolean> {
  const row = await progressOf(db, { gameIndex });
  return row === undefined || row.counted_seq >= row.last_seq;
}

interface Changes {
  readonly gameIndex: number;
  readonly above: number;
  readonly upTo: number;
  readonly limit: number;
}

export const readChanges = statement((db, $: Params<Changes>) =>
  ofProject(db, $)
    .selectFrom('restriction_history')
    .select(['appid', 'player_id', 'seq', 'at', 'action', 'actor_kind'])
    .select(['before_change', 'after_change', 'scope'])
    .where('seq', '>', $.above)
    .where('seq', '<=', $.upTo)
    .orderBy('seq')
    .limit($.limit),
);

export type HistoryRow = Pick<
  RestrictionHistoryTable,
  | 'appid'
  | 'player_id'
  | 'seq'
  | 'at'
  | 'action'
  | 'actor_kind'
  | 'before_change'
  | 'after_change'
  | 'scope'
>;

interface Past extends AppName {
  readonly players: readonly (number | bigint)[];
  readonly upTo: number;
}

/** Beginnings and ends of restrictions, oldest first. */
export const readPast = statement((db, $: Params<Past>) =>
  ofApp(db, $)
    .selectFrom('restriction_history')
    .select(['player_id', 'seq', 'at', 'action', 'scope'])
    .where('player_id', 'in', $.players)
    .where('seq', '<=', $.upTo)
    .where('action', '<>', 'changed')
    .orderBy('seq'),
);

const advance = statement((db, $: Params<{ gameIndex: number; from: number; to: number }>) =>
  ofProject(db, $)
    .updateTable('change_sequence')
    .set({ counted_seq: $.to })
    .where('channel', '=', 'restriction')
    .where('counted_seq', '=', $.from)
    .returning('counted_seq'),
);

/** False when another process has counted them. */
export const advanceCounted = async (
  tx: Db,
  move: { readonly gameIndex: number; readonly from: number; readonly to: number },
): Promise<boolean> => (await advance(tx, move)).length > 0;
