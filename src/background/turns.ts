// Turns: work that comes back, taken by one process at a time. Whoever lost a turn changes nothing any more.
import { randomUUID } from 'node:crypto';
import type { Db } from '../storage/db.ts';
import { insertRows, type Queryable } from '../storage/rows.ts';
import { type Params, statement } from '../storage/statement.ts';
import { acrossProjects, ofApp } from '../storage/tenancy.ts';
import type { NextTurn } from './worker.ts';

/** The project of what belongs to none. */
export const NO_PROJECT = 0;

export interface TurnName {
  readonly gameIndex: number;
  /** Empty for work of a whole project. */
  readonly appid: string;
  readonly work: string;
  /** Where the app has several. */
  readonly subject: string;
}

/** A turn that this process holds until its lease ends. */
export interface Turn extends TurnName {
  readonly lease: string;
  readonly position: number;
}

interface Taking {
  readonly now: number;
  readonly leaseMs: number;
  /** A turn that was taken at this moment or before is taken anew, due or not. */
  readonly takenBy?: number;
}

/** Only one of several processes gets a turn that is due, or that nobody has ever taken. */
export async function takeTurn(
  db: Queryable,
  { gameIndex, appid, work, subject }: TurnName,
  { now, leaseMs, takenBy = -1 }: Taking,
): Promise<Turn | undefined> {
  const name = { gameIndex, appid, work, subject };
  const lease = randomUUID();
  const row = await takeDue.first(db, { ...name, lease, now, until: now + leaseMs, takenBy });
  return row && { ...name, lease, position: row.position };
}

/** False when another process took over, because this one stalled for longer than its lease. */
export const extendTurn = async (db: Queryable, turn: Turn, until: number): Promise<boolean> =>
  (await extendHeld(db, { ...turn, until })) > 0;

/** Nothing is changed when another process took over. */
export async function putBack(
  db: Queryable,
  turn: Turn,
  { dueAt, position = turn.position }: { readonly dueAt: number; readonly position?: number },
): Promise<void> {
  await putBackHeld(db, { ...turn, dueAt, position });
}

/** The work is done for good. */
export async function removeTurn(db: Queryable, turn: Turn): Promise<void> {
  await removeHeld(db, turn);
}

interface Due {
  readonly work: string;
  readonly now: number;
  readonly limit: number;
}

/** Of all projects, longest due first. A turn that is held is due when its lease ends. */
export const dueTurns = statement((db, $: Params<Due>) =>
  acrossProjects(db)
    .selectFrom('turn')
    .select(['game_index as gameIndex', 'appid', 'work', 'subject'])
    .where('work', '=', $.work)
    .where('due_at', '<=', $.now)
    .orderBy('due_at')
    .orderBy('game_index')
    .limit($.limit),
);

const soonest = statement((db, $: Params<{ works: readonly string[] }>) =>
  acrossProjects(db)
    .selectFrom('turn')
    .select(({ fn }) => fn.min<number | null>('due_at').as('due_at'))
    .where('work', 'in', $.works),
).first;

/** When the next of these works is due. */
export async function nextTurn(db: Db, works: readonly string[], now: number): Promise<NextTurn> {
  const dueAt = (await soonest(db, { works }))?.due_at ?? Number.POSITIVE_INFINITY;
  return { inMs: Math.max(dueAt - now, 0) };
}

/** Begins turns, which are due at once; those that there are already stay as they are. */
export const addTurns = (tx: Queryable, names: readonly TurnName[]): Promise<void> =>
  insertRows(
    tx,
    'turn',
    names.map(({ gameIndex, appid, work, subject }) => ({
      game_index: gameIndex,
      appid,
      work,
      subject,
      position: 0,
      due_at: 0,
      taken_at: 0,
      lease: null,
    })),
    'on conflict (game_index, appid, work, subject) do nothing',
  );

const turnsOf = statement((db, $: Params<{ works: readonly string[] }>) =>
  acrossProjects(db)
    .selectFrom('turn')
    .select(['game_index as gameIndex', 'appid', 'work', 'subject'])
    .where('work', 'in', $.works),
);

const keyOf = ({ gameIndex, appid, work, subject }: TurnName): string =>
  [gameIndex, appid, work, subject].join(' ');

/** Sees to it that these works have exactly these turns. */
export async function arrangeTurns(
  db: Db,
  works: readonly string[],
  names: readonly TurnName[],
): Promise<void> {
  const wanted = new Map(names.map((name) => [keyOf(name), name]));
  for (const known of await turnsOf(db, { works })) {
    if (!wanted.delete(keyOf(known))) await removeNamed(db, known);
  }
  await addTurns(db, [...wanted.values()]);
}

const named = (db: Db, $: Params<TurnName>) => ({
  update: () =>
    ofApp(db, $).updateTable('turn').where('work', '=', $.work).where('subject', '=', $.subject),
  remove: () =>
    ofApp(db, $).deleteFrom('turn').where('work', '=', $.work).where('subject', '=', $.subject),
});

type Held = TurnName & Pick<Turn, 'lease'>;

const takeDue = statement((db, $: Params<Held & { now: number; until: number; takenBy: number }>) =>
  db
    .insertInto('turn')
    .values({
      game_index: $.gameIndex,
      appid: $.appid,
      work: $.work,
      subject: $.subject,
      position: 0,
      due_at: $.until,
      taken_at: $.now,
      lease: $.lease,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['game_index', 'appid', 'work', 'subject'])
        .doUpdateSet(({ ref }) => ({
          due_at: ref('excluded.due_at'),
          taken_at: ref('excluded.taken_at'),
          lease: ref('excluded.lease'),
        }))
        .where((turn) =>
          turn.or([turn('turn.due_at', '<=', $.now), turn('turn.taken_at', '<=', $.takenBy)]),
        ),
    )
    .returning('position'),
);

const extendHeld = statement((db, $: Params<Held & { until: number }>) =>
  named(db, $).update().set({ due_at: $.until }).where('lease', '=', $.lease),
);

const putBackHeld = statement((db, $: Params<Held & { dueAt: number; position: number }>) =>
  named(db, $)
    .update()
    .set({ due_at: $.dueAt, position: $.position, lease: null })
    .where('lease', '=', $.lease),
);

const removeHeld = statement((db, $: Params<Held>) =>
  named(db, $).remove().where('lease', '=', $.lease),
);

const removeNamed = statement((db, $: Params<TurnName>) => named(db, $).remove());
