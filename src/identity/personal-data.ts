// What is stored about one player: the shape of its parts, and the part of logins and accounts.
import { sql } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { Schema } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';

export interface KnownPlayer extends AppName {
  readonly playerId: bigint;
  /** Linked at logins, and the derived one. */
  readonly accounts: readonly string[];
}

export interface ErasedPlayer extends KnownPlayer {
  /** Stands where the account stood. */
  readonly pseudonym: string;
  readonly now: number;
  /** What finds the rest is erased only when nothing that was under way can add to it any more. */
  readonly isLast: boolean;
  /** What the parts before this one wait for. */
  readonly waiting: readonly Waiting[];
}

/** Why rows stay for now: a live restriction, an order that can still be paid, a bulk job that has not ended. */
export type Waiting = 'restriction' | 'order' | 'bulk';

export interface ErasedBatch {
  /** Whether there is more to erase at once. */
  readonly more: boolean;
  readonly waiting?: readonly Waiting[];
}

export type TableName = keyof Schema & string;

/** What a module stores about players. */
export interface PersonalPart {
  /** Sections of an export by name, read while they are written. */
  read(db: Db, player: KnownPlayer): Readonly<Record<string, AsyncIterable<object>>>;
  /** How many rows an erasure deletes or rewrites, by table. */
  count(db: Db, player: KnownPlayer, now: number): Promise<Partial<Record<TableName, number>>>;
  /** Erases a bounded number of rows. Repeating it is harmless. */
  erase(db: Db, player: ErasedPlayer): Promise<ErasedBatch>;
}

export const PAGE = 200;
/** Rows that one transaction of an erasure changes. */
export const ERASED_AT_ONCE = 500;

/** For `select`. */
export const COUNT = sql<number>`count(*)`.as('count');

/** Walks a list page by page; `next` names the place after a row. */
export async function* pages<Row extends object, Place>(
  first: Place,
  read: (after: Place) => Promise<readonly Row[]>,
  next: (row: Row) => Place,
): AsyncGenerator<Row> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = next(last);
  }
}

const loginsOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('login')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

const linksOf = (db: Db, { gameIndex, appid, playerId }: KnownPlayer) =>
  db
    .selectFrom('account_link')
    .where('game_index', '=', gameIndex)
    .where('appid', '=', appid)
    .where('player_id', '=', playerId);

export const loginData: PersonalPart = {
  read: (db, player) => ({
    logins: pages(
      '',
      (after) =>
        loginsOf(db, player)
          .select(['login_id', 'did', 'account_uuid', 'logged_in_at', 'logged_out_at'])
          .where('login_id', '>', after)
          .orderBy('login_id')
          .limit(PAGE)
          .execute(),
      ({ login_id }) => login_id,
    ),
    accounts: pages(
      '',
      (after) =>
        linksOf(db, player)
          .select(['account_uuid', 'first_linked_at', 'linked_at'])
          .where('account_uuid', '>', after)
          .orderBy('account_uuid')
          .limit(PAGE)
          .execute(),
      ({ account_uuid }) => account_uuid,
    ),
  }),
  async count(db, player) {
    const [logins, links] = await Promise.all([
      loginsOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
      linksOf(db, player).select(COUNT).executeTakeFirstOrThrow(),
    ]);
    return { login: Number(logins.count), account_link: Number(links.count) };
  },
  async erase(db, player) {
    const { gameIndex, appid, playerId, isLast, waiting } = player;
    const { numDeletedRows } = await db
      .deleteFrom('login')
      .where('game_index', '=', gameIndex)
      .where('appid', '=', appid)
      .where('player_id', '=', playerId)
      .where('login_id', 'in', loginsOf(db, player).select('login_id').limit(ERASED_AT_ONCE))
      .executeTakeFirst();
    if (numDeletedRows > 0n) return { more: true };
    // The purchase of an order that is still paid is found by its account.
    if (isLast && !waiting.includes('order')) {
      await db
        .deleteFrom('account_link')
        .where('game_index', '=', gameIndex)
        .where('appid', '=', appid)
        .where('player_id', '=', playerId)
        .execute();
    }
    return { more: false };
  },
};
