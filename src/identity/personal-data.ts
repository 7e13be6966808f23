// The shape of the table of personal data: which rows of a table are about a player, and what an erasure does with them.
import type { RawBuilder } from 'kysely';
import type { Db } from '../storage/db.ts';
import type { Schema } from '../storage/schema.ts';
import type { AppName } from '../tenants/directory.ts';

export interface KnownPlayer extends AppName {
  readonly playerId: bigint;
  /** Linked at logins, and the derived one. */
  readonly accounts: readonly string[];
}

export interface ErasedPlayer extends KnownPlayer {
  /** Replaces the account. */
  readonly pseudonym: string;
  readonly requestedAt: number;
  readonly now: number;
  /** True in passes in which nothing can be under way any more that began before the erasure. */
  readonly isLast: boolean;
  /** What the tables before this one wait for. */
  readonly waiting: readonly Waiting[];
}

/** Why rows stay for now: a live restriction, an order that can still be paid, a bulk job that has not ended, evidence on its way. */
export type Waiting = 'restriction' | 'order' | 'bulk' | 'dispute';

export type TableName = keyof Schema & string;
type Row<T extends TableName> = Schema[T];
type Column<T extends TableName> = keyof Row<T> & string;

/** The columns that lose the player; all others are named, so that a new one is not forgotten. */
export interface Rewriting<T extends TableName> {
  /** Rows that are rewritten must not match any more. Values may be expressions. */
  readonly set: (player: ErasedPlayer) => Readonly<Partial<Record<Column<T>, unknown>>>;
  readonly keeps: readonly Column<T>[];
}

export interface PersonalTable<T extends TableName = TableName> {
  readonly table: T;
  /** Rows of a project's table are not found by the app. */
  readonly of?: 'project';
  /** The column that names the player or one of the accounts, or a condition. */
  readonly by: 'player_id' | 'account_uuid' | ((player: KnownPlayer) => RawBuilder<boolean>);
  /** Orders the rows. The last of these columns names a row of the player. */
  readonly key: readonly [...Column<T>[], Column<T>];
  /** Newest first. */
  readonly descending?: true;

  /** Its list in an export. Without, the rows are in another section, or not exported. */
  readonly section?: string;
  /** What an export shows of a row; all columns unless given. */
  readonly columns?: readonly Column<T>[];
  /** The rows as they are exported, with what belongs to them. */
  readonly related?: (
    db: Db,
    player: KnownPlayer,
    rows: readonly Row<T>[],
  ) => Promise<readonly object[]>;
  /** Reads a section whose rows are in several tables. */
  readonly read?: (db: Db, player: KnownPlayer) => AsyncIterable<object>;
  /** Makes old rows findable, some at a time; true when there may be more. */
  readonly prepare?: (db: Db, player: KnownPlayer) => Promise<boolean>;

  /** `keep`: stays as it is. A function erases all rows at once. */
  readonly erase:
    | 'delete'
    | 'keep'
    | Rewriting<T>
    | ((tx: Db, player: ErasedPlayer) => Promise<void>);
  /** Rows that do not meet this stay for now. */
  readonly erasable?: (player: KnownPlayer, now: number) => RawBuilder<boolean>;
  /** Passes in which rows are erased; all unless given. */
  readonly when?: (player: ErasedPlayer) => boolean;
  /** The erasure waits while there are rows left. */
  readonly waiting?: Waiting;
  /** Rows that another entry counts are not counted again. */
  readonly isCounted?: false;
  /** Begins the transaction. */
  readonly lock?: (tx: Db, player: ErasedPlayer) => Promise<unknown>;
  /** Erases what is found by the rows, before them. */
  readonly before?: (tx: Db, player: ErasedPlayer, rows: readonly Row<T>[]) => Promise<void>;
  /** Rows in one transaction. */
  readonly atOnce?: number;
}

/** An entry, with its columns checked against the schema. */
export const personalTable = <T extends TableName>(entry: PersonalTable<T>): PersonalTable =>
  entry as unknown as PersonalTable;

export const loginTable = personalTable({
  table: 'login',
  by: 'player_id',
  key: ['login_id'],
  section: 'logins',
  columns: ['login_id', 'did', 'account_uuid', 'logged_in_at', 'logged_out_at'],
  erase: 'delete',
});

/** Last of all: purchases are found by the accounts, also that of an order that is still being paid. */
export const accountTable = personalTable({
  table: 'account_link',
  by: 'player_id',
  key: ['account_uuid'],
  section: 'accounts',
  columns: ['account_uuid', 'first_linked_at', 'linked_at'],
  erase: 'delete',
  when: ({ isLast, waiting }) => isLast && !waiting.includes('order'),
});
