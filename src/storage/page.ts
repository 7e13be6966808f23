// Reads a page of a list that is ordered by one column.
import type { SelectQueryBuilder, StringReference } from 'kysely';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../base/paging.ts';
import type { Schema } from './schema.ts';

/** `select` without order and limit; `after` is the column of the last row of the page before. */
export async function readPage<Tables extends keyof Schema, Row extends object, T>(
  select: SelectQueryBuilder<Schema, Tables, Row>,
  column: StringReference<Schema, Tables> & string,
  { after, limit = DEFAULT_LIMIT }: PageQuery,
  view: (row: Row) => T,
  order: 'asc' | 'desc' = 'asc',
): Promise<Page<T>> {
  const isAscending = order === 'asc';
  const from =
    after === undefined ? select : select.where(column, isAscending ? '>' : '<', after as never);
  const rows = await from
    .orderBy(column, order)
    .limit(limit + 1)
    .execute();
  const name = column.slice(column.lastIndexOf('.') + 1) as keyof Row;
  return toPage(rows, limit, (row) => String(row[name]), view);
}
