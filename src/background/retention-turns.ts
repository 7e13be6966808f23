// Whose turn it is: the projects whose old rows are due, leased by one process at a time.
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';

/** The turn of what belongs to no project. */
export const NO_PROJECT = 0;

/** Those that were never served or are due again, longest due first. Rows of deleted projects go. */
export async function dueProjects(db: Db, now: number): Promise<number[]> {
  const projects = new Set([NO_PROJECT, ...(await allProjects(db)).map((row) => row.game_index)]);
  const dueAt = new Map((await allTurns(db, {})).map((row) => [row.game_index, row.due_at]));
  for (const gameIndex of dueAt.keys()) {
    if (!projects.has(gameIndex)) await removeTurn(db, { gameIndex });
  }
  return [...projects]
    .filter((gameIndex) => (dueAt.get(gameIndex) ?? 0) <= now)
    .sort((one, other) => (dueAt.get(one) ?? 0) - (dueAt.get(other) ?? 0));
}

const allProjects = (db: Db) => db.selectFrom('project').select('game_index').execute();

const allTurns = statement((db) => db.selectFrom('retention').select(['game_index', 'due_at']));

const removeTurn = statement((db, $: Params<{ gameIndex: number }>) =>
  db.deleteFrom('retention').where('game_index', '=', $.gameIndex),
);

interface Taking {
  readonly gameIndex: number;
  readonly lease: string;
  readonly now: number;
  readonly leasedUntil: number;
}

/** Only one of several processes gets a project that is due. */
export const takeDue = statement((db, $: Params<Taking>) =>
  db
    .insertInto('retention')
    .values({ game_index: $.gameIndex, due_at: $.leasedUntil, lease: $.lease })
    .onConflict((conflict) =>
      conflict
        .column('game_index')
        .doUpdateSet(({ ref }) => ({
          due_at: ref('excluded.due_at'),
          lease: ref('excluded.lease'),
        }))
        .where('retention.due_at', '<=', $.now),
    )
    .returning('game_index'),
).first;

interface Held {
  readonly gameIndex: number;
  readonly lease: string;
  readonly dueAt: number;
}

export const extend = statement((db, $: Params<Held>) =>
  db
    .updateTable('retention')
    .set({ due_at: $.dueAt })
    .where('game_index', '=', $.gameIndex)
    .where('lease', '=', $.lease),
);

export const putBack = statement((db, $: Params<Held>) =>
  db
    .updateTable('retention')
    .set({ due_at: $.dueAt, lease: null })
    .where('game_index', '=', $.gameIndex)
    .where('lease', '=', $.lease),
);
