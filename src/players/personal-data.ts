// Reads, counts and erases what is stored about a player, by the table of personal data.
import { type RawBuilder, sql } from 'kysely';
import type { ErasedPlayer, KnownPlayer, PersonalTable } from '../identity/personal-data.ts';
import type { Db } from '../storage/db.ts';

const PAGE = 200;
/** Rows that one transaction of an erasure changes. */
const ERASED_AT_ONCE = 500;

type Row = Readonly<Record<string, unknown>>;

/** The section of an export, read while it is written. */
export function readSection(
  db: Db,
  entry: PersonalTable,
  player: KnownPlayer,
): AsyncIterable<object> {
  return entry.read ? entry.read(db, player) : walk(db, entry, player);
}

async function* walk(db: Db, entry: PersonalTable, player: KnownPlayer): AsyncGenerator<object> {
  const { key, columns, prepare, related, descending } = entry;
  while (await prepare?.(db, player));
  const names = sql.join(key.map((column) => sql.ref(column)));
  const order = key.map((column) => sql`${sql.ref(column)}${sql.raw(descending ? ' desc' : '')}`);
  const selected = columns
    ? sql.join([...new Set([...columns, ...key])].map((column) => sql.ref(column)))
    : sql`*`;
  let after: Row | undefined;
  do {
    const found = isAbout(entry, player);
    const last = after;
    const from = last
      ? sql`${found} and (${names}) ${sql.raw(descending ? '<' : '>')} (${sql.join(key.map((column) => last[column]))})`
      : found;
    const { rows } = await sql<Row>`select ${selected} from ${sql.table(entry.table)}
      where ${from} order by ${sql.join(order)} limit ${sql.lit(PAGE)}`.execute(db);
    yield* related ? await related(db, player, rows as never[]) : rows.map(shownOf(columns));
    after = rows.length < PAGE ? undefined : rows.at(-1);
  } while (after);
}

/** Without columns that only order the rows. */
const shownOf =
  (columns: readonly string[] | undefined) =>
  (row: Row): Row =>
    columns ? Object.fromEntries(columns.map((column) => [column, row[column]])) : row;

/** How many rows an erasure deletes or rewrites, also later. */
export async function countRows(
  db: Db,
  entry: PersonalTable,
  player: KnownPlayer,
  now: number,
): Promise<number> {
  if (entry.erase === 'keep' || entry.isCounted === false) return 0;
  const found = entry.waiting ? isAbout(entry, player) : isErasable(entry, player, now);
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from ${sql.table(entry.table)} where ${found}`.execute(db);
  return Number(rows[0]?.count);
}

/** Erases some rows in one transaction; true when there may be more. Repeating it is harmless. */
export async function eraseRows(
  db: Db,
  entry: PersonalTable,
  player: ErasedPlayer,
): Promise<boolean> {
  const { table, erase, when, atOnce = ERASED_AT_ONCE } = entry;
  if (erase === 'keep' || (when && !when(player))) return false;
  if (await entry.prepare?.(db, player)) return true;
  return db.transaction().execute(async (tx) => {
    await entry.lock?.(tx, player);
    if (typeof erase === 'function') {
      await erase(tx, player);
      return false;
    }
    const condition = isErasable(entry, player, player.now);
    const { rows } = await sql<Row>`select * from ${sql.table(table)}
      where ${condition} limit ${sql.lit(atOnce)}`.execute(tx);
    if (rows.length === 0) return false;
    await entry.before?.(tx, player, rows as never[]);
    const name = entry.key.at(-1) ?? '';
    const some = sql`${condition} and ${sql.ref(name)} in (${sql.join(rows.map((row) => row[name]))})`;
    if (erase === 'delete') {
      await sql`delete from ${sql.table(table)} where ${some}`.execute(tx);
    } else {
      const values = Object.entries(erase.set(player)).map(
        ([column, value]) => sql`${sql.ref(column)} = ${value}`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(values)} where ${some}`.execute(tx);
    }
    return rows.length === atOnce;
  });
}

/** Whether something of the player is left in the table. */
export async function isLeft(db: Db, entry: PersonalTable, player: KnownPlayer): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(entry.table)}
    where ${isAbout(entry, player)} limit 1`.execute(db);
  return rows.length > 0;
}

const isErasable = (
  entry: PersonalTable,
  player: KnownPlayer,
  now: number,
): RawBuilder<unknown> => {
  const found = isAbout(entry, player);
  return entry.erasable ? sql`${found} and ${entry.erasable(player, now)}` : found;
};

function isAbout({ of, by }: PersonalTable, player: KnownPlayer): RawBuilder<unknown> {
  const { gameIndex, appid, playerId, accounts } = player;
  const place = sql`game_index = ${gameIndex}`;
  const own = of === 'project' ? place : sql`${place} and appid = ${appid}`;
  if (typeof by === 'function') return sql`${own} and ${by(player)}`;
  if (by === 'player_id') return sql`${own} and player_id = ${playerId}`;
  // Some indexes leave rows without an account out.
  return sql`${own} and account_uuid in (${sql.join(accounts)}) and account_uuid is not null`;
}
