// A list as a CSV file: a header, then page after page.
import type { Static, TObject } from 'typebox';
import { printRecord } from './csv.ts';
import { printJson } from './json.ts';
import type { Page } from './paging.ts';
import type { RejectionFor } from './rejection.ts';

type Rejection = RejectionFor<string>;

/** Every field of an entry. */
export const columnsOf = <I extends TObject>({ properties }: I): (keyof Static<I> & string)[] =>
  Object.keys(properties) as (keyof Static<I> & string)[];

/** All pages as CSV. */
export async function* printPages(
  columns: readonly string[],
  first: Page<unknown>,
  read: (after: string) => Promise<Page<unknown> | Rejection>,
): AsyncGenerator<string> {
  yield printRecord(columns);
  for (let page = first; ; ) {
    yield page.items.map((item) => printItem(item as Readonly<Record<string, unknown>>)).join('');
    if (page.next === null) return;
    const next = await read(page.next);
    if ('rejected' in next) throw new Error(`the list ended early: ${next.detail}`);
    page = next;
  }

  function printItem(item: Readonly<Record<string, unknown>>): string {
    return printRecord(columns.map((name) => cellOf(item[name])));
  }
}

function cellOf(value: unknown): string | number | bigint | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  return typeof value === 'object' ? printJson(value) : String(value);
}
