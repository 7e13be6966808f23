// Reads every sealed secret, and seals them anew beside running processes: in batches, only what did not change meanwhile.
import { sql } from 'kysely';
import type { Place, Vault } from '../base/vault.ts';
import type { Db } from './db.ts';
import { isBusy } from './failure.ts';
import { SEALED, type SealedTable } from './sealed.ts';

const BATCH = 100;
const TRIES = 30;

export interface Stored {
  readonly place: Place;
  readonly text: string;
}

/** Batches of one column each, in the order of the keys. */
export async function* readSealed(db: Db): AsyncGenerator<readonly Stored[]> {
  for (const [table, { columns }] of Object.entries(SEALED)) {
    for (const column of columns) yield* readColumn(db, table as SealedTable, column);
  }
}

async function* readColumn(
  db: Db,
  table: SealedTable,
  column: string,
): AsyncGenerator<readonly Stored[]> {
  const key = sql.join(SEALED[table].key.map((name) => sql.ref(name)));
  for (let last: Place['key'] | undefined; ; ) {
    const after = last ? sql`and (${key}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<Record<string, string | number>>`
      select ${key}, ${sql.ref(column)} from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${after}
      order by ${key} limit ${BATCH}`.execute(db);
    const batch = rows.map((row) => ({
      place: { table, column, key: SEALED[table].key.map((name) => row[name] ?? '') },
      text: String(row[column]),
    }));
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.place.key;
  }
}

export interface Resealing {
  /** Whether a text needs it. */
  readonly needs: (text: string) => boolean;
  /** Undefined: it stays as it is. */
  readonly open: (stored: Stored) => string | undefined;
  readonly onBatch?: ((size: number) => void) | undefined;
}

export interface Resealed {
  readonly resealed: number;
  readonly unopened: readonly Place[];
}

/** Goes over everything until nothing is left that needs it and opens. Can be repeated, also after a crash. */
export async function reseal(db: Db, vault: Vault, work: Resealing): Promise<Resealed> {
  for (let resealed = 0; ; ) {
    const unopened: Place[] = [];
    let found = 0;
    for await (const batch of readSealed(db)) {
      const opened = batch
        .filter(({ text }) => work.needs(text))
        .map((stored) => ({ ...stored, plain: work.open(stored) }));
      unopened.push(...opened.filter(({ plain }) => plain === undefined).map(({ place }) => place));
      const changes = opened.flatMap(({ place, text, plain }) =>
        plain === undefined ? [] : { place, text, next: vault.seal(plain, place) },
      );
      if (changes.length > 0) resealed += await patiently(() => replace(db, changes));
      found += changes.length;
      work.onBatch?.(batch.length);
    }
    if (found === 0) return { resealed, unopened };
  }
}

/** A busy service must not end the work: each try waits for the other writers. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isBusy(error)) throw error;
    }
  }
}

interface Change extends Stored {
  readonly next: string;
}

/** Compares and sets, so that what another process writes meanwhile is not overwritten. */
function replace(db: Db, changes: readonly Change[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let replaced = 0;
    for (const { place, text, next } of changes) {
      const column = sql.ref(place.column);
      const key = sql.join(SEALED[place.table as SealedTable].key.map((name) => sql.ref(name)));
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(place.table)} set ${column} = ${next}
        where (${key}) = (${sql.join(place.key)}) and ${column} = ${text}`.execute(tx);
      replaced += Number(numAffectedRows);
    }
    return replaced;
  });
}
