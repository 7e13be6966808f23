// Keyset pagination: each page contains the key at which the next one continues.
import { type TSchema, Type } from 'typebox';
import { named, namedObject } from './named.ts';

export const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export const PageQuery = Type.Object(
  {
    after: Type.Optional(
      named(
        'PageKey',
        Type.String({
          pattern: '^[\\x21-\\x7e]{1,300}$',
          description: '`next` of the previous page. Omit it for the first page.',
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
          description: 'Maximum number of items.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

export type PageQuery = Type.Static<typeof PageQuery>;

/** A page query whose keys match this pattern. */
export const pageBy = (key: RegExp) => ({
  limit: PageQuery.properties.limit,
  after: Type.Optional(
    Type.String({ pattern: key.source, description: '`next` of the previous page.' }),
  ),
});

const PARTS = { number: '\\d{1,16}', id64: '\\d{1,19}', text: '[\\x20-\\x7e]{1,300}' } as const;
const LARGEST_ID = 2n ** 63n - 1n;

/** A list of words is one of them. */
type Part = keyof typeof PARTS | readonly string[];

type Parts = Readonly<Record<string, Part>>;

type ValueOf<P extends Part> = P extends 'number'
  ? number
  : P extends 'id64'
    ? bigint
    : P extends readonly (infer Word)[]
      ? Word
      : string;

type Place<P extends Parts> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

export interface PageKey<Place> {
  readonly pattern: RegExp;
  print(place: Place): string;
  /** Undefined without a key, and for one of another list. */
  read(text: string | undefined): Place | undefined;
}

/** Keys of a list that is ordered by several columns: their values in the last row of a page, joined. */
export function pageKey<const P extends Parts>(parts: P): PageKey<Place<P>> {
  const names = Object.entries<Part>(parts);
  const patterns = names.map(([, part]) =>
    typeof part === 'string' ? PARTS[part] : part.join('|'),
  );
  const pattern = new RegExp(`^${patterns.map((each) => `(${each})`).join('~')}$`);
  return {
    pattern,
    print: (place) => names.map(([name]) => String(place[name])).join('~'),
    read(text) {
      const values = pattern.exec(text ?? '')?.slice(1);
      if (!values) return undefined;
      const place = names.map(([name, part], index) => [name, readPart(part, values[index] ?? '')]);
      return place.some(([, value]) => typeof value === 'bigint' && value > LARGEST_ID)
        ? undefined
        : (Object.fromEntries(place) as Place<P>);
    },
  };
}

function readPart(part: Part, text: string): number | bigint | string {
  if (part === 'number') return Number(text);
  return part === 'id64' ? BigInt(text) : text;
}

/** The orders of a list: a field, with `-` in front for descending. The first is the default. */
export const sortBy = <const S extends string>(first: S, ...others: readonly S[]) =>
  Type.Optional(
    Type.Enum([first, ...others], {
      default: first,
      description: 'Order: a field, with `-` in front for descending.',
    }),
  );

/** Counting stops here, so that a total costs little in a list of any length. */
const MOST_COUNTED = 10_000;
/** How many rows a count reads at most. */
export const COUNT_LIMIT: number = MOST_COUNTED + 1;

export const ListTotal = namedObject('ListTotal', {
  count: Type.Integer({ minimum: 0, description: `Number of entries, at most ${MOST_COUNTED}.` }),
  is_exact: Type.Boolean({ description: 'False: there are more, or may be.' }),
});
export type ListTotal = Type.Static<typeof ListTotal>;

/** `counted` is at most `COUNT_LIMIT`. */
export const totalOf = (counted: number): ListTotal => ({
  count: Math.min(counted, MOST_COUNTED),
  is_exact: counted <= MOST_COUNTED,
});

export interface Page<T> {
  readonly items: T[];
  /** The key of the next page, or null on the last one. */
  readonly next: string | null;
}

/** `example` is one item. */
export const pageOf = <T extends TSchema>(item: T, example?: object) =>
  Type.Object(
    {
      items: Type.Array(item),
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'Send it as `after` to get the next page. Null on the last page.',
      }),
    },
    example ? { examples: [{ items: [example], next: null }] } : {},
  );

/** A list without pages. */
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
