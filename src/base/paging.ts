// Lists are walked by key: each page says where the next one goes on.
import { type TSchema, Type } from 'typebox';
import { named } from './named.ts';

export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export const PageQuery = Type.Object(
  {
    after: Type.Optional(
      named(
        'PageKey',
        Type.String({
          pattern: '^[\\x21-\\x7e]{1,300}$',
          description: '`next` of the page before; absent for the first.',
        }),
      ),
    ),
    limit: Type.Optional(
      named(
        'PageLimit',
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          default: DEFAULT_LIMIT,
          description: 'How many at most.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

export type PageQuery = Type.Static<typeof PageQuery>;

/** A query whose pages go on behind a key of this form. */
export const pageBy = (key: RegExp) => ({
  limit: PageQuery.properties.limit,
  after: Type.Optional(
    Type.String({ pattern: key.source, description: '`next` of the page before.' }),
  ),
});

export interface Page<T> {
  readonly items: T[];
  /** Where the next page goes on, or null at the end. */
  readonly next: string | null;
}

/** `example` is one item. */
export const pageOf = <T extends TSchema>(item: T, example?: object) =>
  Type.Object(
    {
      items: Type.Array(item),
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'Send it as `after` to get the next page; null at the end.',
      }),
    },
    example ? { examples: [{ items: [example], next: null }] } : {},
  );

/** A list that comes whole. */
export const listOf = <T extends TSchema>(item: T, example?: readonly object[]) =>
  Type.Object({ items: Type.Array(item) }, example ? { examples: [{ items: example }] } : {});

/** `rows` holds one more than the limit when there is a next page. */
export function toPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
  view: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), next: rows.length > limit && last ? keyOf(last) : null };
}
