// Whose turn it is: projects with work that is due, each leased by one process at a time.
import type { Db } from '../storage/db.ts';
import { type Params, statement } from '../storage/statement.ts';

/** The turn of what belongs to no project. */
export const NO_PROJECT = 0;

interface Taking {
  readonly gameIndex: number;
  readonly lease: string;
  readonly now: number;
  readonly leasedUntil: number;
}

interface Held {
  readonly gameIndex: number;
  readonly lease: string;
  readonly dueAt: number;
}

export interface Turns {
  /** Those that were never served or are due again, longest due first. Rows of deleted projects go. */
  dueProjects(db: Db, now: number): Promise<number[]>;
  /** Only one of several processes gets a project that is due. */
  take(db: Db, taking: Taking): Promise<boolean>;
  /** False when another process took over. */
  extend(db: Db, held: Held): Promise<boolean>;
  putBack(db: Db, held: Held): Promise<void>;
}

/** The tables have the same columns. */
export function createTurns(name: 'retention' | 'alert_turn'): Turns {
  const table = name as 'retention';
  const allTurns = statement((db) => db.selectFrom(table).select(['game_index', 'due_at']));
  const removeTurn = statement((db, $: Params<{ gameIndex: number }>) =>
    db.deleteFrom(table).where('game_index', '=', $.gameIndex),
  );
  const takeDue = statement((db, $: Params<Taking>) =>
    db
      .insertInto(table)
      .values({ game_index: $.gameIndex, due_at: $.leasedUntil, lease: $.lease })
      .onConflict((conflict) =>
        conflict
          .column('game_index')
          .doUpdateSet(({ ref }) => ({
            due_at: ref('excluded.due_at'),
            lease: ref('excluded.lease'),
          }))
          .where(`${table}.due_at`, '<=', $.now),
      )
      .returning('game_index'),
  ).first;
  const extendLease = statement((db, $: Params<Held>) =>
    db
      .updateTable(table)
      .set({ due_at: $.dueAt })
      .where('game_index', '=', $.gameIndex)
      .where('lease', '=', $.lease),
  );
  const giveBack = statement((db, $: Params<Held>) =>
    db
      .updateTable(table)
      .set({ due_at: $.dueAt, lease: null })
      .where('game_index', '=', $.gameIndex)
      .where('lease', '=', $.lease),
  );
  return {
    async dueProjects(db, now) {
      const projects = new Set([
        NO_PROJECT,
        ...(await allProjects(db)).map((row) => row.game_index),
      ]);
      const dueAt = new Map((await allTurns(db, {})).map((row) => [row.game_index, row.due_at]));
      for (const gameIndex of dueAt.keys()) {
        if (!projects.has(gameIndex)) await removeTurn(db, { gameIndex });
      }
      return [...projects]
        .filter((gameIndex) => (dueAt.get(gameIndex) ?? 0) <= now)
        .sort((one, other) => (dueAt.get(one) ?? 0) - (dueAt.get(other) ?? 0));
    },
    take: async (db, taking) => (await takeDue(db, taking)) !== undefined,
    extend: async (db, held) => (await extendLease(db, held)) > 0,
    async putBack(db, held) {
      await giveBack(db, held);
    },
  };
}

const allProjects = (db: Db) => db.selectFrom('project').select('game_index').execute();
